/** The run before a change, under the one that follows from it: dashed, without fill. */
import { label, line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { takePicture } from "../../trace/story.ts";
import { refRow } from "../../../engine/kernel/trace-data.ts";
import { turned } from "../../figure/turn.ts";
import type { Figure } from "../../figure/figure.ts";
import { onClock, readoutUnit } from "../../words/times.ts";
import { packetLine } from "../../figure/packet-shapes.ts";
import type { ShownCall } from "../../figure/shown-call.ts";

const OLD_BAR = { stroke: "ink-3", lineWidth: 1, dash: [3, 2] } as const;
const OLD_PACKET = { stroke: "ink-3", lineWidth: 1.2, dash: [2, 3] } as const;
/** The outline of an old bar stands so far outside of it, so that it is seen around an equal new one. */
const OUTSIDE = 4;
/** Above this many changes nobody would see which they are. */
const MOST = 400;

/** From the end of the old call to that of the new one, in px along: closer, their words would meet. */
const ENDS_APART = 130;
/** The last pixels of the axis tell what ends beyond it. */
const TOLD_BEYOND = 280;

/** Where the call ended before, on the axis; nothing where its words would meet those of the new end. */
function oldEnd(before: ShownCall, after: ShownCall, { scale, start, axis, down }: Figure): readonly Shape[] {
  const { from, to } = before.call;
  const [old, now] = [scale.at(to), scale.at(after.call.to)];
  if (down || old < 0 || old > scale.length || Math.abs(old - now) < ENDS_APART) return [];
  if (now > scale.length && old > scale.length - TOLD_BEYOND) return [];
  const isLate = old > scale.length / 2;
  const text = `before: ${onClock(to - from, readoutUnit(to - from))}`;
  const at = start + old;
  const anchor = isLate ? "end" : "start";
  const words = label(at + (isLate ? -5 : 5), axis - 5, [{ text, ink: "ink-3" }], {
    size: 12,
    anchor,
    halo: "paper",
  });
  return [line([at, axis, at, axis - 14], OLD_PACKET), words];
}

/** @param opacity from 0 to 1 */
export function ghostShapes(before: ShownCall, after: ShownCall, figure: Figure, opacity: number): readonly Shape[] {
  if (figure.places === null || opacity <= 0) return [];
  const places = figure.places.of(before);
  if (places === null) return [];
  const { scale } = figure;
  const { trace, plan, story } = before;
  const picture = takePicture(trace, plan, story, { from: scale.from, to: scale.to });
  if (picture.dense || picture.spans.length + picture.packets.length > MOST) return [];
  const bars = picture.spans
    .filter(({ mine }) => mine)
    .flatMap(({ ref }): Shape[] => {
      const box = places.span(refRow(ref));
      if (box === null) return [];
      const [x0, y0, x1, y1] = [box[0] - 0.5, box[1] - OUTSIDE, box[2] + 0.5, box[3] + OUTSIDE];
      return [line([x0, y0, x1, y0, x1, y1, x0, y1], { ...OLD_BAR, closed: true, opacity })];
    });
  const packets = picture.packets
    .filter(({ mine }) => mine)
    .flatMap((packet): Shape[] => {
      const ends = places.packet(refRow(packet.ref));
      if (ends === null) return [];
      const way = packetLine(packet, ends, { scale, turnsAt: (ends[1] + ends[3]) / 2 });
      return [line(way, { ...OLD_PACKET, opacity })];
    });
  const shapes = [...bars, ...packets];
  return [...(figure.down ? shapes.map(turned) : shapes), ...oldEnd(before, after, figure)];
}

/** Over the machines’ bands, and under all else. */
export function withGhost(ground: readonly Shape[], ghost: readonly Shape[]): readonly Shape[] {
  if (ghost.length === 0) return ground;
  const isBand = (shape: Shape): boolean => shape.shape === "box" && shape.fill === "band";
  const after = ground.findIndex((shape) => !isBand(shape));
  return [...ground.slice(0, after), ...ghost, ...ground.slice(after)];
}
