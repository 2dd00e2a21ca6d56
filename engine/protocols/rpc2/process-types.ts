/** What a process that uses RPC2 is told at its start, and what it has its surroundings do. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import type { EncryptionKey, Seal } from "../../wire/rpc2-cipher.ts";
import type { SftpPacket } from "../../wire/sftp.ts";
import type { CallRequest } from "./client.ts";
import type { Handle, History, Peer } from "./connection.ts";
import type { Library, Timing } from "./library.ts";
import type { MultiOptions } from "./multi.ts";

/** What INIT takes. */
export interface ProcessOptions {
  readonly library: Library;
  /** Left out: N = 6, B = 60 s. */
  readonly timing?: Timing;
  /** Left out: RPC2 as the paper describes it, without acknowledgements of replies and with NAKs. */
  readonly history?: History;
  /** Draws 32 bits. */
  readonly random: () => number;
  /** What the process's clock says at time 0. Left out: 0. */
  readonly clock?: Nanos;
  /** What is marked when a peer is found dead: all connections to it, or the one that found out. Left out: all. */
  readonly deadMarks?: "peer" | "connection";
  /** The key that the server shares with a client, or null for one that it does not know. Left out: it knows nobody. */
  readonly keyOf?: (identity: Uint8Array, authenticationType: number) => EncryptionKey | null;
}

/** Which requests a thread wants from GETREQUEST. */
export interface RequestFilter {
  readonly age: "new" | "old" | "any"; // binds, requests on connections, or both
  readonly from:
    | { readonly tag: "anybody" }
    | { readonly tag: "connection"; readonly handle: Handle }
    | { readonly tag: "subsystem"; readonly subsystem: number };
}
export const ANY_REQUEST: RequestFilter = { age: "any", from: { tag: "anybody" } };

/** A file that goes along with a call. */
export interface SideEffect {
  readonly direction: "client to server" | "server to client";
  /** At the end that has it. */
  readonly file: Uint8Array | null;
}

/** What MAKERPC asks for. */
export interface RpcRequest extends CallRequest {
  readonly sideEffect?: SideEffect;
}

/** What MULTIRPC asks for. The body is packed once, by `packRequest`; each connection gets a copy. */
export interface MultiRequest extends MultiOptions {
  readonly opcode: number;
  readonly body: Uint8Array;
  /** One for each connection, by index. */
  readonly sideEffects?: readonly SideEffect[];
}

/** Of a thread of the process ("LWP"); the caller's own numbering. */
export type Thread = number;

export type ProcessEffect =
  /** To the peer's RPC2 port. `encodePacket` gives the bytes. */
  | {
      readonly tag: "send";
      readonly to: Peer;
      readonly handle: Handle;
      readonly packet: Rpc2Packet;
      readonly send: number; // which sending of this packet, from 1
      readonly seal: Seal | null;
    }
  /** To the peer's SFTP port. `encodePacket` gives the bytes. */
  | {
      readonly tag: "send data";
      readonly to: Peer;
      readonly handle: Handle;
      readonly packet: SftpPacket;
      readonly seal: Seal | null;
    }
  /** BIND has its connection, or none. */
  | { readonly tag: "bound"; readonly handle: Handle; readonly code: number }
  | { readonly tag: "bind failed"; readonly handle: Handle; readonly code: number }
  /** MAKERPC returns. `code`: SUCCESS, or that of a side effect that failed; `file`: what a side effect has brought. */
  | {
      readonly tag: "returned";
      readonly handle: Handle;
      readonly code: number;
      readonly reply: Rpc2Packet;
      readonly file: Uint8Array | null;
    }
  | { readonly tag: "failed"; readonly handle: Handle; readonly code: number }
  /** GETREQUEST returns to a thread. */
  | { readonly tag: "request"; readonly thread: Thread; readonly handle: Handle; readonly request: Rpc2Packet }
  | { readonly tag: "new connection"; readonly thread: Thread; readonly handle: Handle; readonly code: number }
  | { readonly tag: "no request"; readonly thread: Thread } // its time limit is over
  /** CHECKSIDEEFFECT returns. `file`: what was transferred, in either direction; null where that failed. */
  | {
      readonly tag: "side effect over";
      readonly handle: Handle;
      readonly code: number;
      readonly file: Uint8Array | null;
    }
  | ParallelEffect
  /** A packet was thrown away. */
  | { readonly tag: "dropped"; readonly why: string };

/** Of a parallel call; `call` is its number within the process. */
export type ParallelEffect =
  /** The caller is to send the request on this connection: `transmit` does, when its time has been spent. */
  | { readonly tag: "transmit"; readonly call: number; readonly index: number; readonly handle: Handle }
  /** The caller is to send it again: `retransmit` does, when its time has been spent. */
  | { readonly tag: "retransmit"; readonly call: number; readonly index: number; readonly handle: Handle }
  /** The caller offers control to the listener; `goOn` when it has it back. */
  | { readonly tag: "yield"; readonly call: number }
  /** Something was heard: the caller is to be woken, and to `look`. */
  | { readonly tag: "wake"; readonly call: number }
  /** UNPACKMULTI and the handler are to run on this; `handled` tells what the handler returned. */
  | {
      readonly tag: "handle";
      readonly call: number;
      readonly index: number;
      readonly handle: Handle;
      readonly code: number;
      readonly reply: Rpc2Packet | null;
      readonly file: Uint8Array | null;
    }
  /** MULTIRPC returns: a code for the whole, and one for each connection. */
  | { readonly tag: "multi returned"; readonly call: number; readonly code: number; readonly codes: readonly number[] };

/**
 * What a primitive gives: a return code at once, and what is to be done. Nothing is done where the code is an error.
 */
export interface Outcome {
  readonly code: number;
  readonly effects: readonly ProcessEffect[];
}
