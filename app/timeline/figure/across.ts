/** The timeline with time to the right. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { blockedAbove, frameAcross, LABEL_COLUMN, roomBeside } from "./across-frame.ts";
import type { AcrossFrame } from "./across-frame.ts";
import { nameOthers } from "./other-names.ts";
import { axisAcross, endLabels, foldsAcross, legendBlock } from "./across-axis.ts";
import { firstFree, labelArea } from "../../draw/place-label.ts";
import type { Area } from "../../draw/place-label.ts";
import { alongOf, drawBody } from "./body.ts";
import type { Rails } from "./body.ts";
import { densityShapes } from "./density.ts";
import { box, isLabel, label, line } from "../../draw/scene.ts";
import type { Drawing, Label, Shape } from "../../draw/scene.ts";
import { hostNames, hostShapes, placeHostNames } from "./host-events.ts";
import { flagShapes, laneNames, NAME_SIZE, placeLane } from "./names.ts";
import type { LaneNames, LanePlacement, NameRequest, Taken } from "./names.ts";
import { capital } from "../../words/sentences.ts";
import { takePicture } from "../../trace/story.ts";
import type { Picture } from "../../trace/story.ts";
import { makeScale } from "./scale.ts";
import type { TimeScale, View } from "./scale.ts";
import { machineName } from "../../trace/machine-names.ts";
import type { ShownCall } from "./shown-call.ts";
import { namePackets } from "./packet-names.ts";
import { placesOf } from "./places.ts";
import type { Places } from "./places.ts";
import { runFlags, takenByLane, waitLabels } from "./wait-names.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Ink } from "../../draw/palette.ts";
import { indexTrace } from "../../trace/trace-index.ts";

interface AcrossDrawing extends Drawing {
  readonly scale: TimeScale;
  readonly frame: AcrossFrame;
  readonly places: Places;
}

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
  const places = placesOf(shown, rails, frame.bands);
  return { width: frame.width, height: frame.height, ground, names: over, targets: body.targets, scale, frame, places };
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
    const placing = { shown, frame, rails, measure };
    const runs = runFlags(placing, i, taken[i] ?? []);
    const placement = placeOneLane(shown, frame, rails, i, { ...own, flags: runs }, taken[i] ?? [], measure);
    const requests = new Map([...own.clusters.flat(), ...runs].map((request) => [request.id, request]));
    const edge = lane.up ? lane.at : lane.at + lane.size;
    const flags = flagShapes(placement.flags, requests, edge, lane.up, lane.outside ? "paper" : "band");
    names.push(...own.inside, ...placement.beside, ...flags.labels);
    leaders.push(...flags.leaders);
    names.push(...waitLabels(placing, i, placement.taken, lane));
  }
  return { names, leaders };
}

function placeOneLane(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  lane: number,
  names: Pick<LaneNames, "clusters"> & { readonly flags: readonly NameRequest[] },
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
  const room = roomBeside(frame);
  const y = (own?.at ?? 0) + (own?.size ?? 0) / 2 + 4;
  const flags = names.flags.filter(({ at }) => at >= frame.start && at <= frame.start + frame.length);
  return placeLane({ clusters: visible, flags }, taken, zone, room, y, "band", measure);
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
