/** Further curves of a chart: one for each value of a series, and those of models. Drawn, and as words. */
import type { ChartData, PointSource, SimulatedPoint } from "./data.ts";
import { spreadMarks } from "./answers.ts";
import type { Frame } from "./frame.ts";
import type { Obstacle, Point } from "./labels.ts";
import { cornered, MARK_ROOM } from "./marks.ts";
import type { Mark } from "./marks.ts";
import { along, around, curveThrough } from "./paths.ts";

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  /** The 95 % interval of the mean and the trials that it is of; null for a model's. */
  readonly spread: Pick<SimulatedPoint, "low" | "high" | "trials" | "certain"> | null;
  readonly source: PointSource;
}

export interface Curve {
  readonly kind: "model" | "simulated";
  readonly name: string; // "serial"; with its kind where that does not say it: "serial, model"
  /** What stands at the curve; "" for one that others speak for. */
  readonly label: string;
  /** Curves of one number belong together: their marks point the same way. */
  readonly look: number;
  readonly points: readonly CurvePoint[];
}

/** Where two curves cross. */
export interface Crossing {
  readonly kind: Curve["kind"];
  readonly x: number;
  readonly y: number;
  readonly label: string; // "cross at 16.0 KB"
}

/** "serial, simulated" */
export const curveName = ({ kind, name }: Curve): string => (kind === "simulated" ? `${name}, simulated` : name);

export const curveId = (index: number): string => `curve ${index}`;
export const crossingId = (index: number): string => `crossing ${index}`;

/** Dashes of model curves, by look; simulated ones are solid. */
const DASHES = ["7 4", "3 3", "11 3 3 3", "1.5 3.5"] as const;

/** The mark of a curve, in px. */
export const curveMark = ({ kind, look }: Curve, { x, y }: Point): Mark => cornered(kind, look, x, y);

export interface DrawnCurves {
  readonly band: readonly Mark[];
  readonly simulated: readonly Mark[];
  readonly model: readonly Mark[];
  /** By id of the curve or crossing. */
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  readonly obstacles: readonly Obstacle[];
}

const CROSSING_ROOM = 9;

/** @param marked whether its points are marked: not those of a model that stand on what was simulated */
function drawCurve(curve: Curve, index: number, marked: boolean, frame: Frame) {
  const { kind, look } = curve;
  const points = curve.points.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const { path, places } = curveThrough(points);
  const dash = kind === "model" ? { dash: DASHES[look % DASHES.length] ?? DASHES[0] } : {};
  const line: readonly Mark[] = path === null ? [] : [{ shape: "path", d: path, stroke: kind, width: 1.8, ...dash }];
  const spread = curve.points.flatMap(({ x, spread: s }) =>
    s === null ? [] : [{ x: frame.xAt(x), low: frame.yAt(s.low), high: frame.yAt(s.high) }],
  );
  const owner = curveId(index);
  return {
    band: spreadMarks(spread, path !== null),
    marks: [...line, ...(marked ? points.map((point) => curveMark(curve, point)) : [])],
    places,
    obstacles: [...around(owner, marked ? points : [], MARK_ROOM), ...along(owner, places)],
  };
}

/** A ring where two curves cross, and a line from there to the axis. */
function crossingMarks({ kind, x, y }: Crossing, frame: Frame): readonly Mark[] {
  const [cx, cy] = [frame.xAt(x), frame.yAt(y)];
  return [
    { shape: "line", x1: cx, x2: cx, y1: cy + 7, y2: frame.plot.y1, stroke: kind, width: 1, dash: "2 3" },
    { shape: "circle", cx, cy, r: 7, stroke: kind, width: 1.4 },
  ];
}

export function drawCurves(data: ChartData, frame: Frame): DrawnCurves {
  const curves = data.curves ?? [];
  const crossings = data.crossings ?? [];
  const simulated = new Set(
    curves.flatMap((one) => (one.kind === "simulated" && one.points.length > 0 ? one.look : [])),
  );
  const drawn = curves.map((curve, i) =>
    drawCurve(curve, i, curve.kind === "simulated" || !simulated.has(curve.look), frame),
  );
  const of = (kind: Curve["kind"]): readonly Mark[] => [
    ...drawn.flatMap(({ marks }, i) => (curves[i]?.kind === kind ? marks : [])),
    ...crossings.flatMap((one) => (one.kind === kind ? crossingMarks(one, frame) : [])),
  ];
  const places = crossings.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const down = places.flatMap((at, i) => along(crossingId(i), [at, { x: at.x, y: frame.plot.y1 }]));
  return {
    band: drawn.flatMap(({ band }) => band),
    simulated: of("simulated"),
    model: of("model"),
    anchors: new Map([
      ...drawn.map(({ places: own }, i) => [curveId(i), own] as const),
      ...places.map((at, i) => [crossingId(i), [at]] as const),
    ]),
    obstacles: [
      ...drawn.flatMap(({ obstacles }) => obstacles),
      ...places.flatMap((at, i) => around(crossingId(i), [at], CROSSING_ROOM)),
      ...down,
    ],
  };
}
