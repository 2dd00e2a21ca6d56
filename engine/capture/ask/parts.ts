/** The time of a call in parts: waiting for timers, on the way, in the server. */
import { tookNs, type Call, type Reply, type Sighting } from "../call.ts";
import type { Wait } from "../waits.ts";
import { placeOf, type Placed } from "./place.ts";
import type { Recorded } from "./recorded.ts";

export interface Parts {
  readonly call: Call;
  readonly sent: Sighting; // first
  readonly reply: Reply; // first
  readonly tookNs: number;
  readonly timersNs: number; // between a sending and the next, and for late acknowledgements
  readonly networkNs: number; // from the point of recording to the server and back
  readonly serverNs: number; // the rest
  readonly placed: Placed;
}

/** The waits of a call’s connection that lie inside it. */
export function waitsIn(call: Call): readonly Wait[] {
  const [sent] = call.sends;
  const [reply] = call.replies;
  if (sent === undefined || call.transport !== "tcp") return [];
  const end = reply?.timeNs ?? Infinity;
  return call.half.flow.waits.all.filter(({ startNs, endNs }) => startNs >= sent.firstNs && endNs <= end);
}

/** Nanoseconds that at least one of the spans covers. */
export function covered(spans: readonly (readonly [from: number, to: number])[]): number {
  let sum = 0;
  let end = -Infinity;
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** From the point of recording to the server and back, by the connection’s opening; null where it was not seen. */
export function wayNs({ half }: Call): number | null {
  const { synNs, synAckNs } = half.flow;
  return synNs === null || synAckNs === null ? null : synAckNs - synNs;
}

/** Whether the server had the call since its first sending: it says so, or it answered each of them, the first late. */
export function isServing({ transport, sends, replies, busy }: Call): boolean {
  const [, second] = sends;
  const [reply] = replies;
  if (transport === "tcp" || second === undefined || reply === undefined || reply.timeNs < second.timeNs) return false;
  return busy > 0 || replies.length >= sends.length;
}

/** Null for a call that was not answered, or not seen. */
export function partsOf(call: Call, { place }: Recorded): Parts | null {
  const took = tookNs(call);
  const [sent] = call.sends;
  const [reply] = call.replies;
  if (took === null || sent === undefined || reply === undefined) return null;
  const last = call.sends.findLast(({ timeNs }) => timeNs <= reply.timeNs) ?? sent;
  // What a call over TCP waited before its last byte was sent is in its waits, and not in the time from that byte on.
  const waits = waitsIn(call).map(({ startNs, endNs }) => [Math.max(startNs, sent.timeNs), endNs] as const);
  const retried = isServing(call) ? [] : [[sent.timeNs, last.timeNs] as const];
  const spans = [...waits.filter(([from, to]) => to > from), ...retried];
  const timersNs = Math.min(took, covered(spans));
  const placed = placeOf(call, place);
  const isNear = placed.place === "server" || placed.place === "one machine";
  const networkNs = isNear ? 0 : Math.min(took - timersNs, wayNs(call) ?? 0);
  return { call, sent, reply, tookNs: took, timersNs, networkNs, serverNs: took - timersNs - networkNs, placed };
}
