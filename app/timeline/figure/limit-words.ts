/** The place of a limit's words: off the bars, and off the names. */
import type { CSSProperties } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { firstFree, labelArea } from "../../draw/place-label.ts";
import type { Area, Candidate } from "../../draw/place-label.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Figure } from "../../figure/figure.ts";

/** The height of the words, and their tops before or after the line, the best first; in px. */
const LINE = 20;
const TOPS = [-22, 3] as const;
const MARGIN = 12; // px, of the words' own
const roughly: MeasureText = (text, size) => 0.57 * size * text.length;

/** Right of this share of the width the words stand left of their line. */
const TURN = 0.6;
/** The words stand so far above the axis, in px: higher than those of a lost run. */
const HIGH = 48;
/** Between two heights that are tried, in px. */
const STEP = 4;

type Around = Pick<Figure, "playhead" | "names" | "width" | "height">;

/** Words and their place. */
interface Placed {
  readonly words: string;
  readonly style: CSSProperties;
}

/** What is said, and "goal" alone, for little room: its amount stands above the stage, too. */
const shortened = (words: string): readonly string[] => [words, words.replace(/:.*?(?= [↓→]|$)/, "")];

const areasOf = (names: Figure["names"]): readonly Area[] =>
  names.flatMap((shape) => (shape.shape === "label" ? [labelArea(shape, roughly)] : []));

const widthOf = (text: string): number => roughly(text, 12, true) + MARGIN;

/** Words at a corner in px, as a candidate for a free place. */
function at(words: string, left: number, top: number): Candidate<Placed> {
  const area = { x0: left, x1: left + widthOf(words), y0: top, y1: top + LINE };
  return { value: { words, style: { left, top } }, area };
}

/** Where time runs down. @param place of the limit along the figure, in px */
export function placedDown({ playhead, names, width, height }: Around, place: number, words: string): Placed {
  const [first, second] = playhead;
  const [low, high] = first === undefined || second === undefined ? [0, width] : [first[1], second[0]];
  const candidates = shortened(words).flatMap((text) =>
    TOPS.flatMap((by) => [high - widthOf(text), low].map((left) => at(text, left, Math.max(0, place + by)))),
  );
  const free = firstFree(candidates, areasOf(names), { x0: 0, x1: width, y0: 0, y1: height });
  return free?.value ?? { words, style: { top: Math.max(0, place - 22), right: 4 } };
}

/**
 * Where time runs across: above the axis, else the next free place over it, off the machines' rows, on the side of the
 * line that has more room, else on the other.
 *
 * @param place of the limit along the figure, in px
 */
export function placedAcross(
  { hosts, names, width, height, axis }: Around & Pick<Figure, "axis" | "hosts">,
  place: number,
  words: string,
): Placed {
  const bounds = { x0: 0, x1: width, y0: 0, y1: height };
  const rows = hosts.map((host) => ({ x0: 0, x1: width, y0: host.top, y1: host.top + host.height }));
  const highest = Math.round(axis - HIGH);
  const tops = Array.from({ length: Math.ceil(highest / STEP) }, (_, i) => highest - i * STEP);
  const sides = (text: string, top: number): readonly Candidate<Placed>[] => {
    const after = at(text, place, top);
    const { area } = at(text, place - widthOf(text), top);
    const before = { area, value: { words: text, style: { right: width - place, top } } };
    return place > width * TURN ? [before, after] : [after, before];
  };
  const candidates = shortened(words).flatMap((text) => tops.flatMap((top) => sides(text, top)));
  const free = firstFree(candidates, [...areasOf(names), ...rows], bounds);
  return free?.value ?? itemAt(sides(words, highest), 0, "side").value;
}
