/**
 * The layout of Cedar RPC packets, behind the header of a Pup and within its type.
 *
 * **It is Cedar’s own** (RPCPkt.mesa, the interface file of its RPC run time, Xerox PARC archive). It counts in words
 * of 16 bits: 0 length and 1 type as in any Pup; 2 and 3 the two processes, where a Pup has its identifier; 4 to 9 both
 * addresses; here the header of a Pup ends. 10 and 11 conversation; 12 to 15 activity, call number and packet number;
 * from 16 the dispatcher details of a call, or the outcome of one. Encryption covers word 12 and all behind it
 * (cedar-seal.ts). A number of 32 bits has its lower word first, as Mesa keeps it in memory.
 *
 * The file does not say all that a reader of a packet needs. Ours are the uses of words and values that it leaves free:
 * a bit that says that a packet is encrypted, a word that tells a further packet of a result from its first, and three
 * classes for connections, which Cedar did without. The tables are in FORMATS.md.
 */
import { field, header } from "./header.ts";
import { PUP_MAX_DATA } from "./pup.ts";

// The type of a Pup, word 1 (RPCPkt.mesa, PktType).

/** The upper three bits: a remote procedure call. */
export const RPC_SUBTYPE = 3;
export const SUBTYPE_SHIFT = 5;
export const NOT_END = 0x10;
export const PLEASE_ACK = 0x08;
/**
 * The lower three bits, by their values. The file calls 4 "rfa" and does not write it out. 3, 5 and 6 are ours, for the
 * packets of a connection: Cedar uses none of them.
 */
export const CLASSES = [
  "call",
  "data",
  "acknowledgement",
  "open",
  "request for acknowledgement",
  "close",
  "closed",
] as const;
export type CedarClass = (typeof CLASSES)[number];
export const CLASS = 0x07;

/** Types of Pups with RPC packets, from 140 octal. */
export const PUP_TYPES_CEDAR: readonly number[] = Array.from(
  { length: 32 },
  (_, i) => (RPC_SUBTYPE << SUBTYPE_SHIFT) + i,
);
/** The well-known socket of the RPC run time, on every machine (RPCPrivate.mesa, Xerox PARC archive). */
export const RPC_SOCKET = 0o36;

/** A process has a number of ten bits; its word has six bits more (RPCPkt.mesa). */
const MOST_PROCESS = 0x3ff;
/** Ours: the highest of the six bits beside the source process says that word 12 and all behind it are encrypted. */
export const SEALED = 0x8000;

const SOURCE = "RPCPkt.mesa, Cedar’s RPC run time, Xerox PARC archive.";

const OCTAL = { note: (socket: number): string => `${socket.toString(8)} octal` };
const CLASS_VALUES = CLASSES.map((name, value) => `${value} ${name}`).join(", ");

/** Words 0 to 9: they are the header of a Pup (RPCPkt.mesa, Header). */
export const CEDAR_PUP = header("Cedar RPC header, as that of a Pup", SOURCE, {
  length: field("length", 0, 16, "words, and in the lowest bit whether a byte more: so it is the bytes, as in any Pup"),
  transport: field("transport control", 2, 8, "gateways passed, in the upper half; ours is 0"),
  type: field("type", 3, 8, `three bits 3, not the end, please acknowledge, three bits of class: ${CLASS_VALUES}`),
  toProcess: field("destination process", 4, 16, "a hint; 0 for any that waits", { note: () => "a hint" }),
  fromProcess: field("source process", 6, 16, "its number; ours: the highest bit where the packet is encrypted", {
    text: (process) => String(process & MOST_PROCESS),
  }),
  toNet: field("destination network", 8, 8, "of the internet"),
  toHost: field("destination host", 9, 8, "on that network; 0 for all of them"),
  toSocket: field("destination socket", 10, 32, "36 octal, on every machine", OCTAL),
  fromNet: field("source network", 14, 8, "of the internet"),
  fromHost: field("source host", 15, 8, "on that network"),
  fromSocket: field("source socket", 16, 32, "36 octal", OCTAL),
});

// Words 10 to 15 (RPCPkt.mesa, PktConversationID and PktID).

export const CEDAR = header("Cedar RPC header, behind that of a Pup", SOURCE, {
  conversation: field("conversation", 0, 32, "greater after each restart of the caller’s machine; lower word first", {
    lowWordFirst: true,
    max: 0x7fff_ffff, // the highest bit would say that the callee began the conversation
  }),
  activity: field("activity", 4, 16, "the calling process", { max: MOST_PROCESS }),
  call: field("call number", 6, 32, "of the call among those of its activity; lower word first", {
    lowWordFirst: true,
  }),
  number: field("packet number", 10, 16, "among the packets that its end sends within the call, from 0"),
});

/** Words 16 to 19 of a packet that the caller sends with a call or about it (RPCPkt.mesa, DispatcherDetails). */
export const CEDAR_DETAILS = header("Cedar RPC dispatcher details", SOURCE, {
  interface: field("table index", 0, 16, "of the interface in the exporter’s table"),
  identifier: field("unique identifier", 2, 32, "of this export, never used again; lower word first", {
    lowWordFirst: true,
    note: () => "of one incarnation of the export",
  }),
  procedure: field("procedure", 6, 16, "of the interface"),
});

/** By their values (RPCPkt.mesa, Outcome). */
const OUTCOMES = ["result", "unbound", "signal", "unwind", "protocol error"] as const;
export const [RESULT, UNBOUND, SIGNAL, UNWIND] = [0, 1, 2, 3];

/** Words 16 to 19 of the other packets: the outcome of a call, or of an exception (RPCPkt.mesa, Outcome). */
export const CEDAR_OUTCOME = header("Cedar RPC outcome", SOURCE, {
  outcome: field("outcome", 0, 16, OUTCOMES.map((name, value) => `${value} ${name}`).join(", "), {
    max: OUTCOMES.length - 1,
    note: (value) => OUTCOMES[value],
  }),
  further: field("further packet", 2, 16, "ours: 1 in a result’s packets behind the first", { max: 1 }),
  fill: field("not used", 4, 32, "0: it makes the header as long as with dispatcher details"),
});

/** The conversation, before the words that encryption covers. */
export const CLEAR_BYTES = CEDAR.at.activity;
/** From word 12 to the arguments or results. */
export const INNER_BYTES = CEDAR.bytes - CLEAR_BYTES + CEDAR_DETAILS.bytes;
/** The words behind the header of a Pup, and before the arguments or results. */
export const CEDAR_BYTES = CLEAR_BYTES + INNER_BYTES;

/** The interfaces that every machine knows without importing them: of the name service and of the RPC run time. */
export const NAME_SERVICE = 0xfffe;
export const RUN_TIME = 0xffff;

/**
 * A packet holds so many bytes of arguments or results: 512, one page of 256 words. That of a Pup that crosses gateways
 * has 266 words behind its header (RPCLupine.mesa, Xerox PARC archive), ten of them Cedar RPC’s.
 */
export const CEDAR_MAX_DATA = PUP_MAX_DATA - CEDAR_BYTES;
