/** What both ends of Circus share: timers, paired messages in segments, and the packets that carry them. */
import { itemAt } from "../../kernel/items.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { CircusKind, CircusSegment } from "../../wire/circus.ts";
import type { Host, HostEffect } from "../ends.ts";
import { partsOf, withFragment, type Incoming } from "../fragments.ts";

/** A segment, and the host that it comes from. */
export interface CircusPacket extends CircusSegment {
  readonly from: Host;
}

export type CircusEffect = HostEffect<CircusPacket>;
export type CircusEffects = readonly CircusEffect[];

/** Until a segment goes out again that nobody has acknowledged. The facts that we have do not say how long: ours. */
export const RETRY_AFTER: Nanos = millis(500);
/** A member that has the whole call message, and has not returned, is asked so often whether it lives. Ours. */
export const PROBE_AFTER: Nanos = seconds(1);
/** So many segments or probes without an answer, and the other end counts as crashed. Ours. */
export const MOST_SENDS = 6;
/** A member waits so long for the other replicas of the client, behind the first one’s call message. Ours. */
export const REPLICA_WAIT: Nanos = RETRY_AFTER * MOST_SENDS;

const NOTHING = new Uint8Array(0);

// Messages.

/** A message that goes out. */
export interface Outgoing {
  readonly parts: readonly Uint8Array[];
  readonly acked: number; // so many segments are there, from the first on
}

export const outgoing = (data: Uint8Array, segmentBytes: number): Outgoing => ({
  parts: partsOf(data, segmentBytes),
  acked: 0,
});

/** The message with a segment more. */
export const withSegment = (message: Incoming, { index, total, data }: CircusSegment): Incoming =>
  withFragment(message, { fragments: total, place: index - 1, data });

// Packets.

/** The end that sends, and the call that it speaks of. */
export interface Speaker {
  readonly host: Host;
  readonly number: number;
  readonly clients: number;
}

/** The call as a trace counts it: a member and a further replica speak of the caller’s. */
const sent = (to: Host, packet: CircusPacket, again: boolean): CircusEffect => ({
  tag: "send",
  packet,
  kind: packet.kind,
  call: packet.number,
  send: null,
  again,
  to,
});

/** A segment of a message, by its place from 1. */
export function segmentTo(
  to: Host,
  { host: from, number, clients }: Speaker,
  { parts }: Outgoing,
  { index, isAgain }: { readonly index: number; readonly isAgain: boolean },
  kind: "call" | "return",
): CircusEffect {
  const data = itemAt(parts, index - 1, "segment");
  const ofReturn = kind === "return";
  const packet = { kind, from, number, ofReturn, total: parts.length, index, pleaseAck: isAgain, clients, data };
  return sent(to, packet, isAgain);
}

/** A segment without data. */
export function controlTo(
  to: Host,
  { host: from, number, clients }: Speaker,
  kind: Extract<CircusKind, "acknowledgement" | "probe">,
  { ofReturn, total, index }: { readonly ofReturn: boolean; readonly total: number; readonly index: number },
): CircusEffect {
  const pleaseAck = kind === "probe";
  return sent(to, { kind, from, number, ofReturn, total, index, pleaseAck, clients, data: NOTHING }, false);
}
