/** Names of the steps of two machines, where time runs to the right: in their lanes, and in the zones beside these. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { refRow } from "../../engine/kernel/trace-data.ts";
import { label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import type { ShownPacket, ShownSpan } from "../trace/story.ts";
import { blockedBeside, roomBeside } from "./frame-across.ts";
import type { Drawn, InPicture } from "./drawn.ts";
import { withinOf } from "./drawn.ts";
import { alongOf, clip, wholeWay } from "./rails.ts";
import type { Rails } from "./rails.ts";
import type { Space } from "./space.ts";
import { flagShapes, laneNames, NAME_SIZE, placeLane } from "./step-names.ts";
import type { LaneNames, LanePlacement, NameRequest, Taken } from "./step-names.ts";
import { runFlags } from "./wait-names.ts";

interface StepNames {
  readonly labels: readonly Label[];
  readonly leaders: readonly Shape[];
  /** What carries ink on each lane, these names among it. */
  readonly taken: readonly (readonly Taken[])[];
}

export function namesAcross({ rails, picture, measure }: InPicture, takenBefore: readonly Taken[][]): StepNames {
  const { shown, frame, scale } = rails;
  const labels: Label[] = [];
  const leaders: Shape[] = [];
  const taken: (readonly Taken[])[] = [];
  const at = (time: number): number => alongOf(rails, time);
  const view = { from: frame.start, to: frame.start + frame.length };
  const inView = picture.spans.filter((span) => span.mine && span.from < scale.to && span.to > scale.from);
  for (const [i, lane] of frame.lanes.entries()) {
    const { up = true, outside = false } = frame.zones[i] ?? {};
    const ofLane = inView.filter((span) => span.lane === i);
    const own = laneNames(ofLane, at, view, lane.at + lane.size / 2, measure);
    const before = itemAt(takenBefore, i, "lane");
    if (frame.zones.length === 0) {
      labels.push(...own.inside); // two runs on one axis have room for no more
      taken.push(before);
      continue;
    }
    const runs = runFlags({ shown, frame, rails, measure }, i, before);
    const placement = placeOneLane(rails, i, { ...own, flags: runs }, before, measure);
    const requests = new Map([...own.clusters.flat(), ...runs].map((request) => [request.id, request]));
    const edge = up ? lane.at : lane.at + lane.size;
    const flags = flagShapes(placement.flags, requests, edge, up, outside ? "paper" : "band");
    labels.push(...own.inside, ...placement.beside, ...flags.labels);
    leaders.push(...flags.leaders);
    taken.push(placement.taken);
  }
  return { labels, leaders, taken };
}

function placeOneLane(
  rails: Rails,
  lane: number,
  names: Pick<LaneNames, "clusters"> & { readonly flags: readonly NameRequest[] },
  taken: readonly Taken[],
  measure: Drawn["measure"],
): LanePlacement {
  const { frame, shown, scale, start } = rails;
  const { rows = 0, outside = false } = frame.zones[lane] ?? {};
  const folds = scale.folds.map((fold) => ({ from: start + fold.at, to: start + fold.at + fold.size }));
  const zone = {
    rows,
    from: outside ? 4 : 30,
    to: frame.width - 4,
    blocked: [...folds, ...blockedBeside(shown, lane, outside, (time) => alongOf(rails, time))],
  };
  const visible = names.clusters
    .map((cluster) => cluster.filter(({ at }) => at >= start - 2 && at <= start + frame.length + 2))
    .filter((cluster) => cluster.length > 0);
  const { at, size } = itemAt(frame.lanes, lane, "lane");
  const flags = names.flags.filter((request) => request.at >= start && request.at <= start + frame.length);
  return placeLane({ clusters: visible, flags }, taken, zone, roomBeside(frame), at + size / 2 + 4, "band", measure);
}

const MARGIN = 8;

/** Names of what is not the shown call's: work of the operating system, and the traffic of other hosts. */
export function nameOthers({ rails, picture, measure }: InPicture, space: Space): readonly Label[] {
  if (picture.dense) return [];
  const place = (candidates: readonly Label[]): readonly Label[] => {
    const free = candidates.find((one) => space.set([one], withinOf(rails), measure));
    return free === undefined ? [] : [free];
  };
  const work = picture.spans.filter(({ mine, layer }) => !mine && layer === "other");
  const isElsewhere = ({ origin, fromLane, toLane }: ShownPacket): boolean =>
    origin === "other traffic" && fromLane < 0 && toLane < 0;
  const traffic = picture.packets.find(isElsewhere);
  // Their boxes are taken: a name within one needs no other room.
  const inside = work.flatMap((span) => insideBox(rails, span, measure));
  return [...inside, ...(traffic === undefined ? [] : place(besideLine(rails, traffic)))];
}

/** The name of work in the middle of its box, where that has room. */
function insideBox(rails: Rails, { name, lane, from, to }: ShownSpan, measure: Drawn["measure"]): readonly Label[] {
  const [x0, x1] = clip(rails, from, to);
  if (x1 - x0 < measure(name, NAME_SIZE, false) + 2 * MARGIN) return [];
  const y = itemAt(rails.laneAt, lane, "lane") + itemAt(rails.laneSize, lane, "lane") / 2 + 4;
  return [label((x0 + x1) / 2, y, [{ text: name, ink: "ink-2" }], { size: NAME_SIZE, anchor: "middle" })];
}

/** One line of other hosts is named, at a height and on a side that are free: the others look like it. */
function besideLine(rails: Rails, packet: ShownPacket): readonly Label[] {
  const ends = wholeWay(rails, refRow(packet.ref));
  if (ends === null) return [];
  const [x0, y0, x1, y1] = ends;
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
