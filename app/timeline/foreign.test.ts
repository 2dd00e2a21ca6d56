/** A trace that no experiment made, such as that of a capture, is drawn, looked into and exported. */
import { describe, expect, it } from "vitest";
import { callsCsv } from "../../engine/experiments/export/calls-csv.ts";
import { toCsv, toPcapng, toTraceEvents } from "../../engine/experiments/export/index.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import { parseScript } from "../../engine/faults/index.ts";
import { runEcho } from "../../engine/systems/echo-fixture/system.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { TraceRecorder } from "../../engine/kernel/trace.ts";
import { readPcapng } from "../../engine/wire/pcapng.ts";
import { tableWidth } from "../draw/text-width.ts";
import { xmlProblem } from "../export/well-formed.ts";
import { AXIS_KINDS } from "../setup/axis.ts";
import { LAST_RUNG } from "../words/rungs.ts";
import { twinSvg } from "../twin/twin-svg.ts";
import { waterfallSvg } from "../waterfall/waterfall-svg.ts";
import { shownCall } from "../figure/shown-call.ts";
import { drawnAt, overlaps, wordsOf } from "../figure/testing.ts";
import { timelineSvg } from "./figure/timeline-svg.ts";
import { hostView } from "./host/views.ts";
import { anyFigureOf } from "../figure/any.ts";

const foreign = (source: string, ...faults: readonly string[]): ForeignTrace => {
  const request = { seed: 1, keep: "all", faults: () => parseScript(faults) } as const;
  const { trace } = runEcho({ calls: 2, bytes: 64, retryUs: 5000, clients: 1, loss: 0 }, request);
  return { source, trace: { ...trace, measured: true } };
};
const calls = foreign("calls.pcapng");
const look = { call: 1, width: 900, theme: "light" } as const;

/** Microseconds of packets in a capture of a server that heard only the third of three equal calls. */
const CAPTURED = [
  { at: 0, kind: "call", call: 1, origin: "first", fate: "lost" },
  { at: 1_001_145, kind: "call", call: 1, origin: "retransmission", fate: "lost" },
  { at: 2_001_532, kind: "call", call: 1, origin: "retransmission", fate: "delivered" },
  { at: 2_001_668, kind: "reply", call: 1, origin: "first", fate: "delivered" },
  { at: 2_001_769, kind: "call", call: 2, origin: "first", fate: "delivered" },
  { at: 2_001_818, kind: "reply", call: 2, origin: "first", fate: "delivered" },
] as const;
const BYTES = { call: 82, reply: 70 } as const;
const EXCHANGE = { server: "server", hasCalls: true, frames: false };

/** A trace of packets alone: nobody knows what the machines did. @param wire nanoseconds of each, 0 for instants */
function captured(wire: number, { server, hasCalls, frames } = EXCHANGE): ForeignTrace {
  const recorder = new TraceRecorder("all");
  const track = (machine: string): number => recorder.track({ name: "eth0", machine, kind: "controller", way: "both" });
  const [from, to] = [track("client"), track(server)];
  recorder.track({ name: "Ethernet", machine: "", kind: "medium" });
  const ends = new Map<number, number>();
  for (const { at, kind, call, origin, fate } of CAPTURED) {
    const departs = at * 1000;
    if (hasCalls && kind === "call" && origin === "first") ends.set(call, recorder.beginCall(0, departs));
    const packet = recorder.packet({
      ...{ departs, arrives: departs + wire, bytes: BYTES[kind], origin, delayed: 0, cause: NO_REF },
      ...{ from: kind === "call" ? from : to, to: kind === "call" ? to : from, kind: recorder.packetKind(kind) },
      ...{ call: ends.get(call) ?? 0, frame: frames ? new Uint8Array(BYTES[kind]) : null },
    });
    recorder.fate(packet, fate);
    if (hasCalls && kind === "reply") recorder.endCall(ends.get(call) ?? 0, departs + wire, "returned", packet);
  }
  const last = CAPTURED.at(-1)?.at ?? 0;
  return { source: "lab.pcap", trace: { ...recorder.finish(last * 1000 + wire), measured: true } };
}

describe.each([0, 65_600])("a capture of packets alone, each %i ns long", (wire) => {
  const run = captured(wire);

  it("has a row for each machine, packets between them, and who sent again", () => {
    for (const width of [374, 1000]) {
      const drawing = drawnAt(shownCall(run.trace, 1, "linear"), width);
      expect(wordsOf(drawing)).toContain("Call packet, lost");
      if (width > 374) expect(wordsOf(drawing)).toContain("Reply packet"); // else three packets stand too close
      expect(overlaps(drawing)).toEqual([]);
      const shown = shownCall(run.trace, 1, "linear");
      const place = { width, room: undefined, open: new Set<string>() };
      const { places } = anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
      const bands = ["client", "server"].map((machine) => places?.machine(machine));
      for (const band of bands) expect((band?.to ?? 0) - (band?.from ?? 0)).toBeGreaterThan(10);
      expect(bands[0]?.to).toBeLessThan(bands[1]?.from ?? 0);
      const ways = CAPTURED.map((_, row) => places?.packet(row)).map((ends) =>
        Math.sign((ends?.[3] ?? 0) - (ends?.[1] ?? 0)),
      );
      expect(ways).toEqual(CAPTURED.map(({ kind }) => (kind === "call" ? 1 : -1)));
    }
  });

  it("is drawn on each axis and rung, with calls and without, and holds no number that is none", () => {
    const runs = [
      run,
      captured(wire, { ...EXCHANGE, frames: true }),
      captured(wire, { ...EXCHANGE, hasCalls: false }),
      captured(wire, { ...EXCHANGE, server: "client" }),
    ];
    for (const [i, one] of runs.entries()) {
      for (const call of one.trace.calls.count === 0 ? [0, 1] : [1, 2]) {
        for (const axis of AXIS_KINDS) {
          for (const rung of [null, 0, LAST_RUNG]) {
            for (const width of [374, 1000]) {
              const svg = timelineSvg(one, { call, width, theme: "light", axis, rung });
              const what = `run ${i}, call ${call}, ${axis}, rung ${String(rung)}, ${width} px`;
              expect([xmlProblem(svg), /NaN|Infinity|undefined/.test(svg)], what).toEqual([null, false]);
            }
          }
        }
      }
    }
  });

  it("has a waterfall, and a state of each machine", () => {
    expect(waterfallSvg(run, { ...look, width: 560 })).toContain("Waterfall of lab.pcap, call 1");
    for (const machine of ["client", "server"]) expect(() => hostView(run, machine, 1e9)).not.toThrow();
  });
});

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
