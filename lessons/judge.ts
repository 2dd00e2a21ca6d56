/**
 * Judges a checkpoint by running the engine afresh: every condition for every seed, and where the largest or least
 * value is asked for, also the neighbour, which must fail. Who calls brings the engine (a worker, or a test its own).
 */
import { withDefaults } from "../engine/experiments/settings.ts";
import type { Measure, ParamValue, ParamValues } from "../engine/experiments/types.ts";
import { namedIn } from "../engine/kernel/reads.ts";
import { experimentNamed } from "./named.ts";
import type { CheckpointPart, Condition, StageState } from "./types.ts";

export interface JudgeRun {
  readonly experiment: string;
  readonly parameters: ParamValues; // complete
  readonly seed: number;
  readonly faults: readonly string[];
  /** A search with at most so many faults gives the measure "violations"; left out: a run gives its measures. */
  readonly search?: number;
}

type Measures = Readonly<Record<string, Measure>>;
export type RunEngine = (run: JudgeRun) => Promise<Measures>;

/** One bound beside its value. */
export interface BoundResult {
  readonly condition: Condition;
  readonly seed: number;
  readonly value: number | string | null;
  readonly unit: string; // "times" for a ratio to another run
  readonly holds: boolean;
  /** What the measure is divided by, in its own unit; null for a measure by itself. */
  readonly divisor: number | null;
  /** The run that was measured, and for a ratio the one that it is measured against. */
  readonly run: JudgeRun;
  readonly base: JudgeRun | null;
}

export interface Judgement {
  readonly passed: boolean;
  readonly bounds: readonly BoundResult[];
  /** Null where no neighbour is asked about, or the bounds fail already. */
  readonly neighbour: { readonly param: string; readonly value: number; readonly fails: boolean } | null;
  /** Set where the reader changed another number of switches than is asked for. */
  readonly changes: { readonly wanted: number; readonly got: number } | null;
  /** Set where the reader has more fault lines than are allowed, or none. */
  readonly lines: { readonly most: number; readonly got: number } | null;
}

/** A reader submits the free parameters and the fault lines of the stage. */
export interface Attempt {
  readonly set: ParamValues; // others are left at their defaults
  readonly faults: readonly string[];
}

function complete(experiment: string, set: ParamValues): ParamValues {
  const found = experimentNamed(experiment);
  const known = Object.entries(set).filter(([key]) => Object.hasOwn(found.params, key));
  return withDefaults(found, Object.fromEntries(known));
}

function holds(test: Condition["test"], value: number | string | null, bound: number | string): boolean {
  if (test === "is") return value === bound;
  if (typeof value !== "number" || typeof bound !== "number") return false;
  return test === "at least" ? value >= bound : test === "at most" ? value <= bound : value < bound;
}

/** The reader's values moved by what the condition asks for. */
function moved({ experiment, beside = {} }: Condition, set: ParamValues): ParamValues {
  const { params } = experimentNamed(experiment);
  const entries = Object.entries(beside).map(([key, by]): [string, number] => {
    const param = params[key];
    const value = Number(set[key]) + by;
    return [key, param?.kind === "number" ? Math.min(param.max, Math.max(param.min, value)) : value];
  });
  return { ...set, ...Object.fromEntries(entries) };
}

/** The run that a ratio divides by; null for a measure by itself. */
function baseOf({ experiment, relative, over, set }: Condition, asked: JudgeRun): JudgeRun | null {
  if (over !== undefined) return { ...asked, parameters: complete(experiment, { ...asked.parameters, ...over }) };
  return relative === true ? { ...asked, parameters: complete(experiment, set ?? {}) } : null;
}

type Value = number | string | null;

const ratio = (value: Value, of: Value | undefined): number | null =>
  typeof value === "number" && typeof of === "number" && of !== 0 ? value / of : null;

async function bound(condition: Condition, attempt: Attempt, seed: number, run: RunEngine): Promise<BoundResult> {
  const { experiment, measure, per, search } = condition;
  const parameters = complete(experiment, { ...moved(condition, attempt.set), ...condition.set });
  const made = { experiment, parameters, seed, faults: attempt.faults };
  const asked = search === undefined ? made : { ...made, search };
  const measures = await run(asked);
  const own = measures[measure];
  const base = baseOf(condition, asked);
  const of = per !== undefined ? measures[per] : base === null ? undefined : (await run(base))[measure];
  const isRatio = per !== undefined || base !== null;
  const value = isRatio ? ratio(own?.value ?? null, of?.value) : (own?.value ?? null);
  const divisor = typeof of?.value === "number" ? of.value : null;
  const unit = base !== null ? "times" : per === undefined ? (own?.unit ?? "") : "";
  return {
    condition,
    seed,
    value,
    unit,
    divisor,
    holds: holds(condition.test, value, condition.bound),
    run: asked,
    base,
  };
}

async function bounds(part: CheckpointPart, attempt: Attempt, run: RunEngine): Promise<readonly BoundResult[]> {
  const results: BoundResult[] = [];
  for (const condition of part.conditions) {
    for (const seed of part.seeds) results.push(await bound(condition, attempt, seed, run));
  }
  return results;
}

const step = (value: ParamValue | undefined, by: number): number => Number((Number(value) + by).toFixed(6));

/** The value of a free parameter, or the end of its limits that it lies beyond. */
function withinLimits({ within }: CheckpointPart, key: string, value: ParamValue): ParamValue {
  const limits = within?.[key];
  if (limits === undefined || typeof value !== "number") return value;
  return Math.min(limits[1], Math.max(limits[0], value));
}

/** The free parameters of an attempt, complete and within their limits. */
function freeOf(part: CheckpointPart, { set }: Attempt): ParamValues {
  const { params } = experimentNamed(part.experiment);
  return Object.fromEntries(
    part.free.map((key) => [key, withinLimits(part, key, set[key] ?? namedIn(params, key, "parameter").default)]),
  );
}

/** What a part has before its reader does anything: the stage’s values where the step shows it, else defaults. */
export function asItStands({ experiment, set = {}, faults = [] }: StageState, part: CheckpointPart): Attempt {
  const isOfPart = experiment === part.experiment;
  const stage = complete(part.experiment, isOfPart ? set : {});
  const isShown = isOfPart && Object.entries(part.set ?? {}).every(([key, value]) => stage[key] === value);
  const values = { ...(isShown ? stage : complete(part.experiment, {})), ...part.begin };
  return {
    set: Object.fromEntries(part.free.map((key) => [key, namedIn(values, key, "parameter")])),
    faults: isShown && part.breaks !== undefined ? faults : [],
  };
}

/** The answer that the lesson gives to a part; without faults where there is nothing to break. */
export const solutionOf = ({ solution, breaks }: CheckpointPart): Attempt => ({
  set: solution,
  faults: breaks?.solution ?? [],
});

/** All that an attempt sets; its faults count only in a part that is to be broken. */
const givenOf = (part: CheckpointPart, attempt: Attempt): Attempt => ({
  set: { ...part.set, ...freeOf(part, attempt) },
  faults: part.breaks === undefined ? [] : attempt.faults,
});

/** The bounds as they are now, by the first seed alone: what is shown before anything is submitted. */
export const measureNow = (part: CheckpointPart, attempt: Attempt, run: RunEngine): Promise<readonly BoundResult[]> =>
  bounds({ ...part, seeds: part.seeds.slice(0, 1) }, givenOf(part, attempt), run);

/** So many of something an attempt has, and so many the part asks for, both ends included. */
export interface Count {
  readonly got: number;
  readonly least: number;
  readonly most: number;
  readonly holds: boolean;
}

const countOf = (got: number, least: number, most: number): Count => ({
  got,
  least,
  most,
  holds: got >= least && got <= most,
});

/** Counts that a part asks for beside its bounds: of changed free parameters, and of fault lines. */
export interface Counts {
  readonly changes: Count | null;
  readonly lines: Count | null;
}

export function countsOf(part: CheckpointPart, attempt: Attempt): Counts {
  const { changes, breaks, experiment } = part;
  const { params } = experimentNamed(experiment);
  const free = freeOf(part, attempt);
  const changed = part.free.filter((key) => free[key] !== params[key]?.default).length;
  return {
    changes: changes === undefined ? null : countOf(changed, changes, changes),
    lines: breaks === undefined ? null : countOf(attempt.faults.length, 1, breaks.most),
  };
}

/** Runs what was submitted. */
export async function judge(part: CheckpointPart, attempt: Attempt, run: RunEngine): Promise<Judgement> {
  const free = freeOf(part, attempt);
  const counts = countsOf(part, attempt);
  const changes = counts.changes?.holds === false ? { wanted: counts.changes.most, got: counts.changes.got } : null;
  const lines = counts.lines?.holds === false ? { most: counts.lines.most, got: counts.lines.got } : null;
  const given = givenOf(part, attempt);
  const results = await bounds(part, given, run);
  const hold = results.every((result) => result.holds);
  const isCounted = changes === null && lines === null;
  if (!hold || part.neighbour === undefined) {
    return { passed: hold && isCounted, bounds: results, neighbour: null, changes, lines };
  }
  const { param, by } = part.neighbour;
  const value = step(free[param], by);
  const beside = await bounds(part, { ...given, set: { ...given.set, [param]: value } }, run);
  const fails = beside.some((result) => !result.holds);
  return { passed: fails && isCounted, bounds: results, neighbour: { param, value, fails }, changes, lines };
}

/** The reply to an answer that fails for a known reason; undefined for other answers. */
export function nearReply(part: CheckpointPart, set: ParamValues, results: readonly BoundResult[]): string | undefined {
  const valueOf = (measure: string): Value | undefined =>
    results.find(({ condition }) => condition.measure === measure)?.value;
  return part.near?.find((near) =>
    "set" in near
      ? Object.entries(near.set).every(([key, value]) => set[key] === value)
      : Object.entries(near.measured).every(([measure, value]) => valueOf(measure) === value),
  )?.reply;
}
