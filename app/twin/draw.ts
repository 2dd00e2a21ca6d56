/**
 * Two runs as shapes, each drawn as in the single timeline, both on one axis: where each call ended, and what joins the
 * two. The drawing knows two directions, along time and across the rows; on a phone they are turned.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { labelArea } from "../draw/place-label.ts";
import { box, isLabel, line } from "../draw/scene.ts";
import type { Label, Shape, Target } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Figure } from "../timeline/figure/figure.ts";
import { scaleOf } from "../timeline/figure/scale.ts";
import type { TimeScale, View } from "../timeline/figure/scale.ts";
import type { ShownCall } from "../timeline/figure/shown-call.ts";
import { axisDown, foldsDown, marginsDown } from "../timeline/layout/axis-down.ts";
import { axisAcross, foldsAcross } from "../timeline/layout/axis.ts";
import { turned, turnedTarget } from "../timeline/layout/compose-down.ts";
import { laneLines } from "../timeline/layout/compose.ts";
import { partsOf } from "../timeline/layout/all-parts.ts";
import { drawingBody } from "../timeline/layout/draw.ts";
import type { Frame } from "../timeline/layout/frame.ts";
import { legendShapes } from "../timeline/layout/legend.ts";
import type { Parts } from "../timeline/layout/parts.ts";
import { railsOf } from "../timeline/layout/rails.ts";
import { aloneShapes, choiceShapes, placeOf } from "./alone.ts";
import type { Difference, Labels } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import { isPair } from "./frame.ts";
import type { TwinFrame } from "./frame.ts";
import { SIDES } from "./pair.ts";
import type { Both, SideName } from "./pair.ts";
import { isSeen } from "./scene.ts";
import type { Choice, DrawnSide, TwinScene } from "./scene.ts";
import { stripShapes } from "./strip.ts";
import { bracket, flagAcross, headAcross, headDown, stripNames } from "./words.ts";

/** A target's ref says which side it is on: twice the row's, and one more on the second side. */
export const targetOf = (side: SideName, ref: Ref): number => ref * 2 + (side === "b" ? 1 : 0);
export const sideOfTarget = (target: number): SideName => (target % 2 === 0 ? "a" : "b");
export const refOfTarget = (target: number): Ref => Math.floor(target / 2);

export function drawTwin(
  both: Both,
  frame: TwinFrame,
  view: View,
  differences: readonly Difference[],
  choice: Choice,
  labels: Labels,
  measure: MeasureText,
): Figure {
  const scale = scaleOf(both, view, frame.length);
  const parting = isPair(both) ? partingOf(both, labels) : null;
  const scene: TwinScene = { both, frame, scale, differences, parting, choice, labels, measure };
  const sides = SIDES.map((name) => drawnSide(scene, name));
  const { over, ground } = frame.down ? composedDown(scene, sides) : composedAcross(scene, sides);
  const targets = sides.flatMap((side) => side.targets);
  const { down, start, axis, width, height } = frame;
  return {
    // Two runs have no one state to look at, and nothing that could be taken hold of.
    ...{ scale, down, start, axis, width, height, ground },
    ...{ hosts: [], places: null, run: null, position: null, layers: [], alone: [] },
    targets: down ? targets.map(turnedTarget) : targets,
    names: [...sides.flatMap(({ names }) => names), ...over],
    playhead: down ? SIDES.map((name) => [frame.sides[name].from, frame.sides[name].to] as const) : [[24, axis]],
  };
}

/** Where time runs down the names in the wire would need more room than there is. */
const partsFor = (shown: ShownCall, { down }: TwinFrame): Parts => partsOf(shown, down ? 0 : Infinity);

/** The scale of both runs, in the time of one of them. */
const scaleIn = (scale: TimeScale, { call }: ShownCall): TimeScale => ({
  ...scale,
  log: scale.log === null ? null : { ...scale.log, from: scale.log.from + call.from },
  perNano: (time) => scale.perNano(time - call.from),
  from: scale.from + call.from,
  to: scale.to + call.from,
  at: (time) => scale.at(time - call.from),
  time: (pixel) => scale.time(pixel) + call.from,
});

function drawnSide(scene: TwinScene, name: SideName): DrawnSide {
  const { both, frame, scale, choice, measure } = scene;
  const shown = both.shown[name];
  const rails = railsOf(shown, frame.frames[name], scaleIn(scale, shown));
  const body = drawingBody(partsFor(shown, frame), rails, isPair(both) ? NO_REF : choice.rows[name], measure);
  const end = frame.start + scale.at(both.took[name]);
  const names = within(body.names, end, frame, name, measure);
  const side = { ...body, name, shown, rails, end, names };
  const targets = isPair(both)
    ? both[name].rows.flatMap((ref) => placeOf(rails, ref) ?? [])
    : body.targets.filter(({ x0 }) => x0 <= end);
  return { ...side, targets: targets.map((target) => ({ ...target, ref: targetOf(name, target.ref) })) };
}

/** Names of the body that stand in its rows and before the call's end: later names belong to other calls. */
function within(names: readonly Label[], end: number, frame: TwinFrame, side: SideName, measure: MeasureText) {
  const { from, to } = frame.sides[side];
  return names.filter((one) => {
    const { x0, x1, y0, y1 } = labelArea(one, measure);
    return frame.down
      ? x0 >= from - 2 && x1 <= to + 2 && y1 <= end + 4
      : y0 >= from - 4 && y1 <= to + 4 && x1 <= end + 4;
  });
}

interface Composed {
  readonly ground: readonly Shape[];
  /** Labels that the playhead goes under. */
  readonly over: readonly Label[];
}

const bandsOf = (frame: Frame, from: number, to: number, fill: "band" | "paper"): readonly Shape[] =>
  frame.rows.map((row) => box(from, row.from, to - from, row.to - row.from, { fill }));

/** Covers the time after the call: it belongs to other calls, and is no part of this comparison. */
function after(side: DrawnSide, { sides, start, length }: TwinFrame): readonly Shape[] {
  const { from, to } = sides[side.name];
  const end = Math.max(start, side.end);
  return end >= start + length ? [] : [box(end, from - 1, start + length + 6 - end, to - from + 2, { fill: "paper" })];
}

/** What a run has besides its own rows: rows without a partner, the chosen ones, the end of the call. */
function marks({ both, choice, frame }: TwinScene, side: DrawnSide): readonly Shape[] {
  const { from, to } = frame.sides[side.name];
  const ended = isSeen(side.end, frame)
    ? [line([side.end, from - 4, side.end, to + 2], { stroke: "ink", lineWidth: 1.4 })]
    : [];
  if (!isPair(both)) return ended;
  const own = side.targets.map((target): Target => ({ ...target, ref: refOfTarget(target.ref) }));
  // All rows of the stretch that a choice lies in; the chosen row alone where it is off the critical path.
  const chosen = new Set(choice.stretch?.refs[side.name] ?? [choice.rows[side.name]]);
  return [
    ...ended,
    ...aloneShapes(both[side.name], side.rails, own),
    ...own.filter(({ ref }) => chosen.has(ref)).flatMap(choiceShapes),
  ];
}

/** The call of both as an axis counts it: from 0, with the silences of both folded. */
const onAxis = ({ both }: TwinScene): ShownCall => ({
  ...both.shown.b,
  call: { from: 0, to: 0 },
  folds: both.folds,
  log: both.log,
});

function composedAcross(scene: TwinScene, sides: readonly DrawnSide[]): Composed {
  const { frame, scale, both, measure } = scene;
  const { width, start, length, axis } = frame;
  const edge = start + length + 5;
  const ends = { a: itemAt(sides, 0, "side").end, b: itemAt(sides, 1, "side").end };
  const legend = sides[1] === undefined || isPair(both) ? [] : legendShapes(sides[1].rails, [], measure);
  const words = [
    ...sides.flatMap((side) => headAcross(scene, side)),
    ...(isPair(both) ? [] : bracket(scene, ends)),
    ...stripNames(scene),
    ...legend,
  ];
  const bands = SIDES.flatMap((name) => frame.frames[name].rows);
  const ruler = axisAcross(onAxis(scene), { width, start, length, axis, bands }, scale);
  const foldsTo = frame.frames.b.rows.at(-1)?.to ?? axis;
  return {
    over: words.filter(isLabel),
    ground: [
      ...SIDES.flatMap((name) => [...bandsOf(frame.frames[name], 0, width, "band"), ...laneLines(frame.frames[name])]),
      ...ruler.grid,
      ...stripShapes(scene),
      ...sides.flatMap((side) => [...side.shapes, ...after(side, frame), ...marks(scene, side)]),
      ...partingShapes(scene),
      ...foldsAcross(onAxis(scene), { width, start, length, axis: foldsTo, bands }, scale),
      ...[0, edge].flatMap((x) => {
        const wide = x === 0 ? start - 5 : width - edge;
        return [
          box(x, 0, wide, axis - 1, { fill: "paper" }),
          ...SIDES.flatMap((name) => bandsOf(frame.frames[name], x, x + wide, x === 0 ? "band" : "paper")),
        ];
      }),
      ...ruler.shapes,
      ...sides.flatMap(({ rails, shown }) => partsFor(shown, frame).titlesOf(rails)),
      ...sides.flatMap((side) => flagAcross(scene, side.name)),
      ...words.filter((shape) => !isLabel(shape)),
    ],
  };
}

function composedDown(scene: TwinScene, sides: readonly DrawnSide[]): Composed {
  const { frame, scale } = scene;
  const { width, height, start, length, axis } = frame;
  const columns = { width, height, start, length, lines: { from: axis, to: width } };
  return {
    over: [],
    ground: [
      ...SIDES.flatMap((name) => bandsOf(frame.frames[name], start - 6, start + length + 6, "band")).map(turned),
      ...SIDES.flatMap((name) => laneLines(frame.frames[name])).map(turned),
      ...stripShapes(scene).map(turned),
      ...sides.flatMap((side) => [...side.shapes, ...after(side, frame), ...marks(scene, side)]).map(turned),
      ...partingShapes(scene).map(turned),
      ...foldsDown(onAxis(scene), columns, scale),
      ...marginsDown(columns),
      ...axisDown(onAxis(scene), columns, scale),
      ...sides.flatMap((side) => headDown(scene, side)),
    ],
  };
}

/** The pole of the flag where the calls part, through all lanes of each side. */
function partingShapes({ frame, scale, parting }: TwinScene): readonly Shape[] {
  if (parting === null) return [];
  return SIDES.flatMap((name): readonly Shape[] => {
    const at = frame.start + scale.at(parting.at[name]);
    if (at < frame.start - 2 || at > frame.start + frame.length + 2) return [];
    const { from, to } = frame.sides[name];
    const top = frame.down ? from : from - 16;
    const pole = [
      line([at, top, at, to], { stroke: "paper", lineWidth: 3.5 }),
      line([at, top, at, to], { stroke: "ink", lineWidth: 1.4, dash: [6, 3] }),
    ];
    // Down the page there is no room for words: a pennant, which the line above the figure explains.
    return frame.down ? [...pole, line([at - 12, from, at - 12, from + 9, at, from + 4.5, at, from], PENNANT)] : pole;
  });
}

const PENNANT = { fill: "ink", stroke: "paper", lineWidth: 1, closed: true } as const;
