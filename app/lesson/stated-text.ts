/** A number of a lesson in words: its kind, and itself with its unit. */
import type { Stated } from "../../lessons/numbers.ts";

export const KIND_WORDS = {
  measured: "in the paper",
  model: "model",
  simulated: "simulated",
  computed: "computed here",
} as const;

/** Reads with its unit; a factor without one: "1.59 times" is said, "1.59×" is shown. */
export const shownNumber = ({ text, unit }: Stated): string =>
  unit === "" ? text : unit === "times" ? `${text}×` : `${text}\u202f${unit}`;
