import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_REF, refRow, refTable } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { endOf } from "../kernel/critical-path.ts";
import { runOf } from "./testing.ts";

const CASES = [
  ["firefly/null", { threads: 8, calls: 60 }],
  ["firefly/max-arg", { threads: 4, calls: 20, callerProcessors: 1, serverProcessors: 2 }],
  ["cedar/call", { calls: 5 }],
  ["sun-rpc/call", { place: "remote" }],
  ["multirpc/call", { servers: 20, trials: 1 }],
  ["flexrpc/multicast", { callees: 1 }],
] as const;

const tracesOf = (): readonly (readonly [string, TraceData])[] =>
  CASES.map(([id, set]) => [id, runOf(id, { set }).trace] as const);

/** The most buffers of a track that packets hold at once. */
function mostHeld({ packets }: TraceData, track: number): number {
  const changes: (readonly [at: number, by: number])[] = [];
  for (let row = 0; row < packets.count; row++) {
    const [arrives = 0, freed = 0] = [packets.arrives[row], packets.freed[row]];
    if (packets.to[row] === track && freed >= 0) changes.push([arrives, 1], [freed, -1]);
  }
  changes.sort(([a, one], [b, other]) => a - b || one - other);
  let [held, most] = [0, 0];
  for (const [, by] of changes) most = Math.max(most, (held += by));
  return most;
}

describe("a packet before and behind a controller", () => {
  const traces = tracesOf();

  it("was queued when the work that sends it had ended, and left no earlier", () => {
    for (const [id, { packets }] of traces) {
      let known = 0;
      for (let row = 0; row < packets.count; row++) {
        const queued = packets.queued[row] ?? -1;
        if (queued < 0) continue;
        known++;
        expect(queued, id).toBeLessThanOrEqual(packets.departs[row] ?? 0);
      }
      expect(known, id).toBeGreaterThan(0);
    }
  });

  it("of a Firefly was queued when its thread had raised the interrupt, before CPU 0 serves it", () => {
    const [[, trace] = ["", undefined]] = traces;
    if (trace === undefined) throw new Error("There is no run.");
    const { packets, spans } = trace;
    for (let row = 0; row < packets.count; row++) {
      let ref = packets.cause[row] ?? NO_REF;
      while (ref !== NO_REF && refTable(ref) === "span" && spans.owner[refRow(ref)] === -1)
        ref = spans.cause[refRow(ref)] ?? NO_REF;
      expect(packets.queued[row]).toBe(endOf(trace, ref));
    }
  });

  it("holds a receive buffer from its arrival on, and a controller has no more than its machine’s table says", () => {
    for (const [id, trace] of traces) {
      for (const [track, { buffers, way }] of trace.tracks.entries()) {
        if (buffers === undefined) continue;
        expect(way, id).toMatch(/^(in|both)$/);
        expect(mostHeld(trace, track), id).toBeLessThanOrEqual(buffers);
      }
      const { packets } = trace;
      for (let row = 0; row < packets.count; row++) {
        const freed = packets.freed[row] ?? -1;
        if (freed >= 0) expect(freed, id).toBeGreaterThanOrEqual(packets.arrives[row] ?? 0);
      }
    }
    const [, busy] = traces[0] ?? [];
    const held = busy?.tracks.flatMap(({ buffers }, track) => (buffers === undefined ? [] : mostHeld(busy, track)));
    expect(Math.max(...(held ?? []))).toBeGreaterThan(1);
  });

  it("goes through a controller the way that its track names", () => {
    for (const [id, { packets, tracks }] of traces) {
      for (let row = 0; row < packets.count; row++) {
        const [from, to] = [tracks[packets.from[row] ?? -1], tracks[packets.to[row] ?? -1]];
        if (from?.kind === "controller") expect(from.way, id).toMatch(/^(out|both)$/);
        if (to?.kind === "controller") expect(to.way, id).toMatch(/^(in|both)$/);
      }
    }
  });
});

describe("the hash of a trace", () => {
  const hashOf = (queued: number | undefined, freed: number | null, buffers: number | undefined): string => {
    const recorder = new TraceRecorder("all");
    const track = (name: string): number =>
      recorder.track({ name, machine: "caller", kind: "controller", ...(buffers === undefined ? {} : { buffers }) });
    const packet = recorder.packet({
      from: track("out"),
      to: track("in"),
      kind: recorder.packetKind("call"),
      departs: 10,
      arrives: 20,
      bytes: 74,
      origin: "first",
      delayed: 0,
      ...(queued === undefined ? {} : { queued }),
      cause: NO_REF,
      call: 1,
      frame: null,
    });
    if (freed !== null) recorder.freed(packet, freed);
    return recorder.finish(30).hash;
  };

  it("is the same whatever is known of queues and buffers", () => {
    fc.assert(
      fc.property(fc.nat(10), fc.integer({ min: 20, max: 30 }), fc.nat(16), (queued, freed, buffers) => {
        expect(hashOf(queued, freed, buffers)).toBe(hashOf(undefined, null, undefined));
      }),
    );
  });
});
