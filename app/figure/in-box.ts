/** A name in the middle of its bar, phase or box, where that has room. */
import type { Ink } from "../draw/palette.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { runsWidth } from "../draw/text-width.ts";
import { NAME_SIZE } from "./placer.ts";
import type { Rails } from "./rails.ts";

const MARGIN = 5;

/**
 * The first of some texts that has room in what is in view of a box; null where none has.
 * @param along the ends of the box
 * @param across its middle
 */
export function inBox(
  { frame, start, scale }: Rails,
  along: readonly [number, number],
  across: number,
  texts: readonly (readonly TextRun[])[],
  measure: MeasureText,
  ink: Ink = "ink",
): Label | null {
  const [from, to] = [Math.max(along[0], start), Math.min(along[1], start + scale.length)];
  const runs = texts.find((one) => runsWidth(one, NAME_SIZE, measure) <= to - from - 2 * MARGIN);
  if (runs === undefined) return null;
  const inked = runs.map((run) => (ink === "ink" ? run : { ...run, ink }));
  const [x, y] = frame.down ? [across + 4, (from + to) / 2] : [(from + to) / 2, across + 4];
  return label(x, y, inked, { size: NAME_SIZE, anchor: "middle", ...(frame.down && { turned: true }) });
}
