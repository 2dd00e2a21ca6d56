/** What a trace says of its calls by itself: times of those that return, how all end, and their load over time. */
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../kernel/time.ts";
import { NO_REF, type Outcome, type TraceData } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { callEndMeasures, callMeasures, callTimeMeasures, failedIn, loadLines } from "./call-measures.ts";

/** Calls that begin a millisecond after one another. A call that is served has ended without a result before. */
function traceOf(
  calls: readonly { readonly end: Outcome | "served"; readonly tookMs: number }[],
  keep: "all" | "none" = "none",
): TraceData {
  const recorder = new TraceRecorder(keep);
  const owner = recorder.owner("client");
  for (const [i, { end, tookMs }] of calls.entries()) {
    const call = recorder.beginCall(owner, millis(i));
    if (end === "pending") continue;
    recorder.endCall(call, millis(i + tookMs), end === "served" ? "failed" : end, NO_REF);
    if (end === "served") recorder.servedCall(call);
  }
  return recorder.finish(seconds(2));
}

describe("measures of calls", () => {
  it("are the least times within which 50, 90, 99 and 99.9 % of all calls returned; words where fewer did", () => {
    const trace = traceOf(Array.from({ length: 1000 }, (_, i) => ({ end: "returned", tookMs: 1000 - i })));
    const names = Object.keys(callTimeMeasures());
    expect(callMeasures(trace, names)).toEqual({ p50Ms: 500, p90Ms: 900, p99Ms: 990, p999Ms: 999 });
    const few = "60 % returned";
    const some = traceOf(Array.from({ length: 10 }, (_, i) => ({ end: i < 6 ? "returned" : "failed", tookMs: 1 + i })));
    expect(callMeasures(some, names)).toEqual({ p50Ms: 5, p90Ms: few, p99Ms: few, p999Ms: few });
    const open = traceOf([
      { end: "returned", tookMs: 1 },
      { end: "failed", tookMs: 1 },
      { end: "pending", tookMs: 1 },
    ]);
    expect(failedIn(open)).toBe(1);
  });

  it("count how calls end, and a call without a result that was served is wasted", () => {
    const ends = ["returned", "failed", "refused", "cancelled", "served", "returned", "pending"] as const;
    const trace = traceOf(ends.map((end) => ({ end, tookMs: 3 })));
    const infos = callEndMeasures("returned", "failed", "refused", "cancelled", "wasted");
    expect(callMeasures(trace, Object.keys(infos))).toEqual({
      returnedCalls: 2,
      failedCalls: 1,
      refusedCalls: 1,
      cancelledCalls: 1,
      wastedCalls: 1,
    });
  });

  it("give no measure that nobody asks for", () => {
    expect(callMeasures(traceOf([]), ["latencyMs", "callsP50"])).toEqual({});
  });
});

describe("a served call", () => {
  const hashOf = (end: Outcome | "served"): string => traceOf([{ end, tookMs: 3 }]).hash;

  it("changes the hash of its run where its caller had left, and else nothing", () => {
    expect(hashOf("served")).not.toBe(hashOf("failed"));
    const recorder = new TraceRecorder("none");
    const call = recorder.beginCall(recorder.owner("client"), 0);
    recorder.servedCall(call);
    recorder.endCall(call, millis(3), "returned", NO_REF);
    recorder.servedCall(call);
    expect(recorder.finish(seconds(2)).hash).toBe(hashOf("returned"));
  });

  it("cannot be said to end as wasted", () => {
    const recorder = new TraceRecorder("none");
    const call = recorder.beginCall(recorder.owner("client"), 0);
    expect(() => recorder.endCall(call, 1, "wasted", NO_REF)).toThrow('call 1 cannot end as "wasted". Say one of');
  });
});

describe("the load of a run", () => {
  it("is how many calls a second begin and come back in each fiftieth of it", () => {
    const trace = traceOf([
      { end: "returned", tookMs: 50 },
      { end: "failed", tookMs: 50 },
      { end: "returned", tookMs: 1990 },
    ]);
    const [offered, goodput] = loadLines(trace, seconds(2));
    expect([offered?.name, goodput?.name]).toEqual(["offered load", "goodput"]);
    expect(offered?.atNs.slice(0, 3)).toEqual([0, millis(40), millis(80)]);
    expect([offered?.atNs.length, offered?.values[0], offered?.values[1]]).toEqual([50, 75, 0]);
    expect([goodput?.values[0], goodput?.values[1], goodput?.values[49]]).toEqual([0, 25, 25]);
  });

  it("has no window where the run has no length", () => {
    expect(loadLines(traceOf([]), 0).flatMap(({ values }) => values)).toEqual([]);
  });
});
