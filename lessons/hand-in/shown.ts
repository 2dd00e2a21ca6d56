/** Guesses and truths in few words, for a table. */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import { numberNamed, stated } from "../numbers.ts";
import { piecesOf } from "../prose.ts";
import type { Lesson, Prediction, Prose } from "../types.ts";
import { drawnCrossing, truthCurve, truthOf } from "../verdict.ts";
import type { Committed } from "../verdict.ts";

/** Prose with the lesson’s numbers filled in. */
export function setText({ paper, numbers }: Lesson, prose: Prose): string {
  return piecesOf(prose)
    .map((piece) => {
      if ("text" in piece) return piece.text;
      const { text, unit } = stated(paper, numberNamed(numbers, piece.number), numbers);
      return unit === "" ? text : `${text}\u202f${unit}`;
    })
    .join("");
}

const withUnit = (value: number | string, unit: string): string => (unit === "" ? String(value) : `${value} ${unit}`);
const rounded = (value: number): number => Number(value.toPrecision(3));

export function guessText(lesson: Lesson, prediction: Prediction, answer: Committed): string {
  if (answer.kind === "none") return "no idea";
  if (answer.kind === "choice" && prediction.kind === "choice") {
    return setText(lesson, prediction.options.find(({ id }) => id === answer.option)?.text ?? answer.option);
  }
  if (answer.kind === "number" && prediction.kind === "number") {
    const { value, interval } = answer;
    const bet = interval === null ? "" : ` (${rounded(interval.low)} to ${rounded(interval.high)})`;
    return `${withUnit(rounded(value), prediction.unit)}${bet}`;
  }
  if (answer.kind === "curve") return `ends at ${rounded(answer.ys.at(-1) ?? NaN)}`;
  if (answer.kind === "crossing" && prediction.kind === "crossing") {
    const found = drawnCrossing(prediction, answer.curves);
    return found !== null && "at" in found
      ? `cross at ${withUnit(rounded(found.at), prediction.x.unit)}`
      : "no crossing";
  }
  return "";
}

export function truthText(lesson: Lesson, prediction: Prediction): string {
  switch (prediction.kind) {
    case "choice":
      return setText(
        lesson,
        itemAt(
          prediction.options.filter(({ right }) => right === true),
          0,
          "right option",
        ).text,
      );
    case "number":
      return withUnit(rounded(truthOf(lesson, prediction)), prediction.unit);
    case "curve":
      return `ends at ${rounded(lastItem(truthCurve(lesson.paper, prediction), "point").y)}`;
    case "crossing":
      return `cross at ${withUnit(rounded(truthOf(lesson, prediction)), prediction.x.unit)}`;
  }
}
