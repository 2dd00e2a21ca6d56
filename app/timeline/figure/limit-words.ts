/** The place of a limit's words: off the bars, and off the names. */
import type { CSSProperties } from "react";
import { itemAt, lastItem } from "../../../engine/kernel/reads.ts";
import { isLabel, label } from "../../draw/scene.ts";
import type { Label } from "../../draw/scene.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Figure } from "../../figure/figure.ts";
import { Placer } from "../../figure/placer.ts";

/** The tops of the words before or after the line, the best first; in px. */
const TOPS = [-22, 3] as const;
const SIZE = 12;
const MARGIN = 6; // px, on each side of the words
const BASE = 14; // px from their top to their base line
const SPARE = 3; // px above and below them
const roughly: MeasureText = (text, size) => 0.57 * size * text.length;

/** Right of this share of the width the words stand left of their line. */
const TURN = 0.6;
/** The words stand so far above the axis, in px: higher than those of a lost run. */
const HIGH = 48;
/** Between two heights that are tried, in px. */
const STEP = 4;

type Around = Pick<Figure, "down" | "playhead" | "names" | "width" | "height">;

/** Words and their place. */
interface Placed {
  readonly words: string;
  readonly style: CSSProperties;
}

/** What is said, and "goal" alone, for little room: its amount stands above the stage, too. */
const shortened = (words: string): readonly string[] => [words, words.replace(/:.*?(?= [↓→]|$)/, "")];

const widthOf = (text: string): number => roughly(text, SIZE, true) + 2 * MARGIN;

/** Words whose box begins at a place, or ends there; in px. */
const at = (words: string, left: number, top: number, anchor: "start" | "end" = "start"): Label =>
  label(left + (anchor === "start" ? MARGIN : -MARGIN), top + BASE, [{ text: words, bold: true }], {
    size: SIZE,
    anchor,
  });

const placedAs = ({ runs, x, y, anchor }: Label, width: number): Placed => ({
  words: lastItem(runs, "run of letters").text,
  style: { ...(anchor === "start" ? { left: x - MARGIN } : { right: width - x - MARGIN }), top: y - BASE },
});

/** The first of some places where no name and no machine's band stands, within the figure. */
function firstFree(figure: Around, labels: readonly Label[], rows: Figure["hosts"]): Placed | null {
  const { width, height, names } = figure;
  const placer = Placer.among(names.filter(isLabel), figure, roughly);
  for (const { top: y0, mark } of rows) placer.ink.take({ x0: 0, x1: width, y0, y1: y0 + mark.height });
  const free = placer.placeOne(labels, { within: { x0: 0, x1: width, y0: 0, y1: height }, spare: SPARE });
  return free === null ? null : placedAs(free, width);
}

/** Where time runs down. @param place of the limit along the figure, in px */
export function placedDown(figure: Around, place: number, words: string): Placed {
  const { playhead, width } = figure;
  const [first, second] = playhead;
  const [low, high] = first === undefined || second === undefined ? [0, width] : [first[1], second[0]];
  const labels = shortened(words).flatMap((text) =>
    TOPS.flatMap((by) => [high - widthOf(text), low].map((left) => at(text, left, Math.max(0, place + by)))),
  );
  return firstFree(figure, labels, []) ?? { words, style: { top: Math.max(0, place - 22), right: 4 } };
}

/**
 * Where time runs across: above the axis, else the next free place over it, off the machines' bands, on the side of the
 * line that has more room, else on the other.
 *
 * @param place of the limit along the figure, in px
 */
export function placedAcross(figure: Around & Pick<Figure, "axis" | "hosts">, place: number, words: string): Placed {
  const { axis, hosts, width } = figure;
  const highest = Math.round(axis - HIGH);
  const tops = Array.from({ length: Math.ceil(highest / STEP) }, (_, i) => highest - i * STEP);
  const anchors = place > width * TURN ? (["end", "start"] as const) : (["start", "end"] as const);
  const sides = (text: string, top: number) => anchors.map((anchor) => at(text, place, top, anchor));
  const labels = shortened(words).flatMap((text) => tops.flatMap((top) => sides(text, top)));
  return firstFree(figure, labels, hosts) ?? placedAs(itemAt(sides(words, highest), 0, "side"), width);
}
