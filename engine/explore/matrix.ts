/**
 * The purpose of each rule of a protocol: the fewest faults that break each promise when the rule is left out. The
 * search finds out every cell, and its faults run through the whole system.
 *
 * A run that breaks one promise is not followed further, and may hide that it breaks another. So a search that finds
 * something is made again without the promises that it broke, until one finds nothing.
 */
import { byCodeOf } from "../experiments/code-mistake.ts";
import { ALL_RULES, rulesOf, type Explorable } from "../experiments/explorable.ts";
import { LEFT_OUT } from "../experiments/parameters.ts";
import type { Experiment, ParamValue, ParamValues } from "../experiments/types.ts";
import { PROPERTY_NAMES, type Property } from "../protocols/promises.ts";
import { shortest, type Counterexample } from "./counterexample.ts";
import { NothingToExplore, prepare, SEED, type Prepared } from "./prepared.ts";
import { search } from "./search.ts";

export interface MatrixCell {
  readonly property: Property;
  /** The fewest faults that break it; null where so many as were tried do not. */
  readonly found: Counterexample | null;
  /** Whether as few faults break it with all rules. */
  readonly asWithAll: boolean;
}

export interface MatrixRow {
  readonly rule: string;
  readonly says: string; // the rule, as a sentence
  /** Why the row has another setting than the others, as a sentence; null where it has not. */
  readonly elsewhere: string | null;
  readonly parameters: ParamValues; // of the runs of the whole system
  readonly seed: number;
  readonly faults: number; // the most that were tried
  readonly states: number; // of all searches for the row
  readonly cells: readonly MatrixCell[]; // in the order of `PROPERTIES`, those that the protocol promises
}

interface MatrixRequest {
  readonly parameters: ParamValues;
  /** The most faults of a run. */
  readonly faults: number;
  /** Called now and then with the row that is searched for, how many rows there are, and the row’s states so far. */
  readonly progress?: (rule: string, row: number, rows: number, states: number) => void;
}

/** A row before it is searched for. */
interface Plan {
  readonly rule: string;
  readonly says: string;
  readonly leftOut: ParamValues;
}

function plansOf(experiment: Experiment, { rules }: Explorable): readonly Plan[] {
  return [
    { rule: ALL_RULES, says: "All rules are kept.", leftOut: {} },
    ...rulesOf(experiment).map(([rule, says]) => ({ rule, says, leftOut: { [LEFT_OUT]: rule } })),
    ...(rules?.switches ?? []),
  ];
}

/** The rows one after another, first the one with all rules. */
export function* matrixRows(
  experiment: Experiment,
  request: MatrixRequest,
  explorable: Explorable,
): Generator<MatrixRow> {
  const none: Record<string, ParamValue> = LEFT_OUT in experiment.params ? { [LEFT_OUT]: ALL_RULES } : {};
  const kept = { ...request.parameters, ...none, ...explorable.rules?.kept };
  const plans = plansOf(experiment, explorable);
  const { promises } = prepare(experiment, explorable, { ...request, parameters: kept }).ends;
  const properties = PROPERTY_NAMES.filter((property) => promises.includes(property));
  let first: MatrixRow | null = null;
  for (const [number, plan] of plans.entries()) {
    const tell = (states: number): void => request.progress?.(plan.rule, number + 1, plans.length, states);
    const sought: Sought = { experiment, explorable, properties, first, kept, faults: request.faults, tell };
    const row: MatrixRow = byCodeOf(experiment.id, () => searchedRow(sought, plan));
    first ??= row;
    yield row;
    const other = explorable.rules?.elsewhere?.find(({ rule }) => rule === plan.rule);
    if (other === undefined || row.cells.some(({ found }) => found !== null)) continue;
    const there = { experiment, explorable, properties, kept: { ...kept, ...other.set }, faults: request.faults, tell };
    yield searchedRow({ ...there, first: null, elsewhere: other.why }, plan);
  }
}

interface Sought {
  readonly experiment: Experiment;
  readonly explorable: Explorable;
  readonly properties: readonly Property[];
  readonly first: MatrixRow | null; // the row with all rules
  readonly kept: ParamValues; // parameters with which a run keeps all rules
  readonly faults: number;
  readonly tell: (states: number) => void;
  /** Set where the row is to show what the rule is for at all: the search ends with the first promise that breaks. */
  readonly elsewhere?: string;
}

function searchedRow(sought: Sought, { rule, says, leftOut }: Plan): MatrixRow {
  const { properties, first, elsewhere = null, tell } = sought;
  const prepared = preparedWithout(sought, leftOut);
  const found = new Map<Property, Counterexample>();
  let states = 0;
  for (let faults = 0; faults <= prepared.faults; faults++) {
    if (elsewhere !== null && found.size > 0) break;
    for (let isMore = true; isMore;) {
      const open = properties.filter((property) => !found.has(property));
      const broken = brokenWith(prepared, faults, { open, all: properties }, (so) => tell(states + so));
      states += broken.states;
      for (const one of broken.found) found.set(one.property, one);
      isMore = broken.found.length > 0 && elsewhere === null;
    }
  }
  const cells = properties.map((property) => {
    const [one, before] = [found.get(property) ?? null, cellOf(first, property)];
    return { property, found: one, asWithAll: one !== null && before !== null && before <= one.faults.length };
  });
  return { rule, says, elsewhere, parameters: prepared.parameters, seed: SEED, faults: prepared.faults, states, cells };
}

const cellOf = (row: MatrixRow | null, asked: Property): number | null =>
  row?.cells.find(({ property }) => property === asked)?.found?.faults.length ?? null;

/** A run without the rule may fail by itself; the calls’ parts take as long there as in one with it. */
function preparedWithout({ experiment, explorable, kept, faults }: Sought, leftOut: ParamValues): Prepared {
  const asked = { parameters: { ...kept, ...leftOut }, faults };
  try {
    return prepare(experiment, explorable, asked);
  } catch (error) {
    if (!(error instanceof NothingToExplore)) throw error;
    return prepare(experiment, explorable, asked, prepare(experiment, explorable, { parameters: kept, faults }).times);
  }
}

interface Promises {
  readonly open: readonly Property[]; // that nothing has broken yet
  readonly all: readonly Property[];
}

/** The promises that exactly so many faults break, or fewer, each with the simplest faults. */
function brokenWith(prepared: Prepared, faults: number, { open, all }: Promises, tell: (so: number) => void) {
  const { ends, times, calls, program } = prepared;
  const { violations, states } = search(ends, times, { faults, calls, properties: open, program, progress: tell });
  const found = open.flatMap((property): readonly Counterexample[] => {
    const breaking = violations.filter((violation) => violation.property === property);
    const one = shortest(breaking, prepared, { faults: prepared.faults, properties: all });
    return one === null ? [] : [one];
  });
  return { states, found };
}
