/**
 * Everything drawn as points or curves: the paper's discs, the model's squares on a dashed line, the simulation's
 * triangles with line and band, one further curve for each value of a series, and where two of these cross.
 */
import { disc, line, path } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { SimulatedPoint } from "../setup/points.ts";
import type { ChartData, Crossing, Curve } from "./data.ts";
import type { Frame } from "./axes.ts";
import type { Obstacle, Point } from "./labels.ts";
import { cornered, labelWidth, MARK_ROOM, modelSquare, paperDisc, round, simulatedTriangle } from "./marks.ts";
import { along, alongLine, areaBetween, around, curveThrough } from "./paths.ts";

/** The mark of each answer, at a point in px. */
export const ANSWER_MARKS = { measured: paperDisc, model: modelSquare, simulated: simulatedTriangle } as const;
export type AnswerName = keyof typeof ANSWER_MARKS;

/** "serial, simulated" */
export const curveName = ({ kind, name }: Curve): string => (kind === "simulated" ? `${name}, simulated` : name);

export const curveId = (index: number): string => `curve ${index}`;
export const crossingId = (index: number): string => `crossing ${index}`;

/** The mark of a curve, in px. */
export const curveMark = ({ kind, look }: Curve, { x, y }: Point): Shape => cornered(kind, look, x, y);

/** Dashes of model curves, by look; simulated ones are solid. */
const DASHES = [
  [7, 4],
  [3, 3],
  [11, 3, 3, 3],
  [1.5, 3.5],
] as const;

/** More marks than this on a curve of the model would hide it: then only those at values of the sweep are drawn. */
const MOST_MARKS = 12;

type Interval = Pick<SimulatedPoint, "x" | "low" | "high">;

/** Points of one kind, drawn alike. Values are the chart's own, not pixels. */
interface Series {
  readonly id: string; // its name's and its obstacles'
  readonly kind: AnswerName;
  readonly points: readonly Point[];
  readonly marked: readonly Point[]; // of these, the ones that carry a mark
  readonly mark: (x: number, y: number) => Shape;
  readonly joined: boolean; // by a curve
  readonly dash?: readonly number[];
  readonly uncertain: readonly Point[]; // ringed
  readonly spread: readonly Interval[]; // the 95 % intervals
  readonly endsClear: boolean; // names keep clear of the ends of its intervals
}

const NO_SPREAD = { uncertain: [], spread: [], endsClear: false } as const;

function answersOf({ paper, model, simulated, x }: ChartData): readonly Series[] {
  const onSweep = new Set(x.values);
  const means = simulated.map((p): Point => ({ x: p.x, y: p.mean }));
  const isMarked = (p: Point): boolean => model.length <= MOST_MARKS || onSweep.has(p.x);
  const answer = (kind: AnswerName) => ({ id: kind, kind, mark: ANSWER_MARKS[kind], ...NO_SPREAD });
  const uncertain = paper.filter((p) => p.uncertain === true);
  return [
    { ...answer("measured"), points: paper, marked: paper, joined: false, uncertain },
    { ...answer("model"), points: model, marked: model.filter(isMarked), joined: true, dash: DASHES[0] },
    { ...answer("simulated"), points: means, marked: means, joined: true, spread: simulated, endsClear: true },
  ];
}

/** Curves of a series; the points of a model's curve carry no marks where a run has the same look. */
function curvesOf(curves: readonly Curve[]): readonly Series[] {
  const simulated = new Set(
    curves.flatMap((one) => (one.kind === "simulated" && one.points.length > 0 ? one.look : [])),
  );
  return curves.map((curve, index): Series => {
    const { kind, look, points } = curve;
    const dash = kind === "model" ? { dash: DASHES[look % DASHES.length] ?? DASHES[0] } : {};
    return {
      ...NO_SPREAD,
      id: curveId(index),
      kind,
      points,
      marked: kind === "simulated" || !simulated.has(look) ? points : [],
      mark: (x, y) => cornered(kind, look, x, y),
      joined: true,
      ...dash,
      spread: points.flatMap(({ x, spread }) => (spread === null ? [] : [{ x, low: spread.low, high: spread.high }])),
    };
  });
}

interface DrawnSeries {
  readonly band: readonly Shape[];
  readonly simulated: readonly Shape[];
  readonly model: readonly Shape[];
  readonly measured: readonly Shape[];
  /** Where names may stand, by id of the answer, curve or crossing. */
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  readonly obstacles: readonly Obstacle[];
}

/** Intervals in px: a band behind a curve, else a whisker at each point that has one. */
function spreadShapes(intervals: readonly Interval[], curved: boolean): readonly Shape[] {
  const spread = intervals.filter((p) => p.high !== p.low);
  if (spread.length === 0) return [];
  if (!curved) {
    return spread.map(({ x, low, high }) => line([x, low, x, high], { stroke: "simulated", lineWidth: 1.8 }));
  }
  const d = areaBetween(intervals);
  return d === null ? [] : [path(d, { fill: "sim-band" })];
}

const doubtRing = ({ x, y }: Point): Shape => disc(x, y, 7.5, { stroke: "measured", lineWidth: 1, dash: [2, 2] });

function drawOne(series: Series, frame: Frame) {
  const { id, kind, dash } = series;
  const at = ({ x, y }: Point): Point => ({ x: frame.xAt(x), y: frame.yAt(y) });
  const points = series.points.map(at);
  const marked = series.marked.map(at);
  const through = series.joined ? curveThrough(points) : { path: null, places: points };
  const style = { stroke: kind, lineWidth: 1.8, ...(dash === undefined ? {} : { dash }) };
  const spread = series.spread.map(({ x, low, high }) => {
    return { x: frame.xAt(x), low: frame.yAt(low), high: frame.yAt(high) };
  });
  const ends = spread.flatMap(({ x, low, high }): readonly Point[] => [
    { x, y: low },
    { x, y: high },
  ]);
  return {
    id,
    kind,
    band: spreadShapes(spread, through.path !== null),
    shapes: [
      ...(through.path === null ? [] : [path(through.path, style)]),
      ...series.uncertain.map((p) => doubtRing(at(p))),
      ...marked.map(({ x, y }) => series.mark(round(x), round(y))),
    ],
    places: through.places,
    obstacles: [
      ...around(id, marked, MARK_ROOM),
      ...(series.joined ? along(id, through.places) : []),
      ...(series.endsClear ? around(id, ends, 0.5) : []),
    ],
  };
}

const CROSSING_ROOM = 9;

/** A ring where two curves cross, and a line from there to the axis. */
function crossingShapes({ kind, x, y }: Crossing, frame: Frame): readonly Shape[] {
  const [cx, cy] = [frame.xAt(x), frame.yAt(y)];
  return [
    line([cx, cy + 7, cx, frame.plot.y1], { stroke: kind, lineWidth: 1, dash: [2, 3] }),
    disc(cx, cy, 7, { stroke: kind, lineWidth: 1.4 }),
  ];
}

/** All series as shapes, with the places where their names may stand and what names keep clear of. */
export function drawSeries(data: ChartData, frame: Frame): DrawnSeries {
  const drawn = [...answersOf(data), ...curvesOf(data.curves ?? [])].map((series) => drawOne(series, frame));
  const crossings = data.crossings ?? [];
  const crossed = crossings.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const of = (kind: AnswerName): readonly Shape[] => [
    ...drawn.flatMap((one) => (one.kind === kind ? one.shapes : [])),
    ...crossings.flatMap((one) => (one.kind === kind ? crossingShapes(one, frame) : [])),
  ];
  return {
    band: drawn.flatMap(({ band }) => band),
    simulated: of("simulated"),
    model: of("model"),
    measured: of("measured"),
    anchors: new Map([
      ...drawn.map(({ id, places }) => [id, places] as const),
      ...crossed.map((at, i) => [crossingId(i), [at]] as const),
    ]),
    obstacles: [
      ...drawn.flatMap(({ obstacles }) => obstacles),
      ...crossed.flatMap((at, i) => [
        ...around(crossingId(i), [at], CROSSING_ROOM),
        ...along(crossingId(i), [at, { x: at.x, y: frame.plot.y1 }]),
      ]),
      ...sketchObstacles(data, frame),
    ],
  };
}

/** Of the drawn curve's name from its last point, in px: as the page sets it. */
export const SKETCH_NAME_RISE = 9;
const SKETCH_NAME_HEIGHT = 13;

/** The room that the reader's own curve takes: its points, the lines between them, and its name. */
function sketchObstacles({ sketch }: ChartData, frame: Frame): readonly Obstacle[] {
  if (sketch === undefined) return [];
  const points = sketch.points.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const last = points.at(-1);
  if (last === undefined) return [];
  const bottom = last.y - SKETCH_NAME_RISE;
  const name = {
    x0: last.x - labelWidth(sketch.name, true),
    x1: last.x,
    y0: bottom - SKETCH_NAME_HEIGHT,
    y1: bottom + 3,
  };
  return [
    ...around("sketch", points, MARK_ROOM),
    ...points.slice(1).flatMap((point, i) => alongLine("sketch", points[i] ?? point, point)),
    { owner: "sketch", ...name },
  ];
}
