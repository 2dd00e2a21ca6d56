/** A class’s answers to one question as bars, and which belief stands behind a hill. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { scaleOf, shareOn, truthNumber } from "../../../lessons/hand-in/answer-scale.ts";
import type { Scaled, Scale } from "../../../lessons/hand-in/answer-scale.ts";
import type { Told } from "../../../lessons/hand-in/answer-code.ts";
import { guessText, setText } from "../../../lessons/hand-in/shown.ts";
import { MISCONCEPTIONS } from "../../../lessons/misconceptions.ts";
import type { ChoicePrediction, Lesson, Prediction } from "../../../lessons/types.ts";
import type { Misconception } from "../../../lessons/misconceptions.ts";
import { wrongNumbers } from "../../../lessons/verdict.ts";

export interface Bars {
  readonly scale: Scale;
  readonly counts: readonly number[]; // side by side, from the least to the most
  readonly truth: number; // share of the scale
}

const BARS = 30;

export function barsOf(lesson: Lesson, prediction: Scaled, told: readonly Told[]): Bars {
  const scale = scaleOf(lesson, prediction);
  const counts = Array.from({ length: BARS }, () => 0);
  for (const { at } of told) {
    if (at === null) continue;
    const bar = Math.min(BARS - 1, Math.floor(shareOn(scale, at) * BARS));
    counts[bar] = itemAt(counts, bar, "bar") + 1;
  }
  return { scale, counts, truth: shareOn(scale, truthNumber(lesson, prediction)) };
}

/** An option with how many chose it. */
interface Chosen {
  readonly text: string;
  readonly right: boolean;
  readonly count: number;
}

export const chosenOf = (lesson: Lesson, { options }: ChoicePrediction, told: readonly Told[]): readonly Chosen[] =>
  options.map(({ text, right }, place) => ({
    text: setText(lesson, text),
    right: right === true,
    count: told.filter(({ at }) => at === place).length,
  }));

/** So many gave an answer, and what one believes who gives it. */
interface Hill {
  readonly count: number;
  readonly said: string; // "said about 61 s", "chose “Twice”"
  readonly belief: string;
}

/** Parts of the scale within which an answer is that of a belief. */
const CLOSE = 1 / BARS;

const beliefText = (tags: readonly Misconception[] = []): string => tags.map((tag) => MISCONCEPTIONS[tag]).join(", ");

function hillsOfNumber(
  lesson: Lesson,
  prediction: Extract<Prediction, { readonly kind: "number" }>,
  wrong: readonly Told[],
): readonly Hill[] {
  const scale = scaleOf(lesson, prediction);
  const values = wrongNumbers(lesson, prediction);
  const nearest = (at: number): number => {
    const apart = values.map((value) => Math.abs(shareOn(scale, value) - shareOn(scale, at)));
    const best = apart.indexOf(Math.min(...apart));
    return (apart[best] ?? 1) <= CLOSE ? best : -1;
  };
  const places = wrong.map(({ at }) => (at === null ? -1 : nearest(at)));
  const textAt = (value = NaN): string => guessText(lesson, prediction, { kind: "number", value, interval: null });
  return prediction.beliefs.map(({ says }, place) => ({
    count: places.filter((one) => one === place).length,
    said: `said about ${textAt(values[place])}`,
    belief: says,
  }));
}

/** The wrong answers that most gave, with the belief behind each. */
export function hillsOf(lesson: Lesson, prediction: Prediction, told: readonly Told[]): readonly Hill[] {
  const wrong = told.filter(({ right }) => !right);
  let hills: readonly Hill[] = [];
  if (prediction.kind === "choice") {
    hills = prediction.options.map(({ text, tags, right }, place) => ({
      count: right === true ? 0 : wrong.filter(({ at }) => at === place).length,
      said: `chose “${setText(lesson, text)}”`,
      belief: beliefText(tags),
    }));
  } else if (prediction.kind === "number") hills = hillsOfNumber(lesson, prediction, wrong);
  else if (prediction.kind === "curve") {
    const truth = truthNumber(lesson, prediction);
    const { tooHigh, tooLow } = prediction.misses;
    hills = [
      {
        count: wrong.filter(({ at }) => (at ?? truth) > truth).length,
        said: "ended too high",
        belief: beliefText(tooHigh.tags),
      },
      {
        count: wrong.filter(({ at }) => (at ?? truth) < truth).length,
        said: "ended too low",
        belief: beliefText(tooLow.tags),
      },
    ];
  }
  return hills.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/** Round values of a scale for its axis, each with its share. */
export function ticksOf(scale: Scale): readonly { readonly value: number; readonly share: number }[] {
  const { least, most, log } = scale;
  const step = 10 ** Math.floor(Math.log10((most - least) / 4));
  const even = [1, 2, 5, 10].map((by) => by * step).find((by) => (most - least) / by <= 6) ?? step;
  const decades = Array.from({ length: 12 }, (_, i) => 10 ** (Math.ceil(Math.log10(least)) + i));
  const values = log ? [...decades, most] : Array.from({ length: 8 }, (_, i) => (Math.ceil(least / even) + i) * even);
  return [...new Set(values)]
    .filter((value) => value >= least && value <= most)
    .map((value) => ({ value: Number(value.toPrecision(6)), share: shareOn(scale, value) }))
    .filter(({ share }, i, all) => i === 0 || share - itemAt(all, i - 1, "mark").share > 0.06);
}
