/** What the stage shows of a part of a checkpoint: the first goal that is missed, and a limit on the timeline. */
import { namedIn } from "../../../engine/kernel/reads.ts";
import type { BoundResult } from "../../../lessons/judge.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { CheckpointPart } from "../../../lessons/types.ts";
import { speedText } from "../../words/times.ts";
import type { GoalLimit, Goals } from "../context.ts";
import { boundText, goalText } from "../../words/bound-text.ts";

const NANOS: Readonly<Record<string, number>> = { us: 1e3, ms: 1e6, s: 1e9 };

/** The limit of a condition whose measure is a place on the timeline; null for others. */
export function limitOf({ set }: CheckpointPart, result: BoundResult): GoalLimit | null {
  const { condition, unit, divisor, base } = result;
  const { from, test, bound, experiment, measure, per } = condition;
  if (from === undefined || typeof bound !== "number") return null;
  const nanosEach = NANOS[namedIn(experimentNamed(experiment).measures, measure, "measure").unit];
  if (nanosEach === undefined) return null;
  const isRatio = per !== undefined || base !== null;
  if (isRatio && divisor === null) return null;
  const nanos = bound * (divisor ?? 1) * nanosEach;
  const words = isRatio ? `goal: ${test} ${speedText(nanos)}` : `goal: ${goalText(condition, unit)}`;
  const misses = test === "at least" ? "before" : "after";
  return { experiment, set: { ...set, ...condition.set }, from, nanos, misses, words };
}

/**
 * @param results of the part, in the order of its conditions; one at least
 * @param plain makes a text of a lesson plain
 */
export function goalsOf(
  part: CheckpointPart,
  results: readonly BoundResult[],
  isOld: boolean,
  plain: (prose: string) => string,
): Goals | null {
  const first = results.find(({ holds }) => !holds) ?? results[0];
  if (first === undefined) return null;
  const { condition, value, unit, holds } = first;
  return {
    says: plain(condition.says),
    now: boundText(value, unit),
    goal: goalText(condition, unit),
    holds,
    isOld,
    limit: results.map((result) => limitOf(part, result)).find((limit) => limit !== null) ?? null,
  };
}
