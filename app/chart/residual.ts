/** The same answers as how far they are from the paper's figures, in percent, at every x that the paper speaks of. */
import type { CurvePoint, ChartData, PinnedRun } from "./data.ts";

/** Within so many percent of the paper an answer is taken to agree with it. */
const TOLERANCE = 5;

/** Null where the paper has no figure to be compared with. */
export function residualsOf(data: ChartData): ChartData | null {
  const measured = new Map(data.paper.filter(({ y }) => y !== 0).map(({ x, y }) => [x, y]));
  if (measured.size === 0) return null;
  const percent = (x: number, y: number): number | undefined => {
    const paper = measured.get(x);
    return paper === undefined ? undefined : ((y - paper) / paper) * 100;
  };
  /** A point with its y in percent; none where the paper says nothing. */
  const moved = <P extends { readonly x: number; readonly y: number }>(point: P): P[] => {
    const y = percent(point.x, point.y);
    return y === undefined ? [] : [{ ...point, y }];
  };
  const pinned = (data.pinned ?? []).flatMap((run): PinnedRun[] => {
    const [at] = moved(run.at);
    const curve = run.curve.flatMap(moved);
    return at === undefined ? [] : [{ ...run, at, curve }];
  });
  const { limit: _limit, ...spec } = data.spec;
  return {
    ...data,
    spec: { ...spec, title: `${spec.title}, deviation from the paper` },
    unit: "%",
    paper: data.paper.filter(({ x }) => measured.has(x)).map((point) => ({ ...point, y: 0 })),
    model: data.model.flatMap(moved),
    simulated: data.simulated.flatMap((point) => {
      const [mean, low, high] = [point.mean, point.low, point.high].map((y) => percent(point.x, y));
      return mean === undefined || low === undefined || high === undefined ? [] : [{ ...point, mean, low, high }];
    }),
    curves: data.curves?.map((curve) => ({
      ...curve,
      points: curve.points.flatMap((point): CurvePoint[] => {
        const { x, y, spread } = point;
        const [off, low, high] = [y, spread?.low ?? y, spread?.high ?? y].map((value) => percent(x, value));
        if (off === undefined || low === undefined || high === undefined) return [];
        return [{ ...point, y: off, spread: spread === null ? null : { ...spread, low, high } }];
      }),
    })),
    crossings: undefined, // they are among values, too
    pinned,
    sketch: undefined, // it was drawn among values
    tolerance: TOLERANCE,
  };
}
