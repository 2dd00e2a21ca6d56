/**
 * Judges a checkpoint by running the engine afresh: every condition for every seed, and where the largest or least
 * value is asked for, also the neighbour, which must fail. Who calls brings the engine (a worker, or a test its own).
 */
import type { Measure, ParamValue, ParamValues } from "../engine/experiments/types.ts";
import { experimentNamed } from "./numbers.ts";
import type { CheckpointPart, Condition } from "./types.ts";

export interface JudgeRun {
  readonly experiment: string;
  readonly parameters: ParamValues; // complete
  readonly seed: number;
}

export type Measures = Readonly<Record<string, Measure>>;
export type RunEngine = (run: JudgeRun) => Promise<Measures>;

/** One bound beside its value. */
export interface BoundResult {
  readonly condition: Condition;
  readonly seed: number;
  readonly value: number | string | null;
  readonly unit: string; // "times" for a ratio
  readonly holds: boolean;
}

export interface Judgement {
  readonly passed: boolean;
  readonly bounds: readonly BoundResult[];
  /** Null where no neighbour is asked about, or the bounds fail already. */
  readonly neighbour: { readonly param: string; readonly value: number; readonly fails: boolean } | null;
  /** Set where the reader changed another number of switches than is asked for. */
  readonly changes: { readonly wanted: number; readonly got: number } | null;
}

function complete(experiment: string, set: ParamValues): ParamValues {
  const { params } = experimentNamed(experiment);
  const known = Object.entries(set).filter(([key]) => Object.hasOwn(params, key));
  const defaults = Object.entries(params).map(([key, param]) => [key, param.default]);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(known) } as ParamValues;
}

function holds(test: Condition["test"], value: number | string | null, bound: number | string): boolean {
  if (test === "is") return value === bound;
  if (typeof value !== "number" || typeof bound !== "number") return false;
  return test === "at least" ? value >= bound : test === "at most" ? value <= bound : value < bound;
}

async function bound(condition: Condition, set: ParamValues, seed: number, run: RunEngine): Promise<BoundResult> {
  const { experiment, measure, relative } = condition;
  const measures = await run({ experiment, parameters: complete(experiment, { ...set, ...condition.set }), seed });
  const own = measures[measure];
  let value = own?.value ?? null;
  if (relative === true) {
    const base = await run({ experiment, parameters: complete(experiment, condition.set ?? {}), seed });
    const before = base[measure]?.value;
    value = typeof value === "number" && typeof before === "number" && before !== 0 ? value / before : null;
  }
  const unit = relative === true ? "times" : (own?.unit ?? "");
  return { condition, seed, value, unit, holds: holds(condition.test, value, condition.bound) };
}

async function bounds(part: CheckpointPart, set: ParamValues, run: RunEngine): Promise<readonly BoundResult[]> {
  const results: BoundResult[] = [];
  for (const condition of part.conditions) {
    for (const seed of part.seeds) results.push(await bound(condition, set, seed, run));
  }
  return results;
}

const step = (value: ParamValue | undefined, by: number): number => Number((Number(value) + by).toFixed(6));

/** @param set the free parameters as the reader has them; others are left at their defaults */
export async function judge(part: CheckpointPart, set: ParamValues, run: RunEngine): Promise<Judgement> {
  const { params } = experimentNamed(part.experiment);
  const free = Object.fromEntries(part.free.map((key) => [key, set[key] ?? params[key]?.default ?? 0]));
  const got = part.free.filter((key) => free[key] !== params[key]?.default).length;
  const wrongChanges = part.changes !== undefined && part.changes !== got;
  const changes = wrongChanges ? { wanted: part.changes ?? 0, got } : null;
  const results = await bounds(part, free, run);
  const hold = results.every((result) => result.holds);
  if (!hold || part.neighbour === undefined) {
    return { passed: hold && changes === null, bounds: results, neighbour: null, changes };
  }
  const { param, by } = part.neighbour;
  const value = step(free[param], by);
  const beside = await bounds(part, { ...free, [param]: value }, run);
  const fails = beside.some((result) => !result.holds);
  return { passed: fails && changes === null, bounds: results, neighbour: { param, value, fails }, changes };
}

/** What is said beside an answer that fails for a known reason; undefined where there is nothing to say. */
export function nearReply(part: CheckpointPart, set: ParamValues): string | undefined {
  return part.near?.find((near) => Object.entries(near.set).every(([key, value]) => set[key] === value))?.reply;
}
