/**
 * Two runs as shapes, each drawn as in the single timeline, both on one axis: where each call ended, and what joins the
 * two. The drawing knows two directions, along time and across the rows; on a phone they are turned.
 */
import { itemAt, present } from "../../engine/kernel/reads.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { box, isLabel, line } from "../draw/scene.ts";
import type { Label, Shape, Target } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Figure } from "../figure/figure.ts";
import { scaleOf } from "../figure/scale.ts";
import type { TimeScale, View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { surrounded } from "../figure/compose.ts";
import { descriptionOf } from "../figure/any.ts";
import { drawingBody, placeOf, ringShapes } from "../figure/draw.ts";
import { legendShapes } from "../figure/legend.ts";
import { OF_FOLDS } from "../figure/ink.ts";
import { Placer } from "../figure/placer.ts";
import { railsOf } from "../figure/rails.ts";
import type { Rails } from "../figure/rails.ts";
import { Space } from "../figure/space.ts";
import { titlesOfRows } from "../figure/row-titles.ts";
import { turnedTarget } from "../figure/turn.ts";
import { aloneShapes } from "./alone.ts";
import type { Difference, Labels } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import { isPair } from "./frame.ts";
import type { TwinFrame } from "./frame.ts";
import { SIDES } from "./pair.ts";
import type { Both, SideName } from "./pair.ts";
import { isSeen } from "./scene.ts";
import type { TwinChoice, DrawnSide, TwinScene } from "./scene.ts";
import { stripShapes } from "./strip.ts";
import { bracket, headDown, placeFlag, placeHead, placeStripNames, poleAt } from "./words.ts";

/** A target's ref says which side it is on: twice the row's, and one more on the second side. */
export const targetOf = (side: SideName, ref: Ref): number => ref * 2 + (side === "b" ? 1 : 0);
export const sideOfTarget = (target: number): SideName => (target % 2 === 0 ? "a" : "b");
export const refOfTarget = (target: number): Ref => Math.floor(target / 2);

export function drawTwin(
  both: Both,
  frame: TwinFrame,
  view: View,
  differences: readonly Difference[],
  choice: TwinChoice,
  labels: Labels,
  measure: MeasureText,
): Figure {
  const scale = scaleOf(both, view, frame.length);
  const parting = isPair(both) ? partingOf(both, labels) : null;
  const scene: TwinScene = { both, frame, scale, differences, parting, choice, labels, measure };
  const sides = SIDES.map((name) => drawnSide(scene, name));
  const { over, ground } = composed(scene, sides);
  const targets = sides.flatMap((side) => side.targets);
  const { down, start, axis, width, height } = frame;
  return {
    // Two runs have no one state to look at, and nothing that could be taken hold of.
    ...{ scale, down, start, axis, width, height, ground },
    ...{ hosts: [], places: null, run: null, position: null, layers: [], alone: [] },
    targets: () => (down ? targets.map(turnedTarget) : targets),
    names: [...sides.flatMap(({ names }) => names), ...over],
    playhead: down ? SIDES.map((name) => [frame.sides[name].from, frame.sides[name].to] as const) : [[24, axis]],
  };
}

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
  const end = frame.start + scale.at(both.took[name]);
  const rails = railsOf(shown, frame.frames[name], scaleIn(scale, shown));
  const body = drawingBody(
    descriptionOf(shown, frame.down ? 0 : Infinity),
    untilEnd(rails, end),
    isPair(both) ? NO_REF : choice.rows[name],
    measure,
  );
  const targets = isPair(both) ? present(both[name].rows, (ref) => placeOf(rails, ref)) : body.targets();
  const own = targets.map((target) => ({ ...target, ref: targetOf(name, target.ref) }));
  return { ...body, name, rails, end, targets: own };
}

const NAMES_END = 8; // px before the call's end

/** What comes after a call belongs to other calls, and is no part of a comparison. */
function untilEnd(rails: Rails, end: number): Rails {
  const { scale, frame, shown } = rails;
  const length = Math.max(0, Math.min(scale.length, end - frame.start));
  return {
    ...rails,
    frame: { ...frame, length: length < scale.length ? length - NAMES_END : length },
    scale: { ...scale, length, to: Math.min(scale.to, shown.call.to) },
  };
}

interface Composed {
  readonly ground: readonly Shape[];
  /** Labels that the playhead goes under. */
  readonly over: readonly Label[];
}

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
    ...own.filter(({ ref }) => chosen.has(ref)).flatMap((target) => ringShapes(target, 7.5, 2.5)),
  ];
}

/** The call of both as an axis counts it: from 0, with the silences of both folded. */
const counted = ({ both }: TwinScene): ShownCall => ({
  ...both.shown.b,
  call: { from: 0, to: 0 },
  folds: both.folds,
  log: both.log,
});

/** Both runs on their axis, with the strip between them. */
function composed(scene: TwinScene, sides: readonly DrawnSide[]): Composed {
  const { frame, scale } = scene;
  const { down, width, axis } = frame;
  const top = itemAt(frame.frames.a.rows, 0, "row").from;
  const { ground, axis: ruler } = surrounded({
    ...{ place: frame, frames: SIDES.map((name) => frame.frames[name]), counted: counted(scene), scale },
    grid: down ? [axis, width] : [top, axis],
    folds: down ? [0, width] : [top, frame.frames.b.rows.at(-1)?.to ?? axis],
    under: stripShapes(scene),
    shapes: [
      ...sides.flatMap((side) => [...side.shapes, ...after(side, frame), ...marks(scene, side)]),
      ...partingShapes(scene),
    ],
    upright: [],
    goesOn: false,
  });
  const words = down ? { ground: sides.flatMap((side) => headDown(scene, side)), over: [] } : wordsAcross(scene, sides);
  return { ground: [...ground, ...ruler, ...words.ground], over: words.over };
}

/** The words above, beside and between the runs, where time runs to the right. */
function wordsAcross(scene: TwinScene, sides: readonly DrawnSide[]): Composed {
  const { both, frame, scale, measure } = scene;
  const [a, b] = [itemAt(sides, 0, "side"), itemAt(sides, 1, "side")];
  const ink = new Space(frame.width, frame.height, false);
  for (const { at, size } of scale.folds) {
    ink.takeAlong(frame.start + at, frame.start + at + size, 0, frame.height, OF_FOLDS);
  }
  const placer = new Placer(ink, measure);
  const flags = SIDES.flatMap((name) => placeFlag(scene, name, placer));
  for (const side of sides) placeHead(scene, side, placer);
  placeStripNames(scene, placer);
  const legendRails = { ...b.rails, frame: { ...b.rails.frame, axis: frame.axis } };
  const between = isPair(both) ? [] : [...bracket(scene, { a: a.end, b: b.end }), ...legendShapes(legendRails, placer)];
  return {
    over: [...placer.names.labels, ...between.filter(isLabel)],
    ground: [
      ...sides.flatMap(({ rails }) => titlesOfRows(rails)),
      ...flags,
      ...between.filter((shape) => !isLabel(shape)),
    ],
  };
}

/** The pole of the flag where the calls part, through all lanes of each side. */
const partingShapes = (scene: TwinScene): readonly Shape[] =>
  SIDES.flatMap((name): readonly Shape[] => {
    const at = poleAt(scene, name);
    if (at === null) return [];
    const { down, sides } = scene.frame;
    const { from, to } = sides[name];
    const top = down ? from : from - 16;
    const pole = [
      line([at, top, at, to], { stroke: "paper", lineWidth: 3.5 }),
      line([at, top, at, to], { stroke: "ink", lineWidth: 1.4, dash: [6, 3] }),
    ];
    // Down the page there is no room for words: a pennant, which the line above the figure explains.
    return down ? [...pole, line([at - 12, from, at - 12, from + 9, at, from + 4.5, at, from], PENNANT)] : pole;
  });

const PENNANT = { fill: "ink", stroke: "paper", lineWidth: 1, closed: true } as const;
