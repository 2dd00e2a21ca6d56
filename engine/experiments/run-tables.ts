/**
 * Tables whose cells runs find out: which way promises what, on which machine a conclusion holds. An experiment
 * describes the runs of a cell and how they are judged; nobody writes the verdict down.
 */
import { withDefaults } from "./settings.ts";
import type { ChartCurve } from "./sweep.ts";
import type { Description, Measure, ParamValues, Run, RunTable, TableRun, Verdict } from "./types.ts";

/** The table of an experiment by its id. Throws RangeError where there is none. */
export function tableOf({ id, tables = [] }: Description, name: string): RunTable {
  const found = tables.find((table) => table.id === name);
  if (found !== undefined) return found;
  throw new RangeError(`${id}: there is no table "${name}"; it has ${tables.map((table) => table.id).join(", ")}.`);
}

const SEED = 1;

/** All parameters, the seed and the faults of a run. */
interface WholeRun {
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
}

export const wholeRun = (experiment: Description, { set, faults = [], seed = SEED }: TableRun): WholeRun => ({
  parameters: withDefaults(experiment, set),
  seed,
  faults,
});

const keyOf = (run: WholeRun): string => JSON.stringify(run);

/** Every run that the table needs, each once. */
export function runsOfTable(experiment: Description, { rows }: RunTable): readonly WholeRun[] {
  const runs = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.runs)).map((run) => wholeRun(experiment, run));
  return [...new Map(runs.map((run) => [keyOf(run), run])).values()];
}

/** The runs as curves of one point each, which a sweep can make; the number of a run is its curve’s series. */
export function curvesOfTable(experiment: Description, table: RunTable): readonly ChartCurve[] {
  const [over] = Object.keys(experiment.params);
  if (over === undefined) throw new RangeError(`${experiment.id}: it has no parameters.`);
  return runsOfTable(experiment, table).map(({ parameters, seed, faults }, series) => {
    const value = parameters[over];
    if (value === undefined) throw new RangeError(`${experiment.id}: ${over} has no value.`);
    return { series, request: { over, values: [value], parameters, seed, trials: 1, faults } };
  });
}

type Measures = Readonly<Record<string, Measure["value"]>>;

const valuesOf = (measures: Run["measures"]): Measures =>
  Object.fromEntries(Object.entries(measures).map(([name, { value }]) => [name, value]));

/**
 * The verdicts by row and column.
 * @param known the measures of the runs, in the order of `runsOfTable`; undefined for those that are not made yet
 * @returns null for a cell with runs that are not made yet
 */
export function verdicts(
  experiment: Description,
  table: RunTable,
  known: (run: number) => Run["measures"] | undefined,
): readonly (readonly (Verdict | null)[])[] {
  const places = new Map(runsOfTable(experiment, table).map((run, i) => [keyOf(run), i]));
  return table.rows.map(({ cells }) =>
    cells.map((cell) => {
      const made = cell.runs.flatMap((run): readonly Measures[] => {
        const place = places.get(keyOf(wholeRun(experiment, run)));
        const measures = place === undefined ? undefined : known(place);
        return measures === undefined ? [] : [valuesOf(measures)];
      });
      return made.length < cell.runs.length ? null : cell.judge(made);
    }),
  );
}

/** A measure that a verdict needs. Throws RangeError where the run has none. */
export function measured(measures: Measures, name: string): number {
  const value = measures[name];
  if (typeof value === "number") return value;
  throw new RangeError(`A table asks for ${name}, and the run has ${String(value)}.`);
}
