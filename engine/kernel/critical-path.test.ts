import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { criticalPath, endOf, startOf } from "./critical-path.ts";
import { waterfall } from "./waterfall.ts";
import type { Layer, Ref, Step, TraceData } from "./trace-data.ts";
import { NO_REF } from "./trace-data.ts";
import type { Keep } from "./trace-keep.ts";
import { TraceRecorder } from "./trace.ts";

/** A recorder with a caller (track 0), a server (track 1), and short words for what it records. */
class Scene {
  readonly recorder: TraceRecorder;
  private readonly caller: number;
  private readonly server: number;

  constructor(keep: Keep = "all") {
    this.recorder = new TraceRecorder(keep);
    this.caller = this.recorder.track({ name: "CPU 0", machine: "caller", kind: "processor" });
    this.server = this.recorder.track({ name: "CPU 0", machine: "server", kind: "processor" });
    this.recorder.owner("caller thread 1");
    this.recorder.packetKind("call");
    this.recorder.label("retransmission timer");
  }

  step(name: string, layer: Layer, group?: string): number {
    const source: Step["source"] = { kind: "assumed", text: `${name} takes as long as the test says` };
    return this.recorder.step(group === undefined ? { name, layer, source } : { name, layer, group, source });
  }

  work(machine: "caller" | "server", step: number, start: number, end: number, cause: Ref = NO_REF): Ref {
    return this.recorder.span(machine === "caller" ? this.caller : this.server, step, 0, start, end, cause, 1);
  }

  packet(departs: number, arrives: number, cause: Ref): Ref {
    return this.recorder.packet({
      from: this.caller,
      to: this.server,
      kind: 0,
      departs,
      arrives,
      bytes: 74,
      origin: "first",
      delayed: 0,
      cause,
      call: 1,
      frame: null,
    });
  }

  timer(at: number, cause: Ref): Ref {
    return this.recorder.mark(at, this.caller, 0, cause, 1);
  }

  /** The trace of one call that ended with `last`. */
  ended(start: number, end: number, last: Ref): TraceData {
    const call = this.recorder.beginCall(0, start);
    this.recorder.endCall(call, end, "returned", last);
    return this.recorder.finish(end);
  }
}

const shape = (trace: TraceData): [Ref, string, number, number][] =>
  criticalPath(trace, 1).map(({ ref, part, from, to }) => [ref, part, from, to]);

describe("criticalPath", () => {
  it("is the chain of causes in time order, with the waits between", () => {
    const scene = new Scene();
    const step = scene.step("Send", "rpc");
    const send = scene.work("caller", step, 0, 10);
    scene.work("caller", step, 10, 500, send); // not on the path
    const packet = scene.packet(12, 20, send);
    const serve = scene.work("server", step, 25, 40, packet);
    const trace = scene.ended(0, 40, serve);
    expect(shape(trace)).toEqual([
      [send, "work", 0, 10],
      [packet, "wait", 10, 12],
      [packet, "work", 12, 20],
      [serve, "wait", 20, 25],
      [serve, "work", 25, 40],
    ]);
  });

  it("shows a preempted span as work, wait, work", () => {
    const scene = new Scene();
    const step = scene.step("Marshal", "rpc");
    const part = scene.work("caller", step, 0, 4);
    scene.work("caller", scene.step("Interrupt", "kernel"), 4, 9);
    const rest = scene.work("caller", step, 9, 15, part);
    expect(shape(scene.ended(0, 15, rest))).toEqual([
      [part, "work", 0, 4],
      [rest, "wait", 4, 9],
      [rest, "work", 9, 15],
    ]);
  });

  it("passes through a mark, whose wait is the time until it", () => {
    const scene = new Scene();
    const step = scene.step("Send", "rpc");
    const send = scene.work("caller", step, 0, 10);
    const timer = scene.timer(600, send);
    const again = scene.work("caller", step, 600, 610, timer);
    expect(shape(scene.ended(0, 610, again))).toEqual([
      [send, "work", 0, 10],
      [timer, "wait", 10, 600],
      [again, "work", 600, 610],
    ]);
  });

  it("covers the call and no more where the chain begins before it or ends before or after it", () => {
    const scene = new Scene();
    const step = scene.step("Serve", "rpc");
    const before = scene.work("server", step, 0, 30);
    const during = scene.work("server", step, 40, 60, before);
    expect(shape(scene.ended(20, 70, during))).toEqual([
      [before, "work", 20, 30],
      [during, "wait", 30, 40],
      [during, "work", 40, 60],
      [during, "wait", 60, 70],
    ]);
    const other = new Scene();
    const only = other.work("caller", other.step("Send", "rpc"), 5, 50);
    expect(shape(other.ended(0, 20, only))).toEqual([
      [only, "wait", 0, 5],
      [only, "work", 5, 20],
    ]);
  });

  it("waits all along where nothing is known to have enabled the end", () => {
    expect(shape(new Scene().ended(10, 30, NO_REF))).toEqual([[NO_REF, "wait", 10, 30]]);
  });

  it("is empty for a call that took no time", () => {
    const scene = new Scene();
    const span = scene.work("caller", scene.step("Send", "rpc"), 5, 5);
    expect(shape(scene.ended(5, 5, span))).toEqual([]);
  });

  it("says that a call is unknown, has not ended, or was not kept", () => {
    const scene = new Scene({ calls: 1 });
    const step = scene.step("Send", "rpc");
    scene.ended(0, 10, scene.work("caller", step, 0, 10));
    const second = scene.recorder.beginCall(0, 10);
    scene.recorder.endCall(second, 20, "returned", scene.work("caller", step, 10, 20));
    scene.recorder.beginCall(0, 20);
    const trace = scene.recorder.finish(20);
    expect(criticalPath(trace, 1)).toHaveLength(1);
    expect(() => criticalPath(trace, 0)).toThrow(/no call 0, want 1\.\.3/);
    expect(() => criticalPath(trace, 4)).toThrow(/no call 4, want 1\.\.3/);
    expect(() => criticalPath(trace, 2)).toThrow(/rows of call 2 were not kept \(only earlier rows were\)/);
    expect(() => criticalPath(trace, 3)).toThrow(/call 3 had not ended/);
    const none = new Scene("none");
    const kept = none.ended(0, 10, none.work("caller", none.step("Send", "rpc"), 0, 10));
    expect(() => waterfall(kept, 1)).toThrow(
      /rows of call 1 were not kept \(no rows were\). Keep "all" or { calls: 1 }/,
    );
  });
});

describe("waterfall", () => {
  it("merges neighbours of one group or name on one machine, and keeps waits apart", () => {
    const scene = new Scene();
    const [up, out] = [scene.step("Checksum", "kernel", "Send"), scene.step("Header", "kernel", "Send")];
    const receive = scene.step("Receive", "kernel");
    const a = scene.work("caller", up, 0, 10);
    const b = scene.work("caller", out, 10, 15, a);
    const packet = scene.packet(18, 28, b);
    const c = scene.work("server", receive, 30, 34, packet);
    const d = scene.work("server", receive, 36, 40, c);
    const timer = scene.timer(50, d);
    const rows = waterfall(scene.ended(0, 50, timer), 1);
    expect(
      rows.map(({ name, machine, layer, from, to, nanos, refs, wait }) => [
        name,
        machine,
        layer,
        from,
        to,
        nanos,
        refs,
        wait,
      ]),
    ).toEqual([
      ["Send", "caller", "kernel", 0, 15, 15, [a, b], false],
      ["call", "", "wire", 15, 18, 3, [packet], true],
      ["call", "", "wire", 18, 28, 10, [packet], false],
      ["Receive", "server", "kernel", 28, 30, 2, [c], true],
      ["Receive", "server", "kernel", 30, 34, 4, [c], false],
      ["Receive", "server", "kernel", 34, 36, 2, [d], true],
      ["Receive", "server", "kernel", 36, 40, 4, [d], false],
      ["retransmission timer", "caller", "other", 40, 50, 10, [timer], true],
    ]);
    const receives = Array<string>(4).fill("Receive takes as long as the test says");
    expect(rows.map(({ source }) => source?.text ?? null)).toEqual([
      "Checksum takes as long as the test says",
      null,
      null,
      ...receives,
      null,
    ]);
  });

  it("does not merge equal names of two machines", () => {
    const scene = new Scene();
    const step = scene.step("Checksum", "kernel");
    const a = scene.work("caller", step, 0, 10);
    const b = scene.work("server", step, 10, 20, a);
    expect(waterfall(scene.ended(0, 20, b), 1).map(({ machine, nanos }) => [machine, nanos])).toEqual([
      ["caller", 10],
      ["server", 10],
    ]);
  });

  it("names a wait whose end has no cause unrecorded", () => {
    const [row, ...others] = waterfall(new Scene().ended(10, 30, NO_REF), 1);
    expect(row).toMatchObject({ name: "unrecorded", machine: "", from: 10, to: 30, nanos: 20, refs: [], wait: true });
    expect(others).toEqual([]);
  });
});

describe("the sums", () => {
  /** A chain of spans, packets and marks with gaps and side branches, seen through a call that cuts it anywhere. */
  const links = fc.array(
    fc.record({
      kind: fc.constantFrom("span", "packet", "timer"),
      gap: fc.integer({ min: 0, max: 5 }),
      length: fc.integer({ min: 0, max: 9 }),
      machine: fc.constantFrom("caller" as const, "server" as const),
      step: fc.nat({ max: 2 }),
    }),
    { minLength: 1, maxLength: 30 },
  );

  it("of path and waterfall are exact, contiguous, and in time order", () => {
    fc.assert(
      fc.property(links, fc.nat({ max: 60 }), fc.nat({ max: 300 }), (chain, start, duration) => {
        const scene = new Scene();
        const steps = [scene.step("A", "rpc", "G"), scene.step("B", "kernel", "G"), scene.step("C", "hardware")];
        let now = 0;
        let cause: Ref = NO_REF;
        for (const { kind, gap, length, machine, step } of chain) {
          const from = now + gap;
          now = kind === "timer" ? from : from + length;
          if (kind === "timer") cause = scene.timer(from, cause);
          else if (kind === "packet") cause = scene.packet(from, now, cause);
          else cause = scene.work(machine, steps[step] as number, from, now, cause);
          scene.work("server", steps[0] as number, now, now + 7, cause); // on no path
        }
        const trace = scene.ended(start, start + duration, cause);
        for (const parts of [criticalPath(trace, 1), waterfall(trace, 1)]) {
          let at = start;
          for (const { from, to } of parts) {
            expect(from).toBe(at);
            expect(to).toBeGreaterThan(from);
            at = to;
          }
          expect(at).toBe(start + duration);
        }
        const work = criticalPath(trace, 1).filter(({ part }) => part === "work");
        for (const { ref, from, to } of work) {
          expect(from).toBeGreaterThanOrEqual(startOf(trace, ref));
          expect(to).toBeLessThanOrEqual(endOf(trace, ref));
        }
        expect(waterfall(trace, 1).flatMap(({ refs }) => refs)).toEqual(criticalPath(trace, 1).map(({ ref }) => ref));
      }),
      { numRuns: 200 },
    );
  });
});

describe("startOf and endOf", () => {
  it("give the times of a row of any table, and refuse one that is not there", () => {
    const scene = new Scene();
    const span = scene.work("caller", scene.step("Send", "rpc"), 1, 2);
    const packet = scene.packet(3, 4, span);
    const timer = scene.timer(5, packet);
    const trace = scene.ended(0, 5, timer);
    const times = [span, packet, timer].map((ref) => [startOf(trace, ref), endOf(trace, ref)]);
    expect(times).toEqual([
      [1, 2],
      [3, 4],
      [5, 5],
    ]);
    for (const ref of [NO_REF, 4, 5, 6, 3]) {
      expect(() => startOf(trace, ref)).toThrow(`ref ${ref} names no row that was kept`);
      expect(() => endOf(trace, ref)).toThrow(`ref ${ref} names no row that was kept`);
    }
  });
});
