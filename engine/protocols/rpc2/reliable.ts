/**
 * Sending until an answer comes, for requests, INIT1, INIT2 and INIT3: one packet, sent again after growing intervals,
 * until the peer is given up. It is the same for all of them ("SendReliably" in the library).
 *
 * Rules
 * 1. A packet that is sent again has RETRY set and keeps its Lamport number; a client stamps it anew.
 * 2. A BUSY says that the peer lives: the client waits the interval that follows a BUSY, then starts the series over.
 * 3. Traffic of a side effect counts as life too: where something was heard within the interval that has just run out,
 *    nothing is sent, as after a BUSY.
 * 4. A limit set by the program counts from the first send, whatever comes.
 */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_BYTES, RPC2_FLAG, type Rpc2Packet } from "../../wire/rpc2.ts";
import type { StepOptions } from "./connection.ts";

export interface Sending {
  readonly packet: Rpc2Packet;
  readonly sends: number;
  readonly index: number; // of the interval that runs; 0 after a BUSY
  readonly wait: Nanos; // that interval
  readonly deadline: Nanos;
  readonly limit: Nanos | null; // rule 4: a time; a duration as long as nothing was sent
  readonly heard: Nanos | null; // rule 3: when the side effect was last heard of
  /** The listener has seen that the time is up, and the caller has not acted on it yet: answers come too late now. */
  readonly expired: boolean;
}

const bytesOf = (packet: Rpc2Packet): number => RPC2_BYTES + packet.body.length;

/** A packet that is composed and not sent yet; `limit` is a duration, from the first send. */
export const unsent = (packet: Rpc2Packet, limit: Nanos | null): Sending => ({
  packet,
  sends: 0,
  index: 0,
  wait: 0,
  deadline: 0,
  limit,
  heard: null,
  expired: false,
});

/** The first send. A client stamps what it sends; a server has stamped it already. */
export function firstSend(prepared: Sending, now: Nanos, options: StepOptions, stamps: boolean): Sending {
  const packet = stamps ? { ...prepared.packet, timeStamp: options.stamp } : prepared.packet;
  const wait = firstInterval(1, packet, options);
  const limit = prepared.limit === null ? null : now + prepared.limit;
  return { ...prepared, packet, sends: 1, index: 1, wait, deadline: now + wait, limit };
}

const intervalOf = (index: number, packet: Rpc2Packet, { library, timing, estimate }: StepOptions): Nanos | null =>
  library.interval(index, timing, estimate, bytesOf(packet));

/** The interval behind the first send, or behind a sign of life: every library has these. */
function firstInterval(index: 0 | 1, packet: Rpc2Packet, options: StepOptions): Nanos {
  const interval = intervalOf(index, packet, options);
  if (interval === null) throw new Error(`RPC2 waits after a send and a sign of life, and has no interval ${index}.`);
  return interval;
}

/** Rule 2. */
export function keptAlive(sending: Sending, now: Nanos, options: StepOptions): Sending {
  return waitAfterLife(sending, now, now, options);
}

function waitAfterLife(sending: Sending, lived: Nanos, now: Nanos, options: StepOptions): Sending {
  const wait = firstInterval(0, sending.packet, options);
  return { ...sending, index: 0, wait, deadline: Math.max(now, lived + wait), expired: false };
}

/** When the packet must be sent again or given up; null for one that was not sent yet. */
export function sendingDeadline({ sends, deadline, limit }: Sending): Nanos | null {
  if (sends === 0) return null;
  return limit === null ? deadline : Math.min(deadline, limit);
}

export const isPastLimit = ({ limit }: Sending, now: Nanos): boolean => limit !== null && now >= limit;

/**
 * The interval has run out: sends again, or waits on because a side effect was heard of. Null where the peer is given
 * up.
 */
export function sendAgain(sending: Sending, now: Nanos, options: StepOptions, restamps: boolean): Sending | null {
  const { heard, wait, index, packet } = sending;
  // 1987 counts B from when the side effect was heard, 2025 from now.
  if (heard !== null && now - heard < wait) {
    return waitAfterLife({ ...sending, heard: null }, options.library.measures ? now : heard, now, options);
  }
  const next = intervalOf(index + 1, packet, options);
  if (next === null) return null;
  const again: Rpc2Packet = {
    ...packet,
    flags: packet.flags | RPC2_FLAG.retry,
    ...(restamps ? { timeStamp: options.stamp } : {}),
  };
  const sends = sending.sends + 1;
  return { ...sending, packet: again, sends, index: index + 1, wait: next, deadline: now + next, expired: false };
}
