/** Runs what the search has found through the whole system, with the same faults. */
import { MOST_TIMES, type Fault } from "../faults/fault.ts";
import { formatFault } from "../faults/text.ts";
import type { Run } from "../experiments/types.ts";
import { hostsThat, ofHost } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import { pointOfNoReturn } from "./inevitable.ts";
import { lostAt, type Lost } from "./lost.ts";
import { Net } from "./net.ts";
import type { Prepared } from "./prepared.ts";
import { mishapsOf } from "./properties.ts";
import { executionsOf } from "../experiments/call-facts.ts";
import { shows } from "./replay.ts";
import type { Violation } from "./search.ts";

/** Faults that break a property. */
export interface Counterexample {
  readonly property: Property;
  readonly faults: readonly string[]; // lines of a fault script
  readonly call: number; // the call that breaks it, from 1
  /** How often the procedure has run for it, on the machine where it ran most. */
  readonly executions: number;
  /** Whether the run of the whole system with these faults breaks the property too. */
  readonly isShown: boolean;
  /** Why it does not, as a sentence; null where it does. */
  readonly whyNot: string | null;
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
  const found = firstShown(violations, prepared);
  return found && counterexampleOf(found, prepared, options);
}

/** A find, run through the whole system. */
interface Replayed {
  readonly violation: Violation;
  readonly run: Run;
  readonly lines: readonly string[]; // of its fault script
  /** The promise that the run breaks; null where it breaks none of those that were asked for. */
  readonly shown: Property | null;
  /** Why it breaks none, as a sentence; null where it does. */
  readonly whyNot: string | null;
}

interface Replaying {
  /** The most finds that are run through the system; all have the fewest faults. */
  readonly tried?: number;
  /** Other promises that a run may break in place of the one that the search has seen broken. */
  readonly also?: readonly Property[];
}

/** The first of the finds with the fewest faults whose run breaks a promise; where none does, the first find. */
export function firstShown(
  violations: readonly Violation[],
  prepared: Pick<Prepared, "ends" | "runWith">,
  { tried = 5, also = [] }: Replaying = {},
): Replayed | null {
  const [first] = violations;
  if (first === undefined) return null;
  let firstReplay: Replayed | null = null;
  for (const violation of violations.filter(({ faults }) => faults.length === first.faults.length).slice(0, tried)) {
    const replay = replayed(violation, prepared, also);
    if (replay.shown !== null) return replay;
    firstReplay ??= replay;
  }
  return firstReplay;
}

function replayed(
  violation: Violation,
  { ends, runWith }: Pick<Prepared, "ends" | "runWith">,
  also: readonly Property[],
): Replayed {
  const { property, faults } = violation;
  const lines = faults.map(formatFault);
  const run = runWith(lines);
  const mishaps = mishapsOf(faults);
  const looked = run.unusedFaults.length > 0 ? [] : [property, ...also];
  const shown = looked.find((one) => shows(run.trace, ends, one, mishaps)) ?? null;
  return { violation, run, lines, shown, whyNot: shown === null ? whyNot(faults, run) : null };
}

function whyNot(faults: readonly Fault[], { unusedFaults }: Run): string {
  const [unused] = unusedFaults;
  if (unused !== undefined) return `There “${unused}” meets nothing.`;
  if (mishapsOf(faults).includes("still"))
    return `There a machine that stands still works ${MOST_TIMES} times slower, and its answer may come in time.`;
  return "There everything takes other times.";
}

function counterexampleOf(
  { violation, run, lines, shown, whyNot: why }: Replayed,
  prepared: Prepared,
  { faults, properties }: Options,
): Counterexample {
  const isShown = shown !== null;
  const { property, call } = violation;
  const { trace, traceHash } = run;
  const { ends, times, calls, program } = prepared;
  const executions = executionsOf(trace, ends, call);
  const net = new Net(ends, times, { calls, program, faults, properties });
  const clients = hostsThat(ends, "client").map((host) => ofHost(ends.hosts, host));
  const step = isShown ? pointOfNoReturn(net, violation, clients) : null;
  const lost = step && { ...lostAt(step, trace, ends), spare: faults - lines.length };
  return { property, faults: lines, call, executions, isShown, whyNot: why, traceHash, lost };
}
