/** The start of a search over faults: the parameters that it can follow, the ends, and the times of one run. */
import { boundFaults, boundParameters, NUMBERED, type Bounded, type Explorable } from "../experiments/explorable.ts";
import type { Program } from "../experiments/explorable.ts";
import type { Experiment, ParamValues, Run } from "../experiments/types.ts";
import { outcomeOf } from "../kernel/reads.ts";
import type { AnyEnds } from "../protocols/ends.ts";
import { PROPERTY_NAMES } from "../protocols/promises.ts";
import { timesOf, type CallTimes } from "./call-times.ts";

/** A call and the next: what is left of the first may meet the second. Some experiments make one call alone. */
export const CALLS = 2;
export const SEED = 1;

/** The parameters leave the search nothing to follow. */
export class NothingToExplore extends RangeError {
  override readonly name = "NothingToExplore";
}

export interface Prepared {
  readonly parameters: ParamValues; // of the runs of the whole system
  readonly bounded: readonly Bounded[]; // parameters that the search cannot follow, and the number of faults
  readonly calls: number; // that a run makes
  readonly faults: number; // the most of a run
  readonly ends: AnyEnds;
  readonly times: CallTimes;
  readonly program: Program;
  /** Runs the whole system with these lines of a fault script. */
  readonly runWith: (faults: readonly string[]) => Run;
}

/**
 * Throws NothingToExplore where the first call fails by itself.
 * @param known the times of the calls’ parts, where a run without faults cannot show them
 */
export function prepare(
  experiment: Experiment,
  explorable: Explorable,
  asked: { readonly parameters: ParamValues; readonly faults: number },
  known?: CallTimes,
): Prepared {
  const { parameters, bounded, calls } = boundParameters(explorable, asked.parameters, CALLS);
  const faults = boundFaults(explorable, asked.faults);
  const runWith = (lines: readonly string[]): Run => experiment.run(parameters, SEED, lines, { keep: "all" });
  const ends = explorable.ends(parameters);
  const odd = ends.promises.find((name) => !PROPERTY_NAMES.includes(name));
  if (odd !== undefined)
    throw new RangeError(`its ends promise "${odd}", want some of ${PROPERTY_NAMES.join(", ")} (promises.ts).`);
  return {
    parameters,
    bounded: faults.explored === faults.asked ? bounded : [...bounded, faults],
    calls,
    faults: faults.explored,
    ends,
    times: known ?? timesIn(experiment.id, runWith([]), ends),
    program: explorable.program?.(parameters) ?? NUMBERED,
    runWith,
  };
}

function timesIn(id: string, { trace }: Run, ends: AnyEnds): CallTimes {
  const outcome = outcomeOf(trace, 0);
  if (outcome === "returned") return timesOf(trace, ends);
  const ended = outcome === "pending" ? "does not end" : outcome === "failed" ? "fails" : `is ${outcome}`;
  throw new NothingToExplore(`${id}: the first call ${ended} without a fault. Change its times or its limits.`);
}
