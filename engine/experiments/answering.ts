/**
 * Which run answers which published cell, with which parameters, and which cells speak of a run. The reproduction
 * report, the papers' pages, the lessons, the charts and the board of answers all ask here.
 */
import type { CellAddress, Row, RowKey } from "../papers/types.ts";
import type { Answer, Description, ModelLink, ParamValue, ParamValues, Sweep } from "./types.ts";

/** The paper whose cells an experiment answers. Throws where it has none, and so neither answers nor models. */
export function paperOf({ id, paper }: Pick<Description, "id" | "paper">): string {
  if (paper === null) throw new Error(`${id} has no paper.`);
  return paper;
}

/** An experiment and one of its answers, which speaks of a cell or of a column. */
export interface Answered {
  readonly experiment: Description;
  readonly answer: Answer;
}

type Cell = Pick<CellAddress, "table" | "row" | "column">;

/** Whether an answer speaks of a cell of its experiment's paper. */
export const speaksOf = ({ table, column, only }: Answer, cell: Cell): boolean =>
  table === cell.table && column === cell.column && isOneOf(cell.row, only);

const isOneOf = (row: Row | RowKey, only: Answer["only"] = {}): boolean =>
  Object.entries(only).every(([key, value]) => row[key] === value);

/** The experiment, and its answer, whose run gives a published cell; null where none does. */
export function answerTo(experiments: readonly Description[], cell: CellAddress): Answered | null {
  for (const experiment of experiments.filter(({ paper }) => paper === cell.paper)) {
    const answer = experiment.answers.find((one) => speaksOf(one, cell));
    if (answer !== undefined) return { experiment, answer };
  }
  return null;
}

/** The answers of a measure that speak of a column; several where its rows need runs of different kinds. */
export const answersOfColumn = (
  { answers }: Description,
  { table, column, measure }: Pick<Answer, "table" | "column" | "measure">,
): readonly Answer[] =>
  answers.filter((one) => one.table === table && one.column === column && one.measure === measure);

/**
 * The parameters that the run which answers a row sets; the others have their defaults. Throws RangeError where the row
 * does not name all that the answer needs.
 */
export function settingsFor({ experiment, answer }: Answered, row: RowKey): ParamValues {
  const named = Object.entries(answer.set).map(([parameter, column]): [string, ParamValue] => {
    const value = row[column];
    if (value !== undefined) return [parameter, value];
    const where = `${experiment.id} answers ${answer.table} ${JSON.stringify(row)}`;
    throw new RangeError(`${where}: ${column}, which sets ${parameter}, is no key column.`);
  });
  return { ...answer.fixed, ...Object.fromEntries(named) };
}

/**
 * The rows of an answer's table that speak of runs with these parameters; along a sweep, whatever the swept parameter
 * is. A row speaks of a run if each parameter has the value of the row, or else the value that the answer or the sweep
 * fixes, or else its default. Parameters that only repeat a run do not count where the answer fixes them, unless the
 * measure is a total of the run; nor do those that the measure does not depend on. No rows where the answer needs
 * several runs, or faults.
 * @param places parameters that give a row its place on an axis, each at its default or swept
 * @param measure the one that the row is to stand beside: the answer’s, or one that it implies
 */
export function publishedRows(
  { experiment, answer }: Answered,
  parameters: ParamValues,
  rows: readonly Row[],
  sweep?: Pick<Sweep, "over" | "fixed">,
  places: readonly string[] = [],
  measure: string = answer.measure,
): readonly Row[] {
  const isTotal = experiment.measures[measure]?.total === true;
  const fixed: ParamValues = { ...sweep?.fixed, ...answer.fixed };
  const at: ParamValues = { ...parameters, ...sweep?.fixed }; // a sweep makes its runs with what it fixes
  const isAsFixed = Object.entries(experiment.params).every(([key, param]) => {
    const repeats = !isTotal && param.kind === "number" && param.repeats === true;
    if (places.includes(key)) return key === sweep?.over || at[key] === param.default;
    if (answer.regardlessOf?.includes(key) === true) return true;
    if (Object.hasOwn(answer.set, key) || (repeats && Object.hasOwn(fixed, key))) return true;
    return at[key] === (fixed[key] ?? param.default);
  });
  const isOneRun = answer.compute === undefined && answer.faults === undefined;
  if (!isOneRun || !isAsFixed) return [];
  return rows.filter(
    (row) =>
      isOneOf(row, answer.only) &&
      Object.entries(answer.set).every(([key, column]) => key === sweep?.over || row[column] === at[key]),
  );
}

/** The function of the paper's model that predicts a measure of such runs; undefined where none does. */
export const modelFor = ({ models }: Description, measure: string, parameters: ParamValues): ModelLink | undefined =>
  models.find((link) => link.measure === measure && link.when?.(parameters) !== false);
