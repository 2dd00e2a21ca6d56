/** Whether a run keeps to what its protocol promises (protocols/promises.ts). */
import type { Fault } from "../faults/fault.ts";
import type { CallFacts } from "../experiments/call-facts.ts";
import { isExcused, type Mishap, type Property } from "../protocols/promises.ts";

/** The effects of fault lines on machines; null where a line affects none. */
export function mishapOf(fault: Fault): Mishap | null {
  if (fault.what === "crash") return "crash";
  return fault.what === "pause" || (fault.what === "slow" && fault.times > 1) ? "still" : null;
}

/** The crashes and pauses of machines in a run with these faults. */
export const mishapsOf = (faults: readonly Fault[]): readonly Mishap[] =>
  faults.map(mishapOf).filter((mishap) => mishap !== null);

type Breaks = (facts: CallFacts, number: number) => boolean;

const isTwice = (executions: readonly number[]): boolean => executions.some((times) => times > 1);

/** Whether the call has ended without a result. */
const isLost = ({ outcome }: CallFacts): boolean => outcome !== "pending" && outcome !== "returned";

/** The properties of one call, in the order in which they are looked at. */
const OF_A_CALL: readonly (readonly [Property, Breaks])[] = [
  ["onceWhileUp", ({ executions }) => isTwice(executions)],
  ["once", ({ outcome, executions }) => outcome === "returned" && executions.some((times) => times !== 1)],
  ["atMostOnce", (facts) => isLost(facts) && isTwice(facts.executions)],
  ["ownResult", ({ outcome, resultOf }, number) => outcome === "returned" && resultOf !== number],
  ["atLeastOnce", ({ outcome, executions }) => outcome === "returned" && executions.includes(0)],
  ["returns", isLost],
  ["refusal", ({ outcome, executions }) => outcome === "refused" && executions.some((times) => times > 0)],
  ["noWaste", ({ outcome }) => outcome === "wasted"],
];

/**
 * The property that a call breaks; null where it breaks none so far. A call that is still pending can break none: its
 * run goes on.
 * @param number of the call, from 1
 * @param mishaps what has happened to machines in the run
 * @param among the properties that are looked at
 */
export function brokenBy(
  facts: CallFacts,
  number: number,
  mishaps: readonly Mishap[],
  among: readonly Property[],
): Property | null {
  if (facts.outcome === "pending") return null;
  const broken = OF_A_CALL.find(
    ([property, breaks]) => among.includes(property) && breaks(facts, number) && !isExcused(property, mishaps),
  );
  return broken?.[0] ?? null;
}

/** The promises that no call keeps which is executed twice, however it ends. */
const OF_TWICE: readonly Property[] = ["once", "onceWhileUp"];

/** Whether a call that was executed so often will break a property at its end, whatever follows. */
export const isTooOften = (
  { executions }: CallFacts,
  mishaps: readonly Mishap[],
  among: readonly Property[],
): boolean => isTwice(executions) && OF_TWICE.some((one) => among.includes(one) && !isExcused(one, mishaps));
