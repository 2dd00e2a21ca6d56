/** Areas of labels in pixels, and words in lines. */
import { translated } from "../language/text.ts";
import type { Label } from "./scene.ts";

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

/** The area of a label that is so wide, with its breathing space. Not for labels that stand upright. */
export function labelArea({ x, y, size, anchor }: Label, width: number): Area {
  const from = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return { x0: from - 4, y0: y - size + 2.5, x1: from + width + 4, y1: y + 3 };
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
