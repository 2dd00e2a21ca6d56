/** A name in the middle of its bar, phase or box, where that has room. */
import type { Ink } from "../draw/palette.ts";
import { label } from "../draw/scene.ts";
import type { TextRun } from "../draw/scene.ts";
import { NAME_SIZE } from "./placer.ts";
import type { Placer } from "./placer.ts";
import type { Rails } from "./rails.ts";

const MARGIN = 5;

/**
 * Sets the first of some texts that has room in what is in view of a box, and says whether one has. It needs no other
 * room: the box is its own.
 * @param along the ends of the box
 * @param across its middle
 */
export function placeInBox(
  { frame, start, scale }: Rails,
  along: readonly [number, number],
  across: number,
  texts: readonly (readonly TextRun[])[],
  placer: Placer,
  ink: Ink = "ink",
): boolean {
  const [from, to] = [Math.max(along[0], start), Math.min(along[1], start + scale.length)];
  const room = to - from - 2 * MARGIN;
  const runs = room <= 0 ? undefined : texts.find((one) => placer.widthOf(one) <= room);
  if (runs === undefined) return false;
  const inked = runs.map((run) => (ink === "ink" ? run : { ...run, ink }));
  const [x, y] = frame.down ? [across + 4, (from + to) / 2] : [(from + to) / 2, across + 4];
  const look = { size: NAME_SIZE, anchor: "middle", ...(frame.down && { turned: true }) } as const;
  placer.stand([label(x, y, inked, look)]);
  return true;
}
