/** What both ends of Amoeba’s transactions share: options, timers, and messages in fragments. */
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { AmoebaKind, AmoebaPacket } from "../../wire/amoeba.ts";
import type { ChannelEnd } from "../channels.ts";
import type { Host, HostEffect, SendEffect } from "../ends.ts";
import { partsOf } from "../fragments.ts";
import type { Rule } from "../rules.ts";

/** What the client knows of the server’s place as a run begins. */
export type FirstHint = "known" | "none" | "stale";

export interface AmoebaOptions {
  /** The most bytes of a fragment, and those of the first one that the message’s header takes. */
  readonly fragmentBytes: number;
  readonly headBytes: number;
  /** Timers are looked at this often. 0: each is exact. */
  readonly sweep: Nanos;
  readonly hint: FirstHint;
  readonly without: readonly Rule[];
}

export type AmoebaEffect = HostEffect<AmoebaPacket>;
export type AmoebaEffects = readonly AmoebaEffect[];

/** The client, the machine with the service, and one that the service has left. */
export const SERVER: Host = 1;
export const FORMER: Host = 2;

/** A packet goes out again after so long (sources of Amoeba 5). */
export const AGAIN_AFTER = millis(500);
/** A request and a reply go out again so often at most (same source). */
export const MOST_AGAIN = 20;
/** An enquiry goes out so often: a server that does not answer it is given up after 10 s (same source). */
export const MOST_ENQUIRIES = 20;
/** Of an acknowledged request: ours. The server gives up a client that has not enquired within 50 s (same source). */
export const ENQUIRE_AFTER = seconds(10);
export const CLIENT_SILENT = seconds(50);
/** Waits for an answer to a LOCATE: from 0.2 s to 20 s (same source). That each is twice the last one is assumed. */
const LOCATE_FIRST = millis(200);
const LOCATE_MOST = seconds(20);
/** A client that has found nobody gives up: assumed. */
export const LOCATE_FOR = seconds(30);

/** The wait behind the LOCATE with this number, from 1. */
export const locateWait = (locates: number): Nanos => Math.min(LOCATE_FIRST * 2 ** (locates - 1), LOCATE_MOST);

/** When a timer is seen to be due: at the first sweep from then on. */
export const sweptAt = (at: Nanos, sweep: Nanos): Nanos => (sweep === 0 ? at : Math.ceil(at / sweep) * sweep);

// Packets.

/** What is the same in all packets of an end about a transaction. */
export interface About {
  readonly end: ChannelEnd;
  readonly call: number;
  readonly life: number; // of the server’s kernel
  /** Left out: the other one of two. */
  readonly to?: Host;
}

/** All fragments of a message, one behind the other. */
export function blast(
  kind: "request" | "reply",
  data: Uint8Array,
  { about, again, options }: { readonly about: About; readonly again: boolean; readonly options: AmoebaOptions },
): AmoebaEffects {
  const parts = partsOf(data, options.fragmentBytes, options.headBytes);
  return parts.map((part, place) =>
    sent(kind, about, { fragments: parts.length, place, size: place === 0 ? data.length : 0, again, data: part }),
  );
}

type Rest = Pick<AmoebaPacket, "fragments" | "place" | "size" | "again" | "data">;
const NOTHING: Rest = { fragments: 1, place: 0, size: 0, again: false, data: new Uint8Array(0) };

/** A packet without data. */
export const control = (kind: AmoebaKind, about: About, again = false): SendEffect<AmoebaPacket> =>
  sent(kind, about, { ...NOTHING, again });

function sent(kind: AmoebaKind, { end, call, life, to }: About, rest: Rest): SendEffect<AmoebaPacket> {
  const packet = { kind, process: end.channel, call, source: end.host, life, ...rest };
  const { again } = rest;
  return { tag: "send", packet, kind, call, send: null, again, ...(to === undefined ? {} : { to }) };
}
