/**
 * The reproduction with its addresses: each published number beside the model's and the simulation's, and for each of
 * those the call or the runs that it came from. Made when the site is built, and again in a worker when a reader asks.
 */
import { answerTo, settingsFor } from "../../engine/experiments/answering.ts";
import { changedParameters, withDefaults } from "../../engine/experiments/settings.ts";
import type { Answered } from "../../engine/experiments/answering.ts";
import { fastestCall } from "../../engine/experiments/accounts.ts";
import type { Account, TracedCall } from "../../engine/experiments/accounts.ts";
import { reproduce } from "../../engine/experiments/reproduce.ts";
import type { ReproduceOptions, ReproduceRow, RunBehind } from "../../engine/experiments/reproduce.ts";
import type { Constant, Experiment, ParamValues, Run } from "../../engine/experiments/types.ts";
import { addressText } from "../../engine/papers/lookup.ts";
import type { ModelArguments, Paper } from "../../engine/papers/types.ts";
import { modelCallOf } from "./provenance.ts";
import { gather, listUnder } from "../../engine/kernel/tally.ts";

/** A run that stands behind a number. */
export interface RunFact {
  readonly experiment: string;
  readonly parameters: ParamValues; // those that differ from the experiment's defaults
  readonly seed: number;
  readonly faults: readonly string[]; // lines of the fault script
  readonly hash: string; // of its trace: 16 hexadecimal digits
}

/** The call of model.py behind a number. `value` is in `unit`; times `scale` it is in the cell's unit. */
export interface ModelFact {
  readonly function: string;
  readonly arguments: ModelArguments;
  readonly value: number;
  readonly unit: string;
  readonly scale: number;
}

/** A published number with its answers and where they come from. */
export interface CellFact extends ReproduceRow {
  readonly call: ModelFact | null;
  /** The measure that answers, that measure of several runs, a call's steps, or nothing. */
  readonly by: "measure" | "measures" | "steps" | null;
  readonly measure: string | null; // its name in the experiment's table
  readonly runs: readonly number[]; // places in `Reproduction.runs`
}

export interface Reproduction {
  readonly version: string; // of the engine
  readonly trials: number;
  readonly cells: readonly CellFact[];
  readonly constants: readonly Constant[];
  readonly runs: readonly RunFact[];
}

/** The part of the reproduction that one paper's pages show: its own numbers, and their sources. */
export interface PaperReproduction extends Reproduction {
  /** Of each experiment behind its numbers, by id: what the simulation leaves out, and why it misses. */
  readonly notes: Readonly<Record<string, readonly string[]>>;
}

type Taken = "accounts" | "experiments" | "papers" | "models" | "paper" | "table" | "onProgress" | "remember";

interface ReproductionOptions extends Pick<ReproduceOptions, Taken> {
  readonly version: string;
  readonly trials: number;
}

/** A run as it was made. The trace is kept only where an account reads it. */
interface Recorded extends RunBehind {
  readonly whole: Run | null;
}

type Asked = Pick<Recorded, "parameters" | "seed" | "faults">;

const keyOf = (experiment: string, { parameters, seed, faults }: Asked): string =>
  JSON.stringify([experiment, Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)), seed, faults]);

/** The experiments, writing down every whole run that is asked of them, as accounts do. */
function recording(experiments: readonly Experiment[], runs: Recorded[]): readonly Experiment[] {
  return experiments.map((experiment) => ({
    ...experiment,
    run: (parameters, seed, faults, options) => {
      const run = experiment.run(parameters, seed, faults, options);
      const { traceHash: hash, measures } = run;
      if (options.keep === "all") runs.push({ experiment, parameters, seed, faults, hash, measures, whole: run });
      return run;
    },
  }));
}

/** The call with every step twice as long. A number that changes with it was read off that call. */
const slower = (call: TracedCall): TracedCall => ({
  steps: call.steps.map((step) => ({ ...step, nanos: step.nanos * 2 })),
  waited: call.waited * 2,
  took: call.took * 2,
});

/**
 * For each cell that an account answers, the runs whose calls it was read off.
 * @param whole the account's runs, in the order of its calls
 */
function runsBehind(account: Account, paper: Paper, whole: readonly Recorded[]): ReadonlyMap<string, Recorded[]> {
  const names = Object.keys(account.calls);
  const traced = Object.fromEntries(
    names.flatMap((name, i) => {
      const run = whole[i]?.whole;
      return run === undefined || run === null ? [] : [[name, fastestCall(run.trace)]];
    }),
  );
  const behind = new Map<string, Recorded[]>();
  if (Object.keys(traced).length < names.length) return behind; // an experiment of the account was not given
  const base = account.answer(paper, traced);
  names.forEach((name, i) => {
    const [call, run] = [traced[name], whole[i]];
    if (call === undefined || run === undefined) return;
    account.answer(paper, { ...traced, [name]: slower(call) }).forEach(({ at, value }, place) => {
      if (value === base[place]?.value) return;
      gather(behind, addressText(at, [paper]), run);
    });
  });
  return behind;
}

/** The runs from which the accounts of the asked tables were read, by cell. */
function accountRuns(
  accounts: readonly Account[],
  papers: readonly Paper[],
  recorded: readonly Recorded[],
): ReadonlyMap<string, Recorded[]> {
  const whole = recorded.filter((run) => run.whole !== null);
  const all = new Map<string, Recorded[]>();
  let next = 0;
  for (const account of accounts) {
    const paper = papers.find((p) => p.id === account.paper);
    const count = Object.keys(account.calls).length;
    if (paper === undefined) continue;
    for (const [key, runs] of runsBehind(account, paper, whole.slice(next, next + count))) all.set(key, runs);
    next += count;
  }
  return all;
}

const FIRST_SEED = 1;

/** Throws RangeError where the paper or table is not there, or where a number's runs cannot be told. */
export function makeReproduction(options: ReproductionOptions): Reproduction {
  const { experiments, papers, trials, version } = options;
  const recorded: Recorded[] = [];
  const asked = papers
    .filter((p) => options.paper === undefined || p.id === options.paper)
    .flatMap((p) => p.tables.map((t) => ({ paper: p.id, table: t.id })))
    .filter((at) => options.table === undefined || at.table === options.table);
  const accounts = options.accounts.filter((a) =>
    asked.some((at) => at.paper === a.paper && a.tables.includes(at.table)),
  );
  const report = reproduce({
    ...options,
    accounts,
    experiments: recording(experiments, recorded),
    onRun: (run) => recorded.push({ ...run, whole: null }),
  });
  const behind = accountRuns(accounts, papers, recorded);
  const byKey = new Map(recorded.map((run) => [keyOf(run.experiment.id, run), run]));
  const used: Recorded[] = [];
  const place = (run: Recorded): number => {
    const known = used.indexOf(run);
    return known >= 0 ? known : used.push(run) - 1;
  };
  const cells = report.rows.map((row): CellFact => {
    const answer = answerTo(experiments, row);
    const call = modelFactOf(row, options);
    if (answer !== null) {
      const made = Array.from({ length: trials }, (_, i) => runsAsked(answer, row, i + 1, byKey)).flat();
      const runs = [...new Set(made)];
      const { measure, compute } = answer.answer;
      return { ...row, call, by: compute === undefined ? "measure" : "measures", measure, runs: runs.map(place) };
    }
    const runs = row.simulated === null ? [] : listUnder(behind, addressText(row, papers));
    if (row.simulated !== null && runs.length === 0) throw lost(row);
    return { ...row, call, by: runs.length === 0 ? null : "steps", measure: null, runs: runs.map(place) };
  });
  const runs = used.map(({ experiment, parameters, seed, faults, hash }) => ({
    experiment: experiment.id,
    parameters: changedParameters(experiment, parameters),
    seed,
    faults,
    hash,
  }));
  return { version, trials, cells, constants: report.constants, runs };
}

/**
 * The runs of one trial whose measure answers a row: one, or all that its answer asks for to compute its number. A run
 * that draws no random number was made once, for all trials.
 */
function runsAsked(
  answered: Answered,
  row: ReproduceRow,
  seed: number,
  byKey: ReadonlyMap<string, Recorded>,
): readonly Recorded[] {
  const { experiment, answer } = answered;
  const parameters = withDefaults(answered.experiment, settingsFor(answered, row.row));
  const { faults = [] } = answer;
  const runs = new Set<Recorded>();
  const ask = (set: ParamValues): number | null => {
    const of = (trial: number): Recorded | undefined =>
      byKey.get(keyOf(experiment.id, { parameters: { ...parameters, ...set }, seed: trial, faults }));
    const run = of(seed) ?? of(FIRST_SEED);
    if (run === undefined) throw lost(row);
    runs.add(run);
    const value = run.measures[answer.measure]?.value;
    return typeof value === "number" ? value : null;
  };
  if (answer.compute === undefined) ask({});
  else answer.compute(ask);
  return [...runs];
}

const lost = (row: ReproduceRow): RangeError =>
  new RangeError(`${row.table} ${JSON.stringify(row.row)} ${row.column}: simulated by a run that cannot be told.`);

function modelFactOf(row: ReproduceRow, { experiments, papers, models }: ReproductionOptions): ModelFact | null {
  if (row.model === null) return null;
  const call = modelCallOf(experiments, papers, row);
  if (call === null) throw new RangeError(`${row.table} ${JSON.stringify(row.row)}: its model call cannot be told.`);
  const value = models(row.paper, call.function, call.arguments);
  if (value * call.scale !== row.model) throw new RangeError(`${call.function} does not give what ${row.table} shows.`);
  return { ...call, value };
}

/** One text for one call of a paper's model, however its arguments are ordered. */
export const modelKey = (paper: string, name: string, args: ModelArguments): string =>
  JSON.stringify([paper, name, Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The model's values that a reproduction holds: a worker without Python answers with these. */
export const modelValuesOf = ({ cells }: Reproduction): Readonly<Record<string, number>> =>
  Object.fromEntries(
    cells.flatMap(({ paper, call }) =>
      call === null ? [] : [[modelKey(paper, call.function, call.arguments), call.value]],
    ),
  );
