/** What both ends of Sprite RPC share: options, timers, and messages in fragments. */
import { itemAt } from "../../kernel/items.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { SpriteKind, SpritePacket } from "../../wire/sprite.ts";
import type { HostEffect } from "../ends.ts";
import { allOf, fragmentsOf, maskOf, placeOf, withFragment, type Incoming } from "../fragments.ts";
import type { Rule } from "../rules.ts";

export interface SpriteOptions {
  /** The most bytes of a fragment. */
  readonly fragmentBytes: number;
  /** The gap between fragments that a host asks for, of the packets that it is sent. */
  readonly gapUs: number;
  readonly without: readonly Rule[];
}

export type SpriteEffect = HostEffect<SpritePacket>;
export type SpriteEffects = readonly SpriteEffect[];

/** The host’s life, and a channel of it. */
export interface ChannelIdentity {
  readonly channel: number; // from 1
  readonly boot: number; // of the host
}

/** Waits for an answer, one behind the other, on an Ethernet (Sprite operating system archive). They sum to 5.5 s. */
const WAITS: readonly Nanos[] = [100, 200, 400, 800, 1000, 1000, 1000, 1000].map(millis);
/** The same where a message has several fragments; 7.5 s. */
const FRAGMENTED_WAITS: readonly Nanos[] = [500, 1000, 1000, 1000, 1000, 1000, 1000, 1000].map(millis);
/** A call that was acknowledged is asked about so often (Sprite operating system archive). */
export const PROBE_AFTER = seconds(5);
/** After so many acknowledgements a user is warned that the server takes long (same source). */
export const WARNED_AFTER = 10;
/** A message goes out so often, and is then given up. */
export const MOST_SENDS = WAITS.length;

/** The wait behind the sending with this number, from 1. */
export const waitAfter = (sends: number, isFragmented: boolean): Nanos =>
  itemAt(isFragmented ? FRAGMENTED_WAITS : WAITS, sends - 1, "wait");

// Fragments.

/** A message that goes out. */
export interface Outgoing {
  readonly data: Uint8Array;
  readonly fragments: number;
  /** The fragments that the other end has said it has. */
  readonly known: number;
  /** Fragments that wait for the gap that the other end asks for, and whether they were sent before. */
  readonly waiting: readonly number[];
  readonly isAgain: boolean;
}

export function outgoing(data: Uint8Array, { fragmentBytes }: SpriteOptions): Outgoing {
  return { data, fragments: fragmentsOf(data.length, fragmentBytes), known: 0, waiting: [], isAgain: false };
}

/** The message with the fragment of a packet more. */
export const withPacket = (message: Incoming, { mask, fragments, data }: SpritePacket): Incoming =>
  withFragment(message, { fragments, place: placeOf(mask), data });

// Packets.

/** The word for a packet that comes: its kind, or "fragment mask" for an acknowledgement of some fragments. */
export const packetWord = ({ kind, mask, fragments }: SpritePacket): string =>
  kind === "acknowledgement" && mask !== allOf(fragments) ? "fragment mask" : kind;

/** What is the same in all packets of a host about a call. */
export interface Stamp {
  readonly channel: number;
  readonly boot: number;
  readonly peer: number;
  readonly call: number;
}

/** Fragments to be sent: the first ones now, the others later. */
interface Batch {
  readonly message: Outgoing;
  readonly effects: SpriteEffects;
}

export class Sender {
  private readonly options: SpriteOptions;
  private readonly carries: "request" | "reply";

  constructor(carries: "request" | "reply", options: SpriteOptions) {
    this.carries = carries;
    this.options = options;
  }

  /**
   * Sends fragments of a message: all at once, or one now where the other end has asked for a gap.
   * @param isAgain the message was sent before
   */
  batch(message: Outgoing, { places, stamp, gapUs, isAgain }: BatchOptions): Batch {
    const now = gapUs > 0 ? places.slice(0, 1) : places;
    const last = places.at(-1);
    const isAsking = message.fragments > 1 || (isAgain && this.carries === "request");
    return {
      message: { ...message, waiting: places.slice(now.length), isAgain },
      effects: now.map((place) => this.fragment(message, place, { stamp, isAgain, asks: isAsking && place === last })),
    };
  }

  /** A packet without data. */
  control(kind: SpriteKind, stamp: Stamp, mask: number, fragments: number): SpriteEffect {
    const data = new Uint8Array(0);
    return this.sent({ kind, ...stamp, gap: this.options.gapUs, fragments, mask, pleaseAck: kind === "probe", data });
  }

  private fragment(
    { data, fragments }: Outgoing,
    place: number,
    { stamp, isAgain, asks }: { readonly stamp: Stamp; readonly isAgain: boolean; readonly asks: boolean },
  ): SpriteEffect {
    const { fragmentBytes, gapUs } = this.options;
    const part = data.slice(place * fragmentBytes, (place + 1) * fragmentBytes);
    const mask = maskOf(place);
    return this.sent(
      { kind: this.carries, ...stamp, gap: gapUs, fragments, mask, pleaseAck: asks, data: part },
      isAgain,
    );
  }

  private sent(packet: SpritePacket, again = false): SpriteEffect {
    return { tag: "send", packet, kind: packet.kind, call: packet.call, send: null, again };
  }
}

interface BatchOptions {
  readonly places: readonly number[];
  readonly stamp: Stamp;
  /** The gap that the other end asks for. */
  readonly gapUs: number;
  readonly isAgain: boolean;
}
