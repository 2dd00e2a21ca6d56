/** Runs what the search has found through the whole system, with the same faults. */
import { MOST_TIMES, type Fault } from "../faults/fault.ts";
import { formatFault } from "../faults/text.ts";
import type { Run } from "../experiments/types.ts";
import { itemAt } from "../kernel/reads.ts";
import { CALLER } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import { pointOfNoReturn } from "./inevitable.ts";
import { lostAt, type Lost } from "./lost.ts";
import { Net } from "./net.ts";
import type { Prepared } from "./prepared.ts";
import { mishapsOf } from "./properties.ts";
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
  const [first] = violations;
  if (first === undefined) return null;
  const tried = violations.filter(({ faults }) => faults.length === first.faults.length).slice(0, TRIED);
  const { ends, runWith } = prepared;
  const { violation, replay } = firstShown(tried, (one) => replayed(one, { ends, runWith, among: [one.property] }));
  return counterexampleOf(violation, replay, prepared, options);
}

/** The first of the violations that its replay shows, and where none does the first of all, with its replay. */
export function firstShown<Of extends Replayed>(
  violations: readonly Violation[],
  replay: (violation: Violation) => Of,
): { readonly violation: Violation; readonly replay: Of } {
  const all: { readonly violation: Violation; readonly replay: Of }[] = [];
  for (const violation of violations) {
    const one = { violation, replay: replay(violation) };
    if (one.replay.shown !== null) return one;
    all.push(one);
  }
  return itemAt(all, 0, "violation");
}

/** A run of the whole system with the faults of a violation. */
interface Replayed {
  readonly run: Run;
  readonly lines: readonly string[]; // the faults
  /** The promise that it breaks; null where it breaks none of those that were asked for. */
  readonly shown: Property | null;
  /** Why it breaks none, as a sentence; null where it does. */
  readonly whyNot: string | null;
}

interface Replay extends Pick<Prepared, "ends" | "runWith"> {
  /** The promises, the likeliest first. */
  readonly among: readonly Property[];
}

/** Runs the faults of a violation through the whole system. */
export function replayed({ faults }: Pick<Violation, "faults">, { ends, runWith, among }: Replay): Replayed {
  const lines = faults.map(formatFault);
  const run = runWith(lines);
  const mishaps = mishapsOf(faults);
  const isUsed = run.unusedFaults.length === 0;
  const shown = (isUsed ? among.find((one) => shows(run.trace, ends, one, mishaps)) : null) ?? null;
  return { run, lines, shown, whyNot: shown === null ? whyNot(faults, run) : null };
}

function whyNot(faults: readonly Fault[], { unusedFaults }: Run): string {
  const [unused] = unusedFaults;
  if (unused !== undefined) return `There “${unused}” meets nothing.`;
  if (mishapsOf(faults).includes("still"))
    return `There a machine that stands still works ${MOST_TIMES} times slower, and its answer may come in time.`;
  return "There everything takes other times.";
}

function counterexampleOf(
  violation: Violation,
  { run, lines, shown, whyNot: why }: Replayed,
  prepared: Prepared,
  { faults, properties }: Options,
): Counterexample {
  const { property, call } = violation;
  const { trace, traceHash } = run;
  const { ends, times, calls, program } = prepared;
  // A call that the whole system has not begun was executed nowhere.
  const executions = Math.max(0, ...(factsOf(trace, ends)[call - 1]?.executions ?? []));
  const net = new Net(ends, times, { calls, program, faults, properties });
  const step = shown !== null ? pointOfNoReturn(net, violation, itemAt(ends.hosts, CALLER, "host")) : null;
  const lost = step && { ...lostAt(step, trace, ends), spare: faults - lines.length };
  return { property, faults: lines, call, executions, isShown: shown !== null, whyNot: why, traceHash, lost };
}
