/** Finds the place of a label: the first of its candidates whose area is free. Pixels. */
import { translated } from "../language/text.ts";
import type { Label } from "./scene.ts";
import { runsWidth } from "./text-width.ts";
import type { MeasureText } from "./text-width.ts";

export interface Area {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Whether two areas share a point; with `apart`, whether they come closer than so many pixels. */
export const meets = (a: Area, b: Area, apart = 0): boolean =>
  a.x0 - apart < b.x1 && a.x1 + apart > b.x0 && a.y0 - apart < b.y1 && a.y1 + apart > b.y0;

export const isWithin = (a: Area, bounds: Area): boolean =>
  a.x0 >= bounds.x0 && a.x1 <= bounds.x1 && a.y0 >= bounds.y0 && a.y1 <= bounds.y1;

/** The area of a label, with its breathing space. Not for labels that stand upright. */
export function labelArea(one: Label, measure: MeasureText): Area {
  const width = runsWidth(one.runs, one.size, measure);
  const x = one.anchor === "start" ? one.x : one.anchor === "middle" ? one.x - width / 2 : one.x - width;
  return { x0: x - 8, y0: one.y - one.size, x1: x + width + 8, y1: one.y + 4 };
}

/** A place where a label could stand. */
export interface Candidate<T> {
  readonly area: Area;
  readonly value: T;
}

/** The first candidate that meets no obstacle and lies within the bounds, where there are any; null where none does. */
export function firstFree<T>(
  candidates: Iterable<Candidate<T>>,
  obstacles: readonly Area[],
  bounds?: Area,
): Candidate<T> | null {
  for (const candidate of candidates) {
    const isInside = bounds === undefined || isWithin(candidate.area, bounds);
    if (isInside && !obstacles.some((other) => meets(candidate.area, other))) return candidate;
  }
  return null;
}

const HAN_MARK = /[，；：。、]$/;

/** The words of a text in the language of the page: a line may break between two. */
export const wordsOf = (text: string): readonly string[] => translated(text).split(/ |(?<=[，；：。、])/);

/** Words in lines that are at most `width` wide by `measure`; a longer word stands alone in its line. */
export function wrapped(words: readonly string[], width: number, measure: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : last + (HAN_MARK.test(last) ? "" : " ") + word;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
