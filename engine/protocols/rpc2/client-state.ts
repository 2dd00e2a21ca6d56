/** The client's end of a connection as data: its states, what it takes in, and what it gives out. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import type { EncryptionKey } from "../../wire/rpc2-cipher.ts";
import type { Connection, MeasuredEffect, SendEffect } from "./connection.ts";
import type { Sending } from "./reliable.ts";

/** What a bind remembers until it is done. */
interface BindSecret {
  readonly sharedKey: EncryptionKey | null; // none in an open bind
  readonly xRandom: number;
}

/** Rule 8: the reply that was seen last, and when a packet must acknowledge it if no request does. */
export interface Acknowledging {
  readonly reply: number;
  readonly due: Nanos | null;
}

export interface BindingState extends Connection {
  readonly tag: "AWAITINIT2" | "AWAITINIT4";
  readonly secret: BindSecret;
  readonly sending: Sending;
}

export interface ThinkState extends Connection {
  readonly tag: "THINK";
  readonly nextSeq: number;
  readonly seen: Acknowledging | null;
}

export interface CallingState extends Connection {
  readonly tag: "AWAITREPLY";
  readonly nextSeq: number;
  readonly seen: Acknowledging | null;
  readonly sending: Sending;
}

export interface BrokenState extends Connection {
  readonly tag: "HARDERROR";
  readonly code: number; // why
}

export type ClientState = BindingState | ThinkState | CallingState | BrokenState;

export interface CallRequest {
  readonly opcode: number; // of the procedure, above 0
  readonly body: Uint8Array;
  /** How long the program will wait at most, from the first send; null: as long as the server lives. */
  readonly limit: Nanos | null;
}

export type ClientInput =
  | { readonly tag: "call"; readonly call: CallRequest }
  /** Composes the request and sends nothing yet: a parallel call prepares all its requests before the first goes. */
  | { readonly tag: "prepare"; readonly call: CallRequest }
  /** The prepared request goes out. */
  | { readonly tag: "transmit" }
  | { readonly tag: "packet"; readonly packet: Rpc2Packet } // in clear
  /** A look at the clock. */
  | { readonly tag: "tick" }
  /** The listener looks at the clock before it takes in what has arrived; see `expired` in reliable.ts. */
  | { readonly tag: "expire" }
  /** The reply is not wanted any more (rule 6). */
  | { readonly tag: "abandon" }
  /** A packet of the call's side effect has come. */
  | { readonly tag: "side effect heard" }
  /** The connection is not to be used any more: its peer is dead, or its side effect has failed. */
  | { readonly tag: "break"; readonly code: number };

export type ClientEffect =
  | SendEffect
  | { readonly tag: "bound"; readonly code: number } // SUCCESS, or the warning OLDVERSION
  | { readonly tag: "returned"; readonly reply: Rpc2Packet }
  | { readonly tag: "failed"; readonly code: number }
  | MeasuredEffect;

export type ClientStep = [ClientState, readonly ClientEffect[]];
