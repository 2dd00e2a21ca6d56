/** Names of steps on a lane: inside the bar where there is room, else beside it, else in flags. */
import { label, line } from "../draw/scene.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import { firstFree } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import { placeFlags } from "./flags.ts";
import type { Blocked, Flag, FlagRequest, FlagZone } from "./flags.ts";
import { microsText } from "../words/times.ts";
import type { ShownSpan } from "../trace/story.ts";
import { runsWidth } from "../draw/text-width.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Ink } from "../draw/palette.ts";

export const NAME_SIZE = 12;
const ROW_PITCH = 12.6;

/** Spans closer than this along share a cluster, whose names stand in one pair of staircases. */
const CLUSTER_GAP = 12;
const INSIDE_MARGIN = 5;
/** Space between a bar and the name beside it. */
const BESIDE = 11;
/** From one name of a cluster to the next, as a share of the type size. */
const BETWEEN_NAMES = 0.8;
/** From names beside a cluster to what else stands on the lane. */
const APART = 6;

export interface NameRequest extends FlagRequest {
  readonly name: string;
  readonly value: string;
  /** The bar's own ends. */
  readonly from: number;
  readonly to: number;
}

export interface LaneNames {
  readonly inside: readonly Label[];
  readonly clusters: readonly (readonly NameRequest[])[];
}

/** A step whose row says what it is has no name: then its time stands alone. */
const named = (name: string): readonly TextRun[] => (name === "" ? [] : [{ text: name }]);
const valueFirst = (name: string, value: string): readonly TextRun[] => [{ text: value, bold: true }, ...named(name)];
const nameFirst = (name: string, value: string): readonly TextRun[] => [...named(name), { text: value, bold: true }];

/** A step as it is named: neighbours of one published row on one lane share its name and add their time. */
export interface NamedStep {
  readonly ref: number;
  readonly lane: number;
  readonly layer: ShownSpan["layer"];
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly onPath: boolean;
  /** The end of the ink behind it: a step that only mirrors a packet may follow without a name. */
  readonly reach: number;
}

/** A span in a row of the ladder: it is named as its row is, or its row says what it is. */
const isInRow = ({ name, group }: ShownSpan): boolean => group !== "" && (name === "" || name === group);

/**
 * The stretches of work in one row of the ladder: each has the time of all that follows without a pause. What goes on
 * beside the critical path has no time of its own where the two overlap.
 */
function stretchesOf(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const stretches: NamedStep[] = [];
  for (const onPath of [true, false]) {
    const own: NamedStep[] = [];
    for (const { ref, lane, layer, name, from, to } of spans.filter((span) => span.onPath === onPath)) {
      const last = own.at(-1);
      const touches = last !== undefined && (onPath ? last.to === from : last.to >= from);
      if (touches && last.name === name) own[own.length - 1] = { ...last, to: Math.max(last.to, to), reach: to };
      else own.push({ ref, lane, layer, name, from, to, onPath, reach: to });
    }
    const path = onPath ? [] : [...stretches];
    stretches.push(...own.filter(({ from, to }) => path.every((one) => one.to < from || one.from > to)));
  }
  return stretches.sort((a, b) => a.from - b.from);
}

/** Steps in order of time. A step that only mirrors a packet (the controller that sends it) has no name of its own. */
export function namedSteps(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const ordered = [...spans].sort((a, b) => a.from - b.from);
  return ordered.some(isInRow) ? stretchesOf(ordered) : stepsOf(ordered);
}

function stepsOf(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const steps: NamedStep[] = [];
  let before: ShownSpan | undefined;
  for (const span of spans) {
    const { ref, lane, layer, name, group, from, to, onPath } = span;
    const last = steps.at(-1);
    if (layer === "wire") {
      if (last !== undefined && last.to === from) steps[steps.length - 1] = { ...last, reach: to };
      continue;
    }
    // Two turns at one published row are told apart by what caused them: only a chain is one row.
    const goesOn = before !== undefined && group !== "" && group === before.group && span.cause === before.ref;
    if (goesOn && last !== undefined && last.lane === lane && last.to === from) {
      steps[steps.length - 1] = { ...last, name: group, to, reach: to };
    } else steps.push({ ref, lane, layer, name, from, to, onPath, reach: to });
    before = span;
  }
  return steps;
}

/** Among names that collide the one with the greater weight stays: steps on the path first, then the longer ones. */
export const weightOf = ({ from, to, onPath }: NamedStep): number => (to - from) * (onPath ? 1 : 1e-9);

/** Sorts the spans of one lane into names that fit their bars and clusters of those that do not. */
export function laneNames(
  spans: readonly ShownSpan[],
  at: (time: number) => number,
  view: Blocked,
  middle: number,
  measure: MeasureText,
): LaneNames {
  const inside: Label[] = [];
  const clusters: NameRequest[][] = [];
  let last = -Infinity;
  for (const span of namedSteps(spans)) {
    const [from, to] = [at(span.from), at(span.to)];
    const value = microsText(span.to - span.from);
    const within = insideLabel(span, value, Math.max(from, view.from), Math.min(to, view.to), middle, measure);
    if (within !== null) {
      inside.push(within);
      last = -Infinity;
      continue;
    }
    const request: NameRequest = {
      id: span.ref,
      at: (from + to) / 2,
      width: runsWidth(valueFirst(span.name, value), NAME_SIZE, measure),
      weight: weightOf(span),
      name: span.name,
      value,
      from,
      to: at(span.reach),
    };
    const cluster = clusters.at(-1);
    if (cluster !== undefined && from - last < CLUSTER_GAP) cluster.push(request);
    else clusters.push([request]);
    last = to;
  }
  return { inside, clusters };
}

function insideLabel(
  span: NamedStep,
  value: string,
  from: number,
  to: number,
  middle: number,
  measure: MeasureText,
): Label | null {
  if (span.layer !== "rpc" && span.layer !== "kernel") return null;
  const room = to - from - 2 * INSIDE_MARGIN;
  const ink: Ink = "on-span";
  const full = valueFirst(span.name, value).map((run) => ({ ...run, ink }));
  if (runsWidth(full, NAME_SIZE, measure) > room) return null;
  return label((from + to) / 2, middle + 4, full, { anchor: "middle", size: NAME_SIZE });
}

/** A stretch of a lane that a name may not touch. */
export type Taken = Blocked;

/** A stretch of a lane as an area; all that stands on one lane is equally high. */
const onLane = ({ from, to }: Taken): Area => ({ x0: from, x1: to, y0: 0, y1: 1 });

/**
 * Names in one line beside the cluster, after it or before it; null where neither side has room.
 * @param bars what carries ink on the lane, the cluster's own bars among it
 * @param names set before: none of them is the cluster's own, however near to its bars it ends
 */
function besideCluster(
  cluster: readonly NameRequest[],
  bars: readonly Taken[],
  names: readonly Taken[],
  room: Blocked,
  y: number,
  halo: Ink,
  measure: MeasureText,
): { readonly label: Label; readonly taken: Taken } | null {
  const first = cluster[0];
  const last = cluster.at(-1);
  if (first === undefined || last === undefined) return null;
  // One label for all names: in a wider font they move along, and never over each other.
  const named = (right: boolean): readonly TextRun[] =>
    cluster.flatMap(({ name, value }) => {
      const [head, ...rest] = right ? valueFirst(name, value) : nameFirst(name, value);
      return head === undefined ? [] : [{ ...head, gap: BETWEEN_NAMES }, ...rest];
    });
  const width = runsWidth(named(true), NAME_SIZE, measure);
  const others = [...names, ...bars.filter((one) => one.to <= first.from + 1 || one.from >= last.to - 1)];
  const sides = [true, false].map((right) => {
    const from = right ? last.to + BESIDE : first.from - BESIDE - width;
    return { area: onLane({ from: from - APART, to: from + width + APART }), value: { right, from } };
  });
  const bounds = onLane({ from: room.from - APART, to: room.to + APART });
  const free = firstFree(sides, others.map(onLane), bounds);
  if (free === null) return null;
  const { right, from } = free.value;
  const set = label(from, y, named(right), { size: NAME_SIZE, halo });
  return { label: set, taken: { from: from - 8, to: from + width + 8 } };
}

/** Leaders and names of placed flags. `lane` is the bar's edge that the leaders leave, `up` their direction. */
export function flagShapes(
  flags: readonly Flag[],
  requests: ReadonlyMap<number, NameRequest>,
  lane: number,
  up: boolean,
  halo: Ink,
): {
  readonly leaders: readonly Shape[];
  readonly labels: readonly Label[];
} {
  const leaders: Shape[] = [];
  const labels: Label[] = [];
  for (const flag of flags) {
    const request = requests.get(flag.id);
    if (request === undefined) continue;
    const baseline = flagBaseline(lane, flag.row, up);
    const start = up ? lane - 4 : lane + 4;
    const right = flag.side === "right";
    leaders.push(
      line([flag.at, start, flag.at, baseline - 4, flag.at + (right ? 4 : -4), baseline - 4], {
        stroke: "edge",
        lineWidth: 0.8,
      }),
    );
    const runs = right ? valueFirst(request.name, request.value) : nameFirst(request.name, request.value);
    labels.push(
      label(right ? flag.textFrom : flag.textTo, baseline, runs, {
        anchor: right ? "start" : "end",
        size: NAME_SIZE,
        halo,
      }),
    );
  }
  return { leaders, labels };
}

const flagBaseline = (lane: number, row: number, up: boolean): number =>
  up ? lane - 13 - row * ROW_PITCH : lane + 21 + row * ROW_PITCH;

/** Height of a zone of so many rows, from the bar's edge to its far side. */
export const zoneHeight = (rows: number): number => (rows === 0 ? 0 : 12 + rows * ROW_PITCH);

/** Clusters that go into flags, once those of one or two names have been tried beside their bars. */
export interface LanePlacement {
  readonly beside: readonly Label[];
  readonly flags: readonly Flag[];
  readonly taken: readonly Taken[];
}

/** @param names those that only flags can carry among them */
export function placeLane(
  names: Pick<LaneNames, "clusters"> & { readonly flags: readonly NameRequest[] },
  bars: readonly Taken[],
  zone: FlagZone,
  room: Blocked,
  y: number,
  halo: Ink,
  measure: MeasureText,
): LanePlacement {
  const { beside, named, rest } = besideBars(names.clusters, bars, zone.rows > 0, { room, y, halo, measure });
  const flagged = [...rest, ...names.flags.map((request) => [request])];
  return { beside, flags: zone.rows === 0 ? [] : placeFlags(flagged, zone), taken: [...bars, ...named] };
}

interface Beside {
  readonly room: Blocked;
  readonly y: number;
  readonly halo: Ink;
  readonly measure: MeasureText;
}

/** Names beside their bars, and the clusters that have no room there. @param hasFlags larger clusters go there */
function besideBars(
  clusters: LaneNames["clusters"],
  bars: readonly Taken[],
  hasFlags: boolean,
  { room, y, halo, measure }: Beside,
): { readonly beside: readonly Label[]; readonly named: readonly Taken[]; readonly rest: LaneNames["clusters"] } {
  const named: Taken[] = [];
  const beside: Label[] = [];
  const rest: (readonly NameRequest[])[] = [];
  for (const cluster of clusters) {
    const set =
      cluster.length > 2 && hasFlags ? null : besideCluster(longest(cluster), bars, named, room, y, halo, measure);
    if (set === null) rest.push(cluster);
    else {
      beside.push(set.label);
      named.push(set.taken);
    }
  }
  return { beside, named, rest };
}

/** The clusters that only flags can name. */
export const withoutRoom = (
  clusters: LaneNames["clusters"],
  bars: readonly Taken[],
  room: Blocked,
  measure: MeasureText,
): LaneNames["clusters"] => besideBars(clusters, bars, true, { room, y: 0, halo: "band", measure }).rest;

/** The two longest of a cluster, in order. */
function longest(cluster: readonly NameRequest[]): readonly NameRequest[] {
  const kept = [...cluster].sort((a, b) => b.weight - a.weight).slice(0, 2);
  return cluster.filter((request) => kept.includes(request));
}
