/**
 * The figure of two runs as shapes. The drawing knows two directions, along time and across the lanes; on a phone they
 * are turned.
 */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { alongOf, drawBody, packetEnds, turned, turnedTarget } from "../timeline/figure/body.ts";
import type { Rails } from "../timeline/figure/body.ts";
import { box, disc, line } from "../draw/scene.ts";
import type { Drawing, Shape, Target } from "../draw/scene.ts";
import { hostShapes } from "../timeline/figure/host-events.ts";
import { takePicture } from "../trace/story.ts";
import type { Picture } from "../trace/story.ts";
import { makeScale } from "../timeline/figure/scale.ts";
import type { TimeScale, View } from "../timeline/figure/scale.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Difference, Labels } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import type { TwinFrame } from "./twin-frame.ts";
import { namesAcross, namesDown } from "./names.ts";
import { SIDES } from "./pair.ts";
import type { Pair, Side, SideName } from "./pair.ts";
import type { Choice, DrawnSide, TwinScene } from "./scene.ts";
import { stripShapes } from "./strip.ts";

interface TwinDrawing extends Drawing {
  readonly scale: TimeScale;
}

/** A target's ref says which side it is on: twice the row's, and one more on the second side. */
export const targetOf = (side: SideName, ref: Ref): number => ref * 2 + (side === "b" ? 1 : 0);
export const sideOfTarget = (target: number): SideName => (target % 2 === 0 ? "a" : "b");
export const refOfTarget = (target: number): Ref => Math.floor(target / 2);

export function drawTwin(
  pair: Pair,
  frame: TwinFrame,
  view: View,
  differences: readonly Difference[],
  choice: Choice,
  labels: Labels,
  measure: MeasureText,
): TwinDrawing {
  const scale = makeScale(view, pair.folds, frame.length);
  const sides = { a: takeSide(pair.a, frame, scale), b: takeSide(pair.b, frame, scale) };
  const parting = partingOf(pair, labels);
  const drawn: TwinScene = { pair, frame, scale, sides, differences, parting, choice, labels, measure };
  const bodies = SIDES.map((name) => sideShapes(drawn, sides[name]));
  const place = (shape: Shape): Shape => (frame.down ? turned(shape) : shape);
  const words = frame.down ? namesDown(drawn) : namesAcross(drawn);
  return {
    width: frame.width,
    height: frame.height,
    ground: [
      ...SIDES.flatMap((name) => groundShapes(frame, sides[name])).map(place),
      ...words.grid,
      ...stripShapes(drawn).map(place),
      ...bodies.flatMap(({ shapes }) => shapes).map(place),
      ...partingShapes(drawn).map(place),
      ...foldShapes(frame, scale).map(place),
      ...margins(frame).map(place),
      ...words.shapes,
    ],
    names: words.names,
    targets: bodies.flatMap(({ targets }) => targets).map(frame.down ? turnedTarget : (target) => target),
    scale,
  };
}

function takeSide(side: Side, frame: TwinFrame, scale: TimeScale): DrawnSide {
  const own = frame[side.name];
  const origin = side.call.from;
  const rails: Rails = {
    scale: {
      ...scale,
      from: scale.from + origin,
      to: scale.to + origin,
      at: (time) => scale.at(time - origin),
      time: (pixel) => scale.time(pixel) + origin,
    },
    start: frame.start,
    laneAt: own.lanes.map(({ at }) => at),
    laneSize: own.lanes.map(({ size }) => size),
    above: own.lanes.map(({ above }) => above),
    mediumFrom: own.mediumFrom,
    mediumTo: own.mediumTo,
    cableEdge: frame.cableEdge,
  };
  // Work after the call belongs to later calls. Beside the longer call it would look like work of this one.
  const window = { from: Math.max(side.call.from, rails.scale.from), to: Math.min(side.call.to, rails.scale.to) };
  const { spans, packets, dense } = takePicture(side.trace, side.plan, side.story, window);
  const picture: Picture = {
    spans: spans.filter(({ from, to, lane }) => lane >= 0 && from < side.call.to && to > side.call.from),
    packets: packets.filter(({ departs, arrives }) => departs < side.call.to && arrives > side.call.from),
    dense,
  };
  return { side, frame: own, rails, picture };
}

function groundShapes(frame: TwinFrame, { side, frame: own, rails }: DrawnSide): Shape[] {
  const [from, to] = frame.down ? [frame.start - 6, frame.length + 12] : [0, frame.width];
  return [
    ...own.bands.map((band) => box(from, band.from, to, band.to - band.from, { fill: "band" })),
    ...hostShapes(side.trace, own.bands, rails),
    ...own.lanes.map(({ at, size }) =>
      line([frame.start, at + size / 2, frame.start + frame.length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
    ),
  ];
}

/** Covers the shapes that run out of the view at either end. */
function margins(frame: TwinFrame): Shape[] {
  const [near, far] = [frame.start - 5, frame.start + frame.length + 5];
  if (frame.down) {
    return [
      box(0, 0, frame.start - 7, frame.width, { fill: "paper" }),
      box(frame.start + frame.length + 7, 0, frame.height, frame.width, { fill: "paper" }),
    ];
  }
  const cover = (from: number, to: number, fill: "paper" | "band"): Shape[] => [
    box(0, from, near, to - from, { fill }),
    box(far, from, frame.width - far, to - from, { fill }),
  ];
  return [
    ...cover(frame.a.from, frame.b.to, "paper"),
    ...SIDES.flatMap((name) => frame[name].bands).flatMap((band) => cover(band.from, band.to, "band")),
  ];
}

interface SideBody {
  readonly shapes: readonly Shape[];
  readonly targets: readonly Target[];
}

function sideShapes(drawn: TwinScene, own: DrawnSide): SideBody {
  const { side, rails, picture, frame } = own;
  const body = drawBody(rails, side.story, picture, NO_REF);
  const end = alongOf(rails, side.call.to);
  const chosen = new Set(chosenRows(drawn, side.name));
  const marked = body.targets.filter((target) => chosen.has(target.ref));
  return {
    shapes: [
      ...body.shapes,
      line([end, frame.from, end, frame.to], { stroke: "ink", lineWidth: 1 }),
      ...aloneShapes(drawn, own),
      ...marked.flatMap((target) => choiceShapes(target)),
    ],
    targets: body.targets
      .filter(({ ref }) => side.likeness.has(ref))
      .map((target) => ({ ...target, ref: targetOf(side.name, target.ref) })),
  };
}

/** All rows of the stretch that a choice lies in; the chosen row alone where it is off the critical path. */
function chosenRows({ choice: { rows, stretch } }: TwinScene, side: SideName): readonly Ref[] {
  return stretch?.refs[side] ?? (rows[side] === NO_REF ? [] : [rows[side]]);
}

/** A ring of ink on yellow, as in the single timeline. */
function choiceShapes(target: Target): Shape[] {
  if (target.slanted) {
    const [x, y] = [(target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2];
    return [disc(x, y, 7.5, { fill: "accent", stroke: "ink", lineWidth: 2 })];
  }
  const [x, y] = [target.x0 - 2.5, target.y0 - 2.5];
  const [width, height] = [Math.max(2, target.x1 - target.x0) + 5, target.y1 - target.y0 + 5];
  return [
    box(x - 2, y - 2, width + 4, height + 4, { stroke: "accent", lineWidth: 4 }),
    box(x, y, width, height, { stroke: "ink", lineWidth: 2 }),
  ];
}

/** Rows nearer than this share a frame. */
const FRAME_GAP = 3;
const BADGE = 6;
/** Badges nearer than this would touch: the first stands for its neighbours. */
const BADGE_GAP = 26;

/** Rows without a partner stand in a dashed frame with a badge: plus where this run has more, minus where less. */
function aloneShapes(drawn: TwinScene, { side, rails, picture }: DrawnSide): Shape[] {
  const shapes: Shape[] = [];
  const badges: (readonly [number, number])[] = [];
  const { down } = drawn.frame;
  const badge = (x: number, y: number): Shape[] => {
    if (badges.some(([x0, y0]) => Math.hypot(x - x0, y - y0) < BADGE_GAP)) return [];
    badges.push([x, y]);
    return badgeShapes(x, y, side.name === "b", down);
  };
  const out = drawn.frame.cableEdge + 2.5;
  const mine = picture.spans.filter(({ mine: own }) => own).sort((x, y) => x.from - y.from);
  for (const lane of rails.laneAt.keys()) {
    let last: { from: number; to: number } | null = null;
    const frames: { from: number; to: number }[] = [];
    for (const span of mine) {
      if (span.lane !== lane || side.likeness.get(span.ref) !== "alone") continue;
      const [from, to] = [alongOf(rails, span.from), alongOf(rails, Math.min(span.to, side.call.to))];
      if (last !== null && from - last.to <= FRAME_GAP) last.to = to;
      else frames.push((last = { from, to }));
    }
    const [at, size] = [rails.laneAt[lane] ?? 0, rails.laneSize[lane] ?? 0];
    for (const { from, to } of frames) {
      const [x, y] = [from - out, at - out];
      shapes.push(box(x, y, to - from + 2 * out, size + 2 * out, { stroke: "paper", lineWidth: 3 }));
      const [right, bottom] = [x + to - from + 2 * out, y + size + 2 * out];
      const around = [x, y, right, y, right, bottom, x, bottom, x, y];
      shapes.push(line(around, { stroke: "ink", lineWidth: 1.4, dash: [4, 3] }));
      shapes.push(...badge(from - out, at - out));
    }
  }
  for (const packet of picture.packets) {
    if (!packet.mine || side.likeness.get(packet.ref) !== "alone") continue;
    const [x0, y0, x1, y1] = packetEnds(rails, packet);
    shapes.push(...badge(x0 + (x1 - x0) * 0.28, y0 + (y1 - y0) * 0.28));
  }
  return shapes;
}

function badgeShapes(x: number, y: number, plus: boolean, down: boolean): Shape[] {
  const arm = BADGE - 2.6;
  const stroke = { stroke: "ink", lineWidth: 1.6 } as const;
  const along = line([x - arm, y, x + arm, y], stroke);
  const across = line([x, y - arm, x, y + arm], stroke);
  // A minus lies flat on the page, whichever way time runs.
  const minus = down ? across : along;
  const signs = plus ? [along, across] : [minus];
  return [disc(x, y, BADGE, { fill: "paper", stroke: "ink", lineWidth: 1.2 }), ...signs];
}

/** The pole of the flag where the calls part, through all lanes of each side. */
function partingShapes({ frame, scale, parting }: TwinScene): Shape[] {
  if (parting === null) return [];
  return SIDES.flatMap((name): Shape[] => {
    const at = frame.start + scale.at(parting.at[name]);
    if (at < frame.start - 2 || at > frame.start + frame.length + 2) return [];
    const { from, to, flag } = frame[name];
    const top = frame.down ? from : flag - 9;
    const pole: Shape[] = [
      line([at, top, at, to], { stroke: "paper", lineWidth: 3.5 }),
      line([at, top, at, to], { stroke: "ink", lineWidth: 1.4, dash: [6, 3] }),
    ];
    // Down the page there is no room for words: a pennant, which the line above the figure explains.
    return frame.down ? [...pole, line([at - 12, from, at - 12, from + 9, at, from + 4.5, at, from], PENNANT)] : pole;
  });
}

const PENNANT = { fill: "ink", stroke: "paper", lineWidth: 1, closed: true } as const;

const TEETH = 28;

/** A silence of both runs, left out between two zigzags. Its length stands among the names. */
function foldShapes(frame: TwinFrame, scale: TimeScale): Shape[] {
  const [from, to] = [frame.a.from - 1, frame.down ? frame.b.to : frame.axis];
  return scale.folds.flatMap((fold): Shape[] => {
    const x = frame.start + fold.at + 3;
    const width = fold.size - 6;
    const zigzag = (at: number): Shape => {
      const points: number[] = [];
      for (let i = 0; i <= TEETH; i++) points.push(at + (i % 2 === 0 ? 0 : 4), from + ((to - from) * i) / TEETH);
      return line(points, { stroke: "edge", lineWidth: 1.2 });
    };
    return [box(x, from, width, to - from, { fill: "paper" }), zigzag(x - 2), zigzag(x + width - 2)];
  });
}
