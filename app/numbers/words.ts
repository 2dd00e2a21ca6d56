/** Numbers of the place as people say them: two figures are as fine as a run of one seed can tell. */
import { exactText, plain } from "../words/numbers.ts";

const DIGITS = 2;
/** From here on all digits before the point stand. */
const WHOLE = 100;

const rounded = (value: number): number => (value >= WHOLE ? Math.round(value) : Number(value.toPrecision(DIGITS)));

/** "58 ms", "1.2 s". */
export const timeText = (ms: number): string =>
  ms >= 1000 ? `${exactText(Number((ms / 1000).toPrecision(DIGITS)))} s` : `${exactText(rounded(ms))} ms`;

/** A length of a pause, as it was asked for: "0.5 s". */
export const pauseText = (ms: number): string => `${exactText(ms / 1000)} s`;

export const countText = (count: number): string => exactText(rounded(count));

/** "24 %", "99.4 %"; never 100 of less. */
export function percentText(percent: number): string {
  if (percent > 0 && percent < 0.1) return "less than 0.1 %";
  const digits = percent > 95 || percent < 10 ? 1 : 0;
  const down = Math.floor(percent * 10) / 10; // 98.99 % is not 99
  return `${plain(percent > 95 ? down : percent, digits)} %`;
}
