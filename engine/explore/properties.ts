/** Whether a run keeps to what its protocol promises (protocols/promises.ts). */
import type { Property } from "../protocols/promises.ts";

type Outcome = "pending" | "returned" | "failed";

/** One call of a run, as the properties see it. */
export interface CallFacts {
  readonly outcome: Outcome;
  /** How often each host but the caller has started the procedure for it. */
  readonly executions: readonly number[];
  /** The call whose result it has returned with; null where it has not returned. */
  readonly resultOf: number | null;
}

type Breaks = (facts: CallFacts, number: number, isCrash: boolean) => boolean;

const isTwice = (executions: readonly number[]): boolean => executions.some((times) => times > 1);

/** The properties of one call, in the order in which they are looked at. */
const OF_A_CALL: readonly (readonly [Property, Breaks])[] = [
  ["onceWhileUp", ({ executions }, _number, isCrash) => isTwice(executions) && !isCrash],
  ["once", ({ outcome, executions }) => outcome === "returned" && executions.some((times) => times !== 1)],
  ["atMostOnce", ({ outcome, executions }) => outcome === "failed" && isTwice(executions)],
  ["ownResult", ({ outcome, resultOf }, number) => outcome === "returned" && resultOf !== number],
  ["atLeastOnce", ({ outcome, executions }) => outcome === "returned" && executions.includes(0)],
  ["returns", ({ outcome }, _number, isCrash) => outcome === "failed" && !isCrash],
];

/**
 * The property that a call breaks; null where it breaks none so far. A call that is still pending can break none: its
 * run goes on.
 * @param number of the call, from 1
 * @param isCrash whether a machine has crashed in the run
 * @param among the properties that are looked at
 */
export function brokenBy(
  facts: CallFacts,
  number: number,
  isCrash: boolean,
  among: readonly Property[],
): Property | null {
  if (facts.outcome === "pending") return null;
  const broken = OF_A_CALL.find(([property, breaks]) => among.includes(property) && breaks(facts, number, isCrash));
  return broken?.[0] ?? null;
}

/** Whether a call that was executed so often will break a property at its end, whatever follows. */
export const isTooOften = ({ executions }: CallFacts, isCrash: boolean, among: readonly Property[]): boolean =>
  isTwice(executions) && (among.includes("once") || (among.includes("onceWhileUp") && !isCrash));
