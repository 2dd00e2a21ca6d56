/** What stands around the contents of rows on one axis: bands, lines of lanes, axis, folds, covers at both ends. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { box, isLabel, line, once } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { TimeScale } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import { axisShapes } from "./axis.ts";
import { foldShapes } from "./fold-shapes.ts";
import { placeEnd } from "./call-end.ts";
import type { Frame, OnAxis, Row } from "./frame.ts";
import { legendShapes } from "./legend.ts";
import type { Body, TimelineDrawing } from "./drawn.ts";
import { Placer } from "./placer.ts";
import type { Description } from "./description.ts";
import { inDirection, turnedTarget } from "./turn.ts";

/** What stands on one axis, from the ground up. Shapes are along and across; those of words stand as they are. */
interface Surroundings {
  readonly place: OnAxis;
  readonly frames: readonly Pick<Frame, "rows" | "lanes" | "apart">[];
  /** From where to where the grid goes across, and folds. */
  readonly grid: readonly [number, number];
  readonly folds: readonly [number, number];
  /** The call as the axis counts it. */
  readonly counted: ShownCall;
  readonly scale: TimeScale;
  /** Under the contents, the contents, and what stands upright on them. */
  readonly under: readonly Shape[];
  readonly shapes: readonly Shape[];
  readonly upright: readonly Shape[];
  /** Whether bands go on beyond the end of the scale. */
  readonly goesOn: boolean;
}

/** The shapes of a figure up to its axis: what is beside the axis is the figure's own. */
export function surrounded(around: Surroundings): {
  readonly ground: readonly Shape[];
  readonly axis: readonly Shape[];
} {
  const { place, frames, counted, scale, under, shapes, upright, goesOn } = around;
  const { down, width, start, length } = place;
  const turn = inDirection(down);
  const rows = frames.flatMap((frame) => frame.rows);
  const [from, to] = down ? [start - BEFORE, start + length + BEFORE] : [0, width];
  const axis = axisShapes(counted.call.from, place, scale, around.grid);
  return {
    ground: [
      ...turn([...bands(rows, from, to, "band"), ...frames.flatMap((frame) => laneLines(place, frame))]),
      ...axis.grid,
      ...turn([...under, ...shapes]),
      ...upright,
      ...foldShapes(counted, place, scale, around.folds),
      ...turn(covers(place, rows, goesOn)),
    ],
    axis: axis.ruler,
  };
}

/** Where time runs down, a band begins so far above the scale, and ends so far below it. */
export const BEFORE = 6;

const bands = (rows: readonly Row[], from: number, to: number, fill: "band" | "paper"): readonly Shape[] =>
  rows.map((row) => box(from, row.from, to - from, row.to - row.from, { fill }));

const laneLines = ({ start, length }: OnAxis, { lanes, rows, apart }: Pick<Frame, "rows" | "lanes" | "apart">) =>
  (apart ? lanes : rows).map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );

/** Paper covers the shapes that run out of the view, so that names stand free before them. */
function covers({ down, width, height, start, length, axis }: OnAxis, rows: readonly Row[], goesOn: boolean) {
  const end = start + length;
  if (down) {
    const paper = { fill: "paper" } as const;
    return [box(0, 0, start - 7, width, paper), box(end + 7, 0, height - end, width, paper)];
  }
  return ([0, end + 5] as const).flatMap((x) => {
    const wide = x === 0 ? start - 5 : width - x;
    const fill = x === 0 || goesOn ? "band" : "paper";
    return [box(x, 0, wide, axis - 1, { fill: "paper" }), ...bands(rows, x, x + wide, fill)];
  });
}

/** Folds end above the legend. */
const FOLD_FOOT = 28;

/** A figure of one call. */
export function composed(
  { besideOf }: Pick<Description, "besideOf">,
  { drawn, shapes, leaders, names, targets }: Body,
): TimelineDrawing {
  const { rails, measure } = drawn;
  const { shown, frame, scale } = rails;
  const { down, width, height, wire } = frame;
  const placer = Placer.among(names, frame, measure);
  const end = placeEnd(rails, placer);
  const top = itemAt(frame.rows, 0, "row").from;
  const { ground, axis } = surrounded({
    ...{ place: frame, frames: [frame], counted: shown, scale, under: end, shapes, upright: leaders },
    grid: down ? [wire?.from ?? frame.axis, wire?.to ?? width] : [top, frame.axis],
    folds: down ? [0, width] : [top, frame.axis - FOLD_FOOT],
    goesOn: true,
  });
  const legend = down ? [] : legendShapes(rails, placer);
  return {
    ...{ width, height, scale },
    targets: once(down ? () => targets().map(turnedTarget) : targets),
    names: [...placer.names.labels, ...legend.filter(isLabel)],
    ground: [
      ...ground,
      ...axis,
      ...besideOf(rails, axis.filter(isLabel)),
      ...legend.filter((shape) => !isLabel(shape)),
    ],
  };
}
