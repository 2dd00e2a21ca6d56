/** Names of what is not the shown call's: work of the operating system, and the traffic of other hosts. */
import { firstFree, labelArea } from "../../draw/place-label.ts";
import type { Area } from "../../draw/place-label.ts";
import { label } from "../../draw/scene.ts";
import type { Label } from "../../draw/scene.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Picture, ShownPacket, ShownSpan } from "../../trace/story.ts";
import { clip, packetEnds } from "./body.ts";
import type { Rails } from "./body.ts";
import { NAME_SIZE } from "./names.ts";

const MARGIN = 8;

/** @param names those that stand already */
export function nameOthers(rails: Rails, picture: Picture, names: readonly Label[], measure: MeasureText): Label[] {
  if (picture.dense) return [];
  const lines = picture.packets.flatMap((packet) => (packet.mine ? [areaOf(packetEnds(rails, packet))] : []));
  const areas = [...names.map((one) => labelArea(one, measure)), ...lines];
  const place = (candidates: readonly Label[]): Label[] => {
    const free = firstFree(
      candidates.map((value) => ({ area: labelArea(value, measure), value })),
      areas,
      { x0: rails.start, x1: rails.start + rails.scale.length, y0: -Infinity, y1: Infinity },
    );
    if (free === null) return [];
    areas.push(free.area);
    return [free.value];
  };
  const work = picture.spans.filter(({ mine, layer }) => !mine && layer === "other");
  const traffic = picture.packets.find(({ origin, fromLane, toLane }) => isElsewhere(origin, fromLane, toLane));
  return [
    ...work.flatMap((span) => place(inside(rails, span, measure))),
    ...(traffic === undefined ? [] : place(beside(rails, traffic))),
  ];
}

const areaOf = ([x0, y0, x1, y1]: readonly [number, number, number, number]): Area => ({
  x0: Math.min(x0, x1),
  y0: Math.min(y0, y1),
  x1: Math.max(x0, x1),
  y1: Math.max(y0, y1),
});

const isElsewhere = (origin: ShownPacket["origin"], ...lanes: readonly number[]): boolean =>
  origin === "other traffic" && lanes.every((lane) => lane < 0);

/** The name of work in the middle of its box, where that has room. */
function inside(rails: Rails, { name, lane, from, to }: ShownSpan, measure: MeasureText): readonly Label[] {
  const [x0, x1] = clip(rails, from, to);
  if (x1 - x0 < measure(name, NAME_SIZE, false) + 2 * MARGIN) return [];
  const y = (rails.laneAt[lane] ?? 0) + (rails.laneSize[lane] ?? 0) / 2 + 4;
  return [label((x0 + x1) / 2, y, [{ text: name, ink: "ink-2" }], { size: NAME_SIZE, anchor: "middle" })];
}

/** One line of other hosts is named, at a height and on a side that are free: the others look like it. */
function beside(rails: Rails, packet: ShownPacket): readonly Label[] {
  const [x0, y0, x1, y1] = packetEnds(rails, packet);
  return ["other hosts’ packet", "other hosts"].flatMap((text) =>
    [0.5, 0.25, 0.75].flatMap((share) => {
      const [x, y] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0) + 4];
      const look = { size: NAME_SIZE, halo: "paper" } as const;
      return [
        label(x + MARGIN, y, [{ text, ink: "ink-2" }], look),
        label(x - MARGIN, y, [{ text, ink: "ink-2" }], { ...look, anchor: "end" }),
      ];
    }),
  );
}
