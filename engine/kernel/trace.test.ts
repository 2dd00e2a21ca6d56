import { describe, expect, it } from "vitest";
import type { Step, TraceData, Track } from "./trace-data.ts";
import { FATES, MARK_KINDS, NO_REF, ORIGINS, OUTCOMES, markRef, packetRef, spanRef } from "./trace-data.ts";
import type { Keep } from "./trace-keep.ts";
import { type PacketRecord, TraceRecorder } from "./trace.ts";

const CPU: Track = { name: "CPU 0", machine: "caller", kind: "processor" };
const NET: Track = { name: "DEQNA transmit", machine: "caller", kind: "controller" };
const SEND: Step = { name: "Send", layer: "rpc", source: { kind: "assumed", text: "a test" } };

const PACKET: PacketRecord = {
  from: 1,
  to: 1,
  kind: 0,
  departs: 10,
  arrives: 20,
  bytes: 74,
  origin: "first",
  delayed: 0,
  cause: NO_REF,
  call: 1,
  frame: null,
};

/** A recorder that knows two tracks (0, 1), a step, an owner, a kind of packet and a label (all 0). */
function recorder(keep: Keep = "all"): TraceRecorder {
  const made = new TraceRecorder(keep);
  made.track(CPU);
  made.track(NET);
  made.step(SEND);
  made.owner("caller thread 1");
  made.packetKind("call");
  made.label("call registered");
  return made;
}

describe("TraceRecorder", () => {
  it("numbers what it is told of from 0, equal things alike", () => {
    const made = new TraceRecorder("all");
    expect([made.track(CPU), made.track(NET), made.track({ ...CPU })]).toEqual([0, 1, 0]);
    expect(made.track({ ...CPU, machine: "server" })).toBe(2);
    expect([made.step(SEND), made.step({ ...SEND, name: "Receive" }), made.step({ ...SEND })]).toEqual([0, 1, 0]);
    expect(made.step({ ...SEND, source: { kind: "assumed", text: "another" } })).toBe(2);
    expect([made.owner("a"), made.owner("b"), made.owner("a")]).toEqual([0, 1, 0]);
    expect([made.packetKind("call"), made.packetKind("result"), made.packetKind("call")]).toEqual([0, 1, 0]);
    expect([made.label("x"), made.label("y"), made.label("x")]).toEqual([0, 1, 0]);
    const trace = made.finish(0);
    expect(trace.tracks.map(({ machine }) => machine)).toEqual(["caller", "caller", "server"]);
    expect(trace.steps.map(({ name }) => name)).toEqual(["Send", "Receive", "Send"]);
    expect([trace.owners, trace.packetKinds, trace.labels]).toEqual([
      ["a", "b"],
      ["call", "result"],
      ["x", "y"],
    ]);
  });

  it("keeps rows as they were recorded, in columns of exact length", () => {
    const made = recorder();
    const call = made.beginCall(0, 5);
    const span = made.span(0, 0, 0, 5, 10, NO_REF, call);
    made.firstSpan(call, span);
    const frame = Uint8Array.of(1, 2, 3);
    const sent = made.packet({ ...PACKET, queued: 4, cause: span });
    const lost = made.packet({ ...PACKET, arrives: 30, origin: "retransmission", delayed: 7, cause: span, frame });
    made.fate(lost, "lost");
    made.freed(lost, 40);
    made.laid(lost, 41);
    made.taken(lost, 45);
    const mark = made.mark(20, 1, 0, sent, call);
    made.endCall(call, 20, "returned", sent);
    expect([span, sent, lost, mark]).toEqual([spanRef(0), packetRef(0), packetRef(1), markRef(0)]);
    const { spans, packets, marks, calls, frames, elapsed, complete } = made.finish(100);
    expect(spans).toEqual({
      count: 1,
      track: Int32Array.of(0),
      step: Int32Array.of(0),
      owner: Int32Array.of(0),
      start: Float64Array.of(5),
      end: Float64Array.of(10),
      cause: Int32Array.of(NO_REF),
      call: Int32Array.of(1),
    });
    expect(packets).toEqual({
      count: 2,
      from: Int32Array.of(1, 1),
      to: Int32Array.of(1, 1),
      departs: Float64Array.of(10, 10),
      arrives: Float64Array.of(20, 30),
      bytes: Int32Array.of(74, 74),
      kind: Int32Array.of(0, 0),
      fate: Uint8Array.of(0, FATES.indexOf("lost")),
      loss: Uint8Array.of(0, 0),
      origin: Uint8Array.of(0, ORIGINS.indexOf("retransmission")),
      delayed: Float64Array.of(0, 7),
      queued: Float64Array.of(4, -1),
      freed: Float64Array.of(-1, 40),
      laid: Float64Array.of(-1, 41),
      taken: Float64Array.of(-1, 45),
      cause: Int32Array.of(span, span),
      call: Int32Array.of(1, 1),
      frameAt: Int32Array.of(0, 0),
      frameLength: Int32Array.of(0, 3),
    });
    expect(marks).toEqual({
      count: 1,
      at: Float64Array.of(20),
      track: Int32Array.of(1),
      label: Int32Array.of(0),
      kind: Uint8Array.of(MARK_KINDS.indexOf("note")),
      value: Float64Array.of(0),
      cause: Int32Array.of(sent),
      call: Int32Array.of(1),
    });
    expect(calls).toEqual({
      count: 1,
      thread: Int32Array.of(0),
      start: Float64Array.of(5),
      end: Float64Array.of(20),
      outcome: Uint8Array.of(OUTCOMES.indexOf("returned")),
      first: Int32Array.of(span),
      last: Int32Array.of(sent),
    });
    expect([[...frames], elapsed, complete]).toEqual([[1, 2, 3], 100, true]);
  });

  it("keeps all rows and bytes of a long run", () => {
    const made = recorder();
    const frame = new Uint8Array(500);
    for (let row = 0; row < 5000; row++) {
      frame.fill(row % 251);
      made.span(0, 0, 0, row, row + 1, row === 0 ? NO_REF : spanRef(row - 1), row);
      made.packet({ ...PACKET, departs: row, arrives: row + 1, frame });
      made.mark(row, 0, 0, NO_REF, row);
      made.endCall(made.beginCall(0, row), row, "failed", NO_REF);
    }
    const { spans, packets, marks, calls, frames } = made.finish(5000);
    expect([spans.count, packets.count, marks.count, calls.count]).toEqual([5000, 5000, 5000, 5000]);
    for (const { length } of [spans.end, packets.kind, marks.at, calls.last]) expect(length).toBe(5000);
    for (const row of [0, 63, 64, 65, 1023, 4999]) {
      expect([spans.end[row], packets.arrives[row]]).toEqual([row + 1, row + 1]);
      expect([marks.at[row], calls.start[row]]).toEqual([row, row]);
      const at = packets.frameAt[row] as number;
      expect(packets.frameLength[row]).toBe(500);
      expect(frames.subarray(at, at + 500)).toEqual(new Uint8Array(500).fill(row % 251));
    }
    expect(frames.length).toBe(2_500_000);
  });

  it("gives a call that is still pending the end of the run", () => {
    const made = recorder();
    made.beginCall(0, 5);
    const { calls } = made.finish(77);
    expect([calls.end[0], calls.outcome[0], calls.first[0], calls.last[0]]).toEqual([77, 0, NO_REF, NO_REF]);
  });

  it("takes a packet that was held back to be late by the time that it lost", () => {
    const made = recorder();
    const packet = made.packet({ ...PACKET, departs: 10, arrives: 20, delayed: 3 });
    made.late(packet, 45);
    const { packets } = made.finish(50);
    expect([packets.departs[0], packets.arrives[0], packets.delayed[0]]).toEqual([10, 45, 28]);
    expect(() => made.late(packet, 44)).toThrow(/packet 0: late at 44 ns, want whole nanoseconds from 45/);
    expect(() => made.late(packet, 45.5)).toThrow(/late at 45.5 ns/);
    expect(() => made.late(0, 60)).toThrow(/ref 0 cannot be late/);
  });

  it("takes a packet to arrive when it does, where that was not known when it left, and not before", () => {
    const made = recorder();
    const packet = made.packet({ ...PACKET, departs: 10, arrives: 20, delayed: 3 });
    made.arrived(packet, 45);
    const { packets } = made.finish(50);
    expect([packets.departs[0], packets.arrives[0], packets.delayed[0]]).toEqual([10, 45, 3]);
    expect(() => made.arrived(packet, 9)).toThrow(/packet 0: arrives at 9 ns, want whole nanoseconds from 10/);
    expect(() => made.arrived(0, 60)).toThrow(/ref 0 cannot arrive/);
  });

  it("refuses rows that break a rule, and says which", () => {
    const made = recorder();
    const span = made.span(0, 0, 0, 5, 10, NO_REF, 0);
    expect(() => made.span(0, 0, 0, 9, 12, span, 0)).toThrow(
      /span 1: starts at 9 ns, before its cause, span 0, ends at 10 ns/,
    );
    expect(() => made.span(0, 0, 0, 12, 11, NO_REF, 0)).toThrow(/12..11 ns, want whole nanoseconds and start <= end/);
    expect(() => made.span(0, 0, 0, 12.5, 13, NO_REF, 0)).toThrow(/12.5..13 ns, want whole/);
    expect(() => made.span(0, 0, 0, 12, NaN, NO_REF, 0)).toThrow(/12..NaN ns, want whole/);
    expect(() => made.packet({ ...PACKET, departs: 9, cause: span })).toThrow(/packet 0: starts at 9 ns/);
    expect(() => made.mark(9, 0, 0, span, 0)).toThrow(/mark 0: starts at 9 ns/);
    expect(() => made.span(0, 0, 0, 20, 21, packetRef(3), 0)).toThrow(/ref 13 names no row that was kept/);
    expect(() => made.fate(span, "lost")).toThrow(/ref 0 has no fate/);
    expect(() => made.firstSpan(1, span)).toThrow(/no call 1 was begun; 0 were/);
    const call = made.beginCall(0, 0);
    expect(() => made.endCall(call, 1, "pending", span)).toThrow(/cannot end as "pending"/);
    made.endCall(call, 11, "returned", span);
    expect(() => made.endCall(call, 12, "failed", span)).toThrow(/call 1 ended at 11 ns already/);
    expect(() => new TraceRecorder({ calls: -1 })).toThrow(/keep.calls = -1, want an integer >= 0/);
    expect(() => new TraceRecorder({ calls: 1.5 })).toThrow(/keep.calls = 1.5/);
  });
});

/** Two threads make four calls, which end in the order 2, 1, 3, 4; five spans. */
function fourCalls(keep: Keep, change: (made: TraceRecorder) => void = () => undefined): TraceRecorder {
  const made = recorder(keep);
  const first = made.beginCall(0, 0);
  const second = made.beginCall(0, 0);
  const a = made.span(0, 0, 0, 0, 5, NO_REF, second);
  made.endCall(second, 5, "returned", a);
  const b = made.span(0, 0, 0, 5, 10, NO_REF, first);
  const packet = made.packet({ ...PACKET, departs: 5, frame: Uint8Array.of(7, 8, 9) });
  made.endCall(first, 10, "returned", b);
  for (const start of [10, 20]) {
    const call = made.beginCall(0, start);
    const span = made.span(0, 0, 0, start, start + 5, NO_REF, call);
    made.firstSpan(call, span);
    made.endCall(call, start + 5, "returned", span);
  }
  made.span(1, 0, 0, 25, 30, b, 0);
  change(made);
  made.fate(packet, "ignored");
  return made;
}

describe("what TraceRecorder keeps", () => {
  it.each([
    ["all", 5, 1, true],
    ["none", 0, 0, false],
    [{ calls: 0 }, 0, 0, false],
    [{ calls: 1 }, 2, 1, false], // call 1 ends after call 2
    [{ calls: 2 }, 2, 1, false],
    [{ calls: 3 }, 3, 1, false],
    [{ calls: 9 }, 5, 1, true],
  ] as const)("%j: rows until the first calls have all ended, every call, and whether that is all", (keep, ...want) => {
    const { spans, packets, complete, calls, hash } = fourCalls(keep).finish(30);
    expect([spans.count, packets.count, complete]).toEqual(want);
    expect(calls.count).toBe(4);
    expect([...calls.end]).toEqual([10, 5, 15, 25]);
    expect(hash).toBe(fourCalls("all").finish(30).hash);
  });

  it("tells its opening once, when the first calls have ended, in columns that later rows leave alone", () => {
    const told: TraceData[] = [];
    const keep = { calls: 4, opening: { calls: 1, tell: (trace: TraceData) => told.push(trace) } };
    const whole = fourCalls(keep).finish(30);
    expect(whole).toEqual(fourCalls({ calls: 4 }).finish(30));
    expect(told).toHaveLength(1);
    const [opening] = told;
    expect(opening).toMatchObject({ elapsed: 10, complete: false });
    expect(opening?.spans.count).toBeLessThan(whole.spans.count);
    expect(opening?.spans.start).toEqual(whole.spans.start.slice(0, opening?.spans.count));
    expect([...(opening?.calls.end ?? [])]).toEqual([10, 5]); // the second ended before the first
    expect([...(opening?.calls.first ?? [])]).toEqual([...whole.calls.first.slice(0, 2)]);
    expect(opening?.hash).not.toBe(whole.hash);
  });

  it("gives the same refs whatever is kept", () => {
    const refsOf = (keep: Keep): number[] => {
      const made = fourCalls(keep);
      const packet = { ...PACKET, departs: 40, arrives: 41 };
      return [made.span(0, 0, 0, 40, 41, NO_REF, 0), made.packet(packet), made.mark(41, 0, 0, NO_REF, 0)];
    };
    expect(refsOf("none")).toEqual(refsOf("all"));
  });

  it("grows by nothing but the calls when no rows are kept", () => {
    const made = recorder("none");
    for (let row = 0; row < 10_000; row++) made.span(0, 0, 0, row, row + 1, spanRef(row - 1), 0);
    const { spans, complete } = made.finish(1);
    expect([spans.track.length, complete]).toEqual([0, false]);
  });
});

describe("the trace’s hash", () => {
  it("is the same for the same records and has 16 hexadecimal digits", () => {
    expect(fourCalls("all").finish(30).hash).toBe(fourCalls("all").finish(30).hash);
    expect(fourCalls("all").finish(30).hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("changes with every field of every record, kept or not", () => {
    const record = (p: Partial<PacketRecord>) => (made: TraceRecorder) => void made.packet({ ...PACKET, ...p });
    const changes: ((made: TraceRecorder) => void)[] = [
      () => undefined,
      (made) => void made.span(0, 0, 0, 40, 50, NO_REF, 0),
      (made) => void made.span(1, 0, 0, 40, 50, NO_REF, 0),
      (made) => void made.span(0, 1, 0, 40, 50, NO_REF, 0),
      (made) => void made.span(0, 0, 1, 40, 50, NO_REF, 0),
      (made) => void made.span(0, 0, 0, 41, 50, NO_REF, 0),
      (made) => void made.span(0, 0, 0, 40, 51, NO_REF, 0),
      (made) => void made.span(0, 0, 0, 40, 50 + 2 ** 32, NO_REF, 0),
      (made) => void made.span(0, 0, 0, 40, 50, 0, 0),
      (made) => void made.span(0, 0, 0, 40, 50, NO_REF, 1),
      (made) => void made.mark(40, 0, 0, NO_REF, 0),
      (made) => void made.mark(41, 0, 0, NO_REF, 0),
      (made) => void made.mark(40 + 2 ** 32, 0, 0, NO_REF, 0),
      (made) => void made.mark(40, 1, 0, NO_REF, 0),
      (made) => void made.mark(40, 0, made.label("another"), NO_REF, 0),
      (made) => void made.mark(40, 0, made.label("slower", "pace", 2), NO_REF, 0),
      (made) => void made.mark(40, 0, made.label("slower", "pace", 2.5), NO_REF, 0),
      (made) => void made.mark(40, 0, 0, 0, 0),
      (made) => void made.mark(40, 0, 0, NO_REF, 1),
      record({}),
      record({ from: 0 }),
      record({ to: 0 }),
      record({ kind: 1 }),
      record({ departs: 11 }),
      record({ arrives: 21 }),
      record({ bytes: 75 }),
      record({ origin: "duplicate" }),
      record({ delayed: 1 }),
      record({ delayed: 2 ** 32 }),
      record({ departs: 10 + 2 ** 32, arrives: 20 + 2 ** 32 }),
      record({ arrives: 20 + 2 ** 32 }),
      record({ cause: 0 }),
      record({ call: 2 }),
      record({ frame: new Uint8Array(0) }),
      record({ frame: Uint8Array.of(0) }),
      record({ frame: Uint8Array.of(0, 0) }),
      record({ frame: Uint8Array.of(0, 1) }),
      (made) => made.fate(packetRef(0), "lost"),
      (made) => made.fate(packetRef(0), "delivered"),
      (made) => made.fate(packetRef(9), "lost"),
      (made) => made.late(packetRef(0), 900),
      (made) => made.late(packetRef(0), 901),
      (made) => made.late(packetRef(0), 900 + 2 ** 32),
      (made) => made.arrived(packetRef(0), 900),
      (made) => void made.beginCall(0, 40),
      (made) => void made.beginCall(1, 40),
      (made) => void made.beginCall(0, 41),
      (made) => made.endCall(made.beginCall(0, 40), 50, "returned", 0),
      (made) => made.endCall(made.beginCall(0, 40), 51, "returned", 0),
      (made) => made.endCall(made.beginCall(0, 40), 50, "failed", 0),
      (made) => made.endCall(made.beginCall(0, 40), 50, "returned", 4),
      (made) => made.firstSpan(1, 0),
      (made) => made.firstSpan(1, 4),
      (made) => void made.track({ name: "CPU 1", machine: "caller", kind: "processor" }),
      (made) => void made.track({ name: "CPU 1", machine: "server", kind: "processor" }),
      (made) => void made.step({ ...SEND, name: "Receive" }),
    ];
    const hashes = changes.map((change) => fourCalls("none", change).finish(100).hash);
    expect(new Set(hashes).size).toBe(changes.length);
  });

  it("does not change with what owners, kinds and labels are called, nor with the sources of durations", () => {
    const hashOf = (suffix: string): string => {
      const made = new TraceRecorder("all");
      made.track(CPU);
      made.step({ ...SEND, source: { kind: "assumed", text: `because ${suffix}` } });
      made.owner(`thread ${suffix}`);
      made.packetKind(`call ${suffix}`);
      made.label(`label ${suffix}`);
      made.span(0, 0, 0, 0, 1, NO_REF, 0);
      return made.finish(1).hash;
    };
    expect(hashOf("x")).toBe(hashOf("y"));
  });
});
