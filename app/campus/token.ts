/**
 * The station that has a ring's token. The trace tells which station sent when; between two frames the token goes on
 * round the ring.
 */
import { OTHERS_STATION, ROUTER_STATION, stationOf, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { Subnet } from "../../engine/hardware/campus-plan.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import { firstOver, indexTrace } from "../trace/trace-index.ts";
import type { Journeys } from "./journeys.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";

interface TokenState {
  /** The station that sends now; null while the token is free. */
  readonly sender: number | null;
  /** The station that sent last, and the one that takes the token next, with when; null for none in the trace. */
  readonly last: { readonly station: number; readonly at: number } | null;
  readonly next: { readonly station: number; readonly at: number } | null;
}

export function tokenAt(journeys: Journeys, subnet: Subnet, time: number): TokenState {
  const { trace, places } = journeys;
  const track = places.findIndex((place) => place?.kind === "subnet" && place.number === subnet.number);
  const on = indexTrace(trace).tracks[track];
  if (on === undefined) return { sender: null, last: null, next: null };
  const after = firstOver(on.starts, time);
  const station = (i: number): number => senderOf(journeys, subnet, numberAt(on.rows, i));
  const next = after < on.rows.length ? { station: station(after), at: timeAt(on.starts, after) } : null;
  if (after === 0) return { sender: null, last: null, next };
  const last = { station: station(after - 1), at: timeAt(on.ends, after - 1) };
  return { sender: last.at > time ? last.station : null, last, next };
}

/** The station that sent a frame: its workstation, the router, or the station of all other hosts. */
function senderOf(journeys: Journeys, subnet: Subnet, row: number): number {
  const packet = numberAt(journeys.packetOf, row);
  if (packet >= 0) {
    const { from } = journeys.endsOf(packet);
    return subnetOf(journeys.site.plan, from).number === subnet.number ? stationOf(subnet, from) : ROUTER_STATION;
  }
  const cause = numberAt(journeys.trace.spans.cause, row);
  const routed = cause !== NO_REF && refTable(cause) === "span" && journeys.placeOf(refRow(cause)) !== null;
  return routed ? ROUTER_STATION : OTHERS_STATION;
}
