/** A prediction beside its truth as a picture of a few marks: where both stand, from 0 to 1. */
import { numberOf, scaleOf, shareOn, truthNumber } from "../../../lessons/hand-in/answer-scale.ts";
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";

/** A guess is null where it stands nowhere: of two curves that do not cross. */
export type GuessPicture =
  | { readonly kind: "choice"; readonly count: number; readonly truth: number; readonly guess: number | null }
  | { readonly kind: "scale"; readonly truth: number; readonly guess: number | null }
  | { readonly kind: "curve"; readonly truth: readonly number[]; readonly guess: readonly number[] };

/** @param answer the first that was committed */
export function pictureOf(lesson: Lesson, prediction: Prediction, answer: Committed): GuessPicture {
  if (prediction.kind === "choice") {
    const truth = prediction.options.findIndex(({ right }) => right === true);
    const guess = prediction.options.findIndex(({ id }) => answer.kind === "choice" && id === answer.option);
    return { kind: "choice", count: prediction.options.length, truth, guess: guess < 0 ? null : guess };
  }
  if (prediction.kind === "curve" && answer.kind === "curve") {
    const truth = truthCurve(lesson.paper, prediction).map(({ y }) => y);
    const most = Math.max(...truth, ...answer.ys, Number.MIN_VALUE);
    const shares = (some: readonly number[]): readonly number[] => some.map((y) => y / most);
    return { kind: "curve", truth: shares(truth), guess: shares(answer.ys) };
  }
  const scale = scaleOf(lesson, prediction);
  const number = numberOf(prediction, answer);
  const guess = number === null ? null : shareOn(scale, number);
  return { kind: "scale", truth: shareOn(scale, truthNumber(lesson, prediction)), guess };
}
