/** Runs what the search has found through the whole system, with the same faults. */
import { formatFault } from "../faults/text.ts";
import type { Property } from "../protocols/promises.ts";
import type { Prepared } from "./prepared.ts";
import { factsOf, shows } from "./replay.ts";
import type { Violation } from "./search.ts";

/** So many counterexamples with the fewest faults are run through the system, until one shows there what it breaks. */
const TRIED = 5;

/** Faults that break a property. */
export interface Counterexample {
  readonly property: Property;
  readonly faults: readonly string[]; // lines of a fault script
  readonly call: number; // the call that breaks it, from 1
  /** How often the procedure has run for it, on the machine where it ran most. */
  readonly executions: number;
  /** Whether the run of the whole system with these faults breaks the property too. */
  readonly isShown: boolean;
  readonly traceHash: string; // of that run
}

/** A violation, and the same faults in the whole system. */
interface Found {
  readonly violation: Violation;
  readonly counterexample: Counterexample;
}

/**
 * The first of the shortest that the whole system shows too; where it shows none, the first; null where there is none.
 * @param violations those with the fewest faults first
 */
export function shortest(violations: readonly Violation[], prepared: Prepared): Found | null {
  const [first] = violations;
  const tried = violations.filter(({ faults }) => faults.length === first?.faults.length).slice(0, TRIED);
  let found: Found | null = null;
  for (const violation of tried) {
    const one = { violation, counterexample: replayed(violation, prepared) };
    if (one.counterexample.isShown) return one;
    found ??= one;
  }
  return found;
}

function replayed({ property, faults, call }: Violation, { ends, runWith }: Prepared): Counterexample {
  const lines = faults.map(formatFault);
  const { trace, traceHash, unusedFaults } = runWith(lines);
  const isCrash = faults.some(({ what }) => what === "crash");
  const isShown = unusedFaults.length === 0 && shows(trace, ends, property, isCrash);
  const executions = Math.max(...(factsOf(trace, ends)[call - 1]?.executions ?? [0]));
  return { property, faults: lines, call, executions, isShown, traceHash };
}
