/**
 * Checks a number question: its axis can be drawn, each wrong belief that it lists gives a number, and no answer that
 * says it is right.
 */
import type { Lesson, NumberPrediction } from "./types.ts";
import { wrongNumbers, isRight, truthOf } from "./verdict.ts";
import type { Committed } from "./verdict.ts";

const LEAST = 3;

/** A number as readers write it down: whole, and with two and three digits. */
const written = (value: number): readonly number[] => [
  ...new Set([value, Math.round(value), Number(value.toPrecision(2)), Number(value.toPrecision(3))]),
];

/** Answers that say a number: by itself, with a bet close to it, and with a bet that holds the truth, too. */
export function answersSaying(value: number, truth: number): readonly Committed[] {
  const [low, high] = [Math.min(value, truth), Math.max(value, truth)];
  return written(value).flatMap((said): readonly Committed[] =>
    [
      null,
      { low: said * 0.99, high: said * 1.01 },
      { low: Math.min(low, said), high: Math.max(high, said) },
      { low: 0, high: 2 * Math.max(high, said) },
    ].map((interval) => ({ kind: "number", value: said, interval })),
  );
}

/** @param say told what is wrong and what to do */
export function lintBeliefs(
  lesson: Lesson,
  prediction: NumberPrediction,
  say: (what: string, todo: string) => void,
): void {
  const { beliefs } = prediction;
  if (beliefs.length < LEAST)
    say(`it lists ${beliefs.length} wrong beliefs, want ${LEAST}.`, "Think of what leads readers to another number.");
  if (prediction.log === true && prediction.min <= 0)
    say(`its axis is logarithmic and begins at ${prediction.min}.`, "Set min above 0, or leave log out.");
  const truth = truthOf(lesson, prediction);
  for (const [i, value] of wrongNumbers(lesson, prediction).entries()) {
    if (!answersSaying(value, truth).some((answer) => isRight(lesson, prediction, answer))) continue;
    say(`the belief “${beliefs[i]?.says}” gives ${value}, which counts as right.`, "Lower near, or make it alsoRight.");
  }
}
