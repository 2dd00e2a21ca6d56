/** Which find is shown, and why the whole system shows none. */
import { expect, it } from "vitest";
import { parseFault } from "../faults/index.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import type { Run } from "../experiments/types.ts";
import { firstShown } from "./counterexample.ts";
import type { Property } from "../protocols/promises.ts";
import type { Violation } from "./search.ts";
import { Naive } from "./testing.ts";

const violationOf = (property: Property, ...lines: readonly string[]): Violation => ({
  property,
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

const foundBy = (
  violations: readonly Violation[],
  unusedIn: (lines: readonly string[]) => readonly string[],
  also: readonly Property[] = [],
) => firstShown(violations, { ends: new Naive(), runWith: (lines) => failing(unusedIn(lines)) }, { also });

it("the first find is taken that the whole system shows, and the first of all where it shows none", () => {
  const finds = ["drop call#1", "drop call#2", "drop call#3"].map((line) => violationOf("returns", line));
  const tried: string[] = [];
  const found = foundBy(finds, ([line = ""]) => {
    tried.push(line);
    return line === "drop call#1" ? [line] : [];
  });
  expect(found?.violation).toBe(finds[1]);
  expect(tried).toEqual(["drop call#1", "drop call#2"]);
  expect(foundBy(finds, (lines) => lines)?.violation).toBe(finds[0]);
  expect(foundBy([], () => [])).toBeNull();
});

it("a run shows the likeliest of the promises that it breaks", () => {
  const shown = (violation: Violation, also: readonly Property[] = []) => foundBy([violation], () => [], also)?.shown;
  expect(shown(violationOf("returns", "drop call#1"))).toBe("returns");
  expect(shown(violationOf("once", "drop call#1"), ["returns"])).toBe("returns");
  expect(shown(violationOf("returns", "crash server at 1ms"))).toBeNull();
});

it("says why the whole system does not show a find", () => {
  const why = (lines: readonly string[], unused: readonly string[] = []) =>
    foundBy([violationOf("once", ...lines)], () => unused)?.whyNot;
  expect(why(["drop call#1"], ["drop call#1"])).toBe("There “drop call#1” meets nothing.");
  expect(why(["drop call#1"])).toBe("There everything takes other times.");
  expect(why(["slow server by 1000 at 1ms", "slow server by 1 at 2ms"])).toBe(
    "There a machine that stands still works 1000 times slower, and its answer may come in time.",
  );
});
