/** The same answers as how far they are from the paper's figures, in percent, at every x that the paper speaks of. */
import type { ChartPoint, Series } from "../setup/points.ts";
import { answerOf } from "./data.ts";
import type { ChartData } from "./data.ts";

/** Within so many percent of the paper an answer is taken to agree with it. */
const TOLERANCE = 5;

/** Null where the paper has no figure to be compared with. */
export function residualsOf(data: ChartData): ChartData | null {
  const measured = new Map(answerOf(data, "measured")?.points.flatMap(({ x, y }) => (y === 0 ? [] : [[x, y]])));
  if (measured.size === 0) return null;
  /** A point with its values in percent; none where the paper says nothing. */
  const moved = ({ spread, ...point }: ChartPoint): ChartPoint[] => {
    const paper = measured.get(point.x);
    if (paper === undefined) return [];
    const percent = (y: number): number => ((y - paper) / paper) * 100;
    const y = percent(point.y);
    if (spread === undefined) return [{ ...point, y }];
    return [{ ...point, y, spread: { ...spread, low: percent(spread.low), high: percent(spread.high) } }];
  };
  const movedSeries = ({ at, ...series }: Series): Series[] => {
    const points = series.points.flatMap(moved);
    if (at === undefined) return [{ ...series, points }];
    return moved(at).map((own) => ({ ...series, points, at: own }));
  };
  const { limit: _limit, ...spec } = data.spec;
  return {
    ...data,
    spec: { ...spec, title: `${spec.title}, deviation from the paper` },
    unit: "%",
    // The reader drew among values, and curves cross among values: neither stands among deviations.
    series: data.series.flatMap((one) => (one.kind === "drawn" ? [] : movedSeries(one))),
    crossings: undefined,
    upTo: undefined,
    tolerance: TOLERANCE,
  };
}
