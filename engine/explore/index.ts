/**
 * The fault explorer: follows every run of an experiment's protocol in which at most so many faults happen, and looks
 * for one that breaks a property. What it finds it runs through the whole system, with the same faults.
 *
 * The protocol's machines are those of the system, with its timers. Between two steps everything takes the time that it
 * takes in the system's run without faults. So the search says nothing of faults whose effect depends on less: of a
 * retransmission, which the system's slow path delays by a millisecond, or of a queue. A crash or a late packet stands
 * in the middle between two events, once for each pair of them.
 *
 * Limits: one caller, as many callees and calls as the family says; no packet meets two faults; faults by chance and
 * machines that are only slower are not tried, nor is damage that a controller or a checksum finds: it is as good as a
 * loss. A program of RPC2 or Sun RPC, other than Olympus, ends with its first call that fails: binding anew is not
 * explored, nor is the question to the portmapper before the first call. With the library of 2025 states count as equal
 * that have measured other round trips. FlexRPC has its TCP here, one fault and messages of one segment; an
 * acknowledgement that is sent between two calls may have the name of the other one.
 */
import { formatFault } from "../faults/text.ts";
import { outcomeOf } from "../kernel/reads.ts";
import type { Experiment, ParamValues, Run } from "../experiments/types.ts";
import { boundFaults, boundParameters, NUMBERED, type Bounded, type Explorable } from "../experiments/explorable.ts";
import { EXPLORABLES } from "../experiments/all-explorables.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import type { AnyEnds } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import { timesOf } from "./call-times.ts";
import { shows } from "./replay.ts";
import { search, type Violation } from "./search.ts";

/** The Explorable of an experiment. Throws RangeError where there is none. */
export function explorableOf(id: string): Explorable {
  const found = EXPLORABLES.find(({ experiments }) => experiments.includes(id));
  if (found === undefined) throw new RangeError(`${id} cannot be explored, but ${EXPLORABLE.join(", ")}.`);
  return found;
}

/** A call and the next: what is left of the first may meet the second. Some experiments make one call alone. */
const CALLS = 2;
const SEED = 1;
/** So many counterexamples with the fewest faults are run through the system, until one shows there what it breaks. */
const TRIED = 5;

interface ExploreRequest {
  /** All parameters of the experiment. The result says which of them the search could not follow. */
  readonly parameters: ParamValues;
  /** The most faults of a run. */
  readonly faults: number;
  /** The only property to look at, also one that the protocol does not promise; null for all that it promises. */
  readonly property: Property | null;
  /** Called now and then with the number of states so far. */
  readonly progress?: (states: number) => void;
}

/** The parameters leave the search nothing to follow. */
export class NothingToExplore extends RangeError {
  override readonly name = "NothingToExplore";
}

/** Faults that break a property. */
export interface Counterexample {
  readonly property: Property;
  readonly faults: readonly string[]; // lines of a fault script
  readonly call: number; // the call that breaks it, from 1
  /** Whether the run of the whole system with these faults breaks the property too. */
  readonly isShown: boolean;
  readonly traceHash: string; // of that run
}

export interface Exploration {
  readonly experiment: string;
  readonly parameters: ParamValues; // of the runs of the whole system
  readonly bounded: readonly Bounded[]; // parameters that the search could not follow
  readonly seed: number;
  readonly calls: number; // that a run makes
  readonly faults: number;
  readonly states: number;
  readonly runs: number; // that were followed to their end
  readonly deduplicated: number; // times that a known state was met again
  /** Of each property that was looked at. */
  readonly violations: Readonly<Partial<Record<Property, number>>>;
  readonly counterexample: Counterexample | null;
}

/**
 * Throws RangeError for an experiment that cannot be explored; NothingToExplore where its first call fails by itself.
 * @param explorable left out: its family’s
 */
export function explore(
  experiment: Experiment,
  request: ExploreRequest,
  explorable: Explorable = explorableOf(experiment.id),
): Exploration {
  const { parameters, bounded, calls } = boundParameters(explorable, request.parameters, CALLS);
  const faults = boundFaults(explorable, request.faults);
  const runWith = (faults: readonly string[]): Run => experiment.run(parameters, SEED, faults, { keep: "all" });
  const ends = explorable.ends(parameters);
  const { property, progress } = request;
  const properties =
    property === null || ends.promises.includes(property) ? ends.promises : [...ends.promises, property];
  const { trace } = runWith([]);
  if (outcomeOf(trace, 0) !== "returned") {
    throw new NothingToExplore(
      `${experiment.id}: the first call fails without a fault. Change its times or its limits.`,
    );
  }
  const { violations, ...counts } = search(ends, timesOf(trace, ends), {
    faults: faults.explored,
    calls,
    properties,
    program: explorable.program?.(parameters) ?? NUMBERED,
    ...(progress === undefined ? {} : { progress }),
  });
  const asked = violations.filter((one) => property === null || one.property === property);
  const numbers = (property === null ? ends.promises : [property]).map((name) => [
    name,
    asked.filter((one) => one.property === name).length,
  ]);
  return {
    experiment: experiment.id,
    parameters,
    bounded: faults.explored === faults.asked ? bounded : [...bounded, faults],
    seed: SEED,
    calls,
    faults: faults.explored,
    ...counts,
    violations: Object.fromEntries(numbers) as Partial<Record<Property, number>>,
    counterexample: shortest(asked, ends, runWith),
  };
}

/** The first of the shortest that the whole system shows too; where it shows none, the first. */
function shortest(
  violations: readonly Violation[],
  ends: AnyEnds,
  runWith: (faults: readonly string[]) => Run,
): Counterexample | null {
  const [first] = violations;
  const tried = violations.filter(({ faults }) => faults.length === first?.faults.length).slice(0, TRIED);
  let found: Counterexample | null = null;
  for (const violation of tried) {
    const one = replayed(violation, ends, runWith);
    if (one.isShown) return one;
    found ??= one;
  }
  return found;
}

function replayed(
  { property, faults, call }: Violation,
  ends: AnyEnds,
  runWith: (faults: readonly string[]) => Run,
): Counterexample {
  const lines = faults.map(formatFault);
  const { trace, traceHash, unusedFaults } = runWith(lines);
  const isCrash = faults.some(({ what }) => what === "crash");
  const isShown = unusedFaults.length === 0 && shows(trace, ends, property, isCrash);
  return { property, faults: lines, call, isShown, traceHash };
}
