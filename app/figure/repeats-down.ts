/** Packets that come again, where time runs down: marks in the column of the axis, the gaps’ lengths beside them. */
import { firstFree, labelArea } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { repeatsOf } from "../trace/repeats.ts";
import { capital } from "../words/sentences.ts";
import { NAME_LINE } from "./placer.ts";
import type { Rails } from "./rails.ts";
import { MARK, marksOf } from "./repeats.ts";
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

/** Space between words and a mark, or a fold, along the axis that runs down. */
const CLEAR = 3;
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

/** Type alone, without the space that labels keep beside them. */
const typeOf = (one: Label): Area => {
  const { x0, x1, y0, y1 } = labelArea(one, tableWidth);
  return { x0: x0 + 8, x1: x1 - 8, y0: y0 + 1, y1: y1 - 1 };
};

/** A number of the axis and that of a gap are not read as one. */
const APART = 5;
const apart = ({ x0, x1, y0, y1 }: Area): Area => ({ x0, x1, y0: y0 - APART, y1: y1 + APART });

/** The words of a gap, as near to its middle as nothing stands there; none where that is nowhere. */
function gapDown({ from, to, text }: Gap, axis: number, taken: readonly Area[]): readonly Label[] {
  const room = axis - BEFORE_AXIS;
  const lines = linesIn(text, room - 1);
  if (lines.length === 0) return [];
  const bounds = { x0: 0, x1: axis, y0: from + CLEAR, y1: to - CLEAR };
  const middle = (from + to) / 2;
  const candidates = Array.from({ length: Math.ceil((to - from) / STEP) }, (_, i) => {
    const words = wordsAround(lines, middle + (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * STEP, room);
    const areas = words.map(typeOf);
    const area = {
      ...{ x0: Math.min(...areas.map(({ x0 }) => x0)), x1: room },
      ...{ y0: Math.min(...areas.map(({ y0 }) => y0)), y1: Math.max(...areas.map(({ y1 }) => y1)) },
    };
    return { area, value: words };
  });
  return firstFree(candidates, taken, bounds)?.value ?? [];
}

/** Above the column; turned where it is too long for it. None where there is no room for that either. */
function nameDown({ shown, frame, start }: Rails): readonly Label[] {
  const name = `${capital(repeatsOf(shown.trace, shown.story.call)?.kind ?? "")}s`;
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
  const folds = scale.folds.map(({ at, size }) => {
    return { x0: 0, x1: frame.width, y0: start + at - CLEAR, y1: start + at + size + CLEAR };
  });
  const taken = [...words.map(typeOf).map(apart), ...folds];
  return gaps.flatMap((gap) => gapDown(gap, frame.axis, taken));
}
