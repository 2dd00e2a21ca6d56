/**
 * Two runs of many machines as shapes: a row for each machine or some of them, both runs on one time axis, where each
 * call ended, and the difference between the ends. Time runs to the right, or down where the place is narrow.
 */
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { axisAcross, foldsAcross } from "../../timeline/figure/across-axis.ts";
import { turned, turnedTarget } from "../../timeline/figure/body.ts";
import { axisShapes, foldShapes, margins } from "../../timeline/figure/down.ts";
import { drawingBody, framePart, legendShapes, namesUpright, railsOf, rowsInPart } from "../../timeline/many/index.ts";
import type { ManyBody, ManyFrame } from "../../timeline/many/index.ts";
import { makeScale } from "../../timeline/figure/scale.ts";
import type { TimeScale, View } from "../../timeline/figure/scale.ts";
import type { Figure } from "../../timeline/figure/figure.ts";
import type { ShownCall } from "../../timeline/figure/shown-call.ts";
import { labelArea, wrapped } from "../../draw/place-label.ts";
import { box, isLabel, label, line } from "../../draw/scene.ts";
import type { Label, Shape, Target } from "../../draw/scene.ts";
import { tableWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { timesOf } from "../../trace/calls.ts";
import { atOnce } from "../../trace/slices.ts";
import { durationText } from "../../words/times.ts";
import type { Labels } from "../differences.ts";
import { refOfTarget, sideOfTarget, targetOf } from "../draw.ts";
import { SIDES } from "../pair.ts";
import type { SideName, TwinRows } from "../pair.ts";
import type { ManyPair } from "./pair.ts";

/** Narrower than this, time runs down. */
const TURN = 600;
const NAME_SIZE = 12.5;
const SIZE = 11.5;

interface Room {
  readonly down: boolean;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly length: number;
  readonly axis: number;
  readonly sides: Readonly<Record<SideName, { readonly from: number; readonly to: number }>>;
}

const COLUMN = 116; // names of machines
const RIGHT = 12;
const HEADER = 28; // the playhead's flag
const TITLE = 22;
const BRACKET = 30; // between the runs: the difference of their ends
const FOOT = 34; // the legend
const UNDER = 28;
const PITCH = 24;
const MOST_ROWS = 16;
const LEAST_PITCH = 14;
/** Of the rows of one run, in px: as in a lesson, and alone. */
const MOST_CLOSE = 168;
const MOST_HIGH = 16 * 16;

function roomAcross(pair: ManyPair, width: number, close: boolean): Room {
  const most = close ? MOST_CLOSE : MOST_HIGH;
  const high = (side: SideName): number => {
    const rows = Math.min(MOST_ROWS, rowsInPart(pair.shown[side]));
    return Math.max(rows * LEAST_PITCH, Math.min(most, rows * PITCH));
  };
  const a = { from: HEADER + TITLE, to: HEADER + TITLE + high("a") };
  const from = a.to + BRACKET + TITLE;
  const b = { from, to: from + high("b") };
  const axis = b.to + FOOT;
  const length = Math.max(120, width - COLUMN - RIGHT);
  return { down: false, width, height: axis + UNDER, start: COLUMN, length, axis, sides: { a, b } };
}

const AXIS_COLUMN = 44;
const BETWEEN = 16;
const LONG = 560;
const TITLE_LINE = 16;

function roomDown(width: number, machinesHigh: number, titleLines: number): Room {
  const middle = AXIS_COLUMN + (width - AXIS_COLUMN) / 2;
  const start = titleLines * TITLE_LINE + machinesHigh + 22;
  return {
    down: true,
    width,
    height: start + LONG + 40,
    start,
    length: LONG,
    axis: AXIS_COLUMN,
    sides: { a: { from: AXIS_COLUMN + 2, to: middle - BETWEEN / 2 }, b: { from: middle + BETWEEN / 2, to: width - 2 } },
  };
}

const titleLines = (name: string, room: number): readonly string[] =>
  wrapped(name.split(" "), room, (text) => tableWidth(text, NAME_SIZE, true));

const widestName = ({ rows }: ManyFrame): number =>
  Math.max(0, ...rows.filter(({ named }) => named).map(({ name }) => tableWidth(name, NAME_SIZE, true)));

function framesOf(pair: ManyPair, width: number, labels: Labels, close: boolean) {
  const frame = (room: Room, side: SideName): ManyFrame => framePart(pair.shown[side], room, room.sides[side]);
  const both = (room: Room) => ({ room, frames: { a: frame(room, "a"), b: frame(room, "b") } });
  if (width >= TURN) return both(roomAcross(pair, width, close));
  const lines = Math.max(...SIDES.map((side) => titleLines(labels[side], (width - AXIS_COLUMN) / 2 - BETWEEN).length));
  const first = both(roomDown(width, 0, lines)).frames;
  const names = Math.max(...SIDES.map((side) => (namesUpright(first[side].rows) ? widestName(first[side]) : 16)));
  return both(roomDown(width, names, lines));
}

/** The scale of both runs, in the time of one of them. */
const scaleOf = (scale: TimeScale, { call }: ShownCall): TimeScale => ({
  ...scale,
  from: scale.from + call.from,
  to: scale.to + call.from,
  at: (time) => scale.at(time - call.from),
  time: (pixel) => scale.time(pixel) + call.from,
});

interface Side extends ManyBody {
  readonly name: SideName;
  readonly shown: ShownCall;
  readonly frame: ManyFrame;
  /** The place of the call's end, along the time axis. */
  readonly end: number;
}

/** Names of the body that stand in its rows and before the call's end: later names belong to other calls. */
function within(names: readonly Label[], end: number, room: Room, side: SideName, measure: MeasureText) {
  const { from, to } = room.sides[side];
  return names.filter((one) => {
    const { x0, x1, y0, y1 } = labelArea(one, measure);
    return room.down
      ? x0 >= from - 2 && x1 <= to + 2 && y1 <= end + 4
      : y0 >= from - 4 && y1 <= to + 4 && x1 <= end + 4;
  });
}

export function drawManyTwin(
  pair: ManyPair,
  { width, close }: { readonly width: number; readonly close: boolean },
  view: View,
  selected: TwinRows,
  labels: Labels,
  measure: MeasureText,
): Figure {
  const { room, frames } = framesOf(pair, width, labels, close);
  const scale = makeScale(view, pair.folds, room.length);
  const sides = SIDES.map((name): Side => {
    const [shown, frame] = [pair.shown[name], frames[name]];
    const rails = railsOf(shown, frame, scaleOf(scale, shown));
    const body = atOnce(drawingBody(rails, selected[name], measure));
    const end = room.start + scale.at(pair.took[name]);
    return { name, shown, frame, end, ...body, names: within(body.names, end, room, name, measure) };
  });
  const targets = sides.flatMap(({ name, end, targets: own }) =>
    own.filter(({ x0 }) => x0 <= end).map((one) => ({ ...one, ref: targetOf(name, one.ref) })),
  );
  const common = { scale, down: room.down, start: room.start, axis: room.axis, hosts: [], places: null };
  const size = { width: room.width, height: room.height };
  const names = sides.flatMap((side) => side.names);
  const { over, ...composed } = room.down
    ? composedDown(pair, room, sides, scale, labels)
    : composedAcross(pair, room, sides, scale, labels, measure);
  return {
    ...common,
    ...size,
    ...composed,
    targets: room.down ? targets.map(turnedTarget) : targets,
    names: [...names, ...over],
  };
}

type Composed = Pick<Figure, "ground" | "playhead"> & {
  /** Labels that the playhead goes under. */
  readonly over: readonly Label[];
};

const bandsOf = ({ frame }: Side, from: number, to: number, fill: "band" | "paper"): readonly Shape[] =>
  frame.rows.map((row) => box(from, row.from, to - from, row.to - row.from, { fill }));

const laneLines = ({ frame }: Side, { start, length }: Room): readonly Shape[] =>
  frame.rows.map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );

/** Covers the time after the call: it belongs to other calls, and is no part of this comparison. */
function after(side: Side, { sides, start, length }: Room): readonly Shape[] {
  const { from, to } = sides[side.name];
  const end = Math.max(start, side.end);
  return end >= start + length ? [] : [box(end, from - 1, start + length + 6 - end, to - from + 2, { fill: "paper" })];
}

const isSeen = (side: Side, { start, length }: Room): boolean => side.end >= start && side.end <= start + length + 1;

function composedAcross(
  pair: ManyPair,
  room: Room,
  sides: readonly Side[],
  scale: TimeScale,
  labels: Labels,
  measure: MeasureText,
): Composed {
  const { width, start, length, axis } = room;
  const edge = start + length + 5;
  const first = sides[0];
  const last = sides.at(-1);
  if (first === undefined || last === undefined) throw new Error("twin: there are two runs");
  const words = [
    ...sides.flatMap((side) => headAcross(pair, side, room, labels, measure)),
    ...bracket(pair, room, [first, last]),
    ...legendShapes(last.drawn.rails, [], [], measure),
  ];
  const bands = sides.flatMap(({ frame }) => frame.rows);
  const zero = { ...last.shown, call: { from: 0, to: 0 }, folds: pair.folds };
  const ruler = axisAcross(zero, { width, start, length, axis, bands }, scale);
  return {
    playhead: [[24, axis]],
    over: words.filter(isLabel),
    ground: [
      ...sides.flatMap((side) => bandsOf(side, 0, width, "band")),
      ...sides.flatMap((side) => laneLines(side, room)),
      ...ruler.grid,
      ...sides.flatMap(({ body }) => body),
      ...sides.flatMap((side) => after(side, room)),
      ...foldsAcross(zero, { width, start, length, axis: last.frame.rows.at(-1)?.to ?? axis, bands }, scale),
      ...[0, edge].flatMap((x) => {
        const wide = x === 0 ? start - 5 : width - edge;
        return [
          box(x, 0, wide, axis - 1, { fill: "paper" }),
          ...sides.flatMap((side) => bandsOf(side, x, x + wide, x === 0 ? "band" : "paper")),
        ];
      }),
      ...ruler.shapes,
      ...sides.flatMap((side) => rowNames(side)),
      ...words.filter((shape) => !isLabel(shape)),
    ],
  };
}

const rowNames = ({ frame }: Side): readonly Shape[] =>
  frame.rows
    .filter(({ named }) => named)
    .map(({ name, at, size }) => label(12, at + size / 2 + 4.5, [{ text: name, bold: true }], { size: NAME_SIZE }));

const endText = (pair: ManyPair, name: SideName): string =>
  pair.outcome[name] === "returned" ? durationText(pair.took[name]) : `${durationText(pair.took[name])}, failed`;

/** The run's name above its rows, and where its call ends, with the time that it took. */
function headAcross(pair: ManyPair, side: Side, room: Room, labels: Labels, measure: MeasureText): readonly Shape[] {
  const { from, to } = room.sides[side.name];
  const y = from - 7;
  const title = label(0, y, [{ text: labels[side.name], bold: true }], { size: NAME_SIZE, halo: "paper" });
  if (!isSeen(side, room)) return [title];
  const text = endText(pair, side.name);
  const took = measure(text, NAME_SIZE, true);
  const [low, high] = [labelArea(title, measure).x1 + 8, room.width - 2];
  const right = Math.min(high, Math.max(low + took, side.end));
  return [
    title,
    line([side.end, from - 4, side.end, to + 2], { stroke: "ink", lineWidth: 1.4 }),
    label(right, y, [{ text, bold: true, ink: timesOf(pair.shown[side.name].trace) }], {
      size: NAME_SIZE,
      anchor: "end",
      halo: "paper",
    }),
  ];
}

/** Between the runs: from the end of one to the end of the other, and how long that is. */
function bracket(pair: ManyPair, room: Room, [a, b]: readonly [Side, Side]): readonly Shape[] {
  if (!isSeen(a, room) || !isSeen(b, room) || Math.abs(a.end - b.end) < 2) return [];
  const y = room.sides.a.to + BRACKET / 2 + 4;
  const [x0, x1] = [Math.min(a.end, b.end), Math.max(a.end, b.end)];
  const delta = pair.took.b - pair.took.a;
  const text = `${durationText(Math.abs(delta))} ${delta > 0 ? "longer" : "less"}`;
  const inside = x1 - x0 > tableWidth(text, NAME_SIZE, true) + 20;
  const ends = [
    line([a.end, room.sides.a.to, a.end, y + 5], DROP),
    line([b.end, y - 5, b.end, room.sides.b.from], DROP),
  ];
  const span = line([x0, y, x1, y], { stroke: "ink", lineWidth: 1.4 });
  const name = inside
    ? label((x0 + x1) / 2, y - 5, [{ text, bold: true }], { size: NAME_SIZE, anchor: "middle", halo: "paper" })
    : label(x0 - 8, y + 4, [{ text, bold: true }], { size: NAME_SIZE, anchor: "end", halo: "paper" });
  return [...ends, span, name];
}

const DROP = { stroke: "ink", lineWidth: 1, dash: [3, 3] } as const;

function composedDown(pair: ManyPair, room: Room, sides: readonly Side[], scale: TimeScale, labels: Labels): Composed {
  const { width, height, start, length } = room;
  const columns = { width, height, start, length, wireFrom: room.axis, wireTo: width };
  const shown = sides[0]?.shown;
  if (shown === undefined) throw new Error("twin: there are two runs");
  const zero = { ...shown, call: { from: 0, to: 0 }, folds: pair.folds };
  return {
    over: [],
    playhead: sides.map(({ name }) => [room.sides[name].from, room.sides[name].to] as const),
    ground: [
      ...sides.flatMap(({ frame }) =>
        frame.rows.map(({ from, to }) => box(from, start - 6, to - from, length + 12, { fill: "band" })),
      ),
      ...sides.flatMap((side) => laneLines(side, room)).map(turned),
      ...sides.flatMap(({ body }) => body).map(turned),
      ...sides.flatMap((side) => after(side, room)).map(turned),
      ...foldShapes(zero, columns, scale),
      ...margins(columns),
      ...axisShapes(zero, columns, scale),
      ...sides.flatMap((side) => headDown(pair, side, room, labels)),
    ],
  };
}

function headDown(pair: ManyPair, side: Side, room: Room, labels: Labels): readonly Shape[] {
  const { frame, name } = side;
  const { from, to } = room.sides[name];
  const upright = namesUpright(frame.rows);
  const title = titleLines(labels[name], (room.width - AXIS_COLUMN) / 2 - BETWEEN).map((text, i) =>
    label(from, 12 + i * TITLE_LINE, [{ text, bold: true }], { size: NAME_SIZE }),
  );
  const machines = frame.rows
    .filter(({ named }) => named)
    .map(({ name: text, at, size }) =>
      upright
        ? label(at + size / 2 + 4, room.start - 10, [{ text }], { size: SIZE, turned: true })
        : label(at + size / 2, room.start - 12, [{ text }], { size: SIZE, anchor: "middle" }),
    );
  if (!isSeen(side, room)) return [...title, ...machines];
  const text = endText(pair, name);
  return [
    ...title,
    ...machines,
    line([from, side.end, to, side.end], { stroke: "ink", lineWidth: 1.4 }),
    label(from, side.end + 15, [{ text, bold: true, ink: timesOf(pair.shown[name].trace) }], {
      size: SIZE,
      halo: "paper",
    }),
  ];
}

/** The row that a target stands for; the other run has none chosen. */
export function rowsOfTarget(target: Target["ref"]): TwinRows {
  const ref = refOfTarget(target);
  return sideOfTarget(target) === "a" ? { a: ref, b: NO_REF } : { a: NO_REF, b: ref };
}
