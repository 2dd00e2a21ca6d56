/**
 * Cedar RPC packets, and whole frames of them: Ethernet (3 or 10 Mbit/s), then a packet that begins like a Pup. The
 * layout and its sources are in cedar-header.ts.
 */
import type { Activity } from "./activity.ts";
import { hex, lowFirst32, newBytes, putLowFirst32, putU16, u16, u8 } from "./bytes.ts";
import {
  CEDAR,
  CEDAR_BYTES,
  CEDAR_DETAILS,
  CEDAR_MAX_DATA,
  CEDAR_OUTCOME,
  CEDAR_PUP,
  CLASS,
  CLASSES,
  CLEAR_BYTES,
  INNER_BYTES,
  NOT_END,
  PLEASE_ACK,
  RESULT,
  RPC_SOCKET,
  RPC_SUBTYPE,
  SEALED,
  SIGNAL,
  SUBTYPE_SHIFT,
  UNBOUND,
  UNWIND,
  type CedarClass,
} from "./cedar-header.ts";
import { needBytes, WireError } from "./error.ts";
import { ETHERNET_BYTES, parseEthernet } from "./ethernet.ts";
import { fieldError, needFits } from "./header.ts";
import {
  emitExperimental,
  emitPup,
  emitPupEthernet,
  ETHERTYPE_PUP,
  EXPERIMENTAL,
  isExperimental,
  parsePup,
  PUP_CHECK,
  PUP_HEADER,
  pupBytes,
} from "./pup.ts";

const WHAT = CEDAR.what;
const F = CEDAR.fields;
const AT = CEDAR.at;
const DETAILS = CEDAR_DETAILS.fields;
const DETAILS_AT = CEDAR_DETAILS.at;
const OUTCOME_AT = CEDAR_OUTCOME.at;

const NET = 1;

// What a packet says, and how its words say it.

interface Meaning {
  readonly class: CedarClass;
  /** Whether the caller’s packets of this type have dispatcher details; left out for an outcome. */
  readonly asks?: true;
  readonly outcome?: number;
}

const MEANINGS = {
  call: { class: "call", asks: true },
  result: { class: "data", outcome: RESULT },
  data: { class: "data", asks: true, outcome: RESULT },
  acknowledgement: { class: "acknowledgement" },
  probe: { class: "request for acknowledgement", asks: true },
  exception: { class: "data", outcome: SIGNAL },
  resume: { class: "data", outcome: RESULT },
  unwind: { class: "data", outcome: UNWIND },
  reject: { class: "data", outcome: UNBOUND },
  open: { class: "open", asks: true },
  close: { class: "close", asks: true },
  closed: { class: "closed" },
} as const satisfies Readonly<Record<string, Meaning>>;

export type CedarType = keyof typeof MEANINGS;
export const CEDAR_TYPES = Object.keys(MEANINGS) as readonly CedarType[];

interface Common {
  readonly pleaseAck: boolean;
  readonly lastFragment: boolean;
  readonly conversation: number; // 31 bits
}

/** The fields of words 1 to 3, 10 and 11: everybody can read them in an encrypted packet, too. */
export interface Clear extends Common {
  readonly class: CedarClass;
  readonly toProcess: number;
  readonly fromProcess: number;
}

export interface CedarPacket extends Common {
  readonly type: CedarType;
  readonly fragment: number; // 16 bits
  /** The calling process: `thread` is its number on its machine. A Dorado has one address space, so `space` is 0. */
  readonly activity: Activity;
  readonly sequence: number; // 32 bits
  readonly serverSpace: number; // 0
  /** The callee's process, a hint: 0 for any that waits, and never the caller's own number. */
  readonly serverThread: number; // 10 bits
  // A packet with an outcome has no room for the next three: then they are 0.
  readonly interface: number; // 16 bits, index of the exporter's table
  readonly binding: number; // 32 bits, the unique identifier of that export
  readonly procedure: number; // 16 bits
  readonly data: Uint8Array; // at most CEDAR_MAX_DATA bytes
}

/** A packet whose words from 12 on are in cipher text. */
export interface SealedPacket extends Clear {
  readonly isSealed: true;
  readonly data: Uint8Array;
}

/** The addresses of a Cedar packet: hosts by their numbers on the one network, 1 to 254. */
export interface Addresses {
  readonly from: number;
  readonly to: number;
}

export const isSealed = (packet: CedarPacket | SealedPacket): packet is SealedPacket => "isSealed" in packet;

/** Whether the caller sends a packet, and not the callee. Throws WireError where neither of the two is the caller. */
function isFromCaller({ activity: { machine } }: CedarPacket, { from, to }: Addresses): boolean {
  if (machine === from || machine === to) return machine === from;
  throw new WireError({ what: WHAT, at: 0, field: "caller", got: machine, want: `one of the hosts ${from} and ${to}` });
}

/** Whether a packet from this host has dispatcher details, and not an outcome. */
export function hasDetails({ type, activity }: Pick<CedarPacket, "type" | "activity">, from: number): boolean {
  const meaning: Meaning = MEANINGS[type];
  return meaning.asks === true && activity.machine === from;
}

/** The fields of a packet that everybody can read, with the processes by the direction in which it goes. */
export function clearOf(packet: CedarPacket, addresses: Addresses): Clear {
  const { type, pleaseAck, lastFragment, conversation, activity, serverThread } = packet;
  const fromCaller = isFromCaller(packet, addresses);
  if (activity.thread === serverThread) {
    throw fieldError(F.activity, CLEAR_BYTES, activity.thread, "another process than the callee’s");
  }
  const [fromProcess, toProcess] = fromCaller ? [activity.thread, serverThread] : [serverThread, activity.thread];
  return { class: MEANINGS[type].class, pleaseAck, lastFragment, conversation, toProcess, fromProcess };
}

/** Writes words 12 to 19 and the data at `at`. Throws WireError where a value does not fit its field. */
export function emitInner(packet: CedarPacket, addresses: Addresses, into: Uint8Array, at: number): void {
  const { type, activity, sequence, fragment, data } = packet;
  const start = at - CLEAR_BYTES; // of the table
  needFits(F.activity, start, activity.thread);
  needFits(F.call, start, sequence);
  needFits(F.number, start, fragment);
  putU16(into, start + AT.activity, activity.thread);
  putLowFirst32(into, start + AT.call, sequence);
  putU16(into, start + AT.number, fragment);
  const rest = start + CEDAR.bytes;
  if (hasDetails(packet, addresses.from)) emitDetails(packet, into, rest);
  else {
    const meaning: Meaning = MEANINGS[type];
    putU16(into, rest + OUTCOME_AT.outcome, meaning.outcome ?? RESULT);
    putU16(into, rest + OUTCOME_AT.further, type === "data" ? 1 : 0);
  }
  into.set(data, at + INNER_BYTES);
}

function emitDetails({ type, interface: index, binding, procedure }: CedarPacket, into: Uint8Array, at: number): void {
  needFits(DETAILS.interface, at, index);
  needFits(DETAILS.identifier, at, binding);
  needFits(DETAILS.procedure, at, procedure);
  // Its reader tells it by that from the end of an exception.
  if (type === "data" && binding === 0) throw fieldError(DETAILS.identifier, at, binding, "at least 1");
  putU16(into, at + DETAILS_AT.interface, index);
  putLowFirst32(into, at + DETAILS_AT.identifier, binding);
  putU16(into, at + DETAILS_AT.procedure, procedure);
}

/** Reads words 12 to 19 and the data of `bytes[at..end)`, a view. Throws WireError. */
export function parseInner(
  clear: Clear,
  addresses: Addresses,
  bytes: Uint8Array,
  at: number,
  end: number,
): CedarPacket {
  needBytes(WHAT, at, end, INNER_BYTES);
  const { class: kind, toProcess, fromProcess, pleaseAck, lastFragment, conversation } = clear;
  const start = at - CLEAR_BYTES;
  const thread = u16(bytes, start + AT.activity);
  const fromCaller = thread === fromProcess;
  if (fromCaller === (thread === toProcess)) {
    throw fieldError(F.activity, start, thread, `one of the processes ${fromProcess} and ${toProcess}`);
  }
  const rest = start + CEDAR.bytes;
  const type = typeOf(kind, fromCaller, bytes, rest);
  const activity = { machine: fromCaller ? addresses.from : addresses.to, space: 0, thread };
  const details = hasDetails({ type, activity }, addresses.from);
  return {
    type,
    pleaseAck,
    lastFragment,
    fragment: u16(bytes, start + AT.number),
    activity,
    conversation,
    sequence: lowFirst32(bytes, start + AT.call),
    serverSpace: 0,
    serverThread: fromCaller ? toProcess : fromProcess,
    interface: details ? u16(bytes, rest + DETAILS_AT.interface) : 0,
    binding: details ? lowFirst32(bytes, rest + DETAILS_AT.identifier) : 0,
    procedure: details ? u16(bytes, rest + DETAILS_AT.procedure) : 0,
    data: bytes.subarray(at + INNER_BYTES, end),
  };
}

/** The type of a packet, by its class, its sender, and the words at `at`. */
function typeOf(kind: CedarClass, fromCaller: boolean, bytes: Uint8Array, at: number): CedarType {
  switch (kind) {
    case "call":
      if (fromCaller) return "call";
      throw fieldError(CEDAR_PUP.fields.type, 0, "a call", "none from a callee");
    case "data":
      return fromCaller ? typeOfArgument(bytes, at) : typeOfOutcome(bytes, at);
    case "request for acknowledgement":
      return "probe";
    default:
      return kind;
  }
}

/** No export has the unique identifier 0, and an outcome has zeros there. */
function typeOfArgument(bytes: Uint8Array, at: number): CedarType {
  if (lowFirst32(bytes, at + DETAILS_AT.identifier) !== 0) return "data";
  const outcome = u16(bytes, at + OUTCOME_AT.outcome);
  if (outcome === RESULT || outcome === UNWIND) return outcome === RESULT ? "resume" : "unwind";
  throw fieldError(CEDAR_OUTCOME.fields.outcome, at, outcome, `${RESULT} or ${UNWIND}, from a caller`);
}

function typeOfOutcome(bytes: Uint8Array, at: number): CedarType {
  const outcome = u16(bytes, at + OUTCOME_AT.outcome);
  if (outcome === UNBOUND) return "reject";
  if (outcome === SIGNAL) return "exception";
  if (outcome === RESULT) return u16(bytes, at + OUTCOME_AT.further) === 0 ? "result" : "data";
  throw fieldError(CEDAR_OUTCOME.fields.outcome, at, outcome, `${RESULT}, ${UNBOUND} or ${SIGNAL}, from a callee`);
}

/** The Ethernet that frames go over: it decides the header before the Pup. */
export type PupNetwork = "3 Mbit/s" | "10 Mbit/s";

const headBytes = (network: PupNetwork): number => (network === "3 Mbit/s" ? EXPERIMENTAL.bytes : ETHERNET_BYTES);

/** The whole frame in an array of its own. Throws WireError where a value of the packet does not fit. */
export function encodeFrame(packet: CedarPacket | SealedPacket, addresses: Addresses, network: PupNetwork): Uint8Array {
  const { from, to } = addresses;
  const sealed = isSealed(packet);
  if (!sealed && packet.data.length > CEDAR_MAX_DATA) {
    const want = `at most ${CEDAR_MAX_DATA} bytes`;
    throw new WireError({ what: WHAT, at: CEDAR_BYTES, field: "data", got: packet.data.length, want });
  }
  const clear = sealed ? packet : clearOf(packet, addresses);
  const length = (sealed ? CLEAR_BYTES : CEDAR_BYTES) + packet.data.length;
  const head = headBytes(network);
  const frame = newBytes(head + pupBytes(length));
  if (network === "3 Mbit/s") emitExperimental(to, from, frame);
  else emitPupEthernet(to, from, frame);
  const at = head + PUP_HEADER;
  needFits(F.conversation, at, clear.conversation);
  for (const process of [clear.toProcess, clear.fromProcess]) needFits(F.activity, at, process);
  putLowFirst32(frame, at + AT.conversation, clear.conversation);
  if (sealed) frame.set(packet.data, at + CLEAR_BYTES);
  else emitInner(packet, addresses, frame, at + CLEAR_BYTES);
  const source = clear.fromProcess | (sealed ? SEALED : 0);
  emitPup(
    {
      type: typeByte(clear),
      identifier: clear.toProcess * 0x1_0000 + source,
      to: { net: NET, host: to, socket: RPC_SOCKET },
      from: { net: NET, host: from, socket: RPC_SOCKET },
      length,
    },
    frame,
    head,
  );
  return frame;
}

/** The type of the Pup: a call that asks for no acknowledgement is 140 octal. */
export const typeByte = (clear: Omit<Clear, "conversation" | "toProcess" | "fromProcess">): number =>
  (RPC_SUBTYPE << SUBTYPE_SHIFT) |
  (clear.lastFragment ? 0 : NOT_END) |
  (clear.pleaseAck ? PLEASE_ACK : 0) |
  CLASSES.indexOf(clear.class);

/** A frame as its receiver reads it; the data of the packet is a view of the frame. */
interface Received extends Addresses {
  readonly packet: CedarPacket | SealedPacket;
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
  parsePup(frame, head, frame.length);
  return parseCedar(frame, head);
}

/** Reads the Pup at `at` of a frame, whose length is right; the checksum is not looked at. Throws WireError. */
export function parseCedar(frame: Uint8Array, at: number): Received {
  const type = u8(frame, at + CEDAR_PUP.at.type);
  const kind = CLASSES[type & CLASS];
  if (type >> SUBTYPE_SHIFT !== RPC_SUBTYPE || kind === undefined) {
    throw fieldError(CEDAR_PUP.fields.type, at, hex(type, 2), "140 to 176 octal, Cedar RPC");
  }
  const start = at + PUP_HEADER;
  const stop = at + u16(frame, at + CEDAR_PUP.at.length) - PUP_CHECK;
  needBytes(WHAT, start, stop, CLEAR_BYTES);
  const source = u16(frame, at + CEDAR_PUP.at.fromProcess);
  const clear = {
    class: kind,
    pleaseAck: (type & PLEASE_ACK) !== 0,
    lastFragment: (type & NOT_END) === 0,
    conversation: lowFirst32(frame, start + AT.conversation),
    toProcess: u16(frame, at + CEDAR_PUP.at.toProcess),
    fromProcess: source & ~SEALED,
  };
  const addresses = { from: u8(frame, at + CEDAR_PUP.at.fromHost), to: u8(frame, at + CEDAR_PUP.at.toHost) };
  const inner = start + CLEAR_BYTES;
  const packet =
    (source & SEALED) !== 0
      ? { ...clear, isSealed: true as const, data: frame.subarray(inner, stop) }
      : parseInner(clear, addresses, frame, inner, stop);
  return { ...addresses, packet };
}
