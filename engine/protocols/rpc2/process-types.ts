/** The inputs of a process that uses RPC2, and the effects that it asks its surroundings for. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import type { EncryptionKey, Seal } from "../../wire/rpc2-cipher.ts";
import type { SftpPacket } from "../../wire/sftp.ts";
import type { Rule } from "../rules.ts";
import type { CallRequest } from "./client-state.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, History, Peer } from "./connection.ts";
import type { GroupNumber, GroupNumbers } from "./groups.ts";
import type { End } from "./connection-table.ts";
import type { Library, Timing } from "./library.ts";
import type { MultiOptions } from "./multi.ts";

/** What INIT takes. */
export interface ProcessOptions {
  readonly library: Library;
  /** Left out: N = 6, B = 60 s. */
  readonly timing?: Timing;
  /** Left out: RPC2 as the paper describes it, without acknowledgements of replies and with NAKs. */
  readonly history?: History;
  /** Rules that are left out; none where this is left out itself. */
  readonly without?: readonly Rule[];
  /** Sites that one parallel call can have, as in the prototype (MultiRPC paper §V-C). Left out: any number. */
  readonly tableSites?: number;
  /** What the process's clock says at time 0. Left out: 0. */
  readonly clock?: Nanos;
  /** What is marked when a peer is found dead: all connections to it, or the one that found out. Left out: all. */
  readonly deadMarks?: "peer" | "connection";
  /** The key that the server shares with a client; null for an unknown client. Left out: all clients are unknown. */
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

/** The number of a thread of the process ("LWP"); the program numbers its threads as it likes. */
export type Thread = number;

/** What is drawn for a bind, 32 bits each. */
export interface BindNumbers {
  readonly uniquefier: number;
  readonly xRandom: number;
}

/** What comes to a process: a datagram, the clock, and the primitives (RPC2 manual). */
export type ProcessInput =
  /** A datagram has come, at either port. */
  | { readonly tag: "datagram"; readonly bytes: Uint8Array; readonly from: Peer }
  /** Does all that is due. The listener asks for it once it has taken in what has arrived. */
  | { readonly tag: "tick" }
  /**
   * As the prototype's listener did, which looked at the clock first (MultiRPC paper §V-C): notes which requests have
   * waited long enough. Their answers are thrown away until `tick` has sent them again.
   */
  | { readonly tag: "expire" }
  /** Answers "draw". */
  | { readonly tag: "drawn"; readonly handle: Handle; readonly numbers: readonly number[] }
  | { readonly tag: "bind"; readonly request: BindRequest; readonly numbers: BindNumbers }
  | { readonly tag: "unbind"; readonly handle: Handle }
  | { readonly tag: "export"; readonly subsystem: number }
  | { readonly tag: "deexport"; readonly subsystem: number | null }
  | {
      readonly tag: "getrequest";
      readonly thread: Thread;
      readonly filter: RequestFilter;
      readonly limit: Nanos | null;
    }
  | { readonly tag: "enable"; readonly handle: Handle }
  | { readonly tag: "sendresponse"; readonly handle: Handle; readonly returnCode: number; readonly body: Uint8Array }
  | { readonly tag: "makerpc"; readonly handle: Handle; readonly request: RpcRequest }
  | { readonly tag: "initsideeffect"; readonly handle: Handle; readonly sideEffect: SideEffect }
  | { readonly tag: "checksideeffect"; readonly handle: Handle }
  /** Makes a group of no connections yet; the outcome’s handle is its number. */
  | { readonly tag: "group"; readonly numbers: GroupNumbers }
  /** The connection joins a group; "returned" tells that it has. */
  | { readonly tag: "join"; readonly group: GroupNumber; readonly handle: Handle }
  | { readonly tag: "multirpc"; readonly handles: readonly Handle[]; readonly request: MultiRequest }
  | ParallelInput;

/** What the caller of a parallel call has done; `call` is the call's number within the process. */
export type ParallelInput =
  /** The request that `transmit` was about leaves now; what is next follows. */
  | { readonly tag: "transmit"; readonly call: number; readonly handle: Handle }
  /** The packet that `multicast` was about leaves now; what is next follows. */
  | {
      readonly tag: "multicast";
      readonly call: number;
      readonly group: GroupNumber;
      readonly handles: readonly Handle[];
    }
  /** The request that `retransmit` was about leaves again now, or its server is given up; what is next follows. */
  | { readonly tag: "retransmit"; readonly call: number; readonly handle: Handle }
  /** The caller has control again after a `yield`. */
  | { readonly tag: "go on"; readonly call: number }
  /** The caller was woken, and looks at the replies and failures that have come. */
  | { readonly tag: "look"; readonly call: number }
  /** The handler has returned: 0 to go on, -1 to stop. */
  | { readonly tag: "handled"; readonly call: number; readonly result: 0 | -1 };

/** A connection of the process has taken a step. Before it is made, and after it is forgotten, there is no end. */
export interface ConnectionStep {
  readonly tag: "connection";
  readonly handle: Handle;
  readonly input: string; // "REPLY packet", "call", "tick"
  readonly before: End | null;
  readonly after: End | null;
}

/** What a step gives. */
export type StepEffect =
  /** What a primitive gives at once: a return code, and the handle that it is about; 0 for none. */
  | { readonly tag: "outcome"; readonly code: number; readonly handle: Handle }
  | ConnectionStep
  /** So many numbers of 32 bits are to be drawn; the input "drawn" brings them. */
  | { readonly tag: "draw"; readonly handle: Handle; readonly count: number }
  | ProcessEffect;

/** What the process has its surroundings do. */
export type ProcessEffect =
  /** To the peer's RPC2 port. `encodePacket` gives the bytes. */
  | {
      readonly tag: "send";
      readonly to: Peer;
      /** Further peers that the same packet goes to: it is a multicast. Left out: none. */
      readonly others?: readonly Peer[];
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
  /** CHECKSIDEEFFECT returns. `file`: the file that was transferred, in either direction; null where that failed. */
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
  /** The caller is to send one packet to a group: `multicast` does, when its time has been spent. */
  | {
      readonly tag: "multicast";
      readonly call: number;
      readonly group: GroupNumber;
      readonly handles: readonly Handle[];
    }
  /** The caller is to send it again: `retransmit` does, when its time has been spent. */
  | { readonly tag: "retransmit"; readonly call: number; readonly index: number; readonly handle: Handle }
  /** The caller offers control to the listener; `goOn` when it has it back. */
  | { readonly tag: "yield"; readonly call: number }
  /** A reply or a failure has come: the surroundings wake the caller, which answers with `look`. */
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
