/** A prediction beside its truth as a picture of a few marks: where both stand, from 0 to 1. */
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import { drawnCrossing, truthCurve, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";

export type Picture =
  | { readonly kind: "choice"; readonly count: number; readonly truth: number; readonly guess: number | null }
  /** Null for a guess that stands nowhere: no idea, or two curves that do not cross. */
  | { readonly kind: "scale"; readonly truth: number; readonly guess: number | null }
  | { readonly kind: "curve"; readonly truth: readonly number[]; readonly guess: readonly number[] | null };

/** The share of a scale at which a value stands; values beyond stand at its ends. A logarithmic one begins above 0. */
export function shareOn(least: number, most: number, log: boolean, value: number): number {
  const at = (one: number): number => (log ? Math.log10(Math.max(one, most / 1e6)) : one);
  const from = at(least);
  const share = (at(value) - from) / (at(most) - from);
  return Math.min(1, Math.max(0, share));
}

/** The ends of a number’s scale: where the limits are far beyond all answers, a logarithmic one tells more. */
export function scaleOf(lesson: Lesson, prediction: Extract<Prediction, { readonly kind: "number" }>) {
  const { min, max, log } = prediction;
  const isLog = log === true || (min >= 0 && truthOf(lesson, prediction) < max / 20);
  return { least: isLog ? Math.max(min, max / 1e4) : min, most: max, log: isLog };
}

/** @param answer the first that was committed; null for none */
export function pictureOf(lesson: Lesson, prediction: Prediction, answer: Committed | null): Picture {
  switch (prediction.kind) {
    case "choice": {
      const place = (id: string): number => prediction.options.findIndex((one) => one.id === id);
      const guess = answer?.kind === "choice" ? place(answer.option) : null;
      const truth = prediction.options.findIndex(({ right }) => right === true);
      return { kind: "choice", count: prediction.options.length, truth, guess };
    }
    case "number": {
      const { least, most, log } = scaleOf(lesson, prediction);
      const at = (value: number): number => shareOn(least, most, log, value);
      const guess = answer?.kind === "number" ? at(answer.value) : null;
      return { kind: "scale", truth: at(truthOf(lesson, prediction)), guess };
    }
    case "crossing": {
      const { values } = prediction.x;
      const at = (value: number): number => shareOn(values[0] ?? 0, values.at(-1) ?? 1, false, value);
      const found = answer?.kind === "crossing" ? drawnCrossing(prediction, answer.curves) : null;
      const guess = found !== null && "at" in found ? at(found.at) : null;
      return { kind: "scale", truth: at(truthOf(lesson, prediction)), guess };
    }
    case "curve": {
      const truth = truthCurve(lesson.paper, prediction).map(({ y }) => y);
      const ys = answer?.kind === "curve" ? answer.ys : null;
      const most = Math.max(...truth, ...(ys ?? []), Number.MIN_VALUE);
      const shares = (some: readonly number[]): readonly number[] => some.map((y) => y / most);
      return { kind: "curve", truth: shares(truth), guess: ys === null ? null : shares(ys) };
    }
  }
}
