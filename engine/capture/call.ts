/** Calls as a capture shows them, and the flows that they belong to. */
import type { Foreign } from "./foreign.ts";
import type { Stream } from "./stream.ts";
import type { Waits } from "./waits.ts";

/** One end of a flow. */
export interface End {
  readonly host: string;
  readonly port: number; // 0 straight on an Ethernet
  readonly text: string; // "10.0.0.2:2049", "[fe80::1]:111", "02-00-00-00-00-01"
}

/** One direction of a flow. */
export interface Half {
  readonly id: number;
  readonly transport: Transport;
  readonly from: End;
  readonly to: End;
  other: Half | null; // null before it is known
  readonly flow: Flow; // shared by both directions
  /** Calls that this direction made, by their transaction identifiers. */
  readonly calls: Map<number, Call[]>;
  stream: Stream | null;
  /** What it carries that is not ours. */
  foreign: Foreign | null;
  /** Evidence of where the capture was taken. */
  ttl: number; // of its first packet
  checksums: { right: number; wrong: number };
  outgoing: number; // packets that left the recording machine
  incoming: number;
}

/** What both directions share. */
export interface Flow {
  readonly waits: Waits;
  lastFrame: number;
  /** Times of an opening: the first SYN, the SYN of the answer, and the acknowledgement behind it. */
  synNs: number | null;
  synAckNs: number | null;
  openNs: number | null;
  messages: number; // calls and replies
  hasCalls: boolean; // whether it is listed among the flows with calls
}

/** A message of a call, or of its reply, on the wire. */
export interface Sighting {
  readonly frame: number; // of its last byte
  readonly timeNs: number; // of its last byte, since the first frame
  readonly firstFrame: number;
  readonly firstNs: number;
  readonly bytes: number;
  readonly unseen: number; // bytes that the file does not hold
}

export interface Reply extends Sighting {
  /** "SUCCESS", "PROG_MISMATCH", "AUTH_TOOWEAK"; null where the file does not hold it. */
  readonly status: string | null;
  readonly isAccepted: boolean | null;
  /** What the procedure itself answers, by name: "NFS3ERR_NOENT"; null where it says nothing, or we do not know. */
  readonly result: string | null;
  readonly isFailed: boolean; // by any of the two
  /** For a COMPOUND: operations that were answered. */
  readonly operations: number | null;
  /** A sum of the results, to tell equal replies from others. */
  readonly sum: number;
  readonly from: string; // the end that sent it, which may be another than was asked
}

/** "lab": a system of the lab’s own, by the formats of wire/. */
export type Family = "sun-rpc" | "rpc2" | "lab";

export type Transport = "udp" | "tcp" | "ethernet";

export interface Call {
  readonly number: number; // from 1, in the order of sight
  readonly family: Family;
  readonly key: number; // under which its direction keeps it
  readonly transport: Transport;
  readonly half: Half; // the direction of the call
  readonly client: string; // "10.0.0.1:830"
  readonly server: string;
  readonly xid: number;
  /** Null where the file does not hold the call, or not this far. */
  readonly program: number | null;
  readonly version: number | null;
  readonly procedure: number | null;
  readonly programName: string | null; // "NFS", "0x20004c41"; null where it is not known which
  readonly procedureName: string | null;
  readonly isCallback: boolean; // a server calls its client back
  readonly credentials: string | null; // "AUTH_SYS user 1000 at tin"
  /** What it is about: a file's name, or its handle. */
  readonly object: string | null;
  readonly handle: string | null;
  /** The operations of a COMPOUND, in order; the last may be "…" where the rest is not seen. */
  readonly operations: readonly string[] | null;
  readonly sum: number; // of the arguments
  readonly isBroadcast: boolean;
  /** All sendings of the call: the first one and those again. Empty where only its reply was seen. */
  readonly sends: Sighting[];
  readonly replies: Reply[];
  /** An ICMP message that says that a sending did not arrive. */
  unreachable: { readonly frame: number; readonly timeNs: number; readonly text: string } | null;
  /** BUSY packets, of RPC2. */
  busy: number;
  /** Values of arguments and results, where the reader gave an interface. */
  values: { arguments?: unknown; results?: unknown } | null;
}

type CallState = "answered" | "open" | "partial";

/** "partial": only its reply was seen. */
export const stateOf = ({ sends, replies }: Call): CallState =>
  sends.length === 0 ? "partial" : replies.length === 0 ? "open" : "answered";

/** From the first sending to the first reply, last byte to last byte, in nanoseconds; null where one was not seen. */
export function tookNs({ sends, replies }: Call): number | null {
  const [sent] = sends;
  const [reply] = replies;
  return sent === undefined || reply === undefined ? null : reply.timeNs - sent.timeNs;
}

/** "NFS 3 READ notes.txt", for sentences. */
export function nameOf(call: Call): string {
  const { programName, version, procedureName, object } = call;
  if (programName === null) return "a call that was not seen";
  const words = [programName, version, procedureName, object];
  return words.filter((word) => word !== null && word !== "").join(" ");
}
