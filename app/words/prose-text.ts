/** Sentences of a lesson's data as plain text, where no number can be a button: labels, options, paper. */
import { translated } from "../language/text.ts";
import { numberNamed, stated } from "../../lessons/numbers.ts";
import type { Stated } from "../../lessons/numbers.ts";
import { piecesOf } from "../../lessons/prose.ts";
import type { Lesson, Prose } from "../../lessons/types.ts";
import { inPageMarks } from "./numbers.ts";

/** What kind of number it is. */
export const KIND_WORDS = {
  measured: "in the paper",
  model: "model",
  simulated: "simulated",
  computed: "computed here",
} as const;

/** A number with its unit; a factor without one: "1.59 times" is said, "1.59×" is shown. */
export function statedText({ text: printed, unit }: Stated): string {
  const text = /^[\d.,−–]+$/.test(printed) ? inPageMarks(printed) : printed;
  return unit === "" ? text : unit === "times" ? `${text}×` : `${text}\u202f${translated(unit)}`;
}

export const numberText = ({ paper, numbers }: Lesson, name: string): string =>
  statedText(stated(paper, numberNamed(numbers, name), numbers));

export const proseText = (lesson: Lesson, prose: Prose): string =>
  piecesOf(prose)
    .map((piece) => ("text" in piece ? piece.text : numberText(lesson, piece.number)))
    .join("");
