/** What the MultiRPC paper says of the client’s handler (Section V) and of its uses (Section II), tried by runs. */
import { describe, expect, it } from "vitest";
import { marksOf } from "../../systems/testing.ts";
import { measureOf, runOf, type RunSettings } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const called = (set: ParamValues, settings: RunSettings = {}): Run =>
  runOf("multirpc/call", { keep: "none", ...settings, set: { trials: 1, ...set } });

const of = (set: ParamValues, ...names: readonly string[]): readonly number[] => {
  const run = called(set);
  return names.map((name) => measureOf(run, name));
};

const AGAIN = "the handler is activated again before it has ended";

describe("the client’s handler", () => {
  it("handler-exactly-once: §V-A: one activation for each connection, whatever is lost, doubled or dead", () => {
    expect(of({ servers: 100 }, "handlerCalls", "replies")).toEqual([100, 100]);
    expect(of({ servers: 10, dead: 3 }, "handlerCalls", "replies", "failures")).toEqual([10, 7, 3]);
    const faults = ["duplicate reply#1 send 2 by 3ms", "duplicate request#1 send 3", "drop reply#1 send 4"];
    expect(measureOf(called({ servers: 6 }, { faults }), "handlerCalls")).toBe(6);
    expect(called({ servers: 6, mode: "iterative" }).measures["handlerCalls"]?.value).toBeNull();
  });

  it("handler-failure-policy: §V-B: it ends the call at the first failure, beyond a threshold, or not at all", () => {
    const dead = { servers: 10, dead: 4 };
    const ends = (set: ParamValues) => of({ ...dead, ...set }, "handlerCalls", "replies", "failures");
    expect(ends({ handler: "waits" })).toEqual([10, 6, 4]);
    expect(ends({ handler: "first-failure" })).toEqual([7, 6, 1]);
    expect(ends({ handler: "threshold", mostFailures: 2 })).toEqual([9, 6, 3]);
    expect(ends({ handler: "threshold", mostFailures: 4 })).toEqual([10, 6, 4]);
  });

  it("handler-return-code: §V-B: each return code ends the call or lets it go on: at the q-th reply", () => {
    for (const waitFor of [1, 4, 10]) {
      expect(of({ servers: 10, waitFor }, "handlerCalls", "replies")).toEqual([waitFor, waitFor]);
    }
  });

  it.each(["yields", "calls"])(
    "handler-reentrancy: §V-B: one that %s is activated again before it has ended, and loses replies from its count",
    (handler) => {
      const [activations, again, counted] = of(
        { servers: 10, callers: 2, handler },
        "handlerCalls",
        "reentries",
        "replies",
      );
      expect(activations).toBe(10);
      expect(again).toBeGreaterThan(5);
      expect(counted).toBeLessThan(10);
      // The count does not come to the quorum in time, and the call goes on beyond it.
      expect(of({ servers: 10, callers: 2, handler, waitFor: 6 }, "handlerCalls")[0]).toBeGreaterThan(6);
      const { trace } = called({ servers: 10, callers: 2, handler }, { keep: "all" });
      expect(marksOf(trace).filter(({ label }) => label === AGAIN)).toHaveLength(again ?? NaN);
    },
  );

  it("handler-reentrancy: §V-B: none is, that keeps control or serves one thread alone", () => {
    for (const set of [{ handler: "waits", callers: 2 }, { handler: "calls" }, { handler: "yields" }]) {
      expect(of({ servers: 10, ...set }, "handlerCalls", "reentries", "replies")).toEqual([10, 0, 10]);
    }
  });

  it("handler-too-long: §V-B: the longer it computes, the more replies are lost and requests sent again", () => {
    const long = { servers: 60, computeMs: 300, distribution: "exponential", placement: "one-ring" };
    const lost = (handlerMs: number) => of({ ...long, handlerMs }, "droppedReplies", "retriedPackets");
    expect(lost(0)[0]).toBe(0);
    const [few = NaN, some = NaN] = lost(20);
    const [many = NaN, more = NaN] = lost(60);
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(few);
    expect(more).toBeGreaterThan(some);
  });
});

describe("uses (Section II)", () => {
  const SLOW = { computeMs: 200, distribution: "exponential", procedure: "waits", trials: 4 } as const;

  it("use-quorum: §II: a quorum of five has its result long before the slowest of nine", () => {
    const [quorum = NaN] = of({ servers: 9, ...SLOW, waitFor: 5 }, "elapsedMs");
    const [all = NaN] = of({ servers: 9, ...SLOW }, "elapsedMs");
    expect(quorum).toBeLessThan(0.6 * all);
  });

  it("use-first-reply: §II: of several name servers the quickest answers sooner than one server does", () => {
    const [first = NaN, handled] = of({ servers: 5, ...SLOW, waitFor: 1 }, "elapsedMs", "handlerCalls");
    const [one = NaN] = of({ servers: 1, ...SLOW }, "elapsedMs");
    expect(handled).toBe(1);
    expect(first).toBeLessThan(0.7 * one);
    // And a dead one holds nobody up.
    const [withDead = NaN] = of({ servers: 5, ...SLOW, waitFor: 1, dead: 1 }, "elapsedMs");
    expect(withDead).toBeLessThan(1000);
  });

  it("use-mail: §II: mail from ten servers comes in the time of the slowest, not in the sum of all", () => {
    const [together = NaN, inTurn = NaN, replies] = of({ servers: 10, ...SLOW }, "multiRpcMs", "rpc2Ms", "replies");
    expect(replies).toBe(10);
    expect(inTurn / together).toBeGreaterThan(3);
  });

  it("use-benchmarks: §II: twenty clients of a benchmark begin 6 ms after one another, in turn by a whole call", () => {
    const start = (mode: string): number =>
      of({ servers: 20, mode, computeMs: 1000, procedure: "waits" }, "startSpreadMs")[0] ?? NaN;
    expect(start("multi") / 19).toBeGreaterThan(5.98);
    expect(start("multi") / 19).toBeLessThan(8);
    expect(start("iterative") / 19).toBeGreaterThan(1000);
  });
});
