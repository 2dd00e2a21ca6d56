/**
 * The body of the figure. It knows two directions only: along time and across the lanes. Drawn as it is, time runs to
 * the right; turned, it runs down.
 */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { box, disc, line } from "../../draw/scene.ts";
import type { Shape, Target } from "../../draw/scene.ts";
import { sendingOrder } from "../../trace/packet-order.ts";
import { packetLine, packetShapes } from "./packet-shapes.ts";
import type { Ends } from "./packet-shapes.ts";
import { PROCEDURE_RUNS } from "../../trace/story.ts";
import type { CallStory, Picture, ShownPacket, ShownSpan } from "../../trace/story.ts";
import type { TimeScale } from "./scale.ts";
import type { Ink } from "../../draw/palette.ts";

/** The places of the lanes across, and of time along. */
export interface Rails {
  readonly scale: TimeScale;
  /** The place along at which the scale begins. */
  readonly start: number;
  readonly laneAt: readonly number[];
  readonly laneSize: readonly number[];
  readonly above: readonly boolean[];
  /** The medium's strip across. */
  readonly mediumFrom: number;
  readonly mediumTo: number;
  /** The cable reaches so far beyond a span. */
  readonly cableEdge: number;
}

interface Body {
  readonly shapes: readonly Shape[];
  readonly targets: readonly Target[];
  readonly numerals: readonly Numeral[];
}

/** The place in the order of sending, at either end of a packet that crosses another. */
interface Numeral {
  readonly along: number;
  readonly across: number;
  readonly text: string;
}

const NUMERAL_ASIDE = 8; // px along, from the line
const NUMERAL_INSET = 9; // px across, from the lane

export const alongOf = (rails: Rails, time: number): number => rails.start + rails.scale.at(time);

/** The side of a lane that faces the medium. */
const wireEdge = (rails: Rails, lane: number): number =>
  (rails.laneAt[lane] ?? 0) + (rails.above[lane] === true ? (rails.laneSize[lane] ?? 0) : 0);

/** The ends of a packet's line. A packet of machines that are not drawn crosses the medium's strip alone. */
export function packetEnds(rails: Rails, packet: ShownPacket): Ends {
  const down = packet.fromLane < 0 ? rails.above[packet.toLane] !== true : rails.above[packet.fromLane] === true;
  const near = down ? rails.mediumFrom : rails.mediumTo;
  const far = down ? rails.mediumTo : rails.mediumFrom;
  const from = packet.fromLane < 0 ? near : wireEdge(rails, packet.fromLane);
  const to = packet.toLane < 0 ? far : wireEdge(rails, packet.toLane);
  return [alongOf(rails, packet.departs), from, alongOf(rails, packet.arrives), to];
}

/** A packet that a machine sends to itself goes half across the medium's strip, and back. */
const wireOf = ({ scale, mediumFrom, mediumTo }: Rails) => ({ scale, turnsAt: (mediumFrom + mediumTo) / 2 });

function packetTarget(rails: Rails, { ref }: ShownPacket, [x0, y0, x1, y1]: Ends): Target {
  if (y0 !== y1) return { ref, x0, y0, x1, y1, slanted: true };
  const middle = (x0 + x1) / 2;
  return { ref, x0: middle, y0, x1: middle, y1: wireOf(rails).turnsAt, slanted: true };
}

export function drawBody(rails: Rails, story: CallStory, picture: Picture, selected: Ref): Body {
  const targets: Target[] = [];
  const shapes: Shape[] = [
    ...waitLines(rails, story),
    ...procedureBars(rails, story),
    // Spans of other calls lie under the cable, or they would stain it. Where the path waits behind them, the cable
    // shows it.
    ...receding(rails, picture.spans),
    ...cableShapes(rails, story, picture.packets),
    ...picture.spans.filter((span) => span.mine).flatMap((span) => spanShapes(rails, span)),
    ...waitsOver(rails, story, picture.spans),
  ];
  for (const span of picture.spans) {
    const at = rails.laneAt[span.lane] ?? 0;
    const [x0, x1] = [alongOf(rails, span.from), alongOf(rails, span.to)];
    targets.push({ ref: span.ref, x0, y0: at, x1, y1: at + (rails.laneSize[span.lane] ?? 0), slanted: false });
  }
  for (const packet of picture.packets) {
    const ends = packetEnds(rails, packet);
    shapes.push(...packetShapes(packet, ends, story.cable.refs.has(packet.ref), wireOf(rails)));
    targets.push(packetTarget(rails, packet, ends));
  }
  const chosen = targets.find((target) => target.ref === selected);
  const lost = picture.packets.some(({ ref, fate }) => ref === selected && fate === "lost");
  // On the way of a lost packet the middle is where its cross stands.
  if (chosen !== undefined) shapes.push(...selectionShapes(chosen, lost ? 0.22 : 0.5));
  return { shapes, targets, numerals: numeralsOf(rails, picture) };
}

function numeralsOf(rails: Rails, picture: Picture): readonly Numeral[] {
  if (picture.dense) return [];
  const order = sendingOrder(picture.packets);
  return picture.packets.flatMap((packet): Numeral[] => {
    const text = order.get(packet.ref)?.toString();
    if (text === undefined) return [];
    const [x0, y0, x1, y1] = packetEnds(rails, packet);
    const inset = Math.sign(y1 - y0) * NUMERAL_INSET;
    return [
      { along: x0 - NUMERAL_ASIDE, across: y0 + inset, text },
      { along: x1 + NUMERAL_ASIDE, across: y1 - inset, text },
    ];
  });
}

/** Hatching in a narrower bar of another call cannot be seen, and thousands of them take longer than a frame. */
const HATCHED_FROM = 6;

export const SPAN_INKS: Readonly<Record<ShownSpan["layer"], Ink>> = {
  rpc: "span-rpc",
  kernel: "span-sys",
  hardware: "span-hw",
  wire: "span-hw",
  other: "band",
};

/** Work of the shown call stands out; that of other calls recedes, background is only an outline. */
function spanShapes(rails: Rails, span: ShownSpan): Shape[] {
  const from = alongOf(rails, span.from);
  const length = Math.max(1.5, alongOf(rails, span.to) - from - 1);
  const at = rails.laneAt[span.lane] ?? 0;
  const size = rails.laneSize[span.lane] ?? 0;
  const fill = SPAN_INKS[span.layer];
  if (span.layer === "other") {
    return [box(from + 0.5, at + 0.5, length, size - 1, { fill, stroke: "edge", lineWidth: 1, opacity: 0.7 })];
  }
  const opacity = span.mine ? 1 : 0.32;
  // The controller that sends only mirrors its packet: an outline, so that the packet stands out.
  if (span.layer === "wire")
    return [box(from + 0.5, at + 0.5, length, size - 1, { stroke: "edge", lineWidth: 1, opacity })];
  if (span.layer === "hardware") {
    return [box(from + 0.5, at + 0.5, length, size - 1, { fill, stroke: "ink", lineWidth: 1, hatch: "fine", opacity })];
  }
  return [box(from + 0.5, at, length, size, { fill, stroke: "span-line", lineWidth: 1, opacity })];
}

/** Work of other calls: what would fall into a pixel that is drawn already is left out, narrow bars have no outline. */
function receding(rails: Rails, spans: readonly ShownSpan[]): Shape[] {
  const drawnTo = rails.laneAt.map(() => -Infinity);
  return spans.flatMap((span): Shape[] => {
    if (span.mine) return [];
    const [from, to] = [alongOf(rails, span.from), alongOf(rails, span.to)];
    if (to <= (drawnTo[span.lane] ?? 0) + 0.5) return [];
    drawnTo[span.lane] = Math.max(to, from + 1.5);
    if (to - from >= HATCHED_FROM) return spanShapes(rails, span);
    const fill = span.layer === "hardware" || span.layer === "wire" ? "edge" : SPAN_INKS[span.layer];
    const [at, size] = [rails.laneAt[span.lane] ?? 0, rails.laneSize[span.lane] ?? 0];
    return [box(from + 0.5, at, Math.max(1.5, to - from - 1), size, { fill, opacity: 0.32 })];
  });
}

function waitLines(rails: Rails, story: CallStory): Shape[] {
  return story.waits.flatMap((wait): Shape[] => {
    const [from, to] = clip(rails, wait.from, wait.to);
    const middle = (rails.laneAt[wait.lane] ?? 0) + (rails.laneSize[wait.lane] ?? 0) / 2;
    return to - from < 8
      ? []
      : [line([from + 2, middle, to - 2, middle], { stroke: "edge", lineWidth: 1.2, dash: [2, 3] })];
  });
}

/** A shorter wait is not looked at: whether it is the procedure, its bar could not say. */
export const LEAST_BAR = 24; // px

/** A procedure that waits is at work for its caller all the same: an open bar, so that runs of it can be counted. */
function procedureBars(rails: Rails, story: CallStory): Shape[] {
  return story.waits.flatMap((wait): Shape[] => {
    const [from, to] = clip(rails, wait.from, wait.to);
    if (to - from < LEAST_BAR || wait.reason() !== PROCEDURE_RUNS) return [];
    const [at, size] = [rails.laneAt[wait.lane] ?? 0, rails.laneSize[wait.lane] ?? 0];
    return [box(from + 0.5, at + 0.5, to - from - 1, size - 1, { fill: "paper", stroke: "ink", lineWidth: 1 })];
  });
}

/** A stretch of time along, cut to what is in view with a little over. */
export function clip(rails: Rails, from: number, to: number): readonly [number, number] {
  const low = rails.start - 12;
  const high = rails.start + rails.scale.length + 12;
  return [Math.max(low, alongOf(rails, from)), Math.min(high, alongOf(rails, to))];
}

function cableShapes(rails: Rails, story: CallStory, packets: readonly ShownPacket[]): Shape[] {
  const { cable } = story;
  const edge = rails.cableEdge;
  const shapes: Shape[] = [];
  for (const run of cable.runs) {
    const [from, to] = clip(rails, run.from, run.to);
    if (to < from) continue;
    const at = rails.laneAt[run.lane] ?? 0;
    const size = rails.laneSize[run.lane] ?? 0;
    const middle = at + size / 2;
    if (run.wait) {
      shapes.push(box(from - edge, middle - edge, to - from + 2 * edge, 2 * edge, { fill: "accent" }));
      shapes.push(line([from, middle, to, middle], { stroke: "on-accent", lineWidth: 1.2, dash: [2, 3] }));
    } else shapes.push(box(from - edge, at - edge, to - from + 2 * edge, size + 2 * edge, { fill: "accent" }));
  }
  for (const { time, fromLane, toLane } of cable.crossings) {
    const along = alongOf(rails, time);
    if (along < rails.start - 12 || along > rails.start + rails.scale.length + 12) continue;
    const [first, second] = [Math.min(fromLane, toLane), Math.max(fromLane, toLane)];
    const from = (rails.laneAt[first] ?? 0) + (rails.laneSize[first] ?? 0) / 2;
    const to = (rails.laneAt[second] ?? 0) + (rails.laneSize[second] ?? 0) / 2;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    shapes.push(box(along - edge, low, 2 * edge, high - low, { fill: "accent" }));
  }
  for (const packet of packets) {
    if (!cable.refs.has(packet.ref)) continue;
    shapes.push(
      line(packetLine(packet, packetEnds(rails, packet), wireOf(rails)), { stroke: "accent", lineWidth: edge * 2 + 1 }),
    );
  }
  return shapes;
}

/** The path goes on over work of the call that it waits behind. */
function waitsOver(rails: Rails, { cable }: CallStory, spans: readonly ShownSpan[]): Shape[] {
  const beside = spans.filter(({ mine, onPath }) => mine && !onPath);
  return cable.runs.flatMap((run): Shape[] => {
    if (!run.wait) return [];
    const middle = (rails.laneAt[run.lane] ?? 0) + (rails.laneSize[run.lane] ?? 0) / 2;
    return beside.flatMap((span): Shape[] => {
      const [from, to] = clip(rails, Math.max(run.from, span.from), Math.min(run.to, span.to));
      if (span.lane !== run.lane || to - from < 1) return [];
      return [
        box(from, middle - rails.cableEdge, to - from, 2 * rails.cableEdge, { fill: "accent" }),
        line([from, middle, to, middle], { stroke: "on-accent", lineWidth: 1.2, dash: [2, 3] }),
      ];
    });
  });
}

/** The chosen row carries a ring of ink on yellow: a reader sees it on every ground, and not by colour alone. */
export function selectionShapes(target: Target, share: number): Shape[] {
  if (target.slanted) {
    const [x, y] = [target.x0 + (target.x1 - target.x0) * share, target.y0 + (target.y1 - target.y0) * share];
    return [disc(x, y, 8.5, { fill: "accent", stroke: "ink", lineWidth: 2 })];
  }
  const [x, y] = [target.x0 - 3, target.y0 - 3];
  const [width, height] = [Math.max(2, target.x1 - target.x0) + 6, target.y1 - target.y0 + 6];
  return [
    box(x - 2, y - 2, width + 4, height + 4, { stroke: "accent", lineWidth: 4 }),
    box(x, y, width, height, { stroke: "ink", lineWidth: 2 }),
  ];
}

/** The same shape with time running down. Labels are set anew for each direction, never turned. */
export function turned(shape: Shape): Shape {
  switch (shape.shape) {
    case "box":
      return { ...shape, x: shape.y, y: shape.x, width: shape.height, height: shape.width };
    case "disc":
      return { ...shape, x: shape.y, y: shape.x };
    case "line":
      return { ...shape, points: shape.points.map((_, i) => shape.points[i ^ 1] ?? 0) };
    case "label":
      return shape;
    case "path":
      throw new Error("body: no timeline draws a path");
  }
}

export const turnedTarget = (t: Target): Target => ({ ...t, x0: t.y0, y0: t.x0, x1: t.y1, y1: t.x1 });
