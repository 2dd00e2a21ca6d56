import { itemAt, lastItem } from "../../engine/kernel/reads.ts";

/** Places in a figure, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** The point at a share, 0 to 1, of a run of straight lines [x0, y0, x1, y1, ...]. */
export function pointAlong(points: readonly number[], share: number): Point {
  const lengths: number[] = [];
  for (let i = 0; i + 3 < points.length; i += 2) {
    lengths.push(
      Math.hypot(
        itemAt(points, i + 2, "coordinate") - itemAt(points, i, "coordinate"),
        itemAt(points, i + 3, "coordinate") - itemAt(points, i + 1, "coordinate"),
      ),
    );
  }
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * i, 2 * i + 4);
    if (left <= length && length > 0)
      return { x: x0 + ((x1 - x0) * left) / length, y: y0 + ((y1 - y0) * left) / length };
    left -= length;
  }
  return { x: itemAt(points, points.length - 2, "coordinate"), y: lastItem(points, "coordinate") };
}

/** The same points from the last to the first. */
export function backwards(points: readonly number[]): readonly number[] {
  const turned: number[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2)
    turned.push(itemAt(points, i, "coordinate"), itemAt(points, i + 1, "coordinate"));
  return turned;
}
