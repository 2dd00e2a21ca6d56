/**
 * The reproduction report: every number that the papers print, beside what the paper's model and the simulation say.
 * Papers, models and experiments are passed in, so that a test can put other numbers in a paper and see that nothing
 * computed moves.
 */
import { entryOf, namedIn, present } from "../kernel/reads.ts";
import { addressText, keyOf, numbers } from "../papers/lookup.ts";
import { role } from "../papers/role.ts";
import type { CellAddress, ModelArguments, ModelCell, Paper, RowKey, Table } from "../papers/types.ts";
import { modelFor, settingsFor, speaksOf } from "./answering.ts";
import { checkedParameters } from "./parameters.ts";
import { type Account, type Accounted, type AccountedCell, makeAccount } from "./accounts.ts";
import { fittedIn, mergeConstants } from "./constants.ts";
import { interval95, rangeOf } from "./interval.ts";
import type { Answer, Constant, Experiment, Measure, ParamValues } from "./types.ts";

/**
 * `calibrated`: a constant was fitted to this number, or to another that the same run answers. `predicted`: none was.
 * `unsimulated`: a result that nothing here answers but, perhaps, the paper's model.
 */
export type CellKind = "input" | "identity" | "calibrated" | "predicted" | "unsimulated";

export interface ReproduceRow {
  readonly paper: string;
  readonly table: string;
  readonly row: RowKey; // the table's key columns
  readonly column: string;
  readonly unit: string; // of all numbers of this row; "" where there is none
  readonly paperValue: number;
  readonly model: number | null;
  readonly simulated: number | null; // mean of the trials
  readonly low: number | null; // 95 % interval; one value where trials agree, null where there was one
  readonly high: number | null;
  readonly kind: CellKind;
  readonly note: string;
}

export interface ReproduceReport {
  readonly rows: readonly ReproduceRow[];
  readonly constants: readonly Constant[]; // fitted durations that the runs behind the rows used
}

/** Calls a function of a paper's model. May throw: the report then says why there is no model value. */
export type CallModel = (paper: string, name: string, args: ModelArguments) => number;

/** What decides which runs a report needs, and how they are made. */
export interface RunsOptions {
  readonly experiments: readonly Experiment[];
  readonly papers: readonly Paper[];
  readonly paper?: string; // only this one
  readonly table?: string; // only tables of this id
  readonly trials?: number; // seeds 1, 2, …; default 3
  readonly override?: ParamValues; // wins over every experiment's parameters of that name
  readonly onProgress?: (progress: Progress) => void;
  /** Gives what was kept of a run under a key, or makes it and keeps it; makes each run where left out. */
  readonly remember?: <T>(key: string, make: () => T) => T;
  /** Is told of each run behind the report, made or kept. */
  readonly onRun?: (run: RunBehind) => void;
}

/** A run behind a report. */
export interface RunBehind {
  readonly experiment: Experiment;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly hash: string; // of its trace
  readonly measures: Measures;
}

export interface ReproduceOptions extends RunsOptions {
  readonly models: CallModel;
  readonly accounts: readonly Account[];
}

export interface Progress {
  readonly done: number; // runs
  readonly total: number;
  readonly what: string;
}

const TRIALS = 3;

/** A run that answers some cells; or the several runs from which one answer computes its number. */
interface Job {
  readonly experiment: Experiment;
  readonly parameters: ParamValues;
  readonly faults: readonly string[];
  readonly computes: Computed | null;
}

type Computed = Answer & Required<Pick<Answer, "compute">>;

/** The plan that answers one published number. */
interface Plan {
  readonly answer: Answer;
  readonly job: Job;
}

/** Throws RangeError where the asked-for paper or table is not there, or an answer cannot be run. */
export function reproduce(options: ReproduceOptions): ReproduceReport {
  const asked = askedTables(options);
  const plans = new Map(asked.flatMap(([paper, table]) => [...plansFor(paper, table, options)]));
  const results = runAll(
    [...plans.values()].map((plan) => plan.job),
    options,
  );
  const accounts = accountsOf(asked, options);
  const accounted = new Map(accounts.flatMap(({ cells }) => cells.map((c) => [addressText(c.at, options.papers), c])));
  const constants = mergeConstants([...[...results.values()].flat(), ...accounts].flatMap((made) => made.constants));
  const fitted = fittedJobs(plans, constants, options);
  const modelCells = new Map(asked.flatMap(([paper]) => [...modelCellsOf(paper, options)]));
  const rows = asked.flatMap(([paper, table]) =>
    numbers(paper, table).map((number): ReproduceRow => {
      const at = addressText(number, options.papers);
      const { value, ...address } = number;
      const plan = plans.get(at);
      const base = { ...address, unit: unitOf(table, number), paperValue: value };
      if (plan !== undefined) {
        const key = keyOfJob(plan.job);
        const trials = entryOf(results, key, "run").map(({ measures }) => measures);
        return { ...base, ...answered(plan, number, trials, fitted.has(key), options, modelCells.get(at)) };
      }
      return { ...base, ...unanswered(number, accounted.get(at), options, modelCells.get(at)) };
    }),
  );
  return { rows, constants };
}

/** The runs that answer a number to which a constant was fitted: none of their measures is a prediction. */
function fittedJobs(
  plans: ReadonlyMap<string, Plan>,
  constants: readonly Constant[],
  { papers }: RunsOptions,
): ReadonlySet<string> {
  const known = new Set(papers.map(({ id }) => id));
  const aims = constants.flatMap(({ fittedTo: aim }) =>
    typeof aim === "string" || !known.has(aim.paper) ? [] : [aim],
  );
  const hit = present(aims, (aim) => plans.get(addressText(aim, papers)));
  return new Set(hit.map((plan) => keyOfJob(plan.job)));
}

function askedTables({ papers, paper, table }: RunsOptions): readonly (readonly [Paper, Table])[] {
  const inPapers = papers.filter((p) => paper === undefined || p.id === paper);
  if (inPapers.length === 0)
    throw absent(
      "paper",
      paper,
      papers.map((p) => p.id),
    );
  const all = inPapers.flatMap((p) => p.tables.map((t): readonly [Paper, Table] => [p, t]));
  const asked = all.filter(([, t]) => table === undefined || t.id === table);
  if (asked.length === 0)
    throw absent(
      "table",
      table,
      all.map(([, t]) => t.id),
    );
  return asked;
}

const absent = (what: string, id: string | undefined, known: readonly string[]): RangeError =>
  new RangeError(`reproduce: there is no ${what} "${id}"; there is ${known.join(", ")}.`);

/** The numbers of a table that an experiment answers, each with its run. */
function* plansFor(paper: Paper, table: Table, options: RunsOptions): Generator<[string, Plan]> {
  const seen = new Map<string, string>();
  for (const experiment of options.experiments.filter((e) => e.paper === paper.id)) {
    for (const answer of experiment.answers) {
      for (const number of numbers(paper, table).filter((cell) => speaksOf(answer, cell))) {
        const at = addressText(number, options.papers);
        const before = seen.get(at);
        if (before !== undefined) throw new RangeError(`${at}: ${before} and ${experiment.id} answer it; want one.`);
        seen.set(at, experiment.id);
        yield [at, { answer, job: jobFor(experiment, answer, number, options) }];
      }
    }
  }
}

function jobFor(experiment: Experiment, answer: Answer, { row }: CellAddress, options: RunsOptions): Job {
  const set = { ...settingsFor({ experiment, answer }, row), ...overrideFor(experiment, options) };
  const where = `${experiment.id} answers ${answer.table} ${JSON.stringify(row)}`;
  const { compute, faults = [] } = answer;
  const computes = compute === undefined ? null : { ...answer, compute };
  return { experiment, parameters: checkedParameters(experiment, set, where), faults, computes };
}

function overrideFor(experiment: Experiment, { override = {} }: RunsOptions): ParamValues {
  return Object.fromEntries(Object.entries(override).filter(([key]) => Object.hasOwn(experiment.params, key)));
}

const runKey = ({ experiment, parameters, faults }: Pick<Job, "experiment" | "parameters" | "faults">): string =>
  [
    experiment.id,
    ...Object.keys(parameters)
      .toSorted()
      .map((key) => `${key}=${parameters[key]}`),
    ...faults.map((fault) => `fault ${fault}`),
  ].join(" ");

const keyOfJob = (job: Job): string => {
  const { computes } = job;
  const what = computes === null ? "" : `${computes.table} ${computes.column} ${JSON.stringify(computes.only ?? {})} `;
  return `${what}${runKey(job)}`;
};

type Measures = Readonly<Record<string, Measure>>;

/** What a job comes to. */
interface Result {
  readonly measures: Measures;
  readonly constants: readonly Constant[];
  readonly draws: number; // random numbers; without any, all trials are one
}

/** The parts of a run that are kept: the traces of many runs would not fit in memory. */
interface KeptRun extends Result {
  readonly hash: string;
}

/**
 * Makes and keeps every n-th run that a report needs, from the i-th of them on: several processes that share what they
 * keep make a report sooner.
 * @param share i from 1 to n
 */
export function keepRuns(
  options: RunsOptions & Required<Pick<RunsOptions, "remember">>,
  share: { readonly index: number; readonly count: number },
): void {
  const asked = askedTables(options);
  const plans = new Map(asked.flatMap(([paper, table]) => [...plansFor(paper, table, options)]));
  const distinct = [...new Map([...plans.values()].map(({ job }) => [keyOfJob(job), job])).values()];
  const ours = distinct.filter((_, at) => at % share.count === share.index - 1);
  runAll(ours, options);
}

/** Runs each job once a trial, however many cells it answers; once where it draws no random number. */
function runAll(jobs: readonly Job[], options: RunsOptions): ReadonlyMap<string, readonly Result[]> {
  const trials = options.trials ?? TRIALS;
  const distinct = new Map(jobs.map((job) => [keyOfJob(job), job]));
  const results = new Map<string, readonly Result[]>();
  let done = 0;
  for (const [key, job] of distinct) {
    const runs: Result[] = [];
    for (let seed = 1; seed <= trials; seed++) {
      options.onProgress?.({ done: done++, total: distinct.size * trials, what: key });
      const [first] = runs;
      const isSame = first?.draws === 0;
      runs.push(isSame ? first : runJob(job, seed, options));
    }
    results.set(key, runs);
  }
  return results;
}

const runJob = (job: Job, seed: number, options: RunsOptions): Result =>
  job.computes === null ? runOnce(job, job.parameters, seed, options) : computed(job, job.computes, seed, options);

function runOnce(job: Job, parameters: ParamValues, seed: number, { remember, onRun }: RunsOptions): Result {
  const { experiment, faults } = job;
  const make = (): KeptRun => {
    const { measures, trace, draws } = experiment.run(parameters, seed, faults, { keep: { calls: 1 } });
    return { measures, constants: fittedIn(trace, experiment.id), draws, hash: trace.hash };
  };
  const key = `reproduce ${runKey({ ...job, parameters })} seed ${seed}`;
  const result = remember === undefined ? make() : remember(key, make);
  onRun?.({ experiment, parameters, seed, faults, hash: result.hash, measures: result.measures });
  return result;
}

/** Computes the number of an answer, from as many runs as it asks for; it stands in the place of the measure. */
function computed(job: Job, { compute, measure }: Computed, seed: number, options: RunsOptions): Result {
  const constants: Constant[] = [];
  let draws = 0;
  const ask = (set: ParamValues): number | null => {
    const parameters = checkedParameters(job.experiment, { ...job.parameters, ...set }, `${job.experiment.id} asks`);
    const result = runOnce(job, parameters, seed, options);
    constants.push(...result.constants);
    draws += result.draws;
    const value = result.measures[measure]?.value;
    return typeof value === "number" ? value : null;
  };
  const value = compute(ask);
  return { measures: { [measure]: { value, unit: "" } }, constants, draws };
}

type Filled = Pick<ReproduceRow, "model" | "simulated" | "low" | "high" | "kind" | "note">;

function answered(
  plan: Plan,
  at: CellAddress,
  trials: readonly Measures[],
  fitted: boolean,
  options: ReproduceOptions,
  cell: ModelCell | undefined,
): Filled {
  const { answer, job } = plan;
  const scale = answer.scale ?? 1;
  const model = modelOf(plan, options) ?? cellModel(at, cell, options);
  const values = trials.map((measures) => measures[answer.measure]?.value);
  const use = role(at, options.papers);
  const kind = use !== "result" ? use : fitted ? "calibrated" : kindOf(answer, at.row);
  const notes = [typeof answer.note === "function" ? answer.note(at.row) : answer.note, model.note];
  if (!values.every((value) => typeof value === "number")) {
    const none = `simulation: ${job.experiment.id} gives no number for ${answer.measure}`;
    return { model: model.value, simulated: null, low: null, high: null, kind, note: join(...notes, none) };
  }
  const { least, largest } = rangeOf(namedIn(job.experiment.measures, answer.measure, "measure"), job.parameters);
  const range = { least: least * scale, largest: largest * scale };
  const { mean, low, high } = interval95(
    values.map((value) => value * scale),
    range,
  );
  return { model: model.value, simulated: mean, low, high, kind, note: join(...notes) };
}

/** The prediction of the paper's model for the measure that answers; null where it has none. */
function modelOf({ answer, job }: Plan, { models }: ReproduceOptions): ModelValue | null {
  const link = modelFor(job.experiment, answer.measure, job.parameters);
  if (link === undefined || job.computes !== null) return null;
  const scale = link.scale * (answer.scale ?? 1);
  return modelValue(() => models(link.paper, link.function, link.arguments(job.parameters)) * scale);
}

/** Without named rows the answer's kind holds for the whole column; else only the named rows are calibrated. */
function kindOf(answer: Answer, row: RowKey): CellKind {
  const fitted = answer.calibrated?.some((want) => Object.entries(want).every(([key, value]) => row[key] === value));
  return (fitted ?? answer.kind === "calibrated") ? "calibrated" : "predicted";
}

/** A number that no experiment answers as a measure: by the model alone, by a traced call, or not at all. */
function unanswered(
  at: CellAddress,
  traced: AccountedCell | undefined,
  options: ReproduceOptions,
  cell: ModelCell | undefined,
): Filled {
  const model = cellModel(at, cell, options);
  const use = role(at, options.papers);
  const simulated = traced?.value ?? null;
  const kind = use !== "result" ? use : simulated === null ? "unsimulated" : "predicted";
  return { model: model.value, simulated, low: null, high: null, kind, note: join(traced?.note, model.note) };
}

/** The cells that a paper's model gives by itself, by their addresses. */
const modelCellsOf = (paper: Paper, { papers }: RunsOptions): ReadonlyMap<string, ModelCell> =>
  new Map(paper.modelCells.map((cell) => [addressText({ ...cell, paper: paper.id }, papers), cell]));

/** What the model says of a cell by itself. */
function cellModel({ paper }: CellAddress, cell: ModelCell | undefined, { models }: ReproduceOptions): ModelValue {
  if (cell === undefined) return NO_MODEL;
  const found = modelValue(() => models(paper, cell.function, cell.arguments));
  return { ...found, note: join(cell.alone, found.note) };
}

interface ModelValue {
  readonly value: number | null;
  readonly note: string;
}

const NO_MODEL: ModelValue = { value: null, note: "" };

function modelValue(call: () => number): ModelValue {
  try {
    return { value: call(), note: "" };
  } catch (error) {
    return { value: null, note: `model: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The accounts that answer any of the asked-for tables. */
function accountsOf(asked: readonly (readonly [Paper, Table])[], options: ReproduceOptions): readonly Accounted[] {
  return options.accounts.flatMap((account) => {
    const wanted = asked.find(([paper, table]) => paper.id === account.paper && account.tables.includes(table.id));
    return wanted === undefined ? [] : [makeAccount(account, wanted[0], options.experiments)];
  });
}

function unitOf(table: Table, at: CellAddress): string {
  const column = table.columns.find((c) => c.key === at.column);
  if (column === undefined) throw new Error(`${at.paper} ${at.table} has no column "${at.column}".`);
  if (table.unitColumn === undefined) return column.unit ?? "";
  const row = table.rows.find((r) => JSON.stringify(keyOf(table, r)) === JSON.stringify(at.row));
  if (row === undefined) throw new Error(`${at.paper} ${at.table} has no row ${JSON.stringify(at.row)}.`);
  return String(namedIn(row, table.unitColumn, "column"));
}

const join = (...notes: readonly (string | undefined)[]): string => notes.filter(Boolean).join("; ");
