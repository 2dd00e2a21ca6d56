/** A trace that no experiment made, such as that of a capture, is drawn, looked into and exported. */
import { describe, expect, it } from "vitest";
import { callsCsv } from "../../engine/experiments/export/calls-csv.ts";
import { toCsv, toPcapng, toTraceEvents } from "../../engine/experiments/export/index.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import { parseScript } from "../../engine/faults/index.ts";
import { simulateEcho } from "../../engine/systems/echo-fixture/system.ts";
import { readPcapng } from "../../engine/wire/pcapng.ts";
import { twinSvg } from "../twin/twin-svg.ts";
import { waterfallSvg } from "../waterfall/waterfall-svg.ts";
import { timelineSvg } from "./figure/timeline-svg.ts";
import { hostView } from "./host/views.ts";

const foreign = (source: string, ...faults: readonly string[]): ForeignTrace => {
  const { trace } = simulateEcho({ calls: 2, bytes: 64, retryUs: 5000 }, 1, parseScript(faults), "all");
  return { source, trace: { ...trace, measured: true } };
};
const calls = foreign("calls.pcapng");
const look = { call: 1, width: 900, theme: "light" } as const;

describe("a trace without an experiment", () => {
  it("is drawn under the name of its source", () => {
    const timeline = timelineSvg(calls, look);
    expect(timeline).toContain(">Timeline of calls.pcapng, call 1</title>");
    expect(timeline).toContain(">measured<");
    expect(timeline).not.toContain("simulated");
    expect(waterfallSvg(calls, look)).toContain(">Waterfall of calls.pcapng, call 1</title>");
  });

  it("shows the state of its machines", () => {
    const { entries } = hostView(calls, "client", 20_000);
    expect(entries.map(({ name, state }) => `${name}: ${state}`)).toEqual(["caller: waiting"]);
  });

  it("is compared with another", () => {
    const labels = { a: "whole", b: "lossy" };
    const svg = twinSvg(calls, foreign("lossy.pcapng", "drop result#1"), { ...look, labels });
    expect(svg).toContain("Twin timelines of whole and lossy, call 1");
    expect(svg).not.toContain("simulated");
  });

  it("is exported with its source in place of what would repeat a run", () => {
    expect(toCsv(calls)).toMatch(/^run,,,source,.*calls\.pcapng/m);
    expect(toCsv(calls)).not.toMatch(/seed|parameter/);
    expect(callsCsv(calls).trim().split("\n")).toHaveLength(3);
    const events = JSON.parse(toTraceEvents(calls)) as { readonly otherData: Readonly<Record<string, string>> };
    expect(events.otherData).toMatchObject({ source: "calls.pcapng", "trace hash": calls.trace.hash });
    const { packets, comment } = readPcapng(toPcapng(calls));
    expect(packets).toHaveLength(4);
    expect(comment).toContain("source: calls.pcapng");
  });
});
