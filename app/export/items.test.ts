import { describe, expect, it } from "vitest";
import { fileStem } from "../../engine/experiments/export/index.ts";
import { findExperiment } from "../../engine/experiments/index.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { exportGroups, packetsText } from "./items.ts";
import type { ExportChoice, ExportSource } from "./items.ts";
import { dotsOf } from "./sizes.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("firefly/null is an experiment");
const { parameters } = readParameters(experiment, { threads: "4", calls: "3" });
const run = experiment.run(parameters, 7, [], { keep: "all" });
const figure = { name: "chart", label: "Chart", svg: () => "<svg/>" } as const;
const source: ExportSource = {
  experiment,
  run,
  sweep: null,
  figures: [figure],
  link: "https://example.org/#/bench",
  citation: "@article{}",
  modelSource: null,
};
const choice: ExportChoice = { figure, size: "screen", scale: 2, theme: "dark" };
const items = exportGroups(source, choice, fileStem(experiment, run)).flatMap((group) => group.items);
const item = (id: string) => items.find((one) => one.id === id);

describe("what can be exported", () => {
  it("stands behind eight words", () => {
    const words = ["Picture", "Data", "Packets", "Trace", "Checks", "Model", "Link", "Citation"];
    expect(exportGroups(source, choice, "x").map(({ label }) => label)).toEqual(words);
  });

  it("says how large a picture is, and is light on paper and slides", () => {
    const png = (size: ExportChoice["size"]) => exportGroups(source, { ...choice, size }, "x")[0]?.items[1];
    expect(png("screen")?.holds).toMatch(/^Chart, dark, as on the screen;/);
    expect(png("print")).toMatchObject({ name: "x_chart_print.png", holds: expect.stringMatching(/light, 160 mm/) });
    expect(png("slide")).toMatchObject({ name: "x_chart_slide.png", holds: expect.stringMatching(/light, 1,920 × 1/) });
    expect([dotsOf("screen", 3), Math.round(605 * dotsOf("print", 3)), dotsOf("slide", 3)]).toEqual([3, 1891, 1]);
  });

  it("is named by experiment, changed parameters, seed and version", () => {
    const files = items.filter(({ id }) => id !== "link");
    for (const { name } of files) expect(name).toMatch(/^firefly-null_threads-4_calls-3_seed-7_v\d+\.\d+\.\d+[._]/);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    expect(item("png")?.name).toMatch(/_chart@2x\.png$/);
    expect(item("trace")?.name).toMatch(/\.trace\.json$/);
  });

  it("has the rows of a table as CSV beside its figure, and no such file of another figure", () => {
    const table = {
      name: "table-cedar-callee",
      label: "The server’s table of calls",
      svg: () => "<svg/>",
      csv: { text: () => "a", holds: "All rows" },
    } as const;
    const ids = (chosen: ExportChoice) => exportGroups(source, chosen, "x")[0]?.items.map(({ id, name }) => [id, name]);
    expect(ids({ ...choice, figure: table })).toEqual([
      ["svg", "x_table-cedar-callee.svg"],
      ["png", "x_table-cedar-callee@2x.png"],
      ["table", "x_table-cedar-callee.csv"],
    ]);
    expect(ids(choice)?.map(([id]) => id)).toEqual(["svg", "png"]);
  });

  it("says how many packets and spans a file holds", () => {
    expect(item("pcapng")?.holds).toMatch(
      `${run.trace.packets.count} packets, none lost; opens in Wireshark. Wireshark shows`,
    );
    expect(item("trace")?.holds).toContain(`${run.trace.spans.count.toLocaleString("en-US")} spans`);
  });

  it("says how much of a long run a file holds, where the page kept less of it", () => {
    const part = experiment.run({ ...parameters, threads: 1 }, 7, [], { keep: { calls: 1 } });
    expect(packetsText(part.trace)).toBe("Packets of the run, at most its first 2,000 calls");
  });

  it("counts the packets lost", () => {
    const lost = experiment.run(parameters, 7, ["drop call#1"], { keep: "all" });
    expect(packetsText(lost.trace)).toMatch(/packets, one of them lost$/);
  });

  it("says why it cannot be had, and nothing where it can", () => {
    expect(item("sweep")?.missing).toBe("The sweep behind the chart is not done yet.");
    expect(item("model")?.missing).toBe("The model is not loaded.");
    expect(item("pcapng")?.missing).toBe("");
    const without = exportGroups(source, { ...choice, figure: undefined }, "x")[0]?.items ?? [];
    expect(without.every(({ missing }) => missing !== "")).toBe(true);
  });
});
