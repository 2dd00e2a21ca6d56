/**
 * Cedar RPC packets, and whole frames of them: Ethernet (3 or 10 Mbit/s), Pup, RPC header, data.
 *
 * The slides on Birrell & Nelson name what a packet carries: the call identifier (machine, process, sequence number),
 * the conversation, the exporter's table index and 32-bit unique identifier, the procedure, and who is to acknowledge.
 * **The layout below is ours**: those fields in 16-bit words, as a Dorado has them. Type values are ours too.
 * The table of the header is in FORMATS.md.
 */
import type { Activity } from "./activity.ts";
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { ETHERNET_BYTES, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import {
  emitExperimental,
  emitPup,
  emitPupEthernet,
  ETHERTYPE_PUP,
  EXPERIMENTAL,
  isExperimental,
  parsePup,
  PUP_HEADER,
  PUP_MAX_DATA,
  pupBytes,
} from "./pup.ts";

/** Index = value of the type field less CEDAR_FIRST_TYPE. */
export const CEDAR_TYPES = [
  "call",
  "result",
  "data",
  "acknowledgement",
  "probe",
  "exception",
  "resume",
  "unwind",
  "reject",
  "open",
  "close",
  "closed",
] as const;
export type CedarType = (typeof CEDAR_TYPES)[number];
const FIRST_TYPE = 1;

export interface CedarPacket {
  readonly type: CedarType;
  readonly pleaseAck: boolean;
  readonly lastFragment: boolean;
  readonly fragment: number; // 16 bits
  /** The calling process: `thread` is its number on its machine. A Dorado has one address space, so `space` is 0. */
  readonly activity: Activity;
  readonly conversation: number; // 32 bits
  readonly sequence: number; // 32 bits
  readonly serverSpace: number; // 0
  readonly serverThread: number; // 16 bits, the callee's process, a hint
  readonly interface: number; // 16 bits, index of the exporter's table
  readonly binding: number; // 32 bits, the unique identifier of that export
  readonly procedure: number; // 16 bits
  readonly data: Uint8Array; // at most CEDAR_MAX_DATA bytes
  /** The data is cipher text (cedar-seal.ts). Left out for data in clear. */
  readonly isSealed?: true;
}

const PLEASE_ACK = 1;
const LAST_FRAGMENT = 2;
const SEALED = 4;
const MOST_FLAGS = PLEASE_ACK | LAST_FRAGMENT | SEALED;

const typeWord = (type: number): CedarType | undefined => CEDAR_TYPES[type - FIRST_TYPE];
const TYPE_VALUES = CEDAR_TYPES.map((name, index) => `${FIRST_TYPE + index} ${name}`).join(", ");

export const CEDAR = header("Cedar RPC header", "The layout is ours; the slides name the fields.", {
  type: field("type", 0, 8, TYPE_VALUES, {
    text: (type) => typeWord(type) ?? hex(type, 2),
    note: (type) => hex(type, 2),
  }),
  flags: field("flags", 1, 8, "bit 0 pleaseAck, bit 1 last packet of its message, bit 2 encrypted, the others zero", {
    max: MOST_FLAGS,
    flags: { "please acknowledge": PLEASE_ACK, "last packet": LAST_FRAGMENT, encrypted: SEALED },
  }),
  number: field("packet number", 2, 16, "among the packets that its end sends within the call, from 0"),
  machine: field("caller machine", 4, 16, "of the activity that calls"),
  process: field("caller process", 6, 16, "its process"),
  conversation: field("conversation", 8, 32, "greater after each restart of the caller’s machine"),
  sequence: field("sequence", 12, 32, "of the call within its activity"),
  callee: field("callee process", 16, 16, "the process that served the activity last", { note: () => "a hint" }),
  interface: field("table index", 18, 16, "of the interface in the exporter’s table"),
  identifier: field("unique identifier", 20, 32, "of this export, never used again", {
    note: () => "of one incarnation of the export",
  }),
  procedure: field("procedure", 24, 16, "of the interface"),
});

const AT = CEDAR.at;
const F = CEDAR.fields;
const WHAT = CEDAR.what;
export const CEDAR_BYTES = CEDAR.bytes;
/** The interfaces that every machine knows without importing them: of the name service and of the RPC run time. */
export const NAME_SERVICE = 0xfffe;
export const RUN_TIME = 0xffff;

/** A Pup has room for so many bytes of arguments or results: 506 bytes, 253 words. */
export const CEDAR_MAX_DATA = PUP_MAX_DATA - CEDAR_BYTES;
/** The type of Pups with RPC packets. Ours: the published list ends far below. */
export const PUP_TYPE_CEDAR = 0x80;
const NET = 1;

/** Reads the packet `bytes[at..end)`. `data` is a view, not a copy. Throws WireError. */
export function parseCedar(bytes: Uint8Array, at = 0, end = bytes.length): CedarPacket {
  needBytes(WHAT, at, end, CEDAR_BYTES);
  const type = typeWord(u8(bytes, at + AT.type));
  const flags = u8(bytes, at + AT.flags);
  if (type === undefined) throw fieldError(F.type, at, hex(u8(bytes, at + AT.type), 2), TYPE_VALUES);
  if (flags > MOST_FLAGS) throw fieldError(F.flags, at, hex(flags, 2), "0…7: pleaseAck 1, last 2, encrypted 4");
  const data = bytes.subarray(at + CEDAR_BYTES, end);
  if (data.length > CEDAR_MAX_DATA) {
    const want = `at most ${CEDAR_MAX_DATA} bytes`;
    throw new WireError({ what: WHAT, at: at + CEDAR_BYTES, field: "data", got: data.length, want });
  }
  return {
    type,
    pleaseAck: (flags & PLEASE_ACK) !== 0,
    lastFragment: (flags & LAST_FRAGMENT) !== 0,
    fragment: u16(bytes, at + AT.number),
    activity: { machine: u16(bytes, at + AT.machine), space: 0, thread: u16(bytes, at + AT.process) },
    conversation: u32(bytes, at + AT.conversation),
    sequence: u32(bytes, at + AT.sequence),
    serverSpace: 0,
    serverThread: u16(bytes, at + AT.callee),
    interface: u16(bytes, at + AT.interface),
    binding: u32(bytes, at + AT.identifier),
    procedure: u16(bytes, at + AT.procedure),
    data,
    ...((flags & SEALED) === 0 ? {} : { isSealed: true }),
  };
}

/** Writes header and data at `at`. Throws WireError where a value does not fit its field. */
function emitCedar(packet: CedarPacket, into: Uint8Array, at: number): void {
  const { activity, data, sequence } = packet;
  needBytes(WHAT, at, into.length, CEDAR_BYTES + data.length);
  const kept = (packet.pleaseAck ? PLEASE_ACK : 0) | (packet.lastFragment ? LAST_FRAGMENT : 0);
  const flags = kept | (packet.isSealed === true ? SEALED : 0);
  for (const [one, value] of [
    [F.number, packet.fragment],
    [F.machine, activity.machine],
    [F.process, activity.thread],
    [F.conversation, packet.conversation],
    [F.sequence, sequence],
    [F.callee, packet.serverThread],
    [F.interface, packet.interface],
    [F.identifier, packet.binding],
    [F.procedure, packet.procedure],
  ] as const) {
    needFits(one, at, value);
  }
  into[at + AT.type] = FIRST_TYPE + CEDAR_TYPES.indexOf(packet.type);
  into[at + AT.flags] = flags;
  putU16(into, at + AT.number, packet.fragment);
  putU16(into, at + AT.machine, activity.machine);
  putU16(into, at + AT.process, activity.thread);
  putU32(into, at + AT.conversation, packet.conversation);
  putU32(into, at + AT.sequence, sequence);
  putU16(into, at + AT.callee, packet.serverThread);
  putU16(into, at + AT.interface, packet.interface);
  putU32(into, at + AT.identifier, packet.binding);
  putU16(into, at + AT.procedure, packet.procedure);
  into.set(data, at + CEDAR_BYTES);
}

/** The header of a packet, as it is sent. Throws WireError where a value does not fit its field. */
export function headerBytes(packet: CedarPacket): Uint8Array {
  const bytes = new Uint8Array(CEDAR_BYTES);
  emitCedar({ ...packet, data: new Uint8Array(0) }, bytes, 0);
  return bytes;
}

/** `call 7 of activity 1.3, procedure 1 of export 12, 0 bytes`; the activity is machine.process. */
export function describeCedar(packet: CedarPacket): string {
  const { machine, thread } = packet.activity;
  const isAlone = packet.fragment === 0 && packet.lastFragment;
  const part = isAlone ? "" : `, packet ${packet.fragment}${packet.lastFragment ? " (last)" : ""}`;
  const ack = packet.pleaseAck ? ", please acknowledge" : "";
  const target = `procedure ${packet.procedure} of export ${packet.interface}`;
  const rest = `${part}${ack}, ${packet.data.length} bytes`;
  return `${packet.type} ${packet.sequence} of activity ${machine}.${thread}, ${target}${rest}`;
}

/** The Ethernet that frames go over: it decides the header before the Pup. */
export type PupNetwork = "3 Mbit/s" | "10 Mbit/s";

/** The addresses of a Cedar packet: hosts by their numbers on the one network, 1 to 254. */
interface Addresses {
  readonly from: number;
  readonly to: number;
}

const headBytes = (network: PupNetwork): number => (network === "3 Mbit/s" ? EXPERIMENTAL.bytes : ETHERNET_BYTES);

/** The whole frame in an array of its own. Throws WireError where a value of the packet does not fit. */
export function encodeFrame(packet: CedarPacket, { from, to }: Addresses, network: PupNetwork): Uint8Array {
  const length = CEDAR_BYTES + packet.data.length;
  if (packet.data.length > CEDAR_MAX_DATA) {
    const want = `at most ${CEDAR_MAX_DATA} bytes`;
    throw new WireError({ what: WHAT, at: CEDAR_BYTES, field: "data", got: packet.data.length, want });
  }
  const head = headBytes(network);
  const frame = new Uint8Array(head + pupBytes(length));
  if (network === "3 Mbit/s") emitExperimental(to, from, frame);
  else emitPupEthernet(to, from, frame);
  emitCedar(packet, frame, head + PUP_HEADER);
  const caller = packet.activity.thread;
  const isFromCaller = from === packet.activity.machine;
  const [toSocket, fromSocket] = isFromCaller ? [packet.serverThread, caller] : [caller, packet.serverThread];
  emitPup(
    {
      type: PUP_TYPE_CEDAR,
      identifier: packet.sequence,
      to: { net: NET, host: to, socket: toSocket },
      from: { net: NET, host: from, socket: fromSocket },
      length,
    },
    frame,
    head,
  );
  return frame;
}

/** A frame as its receiver reads it; the data of the packet is a view of the frame. */
interface Received extends Addresses {
  readonly packet: CedarPacket;
}

/** Reads a whole frame as a receiver does: every length, the checksum and the types must be right. Throws WireError. */
export function decodeFrame(frame: Uint8Array): Received {
  const is3 = isExperimental(frame);
  const head = headBytes(is3 ? "3 Mbit/s" : "10 Mbit/s");
  if (!is3) {
    const { type } = parseEthernet(frame);
    if (type !== ETHERTYPE_PUP) {
      const want = `${hex(ETHERTYPE_PUP, 4)}, a Pup`;
      throw new WireError({ what: "Ethernet header", at: 12, field: "type", got: hex(type, 4), want });
    }
  }
  const pup = parsePup(frame, head, frame.length);
  if (pup.type !== PUP_TYPE_CEDAR) {
    throw new WireError({
      what: "Pup header",
      at: head + 3,
      field: "type",
      got: pup.type,
      want: String(PUP_TYPE_CEDAR),
    });
  }
  const at = head + PUP_HEADER;
  return { from: pup.from.host, to: pup.to.host, packet: parseCedar(frame, at, at + pup.length) };
}
