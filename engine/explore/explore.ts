/**
 * The fault explorer: follows every run of an experiment's protocol in which at most so many faults happen, and looks
 * for one that breaks a property. What it finds it runs through the whole system, with the same faults.
 *
 * The protocol's machines are those of the system, with its timers. Between two steps everything takes the time that it
 * takes in the system's run without faults. So the search says nothing of faults whose effect depends on less: of a
 * retransmission, which the system's slow path delays by a millisecond, or of a queue. A crash or a late packet stands
 * in the middle between two events, once for each pair of them.
 *
 * Limits: one caller, or two threads or machines with a call each, as many callees and calls as the family says; no
 * packet meets two faults; faults by chance and machines that are only slower are not tried, nor is damage that a
 * controller or a checksum finds: it is as good as a loss. A program of RPC2 or Sun RPC, other than Olympus, ends
 * with its first call that fails: binding anew is not explored, nor is the question to the portmapper before the
 * first call. With the library of 2025 states count as equal that have measured other round trips. FlexRPC has its
 * TCP here, one fault and messages of one segment; an acknowledgement that is sent between two calls may have the
 * name of the other one.
 */
import { byCodeOf } from "../experiments/code-mistake.ts";
import type { Bounded, Explorable } from "../experiments/explorable.ts";
import type { Experiment, ParamValues } from "../experiments/types.ts";
import { hostsThat } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import { shortest, type Counterexample } from "./counterexample.ts";
import { NothingToExplore, prepare, SEED } from "./prepared.ts";
import { search } from "./search.ts";

export interface ExploreRequest {
  /** All parameters of the experiment. The result says which of them the search could not follow. */
  readonly parameters: ParamValues;
  /** The most faults of a run. */
  readonly faults: number;
  /** The only property to look at, also one that the protocol does not promise; null for all that it promises. */
  readonly property: Property | null;
  /** Called now and then with the number of states so far. */
  readonly progress?: (states: number) => void;
}

export interface Exploration {
  readonly experiment: string;
  readonly parameters: ParamValues; // of the runs of the whole system
  readonly bounded: readonly Bounded[]; // parameters that the search could not follow
  readonly seed: number;
  readonly calls: number; // that a run makes
  readonly atOnce: boolean; // whether it makes them at the same time, each as soon as it can
  readonly faults: number;
  readonly states: number;
  readonly runs: number; // that were followed to their end
  readonly deduplicated: number; // times that a known state was met again
  /** One verdict for each property that was asked about. */
  readonly violations: Readonly<Partial<Record<Property, number>>>;
  readonly counterexample: Counterexample | null;
}

/**
 * Throws NothingToExplore where the first call fails by itself, and CodeMistake where the experiment’s code fails.
 * @param explorable how the search follows its runs
 */
export function exploreBy(experiment: Experiment, explorable: Explorable, request: ExploreRequest): Exploration {
  return byCodeOf(experiment.id, () => explored(experiment, request, explorable));
}

function explored(experiment: Experiment, request: ExploreRequest, explorable: Explorable): Exploration {
  const prepared = prepare(experiment, explorable, request);
  const { parameters, bounded, calls, ends, faults } = prepared;
  const { property, progress } = request;
  if (property === "noWaste" && ends.countsWaste !== true)
    throw new NothingToExplore(`${experiment.id}: its ends do not count wasted calls (countsWaste), so none is found.`);
  const properties =
    property === null || ends.promises.includes(property) ? ends.promises : [...ends.promises, property];
  const { violations, ...counts } = search(ends, prepared.times, {
    faults,
    calls,
    properties,
    program: prepared.program,
    ...(progress === undefined ? {} : { progress }),
  });
  const asked = violations.filter((one) => property === null || one.property === property);
  // A call that waits for ever is found, whatever the protocol promises.
  const looked = property === null ? new Set([...ends.promises, ...asked.map((one) => one.property)]) : [property];
  const numbers = [...looked].map((name) => [name, asked.filter((one) => one.property === name).length]);
  return {
    experiment: experiment.id,
    parameters,
    bounded,
    seed: SEED,
    calls,
    atOnce: ends.makesCalls === true || hostsThat(ends, "client").length > 1,
    faults,
    ...counts,
    violations: Object.fromEntries(numbers) as Partial<Record<Property, number>>,
    counterexample: shortest(asked, prepared, { faults, properties }),
  };
}
