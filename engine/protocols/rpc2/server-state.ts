/**
 * The server's end of a connection as data: its states, what comes in and what goes out. The rules are in server.ts.
 */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_FLAG, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import type { EncryptionKey } from "../../wire/rpc2-cipher.ts";
import type { Connection, SendEffect, StepOptions } from "./connection.ts";
import { sendingDeadline, type Sending } from "./reliable.ts";

/** The keys and numbers that let a client in; null for an open bind. */
export type Acceptance = null | {
  readonly sharedKey: EncryptionKey; // what the server knows of this client
  readonly sessionKey: EncryptionKey; // drawn
  readonly yRandom: number; // drawn
  readonly firstSequence: number; // drawn
};

/** A bind remembers this until the client has proven itself. */
export interface ServerSecret {
  readonly acceptance: Exclude<Acceptance, null>;
  readonly xRandom: number;
  readonly code: number; // SUCCESS, or OLDVERSION
}

/** Of the request that is answered: its stamp, and when it came. */
export interface Echo {
  readonly stamp: number;
  readonly at: Nanos;
}

/** A reply, INIT2 or INIT4 that is kept to be sent again. */
export interface Held {
  readonly packet: Rpc2Packet; // with RETRY
  readonly sends: number;
  readonly until: Nanos; // rule 7
  readonly sealed: boolean;
  readonly sending: Sending | null; // rule 11: not acknowledged yet
}

export interface StartingState extends Connection {
  readonly tag: "STARTBIND";
  readonly init1: Rpc2Packet;
  readonly echo: Echo;
}

export interface ProvingState extends Connection {
  readonly tag: "AWAITINIT3";
  readonly secret: ServerSecret;
  readonly sending: Sending; // of INIT2
}

export interface IdleState extends Connection {
  readonly tag: "AWAITENABLE" | "AWAITREQUEST";
  readonly nextSeq: number;
  readonly held: Held | null;
}

export interface WorkingState extends Connection {
  readonly tag: "REQINQUEUE" | "PROCESS" | "INSE";
  readonly nextSeq: number; // of the next request: two more than that of this one
  readonly request: Rpc2Packet;
  readonly echo: Echo;
  readonly busyAt: Nanos | null; // rule 8
}

interface BrokenServer extends Connection {
  readonly tag: "HARDERROR";
  readonly code: number;
}

export type ServerState = StartingState | ProvingState | IdleState | WorkingState | BrokenServer;

export type ServerInput =
  | { readonly tag: "packet"; readonly packet: Rpc2Packet } // in clear
  /** A look at the clock. */
  | { readonly tag: "tick" }
  /** GETREQUEST has taken the bind, and the client's key was found. */
  | { readonly tag: "accept"; readonly acceptance: Acceptance }
  /** GETREQUEST has taken the bind, and the client is not let in. */
  | { readonly tag: "refuse"; readonly code: number }
  | { readonly tag: "enable" }
  /** GETREQUEST has taken the request. */
  | { readonly tag: "take" }
  /** SENDRESPONSE. */
  | { readonly tag: "respond"; readonly returnCode: number; readonly body: Uint8Array }
  /** INITSIDEEFFECT or CHECKSIDEEFFECT begins, or is over. */
  | { readonly tag: "side effect begins" }
  | { readonly tag: "side effect ends" }
  | { readonly tag: "break"; readonly code: number };

export type ServerEffect =
  | SendEffect
  /** A new request waits to be taken. */
  | { readonly tag: "request"; readonly request: Rpc2Packet }
  /** The bind is done: GETREQUEST hands the new connection to its thread. */
  | { readonly tag: "new connection"; readonly code: number }
  /** The bind has failed; the process forgets the connection. */
  | { readonly tag: "bind failed"; readonly code: number }
  /** The process is to send a NAK. */
  | { readonly tag: "nak"; readonly to: Rpc2Packet };

export type ServerStep = [ServerState, readonly ServerEffect[]];

/** An INIT1 makes a connection that waits for a thread. */
export function newServer(init1: Rpc2Packet, from: Connection["peer"], handle: number, now: Nanos): StartingState {
  return {
    tag: "STARTBIND",
    handle,
    peer: from,
    peerHandle: init1.localHandle,
    subsystem: init1.subsysId,
    uniquefier: init1.uniquefier,
    level: levelOf(init1.opcode),
    sideEffectType: 0,
    key: null,
    init1,
    echo: { stamp: init1.timeStamp, at: now },
  };
}

function levelOf(opcode: number): Connection["level"] {
  switch (opcode) {
    case RPC2_OPCODE.init1AuthOnly:
      return "authOnly";
    case RPC2_OPCODE.init1HeadersOnly:
      return "headersOnly";
    case RPC2_OPCODE.init1Secure:
      return "secure";
    default:
      return "openKimono";
  }
}

/** When the state wants a tick; null where it waits for no time. */
export function serverDeadline(state: ServerState): Nanos | null {
  switch (state.tag) {
    case "AWAITINIT3":
      return sendingDeadline(state.sending);
    case "AWAITENABLE":
    case "AWAITREQUEST":
      return state.held === null ? null : Math.min(state.held.until, state.held.sending?.deadline ?? state.held.until);
    case "REQINQUEUE":
    case "PROCESS":
    case "INSE":
      return state.busyAt;
    default:
      return null;
  }
}

/** The stamp of an answer: the request's, and the time that it has spent here. */
export const echoed = ({ stamp, at }: Echo, now: Nanos, { library }: StepOptions): number =>
  (stamp + Math.floor((now - at) / library.stampUnit)) % 2 ** 32;

/** Rule 7: kept with RETRY set, for 2 B. */
export function hold(packet: Rpc2Packet, sealed: boolean, now: Nanos, { timing }: StepOptions): Held {
  const again = { ...packet, flags: packet.flags | RPC2_FLAG.retry };
  return { packet: again, sends: 1, until: now + 2 * timing.keepAlive, sealed, sending: null };
}
