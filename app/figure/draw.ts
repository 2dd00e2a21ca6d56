/** A timeline as shapes: the contents of its rows, along time and across machines, and their names. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { NO_REF, packetRef, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import { box, disc, line, ofThing } from "../draw/scene.ts";
import type { Shape, Target } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Figure } from "./figure.ts";
import { scaleOf } from "./scale.ts";
import type { View } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import { cableShapes, pathOverWork, pathPackets, pathPacketShapes } from "./cable.ts";
import { densityShapes } from "./density.ts";
import type { Frame } from "./frame.ts";
import { numberAt } from "../../engine/kernel/reads.ts";
import { bandsWithin, barsWithin, countOf, fatedWithin, oneByOne } from "./groups.ts";
import type { Group } from "./groups.ts";
import type { Stream, WorkStream } from "./traffic.ts";
import { hostShapes } from "./host-events.ts";
import { crossShapes } from "./losses.ts";
import { bandShapes, bandTargets, placedBands } from "./packets.ts";
import type { PlacedBand } from "./packets.ts";
import { composed } from "./compose.ts";
import type { Description } from "./description.ts";
import type { WireLayers } from "./rungs.ts";
import type { Body, Drawn, TimelineDrawing } from "./drawn.ts";
import { endsOf, railsOf } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { barShapes, barTargets, phaseShapes, placeOfPhase, placeOfSpan, procedureShapes, waitShapes } from "./work.ts";

/** @param wire what draws a packet’s bytes, where they are seen */
export function drawingOf(
  description: Description,
  shown: ShownCall,
  frame: Frame,
  view: View,
  selected: Ref,
  measure: MeasureText,
  wire?: WireLayers,
): TimelineDrawing & Pick<Figure, "alone"> {
  const scale = scaleOf(shown, view, frame.length);
  const body = drawingBody(description, railsOf(shown, frame, scale), selected, measure, wire);
  const alone = body.drawn.bands.flatMap(({ group }) => (countOf(group) === 1 ? [firstOf(group)] : []));
  return { ...composed(description, body), alone };
}

/** What is in view: work of the call and of others, and packets, those that something befell apart. */
interface Seen {
  readonly drawn: Drawn;
  readonly mine: readonly Group<WorkStream>[];
  readonly theirs: readonly Group<WorkStream>[];
  readonly bands: readonly PlacedBand[];
  readonly special: readonly PlacedBand[];
  /** What is too much to be drawn one by one: it is drawn as densities. */
  readonly tooMany: { readonly work: boolean; readonly packets: boolean; readonly lost: boolean };
}

function seenOn(rails: Rails, measure: MeasureText): Seen {
  const { traffic, frame, scale } = rails;
  const barsIf = (isOwn: boolean) => {
    const streams = traffic.work.filter(({ mine }) => mine === isOwn);
    return barsWithin(streams, scale);
  };
  const [own, others] = [barsIf(true), barsIf(false)];
  const [mine, theirs] = [oneByOne(own), oneByOne(others)];
  const plain = bandsWithin(traffic.plain, scale, frame.wire !== null);
  const fated = fatedWithin(traffic.fated, scale, frame.wire !== null);
  const [bands, special] = [placedBands(rails, oneByOne(plain)), placedBands(rails, oneByOne(fated))];
  const path = pathPackets(rails).map(({ ends }) => ends);
  const fine = bands.length + special.length <= FINE_BANDS;
  const drawn = { rails, bars: [...theirs, ...mine], bands: [...bands, ...special], path, fine, measure };
  const tooMany = { work: own === null || others === null, packets: plain === null, lost: fated === null };
  return { drawn, mine, theirs, bands, special, tooMany };
}

export function drawingBody(
  { namesOf, stripsOf }: Pick<Description, "namesOf" | "stripsOf">,
  rails: Rails,
  selected: Ref,
  measure: MeasureText,
  wire?: WireLayers,
): Body {
  const { frame } = rails;
  const { drawn, mine, theirs, bands, special, tooMany } = seenOn(rails, measure);
  const dense = densityShapes(rails, tooMany, stripsOf);
  const shapesOf = (list: readonly PlacedBand[]): readonly Shape[] =>
    list.flatMap((band) => ofThing(packetRef(firstOf(band.group)), bandShapes(rails, band, drawn.fine)));
  const barsOf = (list: readonly Group<WorkStream>[]): readonly Shape[] =>
    list.flatMap((bar) => ofThing(spanRef(firstOf(bar)), barShapes(rails, [bar])));
  const shapes: readonly Shape[] = [
    ...hostShapes(rails),
    ...lossLane(frame),
    ...ofThing("density", dense.packets),
    ...shapesOf(bands),
    ...ofThing("phase", phaseShapes(rails)),
    ...ofThing("wait", waitShapes(rails)),
    ...ofThing("procedure", procedureShapes(rails)),
    // Work of other calls lies under the cable, or it would stain it.
    ...barsOf(theirs),
    ...ofThing("cable", cableShapes(rails)),
    ...ofThing("density", dense.work),
    ...barsOf(mine),
    ...ofThing("cable", pathOverWork(rails, mine)),
    ...ofThing("cable", pathPacketShapes(rails)),
    ...ofThing("density", dense.lost),
    ...shapesOf(special),
    ...(wire?.shapesOf(rails) ?? []),
    ...ofThing("cross", crossShapes(rails, special)),
    ...chosenShapes(rails, selected),
  ];
  const targets = (): readonly Target[] => [
    ...barTargets(rails, drawn.bars),
    ...drawn.bands.flatMap((band) => bandTargets(rails, band)),
  ];
  // Packed so closely, nothing can be read.
  const isNamed = !tooMany.packets && frame.unnamed !== true && frame.bytes === undefined;
  const names = isNamed ? namesOf(drawn) : { labels: [], leaders: [] };
  const labels = [...names.labels, ...(wire?.namesOf(rails, measure) ?? [])];
  return { drawn, shapes, leaders: ofThing("leader", names.leaders), names: labels, targets };
}

/** The first row of a group, in its table. */
const firstOf = ({ stream, first }: Group<Stream>): number => numberAt(stream.rows, first);

const lossLane = ({ losses, start, length }: Frame): readonly Shape[] => {
  if (losses === null) return [];
  const middle = (losses.from + losses.to) / 2;
  return [line([start, middle, start + length, middle], { stroke: "lost", lineWidth: 1, dash: [1, 4], opacity: 0.6 })];
};

/** With more bands than this in view they are no more than bands. */
const FINE_BANDS = 300;

/** The chosen row by itself, also where it is part of a band or a bar. */
function chosenShapes(rails: Rails, selected: Ref): readonly Shape[] {
  // Bytes say by themselves which packet they are of.
  const { bytes } = rails.frame;
  if (selected === NO_REF || (bytes !== undefined && selected === packetRef(bytes.row))) return [];
  const place = placeOf(rails, selected) ?? placeOfPhase(rails, selected);
  if (place === null) return [];
  const { x0, y0, x1, y1 } = place;
  const flight = place.slanted && x0 !== x1 ? [line([x0, y0, x1, y1], { stroke: "ink", lineWidth: 2 })] : [];
  return [...flight, ...ringShapes(place, 8.5, 3)];
}

/** The place of a span or a packet; null where it has none. */
export const placeOf = (rails: Rails, ref: Ref): Target | null => placeOfSpan(rails, ref) ?? placeOfPacket(rails, ref);

function placeOfPacket(rails: Rails, ref: Ref): Target | null {
  if (refTable(ref) !== "packet") return null;
  const ends = endsOf(rails, refRow(ref));
  if (ends === null) return null;
  const [x0, y0, x1, y1] = ends;
  // A packet of a machine to itself is chosen where it turns.
  if (y0 === y1) return { ref, x0: (x0 + x1) / 2, y0, x1: (x0 + x1) / 2, y1: rails.turnsAt ?? y1, slanted: true };
  return { ref, x0, y0, x1, y1, slanted: true };
}

/**
 * The chosen row carries a ring of ink on yellow: a reader sees it on every ground, and not by colour alone.
 * @param radius on a packet
 * @param out how far it stands about a bar
 */
export function ringShapes(target: Target, radius: number, out: number): readonly Shape[] {
  if (target.slanted) {
    const [x, y] = [(target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2];
    return [disc(x, y, radius, { fill: "accent", stroke: "ink", lineWidth: 2 })];
  }
  const [x, y] = [target.x0 - out, target.y0 - out];
  const [width, height] = [Math.max(2, target.x1 - target.x0) + 2 * out, target.y1 - target.y0 + 2 * out];
  return [
    box(x - 2, y - 2, width + 4, height + 4, { stroke: "accent", lineWidth: 4 }),
    box(x, y, width, height, { stroke: "ink", lineWidth: 2 }),
  ];
}
