/** The progress of a call with each of its servers, at any moment. */
import { FATES } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import type { Stretch } from "../trace/folds.ts";
import { downTimes } from "../trace/machine-events.ts";
import { analysis } from "../trace/analysis.ts";
import { journeysOf } from "./journeys.ts";
import type { Journeys } from "./journeys.ts";
import { isClient } from "./places.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { roleAt } from "../trace/row-names.ts";

/** A server has been asked when a request has come to it, and has answered when a reply has come to the client. */
export const STATES = ["not asked", "asked", "answered", "down"] as const;
export type ServerState = (typeof STATES)[number];

export interface Progress {
  /** Of a server, from 0, at a moment of the run. */
  readonly stateAt: (server: number, time: number) => ServerState;
  /** When a request came to it and when a reply came back: ns of the run, Infinity for never. */
  readonly asked: Float64Array;
  readonly answered: Float64Array;
}

const DELIVERED = FATES.indexOf("delivered");

/** @param call from 1 */
export const progressOf = (trace: TraceData, site: CampusSite, call: number): Progress =>
  progressOfCall(journeysOf(trace, site), call);

export const progressOfCall = analysis((journeys: Journeys, call: number): Progress => {
  const { trace, site } = journeys;
  const serverAt = new Map(site.at.map((workstation, server) => [workstation, server]));
  const asked = new Float64Array(site.at.length).fill(Infinity);
  const answered = new Float64Array(site.at.length).fill(Infinity);
  const { packets } = trace;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call || packets.fate[row] !== DELIVERED) continue;
    const { from, to } = journeys.endsOf(row);
    const at = timeAt(packets.arrives, row);
    const role = roleAt(trace, row);
    if (role === "request" && isClient(site, from)) earliest(asked, serverAt.get(to), at);
    if (role === "reply" && isClient(site, to)) earliest(answered, serverAt.get(from), at);
  }
  const down = downServers(trace, (track) => serverAt.get(numberAt(journeys.workstations, track)));
  const stateAt = (server: number, time: number): ServerState => {
    const spells = down.get(server);
    if (spells?.some(({ from, to }) => from <= time && time < to) === true) return "down";
    if (timeAt(answered, server) <= time) return "answered";
    return timeAt(asked, server) <= time ? "asked" : "not asked";
  };
  return { stateAt, asked, answered };
});

function earliest(times: Float64Array, server: number | undefined, at: number): void {
  if (server !== undefined) times[server] = Math.min(timeAt(times, server), at);
}

/** When each server was down. */
function downServers(
  trace: TraceData,
  serverOf: (track: number) => number | undefined,
): ReadonlyMap<number, readonly Stretch[]> {
  const down = new Map<number, readonly Stretch[]>();
  for (const [track, { machine }] of trace.tracks.entries()) {
    const server = serverOf(track);
    if (server !== undefined) down.set(server, downTimes(trace, machine));
  }
  return down;
}
