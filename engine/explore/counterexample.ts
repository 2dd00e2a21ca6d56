/** Runs what the search has found through the whole system, with the same faults. */
import { formatFault } from "../faults/text.ts";
import type { Run } from "../experiments/types.ts";
import { itemAt } from "../kernel/reads.ts";
import { CALLER } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import { pointOfNoReturn } from "./inevitable.ts";
import { lostAt, type Lost } from "./lost.ts";
import { Net } from "./net.ts";
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
  /** The event from which on no choice avoids the failure; null where the search cannot say. */
  readonly lost: Lost | null;
}

interface Options {
  /** The most faults of a run: those that a counterexample does not need are tried to save it. */
  readonly faults: number;
  /** The promises that a run must keep. */
  readonly properties: readonly Property[];
}

/**
 * The first of the shortest that the whole system shows too; where it shows none, the first; null where there is none.
 * @param violations those with the fewest faults first
 */
export function shortest(
  violations: readonly Violation[],
  prepared: Prepared,
  options: Options,
): Counterexample | null {
  const [first] = violations;
  if (first === undefined) return null;
  const tried = violations.filter(({ faults }) => faults.length === first.faults.length).slice(0, TRIED);
  for (const violation of tried) {
    const replay = replayed(violation, prepared);
    if (replay.isShown) return counterexampleOf(violation, replay, prepared, options);
  }
  return counterexampleOf(first, replayed(first, prepared), prepared, options);
}

interface Replayed {
  readonly run: Run;
  readonly lines: readonly string[];
  readonly isShown: boolean;
}

function replayed({ property, faults }: Violation, { ends, runWith }: Prepared): Replayed {
  const lines = faults.map(formatFault);
  const run = runWith(lines);
  const isCrash = faults.some(({ what }) => what === "crash");
  const isShown = run.unusedFaults.length === 0 && shows(run.trace, ends, property, isCrash);
  return { run, lines, isShown };
}

function counterexampleOf(
  violation: Violation,
  { run, lines, isShown }: Replayed,
  prepared: Prepared,
  { faults, properties }: Options,
): Counterexample {
  const { property, call } = violation;
  const { trace, traceHash } = run;
  const { ends, times, calls, program } = prepared;
  const executions = Math.max(...(factsOf(trace, ends)[violation.call - 1]?.executions ?? [0]));
  const net = new Net(ends, times, { calls, program, faults, properties });
  const step = isShown ? pointOfNoReturn(net, violation, itemAt(ends.hosts, CALLER, "host")) : null;
  const lost = step && { ...lostAt(step, trace, ends), spare: faults - lines.length };
  return { property, faults: lines, call, executions, isShown, traceHash, lost };
}
