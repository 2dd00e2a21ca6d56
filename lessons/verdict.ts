/** Whether a committed prediction holds the truth, and how far it misses. */
import { table } from "../engine/papers/index.ts";
import { isHit, judgeCurve } from "./curve.ts";
import type { CurvePoint, FeatureVerdict } from "./curve.ts";
import { valueOf } from "./numbers.ts";
import type { CurvePrediction, Lesson, NumberPrediction, Option, Prediction } from "./types.ts";

/** What the reader committed. */
export type Committed =
  | { readonly kind: "none" } // "No idea"
  | { readonly kind: "choice"; readonly option: string }
  | { readonly kind: "number"; readonly value: number; readonly low: number; readonly high: number }
  | { readonly kind: "curve"; readonly ys: readonly number[] };

/** The truth of a number prediction, in the prediction's unit. */
export const truthOf = (lesson: Lesson, prediction: NumberPrediction): number => {
  const number = lesson.numbers[prediction.truth];
  if (number === undefined) throw new RangeError(`${lesson.slug}: prediction ${prediction.id} has no truth.`);
  return valueOf(lesson.paper, number, lesson.numbers);
};

/** The published curve of a curve prediction, over the sweep's values. */
export function truthCurve(paper: string, { truth }: CurvePrediction): readonly CurvePoint[] {
  const t = table(paper, truth.table);
  const key = t.keys[0] ?? "";
  return t.rows.flatMap((row) => {
    const [x, y] = [row[key], row[truth.column]];
    return typeof x === "number" && typeof y === "number" ? [{ x, y }] : [];
  });
}

export function judgedCurve(
  paper: string,
  prediction: CurvePrediction,
  ys: readonly number[],
): readonly FeatureVerdict[] {
  const truth = truthCurve(paper, prediction);
  return judgeCurve(
    truth.map(({ x }, i) => ({ x, y: ys[i] ?? 0 })),
    truth,
  );
}

export function isRight(lesson: Lesson, prediction: Prediction, answer: Committed): boolean {
  if (prediction.kind === "choice") {
    return answer.kind === "choice" && chosen(prediction.options, answer.option)?.right === true;
  }
  if (prediction.kind === "number") {
    const truth = truthOf(lesson, prediction);
    return answer.kind === "number" && answer.low <= truth && truth <= answer.high;
  }
  return answer.kind === "curve" && isHit(judgedCurve(lesson.paper, prediction, answer.ys));
}

export const chosen = (options: readonly Option[], id: string): Option | undefined =>
  options.find((one) => one.id === id);

/** "3 times too high", "10 % too low": a miss as factor and direction. */
export function missText(value: number, truth: number): string {
  if (value === truth) return "exact";
  const high = value > truth;
  const factor = high ? value / truth : truth / value;
  const direction = high ? "too high" : "too low";
  if (!Number.isFinite(factor)) return direction;
  if (factor < 1.5) return `${Math.round((factor - 1) * 100)}\u202f% ${direction}`;
  return `${factor < 10 ? Number(factor.toFixed(1)) : Math.round(factor).toLocaleString("en-US")} times ${direction}`;
}
