/** Long times are told in a larger unit: 650 s, not 650,000 ms. */
import type { ChartPoint, Series } from "../setup/points.ts";
import { saidValues } from "./data.ts";
import type { ChartData } from "./data.ts";

const LARGER: Readonly<Record<string, string>> = { µs: "ms", ms: "s" };
const EACH = 1000;
/** From here on a time has a larger unit. Five digits stay: the papers print times so. */
const LONG = 100_000;

/** Decimals that a division leaves are no more than the number had, and those of the new unit. */
const divided = (value: number): number => Number((value / EACH).toPrecision(12));

const pointIn = (point: ChartPoint): ChartPoint => ({
  ...point,
  y: divided(point.y),
  ...(point.spread && {
    spread: { ...point.spread, low: divided(point.spread.low), high: divided(point.spread.high) },
  }),
});

const seriesIn = (series: Series): Series => ({
  ...series,
  points: series.points.map(pointIn),
  ...(series.at && { at: pointIn(series.at) }),
});

/** The chart in a unit that suits its times. One that the reader drew on keeps the unit that she drew in. */
export function inLargerUnit(data: ChartData): ChartData {
  const unit = LARGER[data.unit];
  const isDrawnOn = data.series.some(({ kind }) => kind === "drawn");
  if (unit === undefined || isDrawnOn || Math.max(0, ...saidValues(data)) < LONG) return data;
  const { limit } = data.spec;
  return inLargerUnit({
    ...data,
    unit,
    spec: limit === undefined ? data.spec : { ...data.spec, limit: { ...limit, value: divided(limit.value) } },
    series: data.series.map(seriesIn),
    crossings: data.crossings?.map((crossing) => ({ ...crossing, y: divided(crossing.y) })),
  });
}
