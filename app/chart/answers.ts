/** The three answers drawn: discs for the paper, squares and a dashed line for the model, triangles, line and band. */
import { area, curveMonotoneX, line } from "d3-shape";
import type { ChartData } from "./data.ts";
import type { Frame } from "./frame.ts";
import type { Obstacle, Point } from "./labels.ts";
import { MARK_ROOM, disc, round, square, triangle } from "./marks.ts";
import type { Mark } from "./marks.ts";

/** The mark of each answer, at a point in px. */
export const ANSWERS = { measured: disc, model: square, simulated: triangle } as const;
export type AnswerName = keyof typeof ANSWERS;

const PX_PER_SAMPLE = 8;

/** The points of a curve as drawn, every few pixels: what labels keep clear of. */
function sampled(path: string): readonly Point[] {
  const points: Point[] = [];
  let at: Point | null = null;
  for (const [, command, numbers = ""] of path.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const n = numbers.split(",").map(Number);
    const [ax = 0, ay = 0, bx = ax, by = ay, cx = ax, cy = ay] = n;
    const to: Point = command === "C" ? { x: cx, y: cy } : { x: ax, y: ay };
    const from: Point = at ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = command === "M" ? 1 : Math.max(1, Math.ceil(length / PX_PER_SAMPLE));
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      const u = 1 - t;
      points.push(
        command !== "C"
          ? { x: from.x * u + to.x * t, y: from.y * u + to.y * t }
          : {
              x: u ** 3 * from.x + 3 * u * u * t * ax + 3 * u * t * t * bx + t ** 3 * to.x,
              y: u ** 3 * from.y + 3 * u * u * t * ay + 3 * u * t * t * by + t ** 3 * to.y,
            },
      );
    }
    at = to;
  }
  return points;
}

const throughPoints = line<Point>(
  (p) => round(p.x),
  (p) => round(p.y),
).curve(curveMonotoneX);

export interface Drawn {
  readonly band: readonly Mark[];
  readonly simulated: readonly Mark[];
  readonly model: readonly Mark[];
  readonly measured: readonly Mark[];
  readonly anchors: Readonly<Record<AnswerName, readonly Point[]>>;
  readonly obstacles: readonly Obstacle[];
}

const around = (owner: string, points: readonly Point[], reach: number): readonly Obstacle[] =>
  points.map(({ x, y }) => ({ owner, x0: x - reach, x1: x + reach, y0: y - reach, y1: y + reach }));

/** Boxes from each point of a curve to the next, so that none of it is left uncovered. */
const along = (owner: string, points: readonly Point[]): readonly Obstacle[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return {
      owner,
      x0: Math.min(from.x, to.x) - 1,
      x1: Math.max(from.x, to.x) + 1,
      y0: Math.min(from.y, to.y) - 1,
      y1: Math.max(from.y, to.y) + 1,
    };
  });

/** All three answers as marks, with the places where their names may stand and what names keep clear of. */
export function drawAnswers(data: ChartData, frame: Frame): Drawn {
  const at = (x: number, y: number): Point => ({ x: frame.xAt(x), y: frame.yAt(y) });
  const paper = data.paper.map((p) => at(p.x, p.y));
  const model = data.model.map((p) => at(p.x, p.y));
  const means = data.simulated.map((p) => at(p.x, p.mean));
  const modelPath = model.length > 1 ? throughPoints(model) : null;
  const meanPath = means.length > 1 ? throughPoints(means) : null;
  const modelCurve = modelPath === null ? model : sampled(modelPath);
  const meanCurve = meanPath === null ? means : sampled(meanPath);
  const spread = data.simulated.filter((p) => p.high > p.low);
  const band: Mark[] = [];
  if (meanPath !== null && spread.length > 0) {
    const d = area<(typeof data.simulated)[number]>()
      .x((p) => round(frame.xAt(p.x)))
      .y0((p) => round(frame.yAt(p.low)))
      .y1((p) => round(frame.yAt(p.high)))
      .curve(curveMonotoneX)(data.simulated);
    if (d !== null) band.push({ shape: "path", d, fill: "sim-band" });
  } else {
    for (const p of spread) {
      const x = round(frame.xAt(p.x));
      const [y1, y2] = [round(frame.yAt(p.low)), round(frame.yAt(p.high))];
      band.push({ shape: "line", x1: x, x2: x, y1, y2, stroke: "simulated", width: 1.8 });
    }
  }
  const onSweep = new Set(data.x.values);
  const squares = data.model.filter((p) => data.model.length <= 12 || onSweep.has(p.x)).map((p) => at(p.x, p.y));
  const uncertain = data.paper.filter((p) => p.uncertain === true).map((p) => at(p.x, p.y));
  const curve = { shape: "path", width: 1.8 } as const;
  return {
    band,
    simulated: [
      ...(meanPath === null ? [] : [{ ...curve, d: meanPath, stroke: "simulated" } as const]),
      ...means.map((p) => triangle(round(p.x), round(p.y))),
    ],
    model: [
      ...(modelPath === null ? [] : [{ ...curve, d: modelPath, stroke: "model", dash: "7 4" } as const]),
      ...squares.map((p) => square(round(p.x), round(p.y))),
    ],
    measured: [
      ...uncertain.map(
        (p) =>
          ({
            shape: "circle",
            cx: round(p.x),
            cy: round(p.y),
            r: 7.5,
            stroke: "measured",
            width: 1,
            dash: "2 2",
          }) as const,
      ),
      ...paper.map((p) => disc(round(p.x), round(p.y))),
    ],
    anchors: { measured: paper, model: modelCurve, simulated: meanCurve },
    obstacles: [
      ...around("measured", paper, MARK_ROOM),
      ...around("model", squares, MARK_ROOM),
      ...around("simulated", means, MARK_ROOM),
      ...along("model", modelCurve),
      ...along("simulated", meanCurve),
      ...data.simulated.flatMap((p) => around("simulated", [at(p.x, p.low), at(p.x, p.high)], 0.5)),
    ],
  };
}
