/**
 * The lanes of a trace in their order. The first machine stands above the medium, the others below. Each has its bus
 * and controller next to the wire and its processors outward, so that a call goes down one stair and up another.
 */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData, Track, TrackKind } from "../../engine/kernel/trace-data.ts";
import { groupedBy, listUnder } from "../../engine/kernel/tally.ts";
import { partPlace, staysOpen } from "./part-names.ts";
import { trackAt } from "./tables.ts";
import { analysis } from "./analysis.ts";
import { indexTrace } from "./trace-index.ts";
import type { TrackRows } from "./trace-index.ts";

export interface Lane {
  readonly name: string;
  readonly machine: string;
  readonly kind: TrackKind;
  readonly tracks: readonly number[];
  /** Whether its machine stands above the medium (left of it, where time runs down). */
  readonly above: boolean;
}

export interface LanePlan {
  /** From the top to the bottom; the medium stands before the first lane that is not above. */
  readonly lanes: readonly Lane[];
  /** The machines that take part in the order of their lanes: hosts without a span too, such as one that was dead. */
  readonly machines: readonly string[];
  readonly medium: string;
  /** Lane of each track, -1 for the medium and for tracks of machines that are not drawn. */
  readonly laneOf: Int32Array;
}

const KIND_ORDER: Readonly<Record<TrackKind, number>> = { processor: 0, bus: 1, controller: 2, medium: 3 };

interface Candidate {
  readonly track: Track;
  readonly number: number;
  readonly rows: TrackRows;
}

const NAMES = new Intl.Collator("en", { numeric: true });

/**
 * Processors outward from the wire by number, then bus, then controllers in their own order. Rows of the ladder stand
 * in the order of the way from the program to the wire.
 */
function outward(a: Candidate, b: Candidate): number {
  const kind = KIND_ORDER[a.track.kind] - KIND_ORDER[b.track.kind];
  if (kind !== 0) return kind;
  const part = partPlace(a.track.name) - partPlace(b.track.name);
  if (part !== 0) return part;
  const name = NAMES.compare(a.track.name, b.track.name);
  return a.track.kind === "processor" ? -name : a.number - b.number;
}

/** Whether no two spans of these tracks are ever at work at once, so that one lane can hold them all. */
function takeTurns(tracks: readonly Candidate[]): boolean {
  const at = tracks.map(() => 0);
  for (let busyUntil = -Infinity; ;) {
    let next = -1;
    let earliest = Infinity;
    for (const [i, { rows }] of tracks.entries()) {
      const start = rows.starts[itemAt(at, i, "place")];
      if (start !== undefined && start < earliest) {
        earliest = start;
        next = i;
      }
    }
    if (next < 0) return true;
    if (earliest < busyUntil) return false;
    const position = itemAt(at, next, "place");
    busyUntil = tracks[next]?.rows.ends[position] ?? busyUntil;
    at[next] = position + 1;
  }
}

/** "QBus", "DEQNA transmit" and "DEQNA receive" together are "QBus, DEQNA". */
function sharedName(tracks: readonly Candidate[]): string {
  const first = tracks[0];
  if (tracks.length === 1 && first !== undefined) return first.track.name;
  return [...new Set(tracks.map(({ track }) => track.name.split(" ")[0]))].join(", ");
}

function lanesOfMachine(candidates: readonly Candidate[], machine: string, above: boolean): Lane[] {
  const mine = [...candidates].sort(outward);
  const worked = mine.filter(({ track, rows }) => rows.rows.length > 0 || staysOpen(track.name));
  // One that did nothing, being dead, shows the processor that would have worked. Of one whose work nobody recorded, as
  // in a capture of packets, the controller alone is known.
  const idle = mine.filter(({ track }) => track.kind === "processor").slice(-1);
  const seen = worked.length > 0 ? worked : idle.length > 0 ? idle : mine;
  const lane = (tracks: readonly Candidate[], kind: TrackKind): Lane => ({
    name: sharedName(tracks),
    machine,
    kind,
    tracks: tracks.map(({ number }) => number),
    above,
  });
  const processors = seen.filter(({ track }) => track.kind === "processor").map((one) => lane([one], "processor"));
  const outside = seen.filter(({ track }) => track.kind !== "processor");
  const controllers = outside.filter(({ track }) => track.kind === "controller");
  const rest = outside.filter(({ track }) => track.kind !== "controller");
  let hardware: Lane[];
  if (outside.length > 0 && takeTurns(outside)) hardware = [lane(outside, "controller")];
  else if (controllers.length > 0 && takeTurns(controllers)) {
    hardware = [...rest.map((one) => lane([one], "bus")), lane(controllers, "controller")];
  } else hardware = outside.map((one) => lane([one], one.track.kind));
  const lanes = [...processors, ...hardware];
  return above ? lanes : lanes.reverse();
}

/** Whether there are more machines than can stand around one medium: then each has a band of its own (see many/). */
export const isMany = ({ machines }: Pick<LanePlan, "machines">): boolean => machines.length > 2;

/** The machines in a figure of a trace, and the medium between them. */
interface Cast {
  /**
   * The machines that take part. Hosts come first: they have an adapter of their own, and are here whatever they did.
   * Routers between them follow, those that had a packet to pass on.
   */
  readonly machines: readonly string[];
  /** The name of the medium between two machines: of several networks the first that carried anything. */
  readonly medium: string;
}

const castOf = analysis((trace: TraceData): Cast => {
  const index = indexTrace(trace);
  const works = (track: number): boolean => itemAt(index.tracks, track, "track").rows.length > 0;
  const hosts = trace.tracks.filter(({ kind }) => kind === "controller");
  const workers = trace.tracks.filter(({ kind }, track) => kind !== "medium" && works(track));
  const media = [...trace.tracks.entries()].filter(([, { kind }]) => kind === "medium");
  const medium = media.find(([track]) => works(track)) ?? media[0];
  return {
    machines: [...new Set([...hosts, ...workers].map(({ machine }) => machine))],
    medium: medium === undefined ? "" : medium[1].name,
  };
});

/** These need no plan of the trace's lanes. */
export const hasMany = (trace: TraceData): boolean => isMany(castOf(trace));
export const machinesIn = (trace: TraceData): readonly string[] => castOf(trace).machines;
export const mediumOf = (trace: TraceData): string => castOf(trace).medium;

/**
 * The caller, then the others as packets of calls first leave for them: a chain of them reads as a stair. Further
 * callers come last.
 */
function inOrder(trace: TraceData, machines: readonly string[]): readonly string[] {
  if (!isMany({ machines })) return machines;
  const { packets } = trace;
  const calls = new Set<number>();
  const callers = new Set<string>();
  const called = new Set<string>();
  for (const row of indexTrace(trace).packets.rows) {
    const call = numberAt(packets.call, row);
    if (call === 0) continue;
    const [from, to] = [packets.from[row], packets.to[row]].map((track) => trackAt(trace, track).machine);
    if (!calls.has(call) && from !== undefined && !called.has(from)) callers.add(from);
    calls.add(call);
    if (to !== undefined && to !== "" && !callers.has(to)) called.add(to);
    if (callers.size + called.size === machines.length) break;
  }
  const caller = machines.filter((machine) => callers.has(machine)).slice(0, 1);
  return [...new Set([...caller, ...called, ...machines])];
}

/** Lanes without a span in the trace are left out, unless their machine has no other. */
export const planLanes = analysis((trace: TraceData): LanePlan => {
  const index = indexTrace(trace);
  const candidates = trace.tracks.flatMap((track, number): Candidate[] => {
    const rows = index.tracks[number];
    return rows === undefined || track.kind === "medium" ? [] : [{ track, number, rows }];
  });
  const tracks = groupedBy(candidates, ({ track }) => track.machine);
  const machines = inOrder(trace, castOf(trace).machines);
  const many = isMany({ machines });
  const lanes: Lane[] = [];
  const laneOf = new Int32Array(trace.tracks.length).fill(-1);
  for (const [i, machine] of machines.entries()) {
    const own = listUnder(tracks, machine);
    const first = lanes.length;
    lanes.push(...lanesOfMachine(own, machine, many || i === 0));
    for (const [i, { tracks }] of lanes.slice(first).entries()) for (const track of tracks) laneOf[track] = first + i;
    // A controller that has no span of its own (it only sends) stands at its machine's edge to the wire.
    const edge = lanes[first]?.above === true ? lanes.length - 1 : first;
    for (const { number } of own) if (laneOf[number] === -1 && lanes.length > first) laneOf[number] = edge;
  }
  return { lanes, machines, medium: mediumOf(trace), laneOf };
});

/** Position of the first lane below the medium. */
export const belowMedium = (plan: LanePlan): number => {
  const first = plan.lanes.findIndex((lane) => !lane.above);
  return first < 0 ? plan.lanes.length : first;
};

/** The number of each track’s machine; -1 of a track that is of none of them. */
export const machineNumbers = ({ tracks }: TraceData, machines: readonly string[]): Int32Array => {
  const numbers = new Map(machines.map((machine, number) => [machine, number]));
  return Int32Array.from(tracks, ({ machine }) => numbers.get(machine) ?? -1);
};
