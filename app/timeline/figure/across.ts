/** The timeline with time to the right. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { blockedAbove, frameAcross, LABEL_COLUMN } from "./across-frame.ts";
import type { AcrossFrame } from "./across-frame.ts";
import { nameOthers } from "./other-names.ts";
import { axisAcross, endLabels, foldsAcross, legendBlock } from "./across-axis.ts";
import { firstFree, labelArea, meets } from "../../draw/place-label.ts";
import type { Area, Candidate } from "../../draw/place-label.ts";
import { alongOf, clip, drawBody, packetEnds } from "./body.ts";
import type { Rails } from "./body.ts";
import type { Ends } from "./packet-shapes.ts";
import { densityShapes } from "./density.ts";
import { box, isLabel, label, line } from "../../draw/scene.ts";
import type { Drawing, Label, Shape } from "../../draw/scene.ts";
import { hostNames, hostShapes, placeHostNames } from "./host-events.ts";
import { belowMedium } from "../../trace/lanes.ts";
import { flagShapes, laneNames, NAME_SIZE, placeLane } from "./names.ts";
import type { LaneNames, LanePlacement, NameRequest, Taken } from "./names.ts";
import { packetRuns } from "../../trace/row-names.ts";
import { capital } from "../../words/sentences.ts";
import { takePicture } from "../../trace/story.ts";
import type { Picture, ShownPacket } from "../../trace/story.ts";
import { makeScale } from "./scale.ts";
import type { TimeScale, View } from "./scale.ts";
import { machineName } from "../../trace/machine-names.ts";
import type { ShownCall } from "./shown-call.ts";
import { runsWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Ink } from "../../draw/palette.ts";
import { indexTrace } from "../../trace/trace-index.ts";

interface AcrossDrawing extends Drawing {
  readonly scale: TimeScale;
  readonly frame: AcrossFrame;
}

/** Beyond this many packets in view only those of the shown call are named. */
const NAMED_PACKETS = 14;

function railsAcross(frame: AcrossFrame, scale: TimeScale): Rails {
  return {
    scale,
    start: frame.start,
    laneAt: frame.lanes.map(({ at }) => at),
    laneSize: frame.lanes.map(({ size }) => size),
    above: frame.lanes.map(({ above }) => above),
    mediumFrom: frame.mediumFrom,
    mediumTo: frame.mediumTo,
    cableEdge: 4,
  };
}

export function drawAcross(
  shown: ShownCall,
  frame: AcrossFrame,
  view: View,
  selected: Ref,
  measure: MeasureText,
): AcrossDrawing {
  const scale = makeScale(view, shown.folds, frame.length);
  const rails = railsAcross(frame, scale);
  const picture = takePicture(shown.trace, shown.plan, shown.story, { from: scale.from, to: scale.to });
  const body = drawBody(rails, shown.story, picture, selected);
  const naming = nameLanes(shown, frame, rails, picture, measure);
  const ends = endLabels(shown, frame, rails, naming.names, measure);
  const numerals = body.numerals.map(({ along, across, text }) =>
    label(along, across + 4, [{ text, bold: true }], { size: NAME_SIZE, anchor: "middle", halo: "paper" }),
  );
  const first = [...naming.names, ...namePackets(shown, frame, rails, picture, measure), ...ends.labels, ...numerals];
  const named = [...first, ...nameHosts(shown, frame, rails, first, measure)];
  const names: Label[] = [...named, ...nameOthers(rails, picture, named, measure)];
  const legend = legendBlock(shown, frame, scale, names, measure);
  const ground: Shape[] = [
    ...bandShapes(frame),
    ...hostShapes(shown.trace, frame.bands, rails),
    ...laneLines(frame),
    ...axisAcross(shown, frame, scale).grid,
    ...(picture.dense ? densityShapes(shown, rails) : []),
    ...ends.shapes,
    ...body.shapes,
    ...naming.leaders,
    ...foldsAcross(shown, frame, scale),
    // Paper covers the shapes that run out of the view, so that lane names stand free.
    ...margins(frame),
    ...axisAcross(shown, frame, scale).shapes,
    ...laneTitles(shown, frame),
    ...legend.filter((shape) => !isLabel(shape)),
  ];
  const over = [...names, ...legend.filter(isLabel)]; // the playhead goes under them
  return { width: frame.width, height: frame.height, ground, names: over, targets: body.targets, scale, frame };
}

/** "× crash" beside its line, in the machine's band where no other name stands. */
function nameHosts(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  others: readonly Label[],
  measure: MeasureText,
): readonly Label[] {
  const { tracks } = indexTrace(shown.trace);
  // A lane without a span, of a machine that was dead, has room for the name itself.
  const works = shown.plan.lanes.map((lane) => lane.tracks.some((track) => tracks[track]?.rows.length !== 0));
  const bars = frame.lanes
    .filter((_, lane) => works[lane])
    .map(({ at, size }) => ({ x0: 0, x1: frame.width, y0: at - 3, y1: at + size + 3 }));
  const taken: Area[] = [...others.map((one) => labelArea(one, measure)), ...bars];
  const bounds: Area = { x0: frame.start - 8, x1: frame.start + frame.length + 8, y0: -Infinity, y1: Infinity };
  return placeHostNames(
    hostNames(shown.trace, rails),
    ({ machine, along }) => {
      const band = frame.bands.find((one) => one.machine === machine);
      if (band === undefined) return [];
      const heights = Array.from({ length: 12 }, (_, i) => band.to - 5 - i * 12).filter((y) => y > band.from + 8);
      return heights.flatMap((y) => [
        [along + 6, y, "start"],
        [along - 6, y, "end"],
      ]);
    },
    (value) => {
      const free = firstFree([{ area: labelArea(value, measure), value }], taken, bounds);
      if (free !== null) taken.push(free.area);
      return free !== null;
    },
  );
}

function bandShapes(frame: AcrossFrame): Shape[] {
  return frame.bands.map(({ from, to }) => box(0, from, frame.width, to - from, { fill: "band" }));
}

function laneLines(frame: AcrossFrame): Shape[] {
  return frame.lanes.map(({ at, size }) =>
    line([frame.start, at + size / 2, frame.start + frame.length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );
}

function margins(frame: AcrossFrame): Shape[] {
  const top = frame.bands[0]?.from ?? 0;
  const bottom = Math.max(frame.mediumTo, frame.bands.at(-1)?.to ?? 0);
  const left = LABEL_COLUMN - 5;
  const right = frame.start + frame.length + 5;
  const cover = (from: number, to: number, fill: Ink): Shape[] => [
    box(0, from, left, to - from, { fill }),
    box(right, from, frame.width - right, to - from, { fill }),
  ];
  return [...cover(top, bottom, "paper"), ...frame.bands.flatMap((band) => cover(band.from, band.to, "band"))];
}

function laneTitles(shown: ShownCall, frame: AcrossFrame): Shape[] {
  const shapes: Shape[] = [];
  for (const { machine, from, to } of frame.bands) {
    const runs = [{ text: capital(machineName(shown.trace, machine)), bold: true }];
    shapes.push(label(17, (from + to) / 2, runs, { size: 13, anchor: "middle", turned: true }));
  }
  for (const [i, lane] of frame.lanes.entries()) {
    shapes.push(
      label(30, lane.at + lane.size / 2 + 4, [{ text: shown.plan.lanes[i]?.name ?? "", ink: "ink-2" }], {
        size: NAME_SIZE,
      }),
    );
  }
  if (shown.plan.medium !== "") {
    const y = (frame.mediumFrom + frame.mediumTo) / 2 + 4;
    shapes.push(label(30, y, [{ text: shown.plan.medium, ink: "ink-2" }], { size: NAME_SIZE }));
  }
  return shapes;
}

/** Stretches of each lane that carry ink: spans in view and cables passing by. */
function takenByLane(shown: ShownCall, rails: Rails, picture: Picture): Taken[][] {
  const taken: Taken[][] = rails.laneAt.map(() => []);
  for (const span of picture.spans) {
    taken[span.lane]?.push({ from: alongOf(rails, span.from), to: alongOf(rails, span.to) });
  }
  for (const { time, fromLane, toLane } of shown.story.cable.crossings) {
    const along = alongOf(rails, time);
    const [first, last] = [Math.min(fromLane, toLane), Math.max(fromLane, toLane)];
    for (let lane = first + 1; lane < last; lane++) taken[lane]?.push({ from: along - 5, to: along + 5 });
  }
  const below = belowMedium(shown.plan);
  for (const packet of picture.packets) {
    const [x0, , x1] = packetEnds(rails, packet);
    for (const lane of [packet.fromLane, packet.toLane]) {
      if (lane < 0) continue;
      const [first, last] = lane < below ? [lane + 1, below] : [below, lane];
      for (let i = first; i < last; i++) taken[i]?.push({ from: Math.min(x0, x1) - 6, to: Math.max(x0, x1) + 6 });
    }
  }
  const end = alongOf(rails, shown.call.to);
  for (const [lane, list] of taken.entries()) {
    list.push({ from: end - 1, to: end + 1 });
    // In a density view no lane has a free place.
    if (picture.dense) list.push({ from: 0, to: Infinity });
    for (const run of shown.story.cable.runs) {
      if (run.lane === lane && run.wait) list.push({ from: alongOf(rails, run.from), to: alongOf(rails, run.to) });
    }
    for (const fold of rails.scale.folds)
      list.push({ from: rails.start + fold.at - 2, to: rails.start + fold.at + fold.size + 2 });
  }
  return taken;
}

function nameLanes(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  picture: Picture,
  measure: MeasureText,
): {
  readonly names: readonly Label[];
  readonly leaders: readonly Shape[];
} {
  const taken = takenByLane(shown, rails, picture);
  const names: Label[] = [];
  const leaders: Shape[] = [];
  const at = (time: number): number => alongOf(rails, time);
  const inView = picture.spans.filter((span) => span.mine && span.from < rails.scale.to && span.to > rails.scale.from);
  for (const [i, lane] of frame.lanes.entries()) {
    const view = { from: frame.start, to: frame.start + frame.length };
    const own = laneNames(
      inView.filter((span) => span.lane === i),
      at,
      view,
      lane.at + lane.size / 2,
      measure,
    );
    const placement = placeOneLane(shown, frame, rails, i, own, taken[i] ?? [], measure);
    const requests = new Map<number, NameRequest>(own.clusters.flat().map((request) => [request.id, request]));
    const edge = lane.up ? lane.at : lane.at + lane.size;
    const flags = flagShapes(placement.flags, requests, edge, lane.up, lane.outside ? "paper" : "band");
    names.push(...own.inside, ...placement.beside, ...flags.labels);
    leaders.push(...flags.leaders);
    names.push(...waitLabels(shown, frame, rails, i, placement.taken, measure));
  }
  return { names, leaders };
}

function placeOneLane(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  lane: number,
  names: LaneNames,
  taken: readonly Taken[],
  measure: MeasureText,
): LanePlacement {
  const own = frame.lanes[lane];
  const outside = own?.outside === true;
  const folds = rails.scale.folds.map((fold) => ({
    from: rails.start + fold.at,
    to: rails.start + fold.at + fold.size,
  }));
  const zone = {
    rows: own?.rows ?? 0,
    from: outside ? 4 : 30,
    to: frame.width - 4,
    blocked: [...folds, ...(outside ? [] : blockedAbove(shown, lane, (time) => alongOf(rails, time)))],
  };
  const visible = names.clusters
    .map((cluster) => cluster.filter(({ at }) => at >= frame.start - 2 && at <= frame.start + frame.length + 2))
    .filter((cluster) => cluster.length > 0);
  const room = { from: frame.start - 4, to: frame.start + frame.length + 8 };
  const y = (own?.at ?? 0) + (own?.size ?? 0) / 2 + 4;
  return placeLane({ inside: [], clusters: visible }, taken, zone, room, y, "band", measure);
}

/** The reason of a wait, in the longest free part of its dotted line. */
function waitLabels(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  lane: number,
  taken: readonly Taken[],
  measure: MeasureText,
): Label[] {
  const labels: Label[] = [];
  const held: Taken[] = [...taken];
  const own = frame.lanes[lane];
  for (const wait of shown.story.waits) {
    if (wait.lane !== lane || own === undefined) continue;
    const onPath = shown.story.cable.runs.some(
      (run) => run.wait && run.lane === lane && run.from <= wait.from && run.to >= wait.to,
    );
    const [from, to] = clip(rails, wait.from, wait.to);
    const reason = wait.reason();
    const width = measure(reason, NAME_SIZE, false);
    const others = onPath ? held.filter((one) => !(one.from <= from + 1 && one.to >= to - 1)) : held;
    const free = longestFree(others, Math.max(from, frame.start), Math.min(to, frame.start + frame.length));
    if (free.to - free.from < width + 24) continue;
    const x = free.from + Math.min(40, (free.to - free.from - width) / 2);
    held.push({ from: x - 6, to: x + width + 6 });
    // On the cable the reason stands above the line, off the yellow; else it interrupts the dots.
    const y = onPath ? own.at + 2 : own.at + own.size / 2 + 4;
    labels.push(
      label(x, y, [{ text: reason, ink: "ink-2" }], {
        size: NAME_SIZE,
        ...(onPath ? {} : { halo: "band" as const }),
      }),
    );
  }
  return labels;
}

function longestFree(taken: readonly Taken[], from: number, to: number): Taken {
  let best: Taken = { from, to: from };
  let start = from;
  for (const one of [...taken].sort((a, b) => a.from - b.from)) {
    if (one.to <= start || one.from >= to) continue;
    if (one.from - start > best.to - best.from) best = { from: start, to: one.from };
    start = Math.max(start, one.to);
  }
  return to - start > best.to - best.from ? { from: start, to } : best;
}

/** "Call packet 74 bytes, 60 µs" beside the line, shorter where that does not fit, else nothing. */
function namePackets(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  picture: Picture,
  measure: MeasureText,
): Label[] {
  const lines = picture.packets.map((packet) => ({ packet, ends: packetEnds(rails, packet) }));
  const end = alongOf(rails, shown.call.to);
  const columns = [
    ...rails.scale.folds.map(({ at, size }) => ({ from: rails.start + at, to: rails.start + at + size })),
    { from: end - 1, to: end + 1 },
  ].map(columnOf);
  const labels: Label[] = [];
  const middle = (frame.mediumFrom + frame.mediumTo) / 2 + 4;
  const heights = frame.mediumTo - frame.mediumFrom > 60 ? [middle, middle - 17, middle + 19] : [middle];
  const few = picture.packets.length <= NAMED_PACKETS;
  const bounds: Area = { x0: frame.start - 8, x1: frame.start + frame.length + 14, y0: -Infinity, y1: Infinity };
  // Packets that went wrong are named first: the figure is about them.
  const order = lines.filter(({ packet }) => packet.origin !== "other traffic" && (packet.mine || few));
  order.sort((a, b) => Number(b.packet.fate !== "delivered") - Number(a.packet.fate !== "delivered"));
  for (const own of order) {
    const candidates = packetNames(own, heights, measure).filter(
      ({ area }) => !lines.some((one) => one !== own && meets(area, columnOf(lineAt(one, area.y0, area.y1)))),
    );
    const free = firstFree(candidates, columns, bounds);
    if (free === null) continue;
    labels.push(free.value);
    columns.push(free.area);
  }
  return labels;
}

interface PacketLine {
  readonly packet: ShownPacket;
  readonly ends: Ends;
}

/**
 * The stretch along that the line of a packet takes between two heights, with a little space. A line with an elbow
 * takes its whole length.
 */
function lineAt({ packet, ends: [x0, y0, x1, y1] }: PacketLine, top: number, bottom: number): Taken {
  const at = (y: number): number => x0 + ((x1 - x0) * (y - y0)) / (y1 - y0);
  const ends = packet.delayed > 0 || y0 === y1 ? [x0, x1] : [at(top), at(bottom)];
  return { from: Math.min(...ends) - 8, to: Math.max(...ends) + 8 };
}

/**
 * The column that names of packets keep clear of at any height. It is a little narrower than the stretch, because the
 * breathing space of a label is wide.
 */
const columnOf = ({ from, to }: Taken): Area => ({ x0: from + 2, x1: to - 2, y0: -Infinity, y1: Infinity });

/** The longest name of a packet first, at each height on either side of its line. */
function packetNames(own: PacketLine, heights: readonly number[], measure: MeasureText): readonly Candidate<Label>[] {
  const size = 12;
  return packetRuns(own.packet).flatMap((runs) =>
    heights.flatMap((y) => {
      const { from, to } = lineAt(own, y - size, y + 4);
      const sides = [to + 4, from - 4 - runsWidth(runs, size, measure)];
      return (own.packet.fate === "lost" ? sides.toReversed() : sides).map((x) => {
        const value = label(x, y, runs, { size, halo: "paper" });
        return { area: labelArea(value, measure), value };
      });
    }),
  );
}

/** Everything at once: for files and tests, which draw once and need no frame kept. */
export function acrossAt(
  shown: ShownCall,
  width: number,
  view: View,
  selected: Ref,
  measure: MeasureText,
): AcrossDrawing {
  return drawAcross(shown, frameAcross(shown, width, measure), view, selected, measure);
}
