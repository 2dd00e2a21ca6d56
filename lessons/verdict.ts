/** Whether a committed prediction holds the truth, and how far it misses. */
import { itemAt } from "../engine/kernel/reads.ts";
import { table } from "../engine/papers/lookup.ts";
import { crossingOf, isHit, judgeCurve } from "./curve.ts";
import type { Crossing, CurvePoint, FeatureVerdict } from "./curve.ts";
import { evaluate } from "./expression.ts";
import { paperFor } from "./named.ts";
import { numberNamed, valueOf } from "./numbers.ts";
import type { CrossingMiss, CrossingPrediction, CurvePrediction, Lesson } from "./types.ts";
import type { NumberPrediction, Option, Prediction } from "./types.ts";

/** The ends between which the reader is 80 % sure that the true value lies. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

type Estimate = Extract<Committed, { readonly kind: "number" }>;

/** The answer that the reader committed. */
export type Committed =
  | { readonly kind: "none" } // "No idea"
  | { readonly kind: "choice"; readonly option: string }
  | { readonly kind: "number"; readonly value: number; readonly interval: Interval | null }
  | { readonly kind: "curve"; readonly ys: readonly number[] }
  | { readonly kind: "crossing"; readonly curves: readonly (readonly number[])[] };

/** The truth of a number prediction, in the prediction's unit; of two curves, where they cross. */
export const truthOf = (lesson: Lesson, prediction: NumberPrediction | CrossingPrediction): number => {
  const number = lesson.numbers[prediction.truth];
  if (number === undefined) throw new RangeError(`${lesson.slug}: prediction ${prediction.id} has no truth.`);
  return valueOf(lesson.paper, number, lesson.numbers);
};

/** The published curve of a curve prediction. */
export function truthCurve(given: string | null, { id, truth }: CurvePrediction): readonly CurvePoint[] {
  const paper = paperFor(given, `the curve of prediction "${id}"`);
  const { only = {}, at } = truth;
  const t = table(paper, truth.table);
  const key = t.keys.find((one) => !Object.hasOwn(only, one));
  if (key === undefined) throw new RangeError(`${paper} ${truth.table}: no key column is left for the x axis.`);
  const rows = t.rows.filter((row) => Object.entries(only).every(([name, value]) => row[name] === value));
  return rows.flatMap((row) => {
    const [x, y] = [row[key], row[truth.column]];
    return typeof x === "number" && typeof y === "number" && at.includes(x) ? [{ x, y }] : [];
  });
}

/** The features of a drawn curve beside the published ones. Throws RangeError for fewer points than that has. */
export function judgedCurve(
  paper: string | null,
  prediction: CurvePrediction,
  ys: readonly number[],
): readonly FeatureVerdict[] {
  const truth = truthCurve(paper, prediction);
  return judgeCurve(
    truth.map(({ x }, i) => ({ x, y: itemAt(ys, i, "point of the curve") })),
    truth,
  );
}

/** The crossing of the two curves that the reader drew. Throws RangeError for curves with fewer points than x has. */
export function drawnCrossing({ x }: CrossingPrediction, curves: readonly (readonly number[])[]): Crossing | null {
  const points = (curve: number): readonly CurvePoint[] => {
    const ys = itemAt(curves, curve, "curve");
    return x.values.map((at, i) => ({ x: at, y: itemAt(ys, i, "point of the curve") }));
  };
  return crossingOf(points(0), points(1));
}

/** The miss of two drawn curves; null where they cross at the right place. */
export function crossingMiss(
  lesson: Lesson,
  prediction: CrossingPrediction,
  curves: readonly (readonly number[])[],
): CrossingMiss | null {
  const found = drawnCrossing(prediction, curves);
  if (found === null) return "other";
  if ("ahead" in found) return found.ahead;
  const off = found.at - truthOf(lesson, prediction);
  return Math.abs(off) <= prediction.tolerance ? null : off < 0 ? "early" : "late";
}

const isBetween = ({ low, high }: Interval, value: number): boolean => low <= value && value <= high;

/** Whether the interval that the reader bet on holds a value; null where there was no bet. */
export const catches = ({ interval }: Estimate, value: number): boolean | null =>
  interval === null ? null : isBetween(interval, value);

/** The answers that the wrong beliefs of a question give, in its unit. */
export const wrongNumbers = ({ paper, numbers }: Lesson, { beliefs }: NumberPrediction): readonly number[] =>
  beliefs.map(({ gives }) => evaluate(gives, (name) => valueOf(paper, numberNamed(numbers, name), numbers)));

/**
 * Whether an answer is a value: its guess is as near as the question wants. Or an estimate’s interval holds the value,
 * and nothing that a wrong belief gives: an interval that holds both says neither.
 */
function meets(lesson: Lesson, prediction: NumberPrediction, answer: Estimate, value: number): boolean {
  const { near } = prediction;
  if (Math.abs(answer.value - value) <= near) return true;
  const { interval } = answer;
  if (near === 0 || interval === null || !isBetween(interval, value)) return false;
  return !wrongNumbers(lesson, prediction).some((belief) => isBetween(interval, belief));
}

export function isRight(lesson: Lesson, prediction: Prediction, answer: Committed): boolean {
  if (prediction.kind === "choice") {
    return answer.kind === "choice" && chosen(prediction.options, answer.option)?.right === true;
  }
  if (prediction.kind === "number") {
    if (answer.kind !== "number") return false;
    return (
      meets(lesson, prediction, answer, truthOf(lesson, prediction)) ||
      otherReading(lesson, prediction, answer) !== null
    );
  }
  if (prediction.kind === "crossing") {
    return answer.kind === "crossing" && crossingMiss(lesson, prediction, answer.curves) === null;
  }
  return answer.kind === "curve" && isHit(judgedCurve(lesson.paper, prediction, answer.ys));
}

/** Another right reading of the question, whose number the answer holds; null for none, or where it holds the truth. */
export function otherReading(
  lesson: Lesson,
  prediction: NumberPrediction,
  answer: Estimate,
): NonNullable<NumberPrediction["alsoRight"]>[number] | null {
  const truth = truthOf(lesson, prediction);
  const holdsTruth = meets(lesson, prediction, answer, truth);
  if (holdsTruth && answer.interval !== null) return null;
  const held = prediction.alsoRight?.find(({ number }) => {
    const value = valueOf(lesson.paper, numberNamed(lesson.numbers, number), lesson.numbers);
    // A guess alone may be near both: then it means the nearer one.
    const isNearer = !holdsTruth || Math.abs(answer.value - value) < Math.abs(answer.value - truth);
    return isNearer && meets(lesson, prediction, answer, value);
  });
  return held ?? null;
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
