/**
 * Everything drawn as points or curves: the paper's discs, the model's squares on a dashed line, the simulation's
 * triangles with line and band, one further curve for each value of a series, and where two of these cross.
 */
import { disc, line, path } from "../draw/scene.ts";
import type { Path, Shape } from "../draw/scene.ts";
import type { Series } from "../setup/points.ts";
import { isCurve } from "./data.ts";
import type { ChartData, Crossing } from "./data.ts";
import type { ChartFrame } from "./axes.ts";
import type { Obstacle } from "./labels.ts";
import { cornered, MARK_ROOM, modelSquare, paperDisc, round, simulatedTriangle } from "./marks.ts";
import { along, areaBetween, around, curveThrough, JUMP_DASH, smoothPieces } from "./paths.ts";
import type { Valued } from "./paths.ts";
import type { Point } from "../draw/point.ts";
import type { AnswerKind } from "../setup/answers.ts";

const ANSWER_MARKS = { measured: paperDisc, model: modelSquare, simulated: simulatedTriangle } as const;

export const seriesId = (index: number): string => `series ${index}`;
export const crossingId = (index: number): string => `crossing ${index}`;

type Said = Series & { readonly kind: AnswerKind };
const isSaid = (series: Series): series is Said => series.kind !== "pinned" && series.kind !== "drawn";

/** The mark of a point of an answer or a curve, at a place in px. */
export const markOf =
  ({ kind, curveNumber }: Pick<Said, "kind" | "curveNumber">) =>
  (x: number, y: number): Shape =>
    curveNumber === null || kind === "measured" ? ANSWER_MARKS[kind](x, y) : cornered(kind, curveNumber, x, y);

/** Dashes of model curves, by their numbers; simulated ones are solid. */
const DASHES = [
  [7, 4],
  [3, 3],
  [11, 3, 3, 3],
  [1.5, 3.5],
] as const;

/** More marks than this on a curve of the model would hide it: then only those at values of the sweep are drawn. */
const MOST_MARKS = 12;

/** The points that carry a mark: of a model's curve few, and none where a run’s curve has the same number. */
function markedPoints({ series: all, x }: ChartData, { kind, curveNumber, points }: Said): Said["points"] {
  if (kind !== "model") return points;
  if (curveNumber === null) return points.length <= MOST_MARKS ? points : points.filter((p) => x.values.includes(p.x));
  const isRun = (one: Series): boolean =>
    one.kind === "simulated" && one.curveNumber === curveNumber && one.points.length > 0;
  return all.some(isRun) ? [] : points;
}

interface DrawnSeries {
  readonly band: readonly Shape[];
  readonly simulated: readonly Shape[];
  readonly model: readonly Shape[];
  readonly measured: readonly Shape[];
  /** The places at which names may stand, by id of the series or crossing. */
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  readonly obstacles: readonly Obstacle[];
}

interface Interval {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly value: number; // between the two, in the unit of the axis
}

/** Intervals in px: a band behind a smooth piece of a curve, else a whisker at each point that has one. */
function spreadShapes(intervals: readonly Interval[], curved: boolean): readonly Shape[] {
  return smoothPieces(intervals).flatMap((piece): readonly Shape[] => {
    const spread = piece.filter((p) => p.high !== p.low);
    if (spread.length === 0) return [];
    if (!curved || piece.length === 1) {
      return spread.map(({ x, low, high }) => line([x, low, x, high], { stroke: "simulated", lineWidth: 1.8 }));
    }
    const d = areaBetween(piece);
    return d === null ? [] : [path(d, { fill: "sim-band" })];
  });
}

const doubtRing = ({ x, y }: Point): Shape => disc(x, y, 7.5, { stroke: "measured", lineWidth: 1, dash: [2, 2] });

/**
 * The points before and after the break of the chart, where it has one, and around each value at which no run gave a
 * number. Behind the break several things change from run to run, so nothing says how a run between two points would
 * end: those of runs stand alone.
 */
function piecesOf({ breakAfter = Infinity }: ChartData, { kind, points, without = [] }: Said) {
  const isSplit = (from: number, to: number): boolean =>
    (to > breakAfter && (kind !== "model" || from <= breakAfter)) || without.some((x) => x > from && x < to);
  const pieces: (typeof points)[number][][] = [];
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before === undefined || isSplit(before.x, point.x)) pieces.push([point]);
    else pieces.at(-1)?.push(point);
  }
  return pieces;
}

/** The lines of a curve. A model’s smooth ones have dashes of their own. */
function curveShapes({ kind, curveNumber }: Said, { path: smooth, jumps }: ReturnType<typeof curveThrough>) {
  const stroke = { stroke: kind, lineWidth: kind === "measured" ? 0.8 : 1.8 } as const;
  const own = kind === "model" ? { dash: DASHES[(curveNumber ?? 0) % DASHES.length] ?? DASHES[0] } : {};
  const lines: readonly (readonly [string | null, Pick<Path, "dash">])[] = [
    [smooth, own],
    [jumps, JUMP_DASH],
  ];
  return lines.flatMap(([d, dash]) => (d === null ? [] : [path(d, { ...stroke, ...dash })]));
}

function drawOne(data: ChartData, series: Said, frame: ChartFrame) {
  const { kind, curveNumber } = series;
  const id = seriesId(data.series.indexOf(series));
  // A deviation says how far a value is from the paper’s: the value itself is so many percent of it.
  const valueOf = (y: number): number => (data.tolerance === undefined ? y : 100 + y);
  const at = ({ x, y }: Point): Valued => ({ x: frame.xAt(x), y: frame.yAt(y), value: valueOf(y) });
  const points = series.points.map(at);
  const pieces = piecesOf(data, series);
  const marked = markedPoints(data, series).map(at);
  const isOne = kind === "measured" && curveNumber === null; // the paper's points are joined only to tell curves apart
  const isJoined = !isOne;
  const curves = isJoined ? pieces.map((piece) => curveThrough(piece.map(at))) : [];
  const places: readonly Point[] = isJoined ? curves.flatMap((curve) => curve.places) : points;
  const spreads = pieces.map((piece) =>
    piece.flatMap(({ x, y, spread: own }): Interval[] =>
      own === undefined
        ? []
        : [{ x: frame.xAt(x), low: frame.yAt(own.low), high: frame.yAt(own.high), value: valueOf(y) }],
    ),
  );
  const ends = isCurve(series)
    ? []
    : spreads.flat().flatMap(({ x, low, high }) => [low, high].map((y): Point => ({ x, y })));
  const mark = markOf(series);
  return {
    id,
    kind,
    band: spreads.flatMap((spread) => spreadShapes(spread, isJoined && spread.length > 1)),
    shapes: [
      ...curves.flatMap((curve) => curveShapes(series, curve)),
      ...series.points.flatMap((p) => (p.uncertain === true ? [doubtRing(at(p))] : [])),
      ...marked.map(({ x, y }) => mark(round(x), round(y))),
    ],
    places,
    obstacles: [
      ...around(id, marked, MARK_ROOM),
      ...curves.flatMap((curve) => along(id, curve.places)),
      ...around(id, ends, 0.5),
    ],
  };
}

const CROSSING_ROOM = 9;

/** A ring where two curves cross, and a line from there to the axis. */
function crossingShapes({ kind, x, y }: Crossing, frame: ChartFrame): readonly Shape[] {
  const [cx, cy] = [frame.xAt(x), frame.yAt(y)];
  return [
    line([cx, cy + 7, cx, frame.plot.y1], { stroke: kind, lineWidth: 1, dash: [2, 3] }),
    disc(cx, cy, 7, { stroke: kind, lineWidth: 1.4 }),
  ];
}

/** All series as shapes, with the places where their names may stand and what names keep clear of. */
export function drawSeries(data: ChartData, frame: ChartFrame): DrawnSeries {
  const { crossings = [] } = data;
  const drawn = data.series.filter(isSaid).map((series) => drawOne(data, series, frame));
  const crossed = crossings.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const of = (kind: AnswerKind): readonly Shape[] => [
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
    ],
  };
}
