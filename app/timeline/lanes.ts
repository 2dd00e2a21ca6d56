/**
 * Which lanes a trace draws, in which order: the first machine above the medium, the others below, each with its bus
 * and
 * controller next to the wire and its processors outward, so that a call goes down one stair and up another.
 */
import type { TraceData, Track, TrackKind } from "../../engine/kernel/trace-data.ts";
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

/** Processors outward from the wire by number, then bus, then controllers in their own order. */
function outward(a: Candidate, b: Candidate): number {
  const kind = KIND_ORDER[a.track.kind] - KIND_ORDER[b.track.kind];
  if (kind !== 0) return kind;
  const name = a.track.name.localeCompare(b.track.name, "en", { numeric: true });
  return a.track.kind === "processor" ? -name : a.number - b.number;
}

/** Whether no two spans of these tracks are ever at work at once, so that one lane can hold them all. */
function takeTurns(tracks: readonly Candidate[]): boolean {
  const at = tracks.map(() => 0);
  for (let busyUntil = -Infinity; ;) {
    let next = -1;
    let earliest = Infinity;
    for (const [i, { rows }] of tracks.entries()) {
      const start = rows.starts[at[i] ?? 0];
      if (start !== undefined && start < earliest) {
        earliest = start;
        next = i;
      }
    }
    if (next < 0) return true;
    if (earliest < busyUntil) return false;
    const position = at[next] ?? 0;
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
  const mine = candidates.filter(({ track }) => track.machine === machine).sort(outward);
  const seen = mine.filter(({ rows }) => rows.rows.length > 0);
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

/** Lanes without a span in the trace are left out. */
export function planLanes(trace: TraceData): LanePlan {
  const index = indexTrace(trace);
  const candidates = trace.tracks.flatMap((track, number): Candidate[] => {
    const rows = index.tracks[number];
    return rows === undefined || track.kind === "medium" ? [] : [{ track, number, rows }];
  });
  const machines = [...new Set(candidates.map(({ track }) => track.machine))];
  const lanes = machines.flatMap((machine, i) => lanesOfMachine(candidates, machine, i === 0));
  const laneOf = new Int32Array(trace.tracks.length).fill(-1);
  for (const [i, lane] of lanes.entries()) for (const track of lane.tracks) laneOf[track] = i;
  // A controller that has no span of its own (it only sends) stands at its machine's edge to the wire.
  for (const { track, number } of candidates) {
    if (laneOf[number] !== -1) continue;
    const edge = lanes.filter((lane) => lane.machine === track.machine);
    const nearest = edge[0]?.above === true ? edge.at(-1) : edge[0];
    laneOf[number] = nearest === undefined ? -1 : lanes.indexOf(nearest);
  }
  return { lanes, medium: trace.tracks.find((track) => track.kind === "medium")?.name ?? "", laneOf };
}

/** Position of the first lane below the medium. */
export const belowMedium = (plan: LanePlan): number => {
  const first = plan.lanes.findIndex((lane) => !lane.above);
  return first < 0 ? plan.lanes.length : first;
};
