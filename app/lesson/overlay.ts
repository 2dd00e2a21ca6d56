/** The reader's curve: as a series that a chart keeps clear of, and as a path over the chart's layout. */
import { curveMonotoneX, line } from "d3-shape";
import type { ChartLayout } from "../chart/layout.ts";
import type { Lesson } from "../../lessons/types.ts";
import { hrefOf } from "../setup/link-table.ts";
import type { Series } from "../setup/points.ts";

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** @param label stands above the last point, to the left; @param spots in the chart's units, in the order of x */
export function drawnSeries({ slug }: Pick<Lesson, "slug">, label: string, spots: readonly Spot[]): Series {
  const source = { text: "Drawn in the lesson.", href: hrefOf("lesson", [slug]) };
  return { kind: "drawn", name: label, label, look: null, points: spots.map((spot) => ({ ...spot, source })) };
}

export function predictionPath(
  layout: Pick<ChartLayout, "xAt" | "yAt">,
  xs: readonly number[],
  ys: readonly number[],
): string {
  const through = line<number>(
    (x) => layout.xAt(x),
    (_, i) => layout.yAt(ys[i] ?? 0),
  ).curve(curveMonotoneX);
  return through([...xs]) ?? "";
}
