/** What both ends of the written protocol share: its packets, its times, and who a host is when it starts. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { HostEffect, SendEffect } from "../ends.ts";
import type { WrittenRules } from "./rules.ts";

export interface WrittenPacket {
  readonly kind: "call" | "result" | "acknowledgement" | "reject";
  readonly number: number; // that the client has given the call
  /** The server's life: from it, or as the client knows it. */
  readonly life: number;
  readonly data: Uint8Array; // of a call its argument, of a result the result
}

export type WrittenEffects = readonly HostEffect<WrittenPacket>[];

export interface WrittenOptions {
  readonly rules: WrittenRules;
  /** How long the client waits before its timer ends. */
  readonly retryAfter: Nanos;
}

export const RETRY_AFTER = millis(20);

/** Who a host is as it starts: its own life, and the server's as far as it is known. */
export interface WrittenIdentity {
  readonly life: number;
  readonly server: number;
}

/** The most that a client sends a call again. */
export const MOST_AGAIN = 4;
/** How much longer the client waits after an acknowledgement, where the rule says later. */
export const LATER = 10;
/** A clock that never goes back: a life begins to count this much higher than the one before. */
const CLOCK_PER_LIFE = 1000;

/** The number from which a client counts in its life. */
export const countsFrom = (life: number, { restart }: WrittenRules): number =>
  restart === "clock" ? (life - 1) * CLOCK_PER_LIFE : 0;

const NOTHING = new Uint8Array();

/** A packet on its way. The driver counts which of its kind for its call it is. */
export const sent = (
  { kind, number, life, data = NOTHING }: Omit<WrittenPacket, "data"> & { readonly data?: Uint8Array },
  call: number,
  again: boolean,
): SendEffect<WrittenPacket> => ({
  tag: "send",
  packet: { kind, number, life, data },
  kind,
  call,
  send: null,
  again,
});
