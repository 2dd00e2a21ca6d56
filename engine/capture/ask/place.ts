/** Where a capture was taken, by what packets show of it: asked of the reader, inferred, or unknown. */
import type { Call, Half } from "../call.ts";
import type { Place } from "./recorded.ts";

export interface Placed {
  readonly place: Place;
  readonly how: string; // "as you say", "by unfinished checksums"
}

/** What a packet’s time to live begins with: 64 on Linux and the BSDs, 128 on Windows, 255 on routers and Solaris. */
const STARTS = [64, 128, 255];
const isFresh = (ttl: number): boolean => STARTS.includes(ttl);

/** One end is nearer where the other way takes so many times as long. */
const NEARER = 4;

const hostOf = (end: string): string => end.slice(0, end.lastIndexOf(":"));

/** @param call one of the flow’s, whose direction is that of the client */
export function placeOf(call: Call, asked: Place | null): Placed {
  if (asked !== null) return { place: asked, how: "as you say" };
  const { half } = call;
  const back = half.other;
  if (hostOf(call.client) === hostOf(call.server)) return { place: "one machine", how: "by equal addresses" };
  if (back === null) return { place: "unknown", how: "only one direction was recorded" };
  return byDirections(half, back) ?? byChecksums(half, back) ?? byHops(half, back) ?? byOpening(half) ?? UNKNOWN;
}

const UNKNOWN: Placed = { place: "unknown", how: "nothing in the packets tells" };

function byDirections(half: Half, back: Half): Placed | null {
  const how = "by the directions that Linux cooked frames tell";
  if (half.outgoing > 0 && half.incoming === 0 && back.outgoing === 0) return { place: "client", how };
  return back.outgoing > 0 && back.incoming === 0 && half.outgoing === 0 ? { place: "server", how } : null;
}

/** A machine whose network card makes the checksums records its own packets before they have one. */
function byChecksums({ checksums: there }: Half, { checksums: back }: Half): Placed | null {
  const how = "by unfinished checksums";
  if (there.wrong > 1 && there.right === 0 && back.wrong === 0 && back.right > 0) return { place: "client", how };
  return back.wrong > 1 && back.right === 0 && there.wrong === 0 && there.right > 0 ? { place: "server", how } : null;
}

function byHops({ ttl: there }: Half, { ttl: back }: Half): Placed | null {
  const how = "by times to live: the packets of one end crossed no router yet";
  if (isFresh(there) && !isFresh(back)) return { place: "client", how };
  if (isFresh(back) && !isFresh(there)) return { place: "server", how };
  return isFresh(there) ? null : { place: "between", how: "by times to live: both ends’ packets crossed routers" };
}

/** The answer to a SYN comes from the server’s side; what follows it, from the client’s. */
function byOpening({ flow }: Half): Placed | null {
  const { synNs, synAckNs, openNs } = flow;
  if (synNs === null || synAckNs === null || openNs === null) return null;
  const [server, client] = [synAckNs - synNs, openNs - synAckNs];
  const how = "by the times of the connection’s opening";
  if (server > NEARER * client) return { place: "client", how };
  return client > NEARER * server ? { place: "server", how } : null;
}
