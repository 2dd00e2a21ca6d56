/** Packets that come again, where time runs down: marks in the column of the axis, the gaps’ lengths beside them. */
import { label, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { capital } from "../words/sentences.ts";
import { ANYWHERE, NAME_LINE, Placer } from "./placer.ts";
import type { Placement } from "./placer.ts";
import type { Rails } from "./rails.ts";
import { MARK, marksOf, repeatedIn } from "./repeats.ts";
import type { Gap } from "./repeats.ts";
import { uprightHeight } from "./titles-down.ts";
import { turned } from "./turn.ts";

const SIZE = 12;

/** @param words of the axis */
export function repeatsDown(rails: Rails, words: readonly Label[]): readonly Shape[] {
  const { axis } = rails.frame;
  const { marks, gaps } = marksOf(rails);
  if (marks.length === 0) return [];
  return [
    ...marks.map((at) => turned(line([at, axis - MARK, at, axis + MARK], { stroke: "ink", lineWidth: 2.4 }))),
    ...gapsDown(rails, gaps, words),
    ...nameDown(rails),
  ];
}

/** Space between words and a mark along the axis that runs down. */
const CLEAR = 3;
/** A number of the axis and that of a gap are not read as one. */
const APART = 5;
const STEP = 4;
/** Words end so far before the axis; the mark of a tick has the room behind them. */
const BEFORE_AXIS = 5;
const DOWN_LINE = 12;
/** From the foot of the packets' name to the beginning of the scale. */
const NAME_FOOT = 14;

/** The words of a gap in a column: in one line, or the unit below the number; none where the column is too narrow. */
function linesIn(text: string, room: number): readonly string[] {
  const fits = (line: string): boolean => tableWidth(line, SIZE, true) <= room;
  if (fits(text)) return [text];
  const parts = text.split(" ");
  return parts.length === 2 && parts.every(fits) ? parts : [];
}

/** The lines of a gap around a place along the axis. */
const wordsAround = (lines: readonly string[], middle: number, end: number): readonly Label[] =>
  lines.map((text, i) => {
    const y = middle + 4 + (i - (lines.length - 1) / 2) * DOWN_LINE;
    return label(end, y, [{ text, bold: true }], { size: SIZE, anchor: "end" });
  });

/** The words of a gap, as near to its middle as nothing stands there; none where that is nowhere. */
function placeGap({ from, to, text }: Gap, axis: number, placer: Placer): void {
  const end = axis - BEFORE_AXIS;
  const lines = linesIn(text, end - 1);
  if (lines.length === 0) return;
  const middle = (from + to) / 2;
  const placements = Array.from({ length: Math.ceil((to - from) / STEP) }, (_, i): Placement => {
    return [{ lines: wordsAround(lines, middle + (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * STEP, end) }];
  });
  const [y0, y1] = [from + CLEAR - APART, to - CLEAR + APART];
  placer.place(placements, { within: { ...ANYWHERE, y0, y1 }, spare: APART });
}

/** Above the column; turned where it is too long for it. None where there is no room for that either. */
function nameDown(rails: Rails): readonly Label[] {
  const { frame, start } = rails;
  const name = `${capital(repeatedIn(rails).kind)}s`;
  const run = { text: name, ink: "ink-2" } as const;
  const width = tableWidth(name, SIZE, false);
  // Beside names of columns that stand as they are read it has a line of its own.
  const foot = frame.wire === null && uprightHeight(frame) === null ? start - NAME_FOOT - NAME_LINE : start - NAME_FOOT;
  if (width <= frame.axis - 4) return [label(2, foot, [run], { size: SIZE })];
  if (width > start - 2 * NAME_FOOT) return [];
  return [label(frame.axis / 2 + 4, start - NAME_FOOT, [run], { size: SIZE, turned: true })];
}

/** The gaps’ words, where neither those of the axis nor a fold stands. */
function gapsDown({ frame, scale, start }: Rails, gaps: readonly Gap[], words: readonly Label[]): readonly Label[] {
  const placer = Placer.among(words, frame, tableWidth);
  for (const { at, size } of scale.folds) placer.ink.takeAlong(start + at, start + at + size, 0, frame.width);
  for (const gap of gaps) placeGap(gap, frame.axis, placer);
  return placer.names.labels.slice(words.length);
}
