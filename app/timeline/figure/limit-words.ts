/** The place of a limit's words in a figure in which time runs down. */
import type { CSSProperties } from "react";
import { firstFree, labelArea } from "../../draw/place-label.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Figure } from "./figure.ts";

/** The height of the words, and their tops before or after the line, the best first; in px. */
const LINE = 20;
const TOPS = [-22, 3] as const;
const MARGIN = 12; // px, of the words' own
const roughly: MeasureText = (text, size) => 0.57 * size * text.length;

type Around = Pick<Figure, "playhead" | "names" | "width" | "height">;

/** Words and their place. */
interface Placed {
  readonly words: string;
  readonly style: CSSProperties;
}

/**
 * The words keep off the bars, and off the names that stand between the machines. Where these leave little room, "goal"
 * stands alone: its amount stands above the stage, too.
 *
 * @param place of the limit along the figure, in px
 */
export function placedDown({ playhead, names, width, height }: Around, place: number, words: string): Placed {
  const [first, second] = playhead;
  const [low, high] = first === undefined || second === undefined ? [0, width] : [first[1], second[0]];
  const others = names.flatMap((shape) => (shape.shape === "label" ? [labelArea(shape, roughly)] : []));
  const candidates = [words, words.replace(/:.*?(?= ↓|$)/, "")].flatMap((text) => {
    const wide = roughly(text, 12, true) + MARGIN;
    return TOPS.flatMap((by) =>
      [high - wide, low].map((left) => {
        const top = Math.max(0, place + by);
        const value: Placed = { words: text, style: { left, top } };
        return { value, area: { x0: left, x1: left + wide, y0: top, y1: top + LINE } };
      }),
    );
  });
  const free = firstFree(candidates, others, { x0: 0, x1: width, y0: 0, y1: height });
  return free?.value ?? { words, style: { top: Math.max(0, place - 22), right: 4 } };
}
