/** The reader's curve as a series of a chart, and whether a chart has just come in its place. */
import type { Lesson } from "../../lessons/types.ts";
import { hrefOf } from "../setup/link-table.ts";
import type { Series } from "../setup/points.ts";

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** @param label stands at the last point, to the left; @param spots in the chart's units, in the order of x */
export function drawnSeries({ slug }: Pick<Lesson, "slug">, label: string, spots: readonly Spot[]): Series {
  const source = { text: "Drawn in the lesson.", href: hrefOf("lesson", [slug]) };
  return { kind: "drawn", name: label, label, curveNumber: null, points: spots.map((spot) => ({ ...spot, source })) };
}

let committed = false; // a curve, in this session, since a chart last stood in its place

/** A curve was committed: the chart that comes in its place begins with it. */
export const curveCommitted = (): void => void (committed = true);
/** Whether the chart that has just come stands in the place of a curve. */
export const isInPlaceOfCurve = (): boolean => committed;
export const chartShown = (): void => void (committed = false);

/** The heights of a curve at `xs`, between its points by straight lines; null where it does not reach that far. */
export function heightsAt(points: readonly Spot[], xs: readonly number[]): readonly number[] | null {
  const ys = xs.map((x) => {
    const after = points.findIndex((point) => point.x >= x);
    const [b, a] = [points[after], points[Math.max(0, after - 1)]];
    if (a === undefined || b === undefined) return null;
    return b.x === a.x ? b.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  });
  const known = ys.filter((y) => y !== null);
  return known.length === ys.length ? known : null;
}
