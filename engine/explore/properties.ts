/** What every run of a protocol must keep to, whatever goes wrong. */
export const PROPERTIES = {
  once: "A call that returns was executed exactly once.",
  atMostOnce: "A call that fails was executed once at most.",
  ownResult: "A call returns its own result.",
  ends: "Every call ends.",
  returns: "Every call returns where no machine crashes.",
  timers: "No timer of the caller outlives its call.",
} as const;

export type Property = keyof typeof PROPERTIES;

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

type Outcome = "pending" | "returned" | "failed";

/** One call of a run, as the properties see it. */
export interface CallFacts {
  readonly outcome: Outcome;
  /** How often the procedure was started for it. */
  readonly executions: number;
  /** The call whose result it has returned with; null where it has not returned. */
  readonly resultOf: number | null;
}

/**
 * The property that a call breaks; null where it breaks none so far. A call that is still pending can break none: its
 * run goes on.
 * @param number of the call, from 1
 * @param isCrash whether a machine has crashed in the run
 */
export function brokenBy(
  { outcome, executions, resultOf }: CallFacts,
  number: number,
  isCrash: boolean,
): Property | null {
  if (outcome === "pending") return null;
  if (outcome === "failed") return executions > 1 ? "atMostOnce" : isCrash ? null : "returns";
  if (executions !== 1) return "once";
  return resultOf === number ? null : "ownResult";
}
