import { describe, expect, it } from "vitest";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import { exampleRun } from "../trace/two-machines.ts";
import { durationText } from "../words/times.ts";
import { tableWidth } from "../draw/text-width.ts";
import { PALETTES } from "../draw/palette.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { waterfallSvg } from "./waterfall-svg.ts";
import { sumRows } from "./sums.ts";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";

const run = exampleRun();
const lost = exampleRun({ mishap: "lost" });

describe("the waterfall", () => {
  it("sums to the call’s latency to the nanosecond, in steps and in stages", () => {
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

  it("names what carries a packet: the wire alone where no controller takes time, the loopback on one machine", () => {
    const carriers = (set: ParamValues): readonly string[] =>
      inWords(stageRows(runOf("sun-rpc/call", { set }).trace, 1)).flatMap(({ name, layer }) =>
        layer === "wire" || layer === "hardware" ? [name] : [],
      );
    expect(carriers({ place: "remote" })).toEqual(["Ethernet", "Ethernet"]);
    expect(carriers({ place: "local" })).toEqual(["Loopback", "Loopback"]);
  });

  it("tells the processes of a lone machine apart, and not only machines", () => {
    const whose = (set: ParamValues): ReadonlySet<string> =>
      new Set(
        inWords(stageRows(runOf("sun-rpc/call", { set }).trace, 1)).flatMap(({ name }) => /^.*(?=: )/.exec(name) ?? []),
      );
    expect([...whose({ place: "local" })]).toEqual(["Client", "Server"]);
    expect([...whose({ place: "remote" })]).toEqual(["Client", "Server"]);
  });

  it("gives a wait a row of its own, with its reason", () => {
    const names = inWords(stageRows(lost.trace, 1))
      .filter(({ wait }) => wait)
      .map(({ name }) => name);
    expect(names).toEqual(["Caller waits for the retransmission timer"]);
  });

  it("names the table that a time comes from", () => {
    expect(inWords(stageRows(run.trace, 1))[0]?.marks).toBe("Table VI");
  });

  it("says in its steps which of them is the wire", () => {
    const packets = inWords(stepRows(run.trace, 1)).filter(({ name }) => /packet$/.test(name));
    expect(packets.map(({ name, machine }) => `${name} ${machine}`)).toContain("Call packet Ethernet");
  });

  it("is not there for a call that is not", () => {
    expect(stepRows(run.trace, 7).list).toEqual([]);
  });
});

describe("a long waterfall, summed", () => {
  const told = runOf("multirpc/callback-break", { set: { deadFraction: 0.03 } });
  const relay = runOf("flexrpc/multicast", { set: { callees: 7 } });

  it("has a row for each step of each machine or kind, and takes as long as the call to the nanosecond", () => {
    for (const { trace } of [told, relay]) {
      const sums = sumRows(trace, 1);
      const steps = stepRows(trace, 1);
      expect(steps.list.length).toBeGreaterThan(150);
      expect(sums.length).toBeLessThan(50);
      expect(sums.reduce((sum, { row }) => sum + row.nanos, 0)).toBe(sumOf(steps));
      expect(sums.flatMap(({ singles }) => singles).toSorted((a, b) => a - b)).toEqual(steps.list.map((_, i) => i));
      const starts = sums.map(({ row }) => row.from);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
  });

  it("says what machines are, many of a kind together", () => {
    const machines = new Set(sumRows(relay.trace, 1).map(({ row }) => row.machine));
    expect(machines).toContain("caller");
    expect(machines).toContain("7 callees");
    expect(new Set(sumRows(told.trace, 1).map(({ row }) => row.machine))).toContain("file server");
  });

  it("has the place of packets that all go one way, and none where they go several", () => {
    const ofPackets = sumRows(relay.trace, 1).filter(({ row: { steps, wait } }) => steps[0]?.machine === "" && !wait);
    const words = inWords(stepRows(relay.trace, 1));
    const places = ofPackets.map(({ singles }) => [...new Set(singles.map((i) => words[i]?.machine))]);
    expect(places.some(({ length }) => length > 1)).toBe(true);
    expect(ofPackets.map(({ row }) => row.machine)).toEqual(
      places.map(([one, ...more]) => (more.length > 0 ? "" : one)),
    );
  });

  it("is in the file what it is on the page", () => {
    const file = waterfallSvg(told, { call: 1, width: 700, theme: "light", steps: true });
    expect(file).toMatch(/\d+ × [^<]*, file server/);
    expect(file.length).toBeLessThan(200_000);
  });
});

describe("files", () => {
  it("are whole documents with title and description, and no number that is none", () => {
    const files = [
      timelineSvg(run, { call: 1, width: 1100, theme: "light" }),
      timelineSvg(lost, { call: 1, width: 900, theme: "dark", axis: "linear" }),
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
