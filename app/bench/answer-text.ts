/** The numbers of an answer board in words: in the unit that suits them, counts without decimals. */
import type { Addressed, AnswerRow } from "../setup/answers.ts";
import { numberText, plainText } from "../words/numbers.ts";

/** Larger units of time, each with its size in ns and the ns from which on it reads better than the one before. */
const TIMES = [
  { unit: "µs", nanos: 1e3, from: 0 },
  { unit: "ms", nanos: 1e6, from: 1e6 },
  { unit: "s", nanos: 1e9, from: 1e9 },
  { unit: "min", nanos: 6e10, from: 6e11 },
  { unit: "h", nanos: 3.6e12, from: 3.6e12 },
] as const;

/** From here on a time is told in a larger unit. Papers print times with five digits. */
const LONG = 100_000;

/** A unit for a row of answers, and how many of the measure's own unit it is. */
interface RowUnit {
  readonly unit: string;
  readonly each: number;
}

type Answers = Pick<AnswerRow, "unit" | "measured" | "model" | "simulated">;

/** The unit of a row's answers: the measure's own, or for long times the largest that reads well. */
export function rowUnit({ unit, measured, model, simulated }: Answers): RowUnit {
  const own = TIMES.find((one) => one.unit === unit);
  const largest = Math.max(0, ...[measured, model, simulated].map((answer) => Math.abs(answer?.value ?? 0)));
  if (own === undefined || largest < LONG) return { unit, each: 1 };
  const larger = TIMES.findLast(({ from }) => largest * own.nanos >= from) ?? own;
  return { unit: larger.unit, each: larger.nanos / own.nanos };
}

/** Units of what is measured, not counted: a whole number of them is chance. */
const MEASURED = /^(?:µs|ms|s|min|h|%|ratio)$|\/s$|^per /;

const SIGNIFICANT = 4;

/** A number as the paper prints it; a count; a number of ours with four significant figures: 2.661, 375.8, 1,234. */
export function answerText({ value, printed }: Pick<Addressed, "value" | "printed">, { unit, each }: RowUnit): string {
  if (printed === true && each === 1) return plainText(value);
  if (Number.isInteger(value) && !MEASURED.test(unit)) return numberText(value, 0);
  const shown = value / each;
  const whole = shown === 0 ? 0 : Math.floor(Math.log10(Math.abs(shown)));
  return numberText(shown, shown === 0 ? 0 : Math.max(0, SIGNIFICANT - 1 - whole));
}

/** The unit beside a label; none where the label says it: "Packets lost" needs no "packets". */
export const unitBeside = (label: string, unit: string): string =>
  label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(unit.toLowerCase())
    ? ""
    : unit;
