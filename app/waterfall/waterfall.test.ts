import { describe, expect, it } from "vitest";
import { exampleRun } from "../trace/example.ts";
import { durationText } from "../words/times.ts";
import { tableWidth } from "../draw/text-width.ts";
import { PALETTES } from "../draw/palette.ts";
import { timelineSvg } from "../timeline/timeline-svg.ts";
import { waterfallSvg } from "./waterfall-svg.ts";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";

const run = exampleRun();
const lost = exampleRun({ mishap: "lost" });

describe("the waterfall", () => {
  it("sums to the call's latency to the nanosecond, in steps and in stages", () => {
    for (const { trace } of [run, lost]) {
      const latency = (trace.calls.end[0] ?? 0) - (trace.calls.start[0] ?? 0);
      expect(sumOf(stepRows(trace, 1))).toBe(latency);
      expect(sumOf(stageRows(trace, 1))).toBe(latency);
    }
  });

  it("has nine stages where nothing goes wrong", () => {
    expect(inWords(stageRows(run.trace, 1)).map(({ name }) => name)).toEqual([
      "Caller: stubs and run time",
      "Caller: send the call packet",
      "Controllers and Ethernet",
      "Server: take in the call packet",
      "Server: stubs and run time",
      "Server: send the result packet",
      "Controllers and Ethernet",
      "Caller: take in the result packet",
      "Caller: stubs and run time",
    ]);
  });

  it("gives a wait a row of its own, with its reason", () => {
    const names = inWords(stageRows(lost.trace, 1))
      .filter(({ wait }) => wait)
      .map(({ name }) => name);
    expect(names).toEqual(["Caller waits for the retransmission timer"]);
  });

  it("names the table that a time comes from", () => {
    expect(inWords(stageRows(run.trace, 1))[0]?.marks).toBe("VI");
  });

  it("is not there for a call that is not", () => {
    expect(stepRows(run.trace, 7).list).toEqual([]);
  });
});

describe("files", () => {
  it("are whole documents with title and description, and no number that is none", () => {
    const files = [
      timelineSvg(run, { call: 1, width: 1100, theme: "light" }),
      timelineSvg(lost, { call: 1, width: 900, theme: "dark", folded: false }),
      timelineSvg(lost, { call: 1, width: 360, theme: "dark" }),
      timelineSvg(run, { call: 1, width: 900, theme: "light", from: 200_000, to: 700_000 }),
      waterfallSvg(run, { call: 1, width: 520, theme: "light" }),
      waterfallSvg(run, { call: 1, width: 520, theme: "dark", steps: true }),
    ];
    for (const svg of files) {
      expect(svg.startsWith("<svg xmlns=")).toBe(true);
      expect(svg.endsWith("</svg>\n")).toBe(true);
      expect(svg).toMatch(/<title id="t">[^<]+<\/title>/);
      expect(svg).toMatch(/<desc id="d">[^<]+<\/desc>/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|var\(/);
    }
  });

  it.each([360, 520, 900])("set the sum in words clear of its line, %i px wide", (width) => {
    const svg = waterfallSvg(lost, { call: 1, width, theme: "light" });
    const { simulated } = PALETTES.light;
    const line = new RegExp(`points="([\\d. ,]+)" fill="none" stroke="${simulated}"`).exec(svg)?.[1] ?? "";
    const end = Math.max(...line.split(" ").map((point) => Number(point.split(",")[0])));
    const words = durationText(sumOf(stepRows(lost.trace, 1)));
    expect(svg).toContain(`>${words}</tspan>`);
    expect(end).toBeLessThan(width - tableWidth(words, 12, false) - 4);
  });

  it("carry the colours of their theme", () => {
    expect(timelineSvg(run, { call: 1, width: 900, theme: "light" })).toContain("#fbfbf8");
    expect(timelineSvg(run, { call: 1, width: 900, theme: "dark" })).toContain("#121416");
  });

  it("say so where a call was not kept", () => {
    expect(waterfallSvg(run, { call: 9, width: 520, theme: "light" })).toContain("was not kept");
    expect(timelineSvg(run, { call: 9, width: 900, theme: "light" })).toContain("The trace does not keep its steps");
  });
});
