import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { callsInBoth, otherCall } from "./calls.ts";
import { pairRuns } from "./pair.ts";

const run = (calls: number, keep: number) => runOf("firefly/null", { set: { calls }, keep: { calls: keep } });

describe("the call that is compared", () => {
  it("is one of those that both runs have kept", () => {
    const [long, short, cut] = [run(8, 8), run(3, 3), run(8, 5)];
    expect(callsInBoth(long.trace, short.trace)).toBe(3);
    expect(callsInBoth(short.trace, long.trace)).toBe(3);
    const kept = callsInBoth(long.trace, cut.trace);
    expect(kept).toBeGreaterThanOrEqual(5);
    expect(kept).toBeLessThan(8);
    for (let call = 1; call <= 5; call++) expect(pairRuns(long, cut, call)).toMatchObject({ call });
    expect(pairRuns(long, cut, kept + 1)).toContain("One of the runs does not keep the steps");
  });

  it("goes from the first to the last, and back to the last from beyond it", () => {
    expect([1, 2, 3].map((call) => otherCall(call, 3, 1))).toEqual([2, 3, null]);
    expect([1, 2, 3].map((call) => otherCall(call, 3, -1))).toEqual([null, 1, 2]);
    expect([otherCall(9, 3, 1), otherCall(9, 3, -1)]).toEqual([null, 3]);
    expect([otherCall(1, 1, 1), otherCall(1, 1, -1), otherCall(1, 0, 1)]).toEqual([null, null, null]);
  });
});
