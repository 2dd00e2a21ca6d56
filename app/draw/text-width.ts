/**
 * Widths of figure type without a browser: the advances of IBM Plex Sans at 88 % width, in thousandths of the size, for
 * ASCII 32 to 126. The canvas measures with the font that is really there; a file written elsewhere uses this table.
 */
import { translated } from "../language/text.ts";
import { gapBefore } from "./scene.ts";
import type { TextRun } from "./scene.ts";

export type MeasureText = (text: string, size: number, bold: boolean) => number;

const REGULAR = [
  224, 271, 401, 675, 568, 882, 660, 231, 319, 319, 432, 570, 260, 380, 260, 366, 570, 570, 570, 570, 570, 570, 570,
  570, 570, 570, 275, 275, 570, 570, 570, 454, 847, 610, 621, 591, 639, 555, 532, 661, 672, 381, 486, 604, 477, 771,
  672, 673, 577, 673, 609, 553, 544, 645, 579, 850, 584, 564, 552, 302, 366, 302, 570, 537, 570, 509, 552, 479, 552,
  522, 309, 503, 541, 239, 239, 502, 260, 830, 541, 532, 552, 552, 350, 463, 335, 541, 469, 733, 483, 475, 443, 327,
  301, 327, 570,
] as const;

const BOLD = [
  224, 296, 451, 620, 568, 915, 679, 249, 320, 320, 535, 570, 286, 381, 286, 419, 570, 570, 570, 570, 570, 570, 570,
  570, 570, 570, 305, 305, 570, 570, 570, 470, 855, 639, 631, 611, 656, 571, 549, 676, 684, 405, 519, 646, 497, 776,
  684, 677, 611, 677, 632, 579, 552, 657, 611, 905, 625, 599, 569, 313, 419, 313, 570, 531, 570, 532, 571, 488, 571,
  531, 339, 519, 560, 264, 265, 536, 281, 845, 560, 535, 571, 571, 375, 475, 354, 560, 501, 779, 516, 503, 477, 347,
  361, 347, 570,
] as const;

const OTHER = 600; // µ, ×, true minus and their like: 546 to 570
const FULL = 1000; // Han and the marks that stand with it
const isFull = (code: number): boolean => code >= 0x2e80;

export const tableWidth: MeasureText = (english, size, bold) => {
  const text = translated(english);
  const table = bold ? BOLD : REGULAR;
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    sum += table[code - 32] ?? (isFull(code) ? FULL : OTHER);
  }
  return (sum * size) / 1000;
};

/** Width of a label of several runs. */
export function runsWidth(runs: readonly TextRun[], size: number, measure: MeasureText): number {
  return runs.reduce((sum, run, i) => sum + gapBefore(run, i, size) + measure(run.text, size, run.bold === true), 0);
}
