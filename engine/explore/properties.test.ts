/** Which promises a run must keep in which machines crash or stand still. */
import { expect, it } from "vitest";
import { parseFault } from "../faults/index.ts";
import { PROPERTY_NAMES, type Property } from "../protocols/promises.ts";
import type { CallFacts } from "../experiments/call-facts.ts";
import { brokenBy, isTooOften, mishapsOf } from "./properties.ts";

const RETURNED: CallFacts = { outcome: "returned", executions: [2], resultOf: 1 };
const FAILED: CallFacts = { outcome: "failed", executions: [2], resultOf: null };

const brokenIn = (lines: readonly string[]): readonly Property[] => {
  const mishaps = mishapsOf(lines.map((line) => parseFault(line)));
  return PROPERTY_NAMES.filter((one) => [RETURNED, FAILED].some((call) => brokenBy(call, 1, mishaps, [one]) !== null));
};

it("a crash excuses a second execution for who has promised once while up, and a call that fails", () => {
  expect(brokenIn([])).toEqual(["once", "atMostOnce", "onceWhileUp", "returns"]);
  expect(brokenIn(["crash server at 1ms"])).toEqual(["once", "atMostOnce"]);
});

it("a machine that stands still excuses a call that fails, and no second execution", () => {
  expect(brokenIn(["slow server by 1000 at 1ms", "slow server by 1 at 2ms"])).toEqual([
    "once",
    "atMostOnce",
    "onceWhileUp",
  ]);
  expect(brokenIn(["restart server at 1ms", "slow server by 1 at 2ms", "drop call#1"])).toEqual(brokenIn([]));
});

it("a run that will break a promise at its end is not followed further, unless that is excused", () => {
  expect(isTooOften(FAILED, ["still"], ["onceWhileUp"])).toBe(true);
  expect(isTooOften(FAILED, ["crash", "still"], ["onceWhileUp"])).toBe(false);
  expect(isTooOften(FAILED, ["crash"], ["once"])).toBe(true);
  expect(isTooOften(FAILED, [], ["returns"])).toBe(false);
});
