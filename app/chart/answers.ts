/** The three answers drawn: discs for the paper, squares and a dashed line for the model, triangles, line and band. */
import type { ChartData } from "./data.ts";
import type { Frame } from "./frame.ts";
import type { Obstacle, Point } from "./labels.ts";
import { MARK_ROOM, disc, round, square, triangle } from "./marks.ts";
import type { Mark } from "./marks.ts";
import { along, areaBetween, around, curveThrough } from "./paths.ts";

/** The mark of each answer, at a point in px. */
export const ANSWERS = { measured: disc, model: square, simulated: triangle } as const;
export type AnswerName = keyof typeof ANSWERS;

export interface Drawn {
  readonly band: readonly Mark[];
  readonly simulated: readonly Mark[];
  readonly model: readonly Mark[];
  readonly measured: readonly Mark[];
  readonly anchors: Readonly<Record<AnswerName, readonly Point[]>>;
  readonly obstacles: readonly Obstacle[];
}

interface Spread {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** Intervals in px: a band behind a curve, else a whisker at each point that has one. */
export function spreadMarks(points: readonly Spread[], curved: boolean): readonly Mark[] {
  const spread = points.filter((p) => p.high !== p.low);
  if (spread.length === 0) return [];
  if (!curved) {
    return spread.map((p): Mark => ({
      shape: "line",
      x1: round(p.x),
      x2: round(p.x),
      y1: round(p.low),
      y2: round(p.high),
      stroke: "simulated",
      width: 1.8,
    }));
  }
  const d = areaBetween(points);
  return d === null ? [] : [{ shape: "path", d, fill: "sim-band" }];
}

const DOUBT = { shape: "circle", r: 7.5, stroke: "measured", width: 1, dash: "2 2" } as const;

/** More marks than this on a curve of the model would hide it: then only those at values of the sweep are drawn. */
const MOST_MARKS = 12;

/** All three answers as marks, with the places where their names may stand and what names keep clear of. */
export function drawAnswers(data: ChartData, frame: Frame): Drawn {
  const at = (x: number, y: number): Point => ({ x: frame.xAt(x), y: frame.yAt(y) });
  const paper = data.paper.map((p) => at(p.x, p.y));
  const model = data.model.map((p) => at(p.x, p.y));
  const means = data.simulated.map((p) => at(p.x, p.mean));
  const modelCurve = curveThrough(model);
  const meanCurve = curveThrough(means);
  const spread = data.simulated.map((p) => ({ x: frame.xAt(p.x), low: frame.yAt(p.low), high: frame.yAt(p.high) }));
  const onSweep = new Set(data.x.values);
  const isMarked = (x: number): boolean => data.model.length <= MOST_MARKS || onSweep.has(x);
  const squares = data.model.filter((p) => isMarked(p.x)).map((p) => at(p.x, p.y));
  const uncertain = data.paper.filter((p) => p.uncertain === true).map((p) => at(p.x, p.y));
  const curve = { shape: "path", width: 1.8 } as const;
  const line = (d: string | null, rest: object): readonly Mark[] => (d === null ? [] : [{ ...curve, d, ...rest }]);
  return {
    band: spreadMarks(spread, meanCurve.path !== null),
    simulated: [
      ...line(meanCurve.path, { stroke: "simulated" }),
      ...means.map((p) => triangle(round(p.x), round(p.y))),
    ],
    model: [
      ...line(modelCurve.path, { stroke: "model", dash: "7 4" }),
      ...squares.map((p) => square(round(p.x), round(p.y))),
    ],
    measured: [
      ...uncertain.map((p): Mark => ({ ...DOUBT, cx: round(p.x), cy: round(p.y) })),
      ...paper.map((p) => disc(round(p.x), round(p.y))),
    ],
    anchors: { measured: paper, model: modelCurve.places, simulated: meanCurve.places },
    obstacles: [
      ...around("measured", paper, MARK_ROOM),
      ...around("model", squares, MARK_ROOM),
      ...around("simulated", means, MARK_ROOM),
      ...along("model", modelCurve.places),
      ...along("simulated", meanCurve.places),
      ...data.simulated.flatMap((p) => around("simulated", [at(p.x, p.low), at(p.x, p.high)], 0.5)),
    ],
  };
}
