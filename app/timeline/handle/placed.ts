/** The places of handles in a figure: which of them stand alone, and the zones of a held packet. */
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { entryOf, timeAt } from "../../../engine/kernel/reads.ts";
import type { Figure } from "../../figure/figure.ts";
import { GROUND_AT, halvesOf } from "../../figure/packet-shapes.ts";
import type { TimeScale } from "../../figure/scale.ts";
import type { Coordinates } from "../../figure/coordinates.ts";
import { crowdedAmong } from "./crowded.ts";
import type { Handle, HandleKind, DropZone } from "./handle.ts";
import type { OverLine } from "../ladder/use-ladder.ts";

/** Where a held packet is across: over the lift line it is copied, on the ground it is lost. */
interface Zones {
  readonly lift: number;
  readonly middle: number;
  readonly ground: number;
  /** Where the ground ends, at the machine below. */
  readonly end: number;
}

/** A handle at its place along time and across it, in pixels. */
export interface Placed {
  readonly handle: Handle;
  /** The moment at which it stands. */
  readonly at: number;
  readonly along: number;
  readonly across: number;
  /** The line of a packet: along, across, along, across and so on; empty for other things. */
  readonly way: readonly number[];
  /** The packet’s row; null for other things. */
  readonly zones: Zones | null;
  /** For an edge, a crash or a restart: 1 where its machine lies at larger places across, -1 at smaller; else 0. */
  readonly inward: number;
}

/** The lift line, as a share of the way from the caller’s machine to the server’s. */
const LIFT = 0.2;
/** A packet that goes less far across has no room for its zones. */
const LEAST_WAY = 18;
/** From the lane at which a packet arrives to the bar at its end. */
const BAR_INSET = 9;
/** A timer runs so far outside of its machine’s band. */
const TIMER_OUTSIDE = 11;

type Spot = Pick<Placed, "along" | "across" | "way" | "zones" | "inward">;

const NOWHERE = { way: [], zones: null, inward: 0 } as const;

function zonesBetween(a: number, b: number): Zones {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  return { lift: from + LIFT * (to - from), middle: (from + to) / 2, ground: from + GROUND_AT * (to - from), end: to };
}

/** The place across of a zone. */
export const acrossOf = ({ lift, middle, ground }: Zones, zone: DropZone): number =>
  zone === "ground" ? ground : zone === "lift" ? lift : middle;

function packetSpot(places: Coordinates, trace: TraceData, { ref, rest }: Handle, scale: TimeScale): Spot | null {
  const row = refRow(ref);
  const ends = refTable(ref) === "packet" ? places.packet(row) : null;
  if (ends === null) return null;
  const [x0, y0, x1, y1] = ends;
  // A packet of a machine to itself turns halfway: its zones are as wide as if it went on.
  const far = y0 === y1 && places.turnsAt !== null ? 2 * places.turnsAt - y0 : y1;
  if (Math.abs(far - y0) < LEAST_WAY) return null;
  const { packets } = trace;
  const delayed = timeAt(packets.delayed, row);
  const flight = { departs: timeAt(packets.departs, row), arrives: timeAt(packets.arrives, row), delayed };
  const [before, after] = halvesOf(flight, scale);
  const zones = zonesBetween(y0, far);
  const across = acrossOf(zones, rest);
  const isBent = delayed > 0 || y0 === y1;
  const way = isBent ? [x0, y0, x0 + before, zones.middle, x1 - after, zones.middle, x1, y1] : [x0, y0, x1, y1];
  const along = rest === "lift" && y0 !== y1 ? x0 + ((x1 - x0) * (across - y0)) / (y1 - y0) : x1 - after;
  return { ...NOWHERE, along, across, way, zones };
}

function wireSpot(places: Coordinates, { ref }: Handle): Spot | null {
  const ends = refTable(ref) === "packet" ? places.packet(refRow(ref)) : null;
  if (ends === null) return null;
  const [x0, y0, x1, y1] = ends;
  const length = Math.abs(y1 - y0);
  if (length < 3 * BAR_INSET) return null;
  const share = BAR_INSET / length;
  return { ...NOWHERE, along: x1 - (x1 - x0) * share, across: y1 - (y1 - y0) * share };
}

function barSpot(places: Coordinates, handle: Handle): Spot | null {
  const box = refTable(handle.ref) === "span" ? places.span(refRow(handle.ref)) : null;
  if (box !== null) return { ...NOWHERE, along: box[2], across: (box[1] + box[3]) / 2 };
  const band = places.machine(handle.machine);
  return band === null ? null : { ...NOWHERE, along: places.along(handle.to), across: (band.from + band.to) / 2 };
}

/** @param first whether the machine is the first across: its outer edge is then the one at smaller places */
function machineSpot(places: Coordinates, { kind, machine }: Handle, at: number, first: boolean): Spot | null {
  const band = places.machine(machine);
  if (band === null) return null;
  const inward = first ? 1 : -1;
  const edge = first ? band.from : band.to;
  const across =
    kind === "restart" ? (band.from + band.to) / 2 : kind === "timer" ? edge - inward * TIMER_OUTSIDE : edge;
  return { ...NOWHERE, along: places.along(at), across, inward };
}

/** Behind the last of a packet's bytes its handle has room. */
const BEHIND_BYTES = 14;

/** A packet whose bytes cover its line is taken behind the last of them, as far across as elsewhere. */
function behindBytes(spot: Spot, { layers }: Pick<Figure, "layers">, { share }: OverLine): Spot {
  const end = layers.at(-1)?.to;
  if (end === undefined) return spot;
  return { ...spot, along: spot.along + share * Math.max(0, end + BEHIND_BYTES - spot.along) };
}

interface Among {
  readonly figure: Pick<Figure, "scale" | "start" | "layers"> & { readonly places: Coordinates };
  /** Null where no bytes are shown. */
  readonly bytes: OverLine | null;
  readonly trace: TraceData;
  /** The machine whose outer edge is the one at smaller places across. */
  readonly first: string;
  readonly momentOf: (handle: Handle) => number;
}

function spotOf({ figure, trace, first, bytes }: Among, handle: Handle, at: number): Spot | null {
  switch (handle.kind) {
    case "packet":
    case "copy": {
      const spot = packetSpot(figure.places, trace, handle, figure.scale);
      return spot === null || bytes?.row !== refRow(handle.ref) ? spot : behindBytes(spot, figure, bytes);
    }
    case "wire":
      return wireSpot(figure.places, handle);
    case "bar":
      return barSpot(figure.places, handle);
    default:
      return machineSpot(figure.places, handle, at, handle.machine === first);
  }
}

/** The share of a parameter in the length of a thing. Things before it count with the same share. */
const ownOf = ({ sets }: Handle): number => (sets.tag === "parameter" ? sets.made / sets.times : 0);

/** Two parameters may end one packet, the medium’s speed and a longer way: this takes the one with the larger share. */
function withoutLesser(all: readonly Placed[]): readonly Placed[] {
  const most = new Map<Ref, Handle>();
  for (const { handle } of all) {
    if (handle.kind !== "wire") continue;
    const other = most.get(handle.ref);
    if (other === undefined || ownOf(handle) > ownOf(other)) most.set(handle.ref, handle);
  }
  return all.filter(({ handle }) => handle.kind !== "wire" || most.get(handle.ref) === handle);
}

/** A handle gives way to those of kinds before its own. */
const ORDER: readonly HandleKind[] = ["packet", "crash", "restart", "copy", "timer", "bar", "wire", "edge"];

interface Choosing {
  /** So far apart, in pixels, is what one can take hold of. */
  readonly apart: number;
  /** Whether there are more than two machines: packets that go close together are then no more than a band. */
  readonly many: boolean;
  /** The chosen thing keeps its handle, whatever stands beside it. */
  readonly selected: Ref;
  readonly machine: string | null;
  /** So does the dragged thing, and the one with the focus. */
  readonly kept: string | null;
}

/** The handles in view that stand alone, in order of time. */
export function placed(handles: readonly Handle[], among: Among, choosing: Choosing): readonly Placed[] {
  const { start, scale } = among.figure;
  const inView = handles.flatMap((handle): Placed[] => {
    const at = among.momentOf(handle);
    const spot = spotOf(among, handle, at);
    if (spot === null) return [];
    const seen = handle.kind === "edge" || (spot.along >= start - 1 && spot.along <= start + scale.length + 1);
    return seen || handle.key === choosing.kept ? [{ handle, at, ...spot }] : [];
  });
  const { selected, machine, kept } = choosing;
  const rank = ({ handle }: Placed): number =>
    handle.key === kept
      ? -2
      : (selected !== NO_REF && handle.ref === selected) || handle.machine === machine
        ? -1
        : ORDER.indexOf(handle.kind);
  const own = withoutLesser(inView);
  const free = choosing.many ? fewer(own, choosing.apart, (one) => rank(one) < 0) : own;
  const alone: Placed[] = [];
  for (const one of free.toSorted((a, b) => rank(a) - rank(b)))
    if (rank(one) === -2 || alone.every((other) => distance(one, other) >= choosing.apart)) alone.push(one);
  const order = new Map(inView.map((one, i) => [one, i]));
  return alone.toSorted((a, b) => entryOf(order, a, "handle") - entryOf(order, b, "handle"));
}

/**
 * Among many machines: packets that stand alone, and the first thing of each parameter, which is enough to pull it.
 * @param isChosen what is kept in any case
 */
function fewer(all: readonly Placed[], apart: number, isChosen: (one: Placed) => boolean): readonly Placed[] {
  const isCrowded = crowdedAmong(
    all.filter(({ handle }) => handle.kind === "packet"),
    apart,
  );
  const pulled = new Set<string>();
  return all.filter((one) => {
    const { sets } = one.handle;
    if (isChosen(one)) return true;
    if (sets.tag !== "parameter") return !isCrowded(one);
    if (pulled.has(sets.parameter)) return false;
    pulled.add(sets.parameter);
    return true;
  });
}

/** An edge is a line along all of the figure: what stands on it does not take its room. */
function distance(a: Placed, b: Placed): number {
  const edges = [a, b].filter(({ handle }) => handle.kind === "edge").length;
  if (edges === 1) return Infinity;
  return edges === 2 ? Math.abs(a.across - b.across) : Math.hypot(a.along - b.along, a.across - b.across);
}
