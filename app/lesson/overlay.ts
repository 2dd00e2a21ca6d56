/** The reader's curve as a path over a chart's layout. */
import { curveMonotoneX, line } from "d3-shape";
import type { ChartLayout } from "../chart/layout.ts";

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
