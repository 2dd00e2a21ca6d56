/** Which find is shown, and why the whole system shows none. */
import { expect, it } from "vitest";
import { parseFault } from "../faults/index.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import type { Run } from "../experiments/types.ts";
import { firstShown, replayed } from "./counterexample.ts";
import type { Violation } from "./search.ts";
import { Naive } from "./testing.ts";

const violationOf = (...lines: readonly string[]): Violation => ({
  property: "returns",
  faults: lines.map((line) => parseFault(line)),
  call: 1,
  at: 0,
});

/** A run of one call that fails; these lines of its script have met nothing. */
function failing(unusedFaults: readonly string[]): Run {
  const made = new TraceRecorder("all");
  const call = made.beginCall(made.owner("caller thread 1"), 0);
  made.endCall(call, 20, "failed", NO_REF);
  return { trace: made.finish(100), unusedFaults } as unknown as Run;
}

const replayOf = (violation: Violation, unused: readonly string[] = [], among = [violation.property]) =>
  replayed(violation, { ends: new Naive(), runWith: () => failing(unused), among });

it("the first find is taken that the whole system shows, and the first of all where it shows none", () => {
  const [one, two, three] = [violationOf("drop call#1"), violationOf("drop call#2"), violationOf("drop call#3")];
  const tried: string[] = [];
  const found = firstShown([one, two, three], (violation) => {
    const replay = replayOf(violation, violation === one ? ["drop call#1"] : []);
    tried.push(...replay.lines);
    return replay;
  });
  expect(found.violation).toBe(two);
  expect(tried).toEqual(["drop call#1", "drop call#2"]);
  expect(firstShown([one, two], (violation) => replayOf(violation, ["drop"])).violation).toBe(one);
});

it("a run shows the likeliest of the promises that it breaks", () => {
  expect(replayOf(violationOf("drop call#1"))).toMatchObject({ shown: "returns", whyNot: null });
  expect(replayOf(violationOf("drop call#1"), [], ["once", "returns"])).toMatchObject({ shown: "returns" });
  expect(replayOf(violationOf("crash server at 1ms"))).toMatchObject({ shown: null });
});

it("says why the whole system does not show a find", () => {
  const why = (violation: Violation, unused: readonly string[] = []) => replayOf(violation, unused, ["once"]).whyNot;
  expect(why(violationOf("drop call#1"), ["drop call#1"])).toBe("There “drop call#1” meets nothing.");
  expect(why(violationOf("drop call#1"))).toBe("There everything takes other times.");
  expect(why(violationOf("slow server by 1000 at 1ms", "slow server by 1 at 2ms"))).toBe(
    "There a machine that stands still works 1000 times slower, and its answer may come in time.",
  );
});
