/**
 * RPC2 packets: a header of fifteen 32-bit words, most significant byte first, and a body; one UDP datagram holds one.
 * Layout, flags and opcodes are those of the RPC2 library of the Coda file system, read in two states: 1996 (its first
 * public check-in, "Version 14.0: Satya, 6 May 1988", protocol version 7) and 2025 (protocol version 8). The library of
 * the MultiRPC paper (1987) is not preserved; the first of the two is the nearest to it.
 * The table of the header is in FORMATS.md. From BodyLength on a packet may be encrypted (see rpc2-cipher.ts).
 */
import { hex, putU32, u32 } from "./bytes.ts";
import { needBytes, type WireError } from "./error.ts";
import { field, fieldError, header, needFits, type CheckedField } from "./header.ts";
import { describeReturnCode } from "./rpc2-codes.ts";

export interface Rpc2Packet {
  readonly protoVersion: number;
  readonly remoteHandle: number; // 32 bits without sign, like every field below that is not called signed
  readonly localHandle: number;
  readonly flags: number;
  readonly seqNumber: number;
  readonly opcode: number; // signed
  readonly seFlags: number;
  readonly seDataOffset: number;
  readonly subsysId: number;
  readonly returnCode: number; // signed
  readonly lamport: number;
  readonly uniquefier: number;
  readonly timeStamp: number;
  readonly bindTime: number;
  readonly body: Uint8Array; // at most RPC2_MAX_BODY bytes
}

/** The largest packet buffer has 4500 bytes, of which the library keeps a prefix to itself. */
export const RPC2_MAX_BODY = 4200;
/**
 * The port of Coda's servers, which use RPC2 (IANA: codasrv). The paper's example has portal 3000 (Appendix II,
 * Fig. 1), whose packets Wireshark shows as DIS, a protocol of simulators.
 */
export const RPC2_PORT = 2432;
/** ProtoVersion by the library's state. */
export const RPC2_VERSIONS: readonly number[] = [7, 8];

export const RPC2_FLAG = { retry: 1, encrypted: 2, multicast: 4, ackReply: 8, aesOffered: 0x10 } as const;
const COLOUR_AND_SIDE_EFFECTS = 0xffff_0000;
/** `ackReply` is ours: how the prototype of 1986 marked a request that acknowledges the last reply is not recorded. */
const KNOWN_FLAGS = COLOUR_AND_SIDE_EFFECTS | 0x1f;

/** Opcodes below zero are kinds of packets; an opcode above zero is a request. */
export const RPC2_OPCODE = {
  init1OpenKimono: -2,
  init1AuthOnly: -3,
  init1HeadersOnly: -4,
  init1Secure: -5,
  lastAck: -6, // defined, sent by neither state of the library
  reply: -8,
  init2: -10,
  init3: -11,
  init4: -12,
  newConnection: -13, // never on the wire
  busy: -14,
  initMulticast: -15, // 1996
  nak: -2016,
} as const;

const OPCODE_NAMES: Readonly<Record<number, string>> = {
  [RPC2_OPCODE.init1OpenKimono]: "INIT1OPENKIMONO",
  [RPC2_OPCODE.init1AuthOnly]: "INIT1AUTHONLY",
  [RPC2_OPCODE.init1HeadersOnly]: "INIT1HEADERSONLY",
  [RPC2_OPCODE.init1Secure]: "INIT1SECURE",
  [RPC2_OPCODE.lastAck]: "LASTACK",
  [RPC2_OPCODE.reply]: "REPLY",
  [RPC2_OPCODE.init2]: "INIT2",
  [RPC2_OPCODE.init3]: "INIT3",
  [RPC2_OPCODE.init4]: "INIT4",
  [RPC2_OPCODE.newConnection]: "NEWCONNECTION",
  [RPC2_OPCODE.busy]: "BUSY",
  [RPC2_OPCODE.initMulticast]: "INITMULTICAST",
  [RPC2_OPCODE.nak]: "NAK",
};

/** LocalHandle of a NAK, which comes from the process and from no connection of it. */
export const NO_HANDLE = 0xffff_ffff;
/** SeqNumber of a BUSY to an INIT1: there is no sequence yet. */
export const NO_SEQUENCE = 0xffff_ffff;

/** `REPLY`, or `request` for a packet that calls a procedure. Undefined for 0 and for opcodes that nobody knows. */
export const rpc2Kind = (opcode: number): string | undefined => (opcode > 0 ? "request" : OPCODE_NAMES[opcode]);

const INIT1: readonly number[] = [
  RPC2_OPCODE.init1OpenKimono,
  RPC2_OPCODE.init1AuthOnly,
  RPC2_OPCODE.init1HeadersOnly,
  RPC2_OPCODE.init1Secure,
];
export const isInit1 = (opcode: number): boolean => INIT1.includes(opcode);

const LIBRARY = "RPC2 library of the Coda file system, 1996 and 2025.";
const inHex = { text: (value: number) => hex(value, 8) };

export const RPC2 = header("RPC2 header", LIBRARY, {
  protoVersion: field("protocol version", 0, 32, "7 or 8; 3 in a packet of SFTP, which shares the header", {
    note: (version) => (version === 7 ? "the library of 1987" : "the library of 2025"),
  }),
  remoteHandle: field("remote handle", 4, 32, "the receiver’s connection; 0 in INIT1, which has none yet", inHex),
  localHandle: field("local handle", 8, 32, "the sender’s connection; -1 in a NAK", {
    ...inHex,
    note: (handle) => (handle === NO_HANDLE ? "no connection" : undefined),
  }),
  flags: field(
    "flags",
    12,
    32,
    "RETRY 1, ENCRYPTED 2, MULTICAST 4, 0x10 AES offered, 0x00ff0000 colour, 0xff000000 side effects",
    { ...inHex, note: (flags) => flagNames(flags) },
  ),
  bodyLength: field("body length", 16, 32, "bytes behind the header", { max: RPC2_MAX_BODY }),
  seqNumber: field("sequence number", 20, 32, "requests s, their replies and BUSYs s + 1, the next request s + 2", {
    note: (number) => (number === NO_SEQUENCE ? "none" : undefined),
  }),
  opcode: field("opcode", 24, 32, "above 0: the procedure that is called; below 0: the kind of packet", {
    signed: true,
    note: (opcode) => rpc2Kind(opcode),
  }),
  seFlags: field("side effect flags", 28, 32, "of what a call transfers besides", inHex),
  seDataOffset: field("side effect data offset", 32, 32, "where piggybacked side-effect data starts in the body"),
  subsysId: field("subsystem", 36, 32, "that the connection was bound to"),
  returnCode: field("return code", 40, 32, "of the procedure, in replies", { signed: true }),
  lamport: field("Lamport clock", 44, 32, "of the sender"),
  uniquefier: field("uniquefier", 48, 32, "random, the same in all packets of a connection", inHex),
  timeStamp: field("time stamp", 52, 32, "of the sender, or echoed"),
  bindTime: field("bind time", 56, 32, "0"),
});
export const RPC2_AT = RPC2.at;
export const RPC2_BYTES = RPC2.bytes;
const F = RPC2.fields;
const WHAT = RPC2.what;

function flagNames(flags: number): string | undefined {
  const names = Object.entries(RPC2_FLAG).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]));
  return names.length === 0 ? undefined : names.join(", ");
}

/**
 * The header's words, whatever they are, and the body as a view. Throws WireError where there are fewer than 60 bytes.
 */
export function readRpc2Words(bytes: Uint8Array, at: number, end: number, what = WHAT): Rpc2Packet {
  needBytes(what, at, end, RPC2_BYTES);
  return {
    protoVersion: u32(bytes, at + RPC2_AT.protoVersion),
    remoteHandle: u32(bytes, at + RPC2_AT.remoteHandle),
    localHandle: u32(bytes, at + RPC2_AT.localHandle),
    flags: u32(bytes, at + RPC2_AT.flags),
    seqNumber: u32(bytes, at + RPC2_AT.seqNumber),
    opcode: u32(bytes, at + RPC2_AT.opcode) | 0,
    seFlags: u32(bytes, at + RPC2_AT.seFlags),
    seDataOffset: u32(bytes, at + RPC2_AT.seDataOffset),
    subsysId: u32(bytes, at + RPC2_AT.subsysId),
    returnCode: u32(bytes, at + RPC2_AT.returnCode) | 0,
    lamport: u32(bytes, at + RPC2_AT.lamport),
    uniquefier: u32(bytes, at + RPC2_AT.uniquefier),
    timeStamp: u32(bytes, at + RPC2_AT.timeStamp),
    bindTime: u32(bytes, at + RPC2_AT.bindTime),
    body: bytes.subarray(at + RPC2_BYTES, end),
  };
}

/**
 * Reads the packet `bytes[at..end)`, which must be in clear: an encrypted one is opened first. `body` is a view, not a
 * copy. Throws WireError.
 */
export function parseRpc2(bytes: Uint8Array, at = 0, end = bytes.length): Rpc2Packet {
  const packet = readRpc2Words(bytes, at, end);
  const problem = (key: keyof typeof F, got: number | string, want: string, advice = ""): WireError =>
    fieldError(F[key], at, got, want, advice);
  if (!RPC2_VERSIONS.includes(packet.protoVersion)) {
    throw problem("protoVersion", packet.protoVersion, "7 (1987) or 8 (2025); 3 would be SFTP");
  }
  if ((packet.flags & ~KNOWN_FLAGS) !== 0) {
    throw problem("flags", hex(packet.flags, 8), "RETRY 1, ENCRYPTED 2, MULTICAST 4, 8, 0x10, and the upper half");
  }
  if ((packet.flags & RPC2_FLAG.encrypted) !== 0) {
    throw problem("flags", "ENCRYPTED", "a packet in clear", "Open it with its connection’s key first.");
  }
  checkBodyLength(bytes, at, end, F.bodyLength);
  if (rpc2Kind(packet.opcode) === undefined) {
    throw problem("opcode", packet.opcode, "above 0, or one of -2 to -15 and -2016 that has a name");
  }
  return packet;
}

/** BodyLength must say what lies behind the header, and no more than a buffer holds. */
export function checkBodyLength(bytes: Uint8Array, at: number, end: number, bodyLength: CheckedField): void {
  const room = end - at - RPC2_BYTES;
  const length = u32(bytes, at + RPC2_AT.bodyLength);
  if (length === room && room <= bodyLength.max) return;
  const want = room > bodyLength.max ? `at most ${bodyLength.max}` : `${room}, the bytes behind the header`;
  throw fieldError(bodyLength, at, length, want);
}

type Word = Exclude<keyof Rpc2Packet, "body">;
const WORDS = Object.keys(RPC2_AT).filter((key): key is Word => key !== "bodyLength");

/** Writes header and body at `at`, in clear. Throws WireError where a value does not fit its field. */
export function emitRpc2(packet: Rpc2Packet, into: Uint8Array, at = 0, fields = F): void {
  const { body } = packet;
  needBytes(fields.bodyLength.what, at, into.length, RPC2_BYTES + body.length);
  needFits(fields.bodyLength, at, body.length);
  for (const word of WORDS) {
    needFits(fields[word], at, packet[word]);
    putU32(into, at + RPC2_AT[word], packet[word]);
  }
  putU32(into, at + RPC2_AT.bodyLength, body.length);
  into.set(body, at + RPC2_BYTES);
}

/** The packet in an array of its own, in clear. Throws WireError where a value does not fit. */
export function encodeRpc2(packet: Rpc2Packet): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RPC2_BYTES + packet.body.length);
  emitRpc2(packet, bytes);
  return bytes;
}

/** `RETRY request 1 seq 4 of subsystem 1001, 4 bytes`, `REPLY seq 5, returns 0, 4 bytes`, `NAK`. */
export function describeRpc2(packet: Rpc2Packet): string {
  const { opcode, flags, seqNumber, body } = packet;
  if (opcode === RPC2_OPCODE.nak) return "NAK";
  const retry = (flags & RPC2_FLAG.retry) !== 0 ? "RETRY " : "";
  const sequence = seqNumber === NO_SEQUENCE ? "without a sequence number" : `seq ${seqNumber}`;
  const what = opcode > 0 ? `request ${opcode}` : (rpc2Kind(opcode) ?? `opcode ${opcode}`);
  const target = opcode > 0 || isInit1(opcode) ? ` of subsystem ${packet.subsysId}` : "";
  const result = opcode === RPC2_OPCODE.reply ? `, returns ${describeReturnCode(packet.returnCode)}` : "";
  return `${retry}${what} ${sequence}${target}${result}, ${body.length} bytes`;
}
