/**
 * Judges a checkpoint by running the engine afresh: every condition for every seed, and where the largest or least
 * value is asked for, also the neighbour, which must fail. Who calls brings the engine (a worker, or a test its own).
 */
import { withDefaults } from "../engine/experiments/answering.ts";
import type { Measure, ParamValue, ParamValues } from "../engine/experiments/types.ts";
import { experimentNamed } from "./numbers.ts";
import type { CheckpointPart, Condition } from "./types.ts";

export interface JudgeRun {
  readonly experiment: string;
  readonly parameters: ParamValues; // complete
  readonly seed: number;
}

type Measures = Readonly<Record<string, Measure>>;
export type RunEngine = (run: JudgeRun) => Promise<Measures>;

/** One bound beside its value. */
export interface BoundResult {
  readonly condition: Condition;
  readonly seed: number;
  readonly value: number | string | null;
  readonly unit: string; // "times" for a ratio
  readonly holds: boolean;
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

/** What a ratio is measured against; null for a measure by itself. */
function baseOf({ experiment, relative, over, set }: Condition, asked: JudgeRun): JudgeRun | null {
  if (over !== undefined) return { ...asked, parameters: complete(experiment, { ...asked.parameters, ...over }) };
  return relative === true ? { ...asked, parameters: complete(experiment, set ?? {}) } : null;
}

async function bound(condition: Condition, set: ParamValues, seed: number, run: RunEngine): Promise<BoundResult> {
  const { experiment, measure } = condition;
  const parameters = complete(experiment, { ...moved(condition, set), ...condition.set });
  const asked = { experiment, parameters, seed };
  const own = (await run(asked))[measure];
  let value = own?.value ?? null;
  const base = baseOf(condition, asked);
  if (base !== null) {
    const before = (await run(base))[measure]?.value;
    value = typeof value === "number" && typeof before === "number" && before !== 0 ? value / before : null;
  }
  const unit = base === null ? (own?.unit ?? "") : "times";
  return { condition, seed, value, unit, holds: holds(condition.test, value, condition.bound), run: asked, base };
}

async function bounds(part: CheckpointPart, set: ParamValues, run: RunEngine): Promise<readonly BoundResult[]> {
  const results: BoundResult[] = [];
  for (const condition of part.conditions) {
    for (const seed of part.seeds) results.push(await bound(condition, set, seed, run));
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

/** @param set the free parameters as the reader has them; others are left at their defaults */
export async function judge(part: CheckpointPart, set: ParamValues, run: RunEngine): Promise<Judgement> {
  const { params } = experimentNamed(part.experiment);
  const free = Object.fromEntries(
    part.free.map((key) => [key, withinLimits(part, key, set[key] ?? params[key]?.default ?? 0)]),
  );
  const got = part.free.filter((key) => free[key] !== params[key]?.default).length;
  const wrongChanges = part.changes !== undefined && part.changes !== got;
  const changes = wrongChanges ? { wanted: part.changes ?? 0, got } : null;
  const given = { ...part.set, ...free };
  const results = await bounds(part, given, run);
  const hold = results.every((result) => result.holds);
  if (!hold || part.neighbour === undefined) {
    return { passed: hold && changes === null, bounds: results, neighbour: null, changes };
  }
  const { param, by } = part.neighbour;
  const value = step(free[param], by);
  const beside = await bounds(part, { ...given, [param]: value }, run);
  const fails = beside.some((result) => !result.holds);
  return { passed: fails && changes === null, bounds: results, neighbour: { param, value, fails }, changes };
}

/** What is said beside an answer that fails for a known reason; undefined where there is nothing to say. */
export function nearReply(part: CheckpointPart, set: ParamValues): string | undefined {
  return part.near?.find((near) => Object.entries(near.set).every(([key, value]) => set[key] === value))?.reply;
}
