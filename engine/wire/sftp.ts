/**
 * SFTP packets: the file transfer protocol that RPC2 uses for side effects, version 3 (1997; before 1988 it was 1, then
 * 2, with the same header). Its packets have RPC2's header with some fields renamed.
 * The table of the header is in FORMATS.md.
 *
 * Body: DATA up to 1024 bytes of the file, START the transfer's parameters, ACK nothing.
 */
import { hex, putU32, u32 } from "./bytes.ts";
import { needBytes, type WireError } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import { checkBodyLength, emitRpc2, readRpc2Words, RPC2_BYTES, RPC2_FLAG, type Rpc2Packet } from "./rpc2.ts";

/** Index = value of the opcode less 1. */
export const SFTP_OPCODES = ["START", "ACK", "DATA", "NAK", "RESET", "BUSY"] as const;
export type SftpOpcode = (typeof SFTP_OPCODES)[number];

export interface SftpPacket {
  readonly opcode: SftpOpcode;
  readonly remoteHandle: number;
  readonly localHandle: number;
  readonly retry: boolean;
  readonly ackMe: boolean;
  readonly seqNumber: number;
  readonly moreData: boolean;
  readonly first: boolean;
  readonly gotEmAll: number;
  readonly bitMask: readonly [number, number]; // two words, leftmost bit first
  readonly thisRpcCall: number;
  readonly timeStamp: number;
  readonly timeEcho: number;
  readonly body: Uint8Array;
}

/** Side effects have a socket of their own in the paper's time (RPC2 manual): IANA's codasrv-se. */
export const SFTP_PORT = 2433;
export const SFTP_VERSION = 3;
export const SFTP_SUBSYSTEM = 1189;
const SFTP_ACKME = 0x8000_0000;
const SFTP_SE_FLAG = { moreData: 1, first: 0x10 } as const;
/** Two IP fragments on an Ethernet, less the header. */
const MAX_BODY = 2900 - RPC2_BYTES;
/** An ACK's bit mask tells of so many packets. */
const SFTP_MASK_BITS = 64;
const inHex = { text: (value: number) => hex(value, 8) };

/** The keys are RPC2's, whose header this is. */
export const SFTP = header("SFTP header", "RPC2 library of the Coda file system, 1997.", {
  protoVersion: field("protocol version", 0, 32, String(SFTP_VERSION), { note: () => "SFTP" }),
  remoteHandle: field("remote handle", 4, 32, "the receiver’s connection", inHex),
  localHandle: field("local handle", 8, 32, "the sender’s connection", inHex),
  flags: field("flags", 12, 32, "ACKME 0x80000000: acknowledge this packet; RETRY 1", {
    ...inHex,
    note: (flags) => ((flags & SFTP_ACKME) === 0 ? undefined : "acknowledge this packet"),
  }),
  bodyLength: field("body length", 16, 32, "bytes behind the header", { max: MAX_BODY }),
  seqNumber: field("sequence number", 20, 32, "from 1, data and control packets by themselves, each end by itself"),
  opcode: field("opcode", 24, 32, SFTP_OPCODES.map((name, i) => `${i + 1} ${name}`).join(", "), {
    signed: true,
    note: (opcode) => SFTP_OPCODES[opcode - 1],
  }),
  seFlags: field("side effect flags", 28, 32, "MOREDATA 1: not the last of the file; FIRST 0x10: first of a group", {
    ...inHex,
    note: (flags) => ((flags & SFTP_SE_FLAG.moreData) === 0 ? undefined : "more data"),
  }),
  seDataOffset: field("got them all up to", 32, 32, "of an ACK: this and all data packets before it have come"),
  subsysId: field("subsystem", 36, 32, `${SFTP_SUBSYSTEM}, "smart FTP"`),
  returnCode: field(
    "bit mask",
    40,
    32,
    "of an ACK, with the next field: bit n from the left, from 1, says that the packet so many further has come",
    { signed: true },
  ),
  lamport: field("bit mask, second word", 44, 32, "bits 33 to 64"),
  uniquefier: field("this RPC call", 48, 32, "the sequence number of the call that the transfer belongs to"),
  timeStamp: field("time stamp", 52, 32, "of the sender"),
  bindTime: field("time echo", 56, 32, "the time stamp of the packet that is answered"),
});
const F = SFTP.fields;
const WHAT = SFTP.what;

/**
 * The settings by which one end transfers, as it tells them to the other: 44 bytes in a START, of which 24 are for a
 * port that is not used.
 */
export interface SftpParameters {
  readonly windowSize: number; // packets sent and not acknowledged, at most
  readonly sendAhead: number; // packets sent at a time
  readonly ackPoint: number; // which of them asks for an acknowledgement, from 1
  readonly packetSize: number; // bytes of the file in a packet
  readonly duplicateThreshold: number; // duplicates that a sink takes before it acknowledges unasked
}

/**
 * The library's defaults: packets of 1024 + 60 bytes, window 32, send-ahead 8. The paper's time asked for one
 * acknowledgement a set, at its last packet, and so do these.
 */
export const SFTP_DEFAULTS: SftpParameters = {
  windowSize: 32,
  sendAhead: 8,
  ackPoint: 8,
  packetSize: 1024,
  duplicateThreshold: 4,
};
const PARAMETERS_AT = 24;
const SFTP_PARAMETERS_BYTES = 44;

/** Reads the packet `bytes[at..end)`. `body` is a view, not a copy. Throws WireError. */
export function parseSftp(bytes: Uint8Array, at = 0, end = bytes.length): SftpPacket {
  const words = readRpc2Words(bytes, at, end, WHAT);
  const opcode = SFTP_OPCODES[words.opcode - 1];
  const problem = (key: keyof typeof F, got: number | string, want: string): WireError =>
    fieldError(F[key], at, got, want);
  if (words.protoVersion !== SFTP_VERSION) throw problem("protoVersion", words.protoVersion, String(SFTP_VERSION));
  if ((words.flags & ~(SFTP_ACKME | RPC2_FLAG.retry)) !== 0) {
    throw problem("flags", hex(words.flags, 8), "ACKME 0x80000000, RETRY 1");
  }
  checkBodyLength(bytes, at, end, F.bodyLength);
  if (opcode === undefined) throw problem("opcode", words.opcode, F.opcode.means);
  if (words.subsysId !== SFTP_SUBSYSTEM) throw problem("subsysId", words.subsysId, String(SFTP_SUBSYSTEM));
  return {
    opcode,
    remoteHandle: words.remoteHandle,
    localHandle: words.localHandle,
    retry: (words.flags & RPC2_FLAG.retry) !== 0,
    ackMe: (words.flags & SFTP_ACKME) !== 0,
    seqNumber: words.seqNumber,
    moreData: (words.seFlags & SFTP_SE_FLAG.moreData) !== 0,
    first: (words.seFlags & SFTP_SE_FLAG.first) !== 0,
    gotEmAll: words.seDataOffset,
    bitMask: [words.returnCode >>> 0, words.lamport],
    thisRpcCall: words.uniquefier,
    timeStamp: words.timeStamp,
    timeEcho: words.bindTime,
    body: words.body,
  };
}

/** The packet in an array of its own. Throws WireError where a value does not fit. */
export function encodeSftp(packet: SftpPacket): Uint8Array<ArrayBuffer> {
  needFits(F.bodyLength, 0, packet.body.length);
  const words: Rpc2Packet = {
    protoVersion: SFTP_VERSION,
    remoteHandle: packet.remoteHandle,
    localHandle: packet.localHandle,
    flags: (packet.ackMe ? SFTP_ACKME : 0) + (packet.retry ? RPC2_FLAG.retry : 0),
    seqNumber: packet.seqNumber,
    opcode: SFTP_OPCODES.indexOf(packet.opcode) + 1,
    seFlags: (packet.moreData ? SFTP_SE_FLAG.moreData : 0) | (packet.first ? SFTP_SE_FLAG.first : 0),
    seDataOffset: packet.gotEmAll,
    subsysId: SFTP_SUBSYSTEM,
    returnCode: packet.bitMask[0] | 0,
    lamport: packet.bitMask[1],
    uniquefier: packet.thisRpcCall,
    timeStamp: packet.timeStamp,
    bindTime: packet.timeEcho,
    body: packet.body,
  };
  const bytes = new Uint8Array(RPC2_BYTES + packet.body.length);
  emitRpc2(words, bytes, 0, F);
  return bytes;
}

/** The body of a START. */
export function encodeSftpParameters(parameters: SftpParameters): Uint8Array<ArrayBuffer> {
  const { windowSize, sendAhead, ackPoint, packetSize, duplicateThreshold } = parameters;
  const body = new Uint8Array(SFTP_PARAMETERS_BYTES);
  [windowSize, sendAhead, ackPoint, packetSize, duplicateThreshold].forEach((value, index) =>
    putU32(body, PARAMETERS_AT + 4 * index, value),
  );
  return body;
}

/** Throws WireError where the body is too short. */
export function parseSftpParameters(body: Uint8Array): SftpParameters {
  needBytes("SFTP parameters", 0, body.length, SFTP_PARAMETERS_BYTES);
  const word = (index: number): number => u32(body, PARAMETERS_AT + 4 * index);
  const [windowSize, sendAhead, ackPoint, packetSize, duplicateThreshold] = [
    word(0),
    word(1),
    word(2),
    word(3),
    word(4),
  ];
  return { windowSize, sendAhead, ackPoint, packetSize, duplicateThreshold };
}

/** `DATA 9 of call 4, more to come, acknowledge, 1024 bytes`, `ACK of all up to 8 and 10 to 11 of call 4`. */
export function describeSftp(packet: SftpPacket): string {
  const { opcode, seqNumber, thisRpcCall, body } = packet;
  const retry = packet.retry ? "RETRY " : "";
  if (opcode === "ACK") return `${retry}ACK of ${describeMask(packet)}, call ${thisRpcCall}`;
  if (opcode !== "DATA") return `${retry}${opcode}, call ${thisRpcCall}`;
  const more = packet.moreData ? "more to come" : "the last";
  const ack = packet.ackMe ? ", acknowledge" : "";
  return `${retry}DATA ${seqNumber}, call ${thisRpcCall}, ${more}${ack}, ${body.length} bytes`;
}

function describeMask({ gotEmAll, bitMask }: Pick<SftpPacket, "gotEmAll" | "bitMask">): string {
  const single = sftpMaskNumbers(gotEmAll, bitMask);
  return `all up to ${gotEmAll}${single.length === 0 ? "" : ` and ${single.join(", ")}`}`;
}

/** The numbers of the data packets that an ACK's bit mask names, beyond GotEmAll. */
export function sftpMaskNumbers(gotEmAll: number, mask: readonly [number, number]): readonly number[] {
  const numbers: number[] = [];
  for (let bit = 1; bit <= SFTP_MASK_BITS; bit++) {
    const word = mask[bit <= 32 ? 0 : 1];
    if (((word >>> (31 - ((bit - 1) & 31))) & 1) === 1) numbers.push(gotEmAll + bit);
  }
  return numbers;
}

/** The bit mask that names these data packets beyond GotEmAll; those out of its reach are left out. */
export function sftpMask(gotEmAll: number, numbers: Iterable<number>): [number, number] {
  const mask: [number, number] = [0, 0];
  for (const number of numbers) {
    const bit = number - gotEmAll;
    if (bit < 1 || bit > SFTP_MASK_BITS) continue;
    const index = bit <= 32 ? 0 : 1;
    mask[index] = (mask[index] | (1 << (31 - ((bit - 1) & 31)))) >>> 0;
  }
  return mask;
}
