/**
 * Firefly RPC packets, and whole frames of them: Ethernet, IPv4, UDP, RPC header, data.
 *
 * The paper gives the header's length alone: a packet without data has 74 bytes, so 74 - 14 - 20 - 8 = 32 are the RPC
 * header's (Firefly paper §2, with the sizes of RFC 894, 791 and 768). **The layout below is ours**: the fields that
 * Cedar and Firefly RPC need, in a natural order. Type and flag values, port and addresses are ours too. The upper half
 * of the type byte is always 5: with a 0 there, Wireshark's heuristics take many of these packets for WireGuard,
 * DCE RPC, STUN or E100, and call some of them malformed.
 * The table of the header is in FORMATS.md.
 */
import type { Activity } from "./activity.ts";
import { hex, newBytes, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import { emitEthernet, ETHERNET_AT, ETHERNET_BYTES, ETHERTYPE_IPV4, parseEthernet } from "./ethernet.ts";
import { emitIpv4, IPV4_AT, IPV4_BYTES, parseIpv4, PROTOCOL_UDP } from "./ipv4.ts";
import type { Addresses, Station } from "./station.ts";
import { emitUdp, parseUdp, UDP_AT, UDP_BYTES } from "./udp.ts";

export { station } from "./station.ts";

/** Index = value of the type field less FIREFLY_FIRST_TYPE. */
export const FIREFLY_TYPES = ["call", "result", "acknowledgement", "probe", "reject", "data"] as const;
export type FireflyType = (typeof FIREFLY_TYPES)[number];
export const FIREFLY_FIRST_TYPE = 0x51;

export interface FireflyPacket {
  readonly type: FireflyType;
  readonly pleaseAck: boolean;
  readonly lastFragment: boolean;
  readonly fragment: number; // 16 bits
  readonly activity: Activity;
  readonly sequence: number; // 32 bits
  readonly serverSpace: number; // 16 bits
  readonly serverThread: number; // 16 bits, a hint
  readonly interface: number; // 32 bits
  readonly binding: number; // 32 bits
  readonly procedure: number; // 16 bits
  readonly data: Uint8Array; // at most FIREFLY_MAX_DATA bytes
}

const PLEASE_ACK = 1;
const LAST_FRAGMENT = 2;
const MOST_FLAGS = PLEASE_ACK | LAST_FRAGMENT;

const typeWord = (type: number): string | undefined => FIREFLY_TYPES[type - FIREFLY_FIRST_TYPE];
const TYPE_VALUES = FIREFLY_TYPES.map((name, index) => `${hex(FIREFLY_FIRST_TYPE + index, 2)} ${name}`).join(", ");

export const FIREFLY = header("Firefly RPC header", "The layout is ours; the paper gives its length (§2).", {
  type: field("type", 0, 8, TYPE_VALUES, {
    text: (type) => typeWord(type) ?? hex(type, 2),
    note: (type) => hex(type, 2),
  }),
  flags: field("flags", 1, 8, "bit 0 pleaseAck, bit 1 last fragment, the others zero", {
    max: MOST_FLAGS,
    flags: { "please acknowledge": PLEASE_ACK, "last fragment": LAST_FRAGMENT },
  }),
  fragment: field("fragment", 2, 16, "its number within the call or the result, from 0"),
  machine: field("caller machine", 4, 32, "of the activity that calls"),
  space: field("caller space", 8, 16, "its address space"),
  thread: field("caller thread", 10, 16, "its thread"),
  sequence: field("sequence", 12, 32, "of the call within its activity"),
  serverSpace: field("server space", 16, 16, "the address space that is called"),
  serverThread: field("server thread", 18, 16, "the thread that served the activity last", { note: () => "a hint" }),
  interface: field("interface", 20, 32, "index in the exporter’s table"),
  binding: field("binding", 24, 32, "the exporter’s incarnation, never used again after a restart", {
    note: () => "incarnation of the exporter",
  }),
  procedure: field("procedure", 28, 16, "of the interface"),
  dataLength: field("data length", 30, 16, "bytes of arguments or results behind the header", { max: 1440 }),
});

const FIREFLY_AT = FIREFLY.at;
export const FIREFLY_BYTES = FIREFLY.bytes;
const F = FIREFLY.fields;

/** The offset of the RPC header in a frame: 42. */
const FIREFLY_FRAME_AT = ETHERNET_BYTES + IPV4_BYTES + UDP_BYTES;
/** A frame without data: 74 bytes, as in the paper. */
export const FIREFLY_MIN_FRAME = FIREFLY_FRAME_AT + FIREFLY_BYTES;
/** The largest Ethernet frame has room for so much data: 1440 bytes, as in the paper. */
export const FIREFLY_MAX_DATA = F.dataLength.max;

/** Ours, at both ends: in the range that is never assigned to a service (RFC 6335 §6). */
export const FIREFLY_PORT = 51989;
/** The recommended default (RFC 1700, "IP time to live"). */
const TIME_TO_LIVE = 64;
const WHAT = FIREFLY.what;

/** Reads the packet `bytes[at..end)`. `data` is a view, not a copy. Throws WireError. */
export function parseFirefly(bytes: Uint8Array, at = 0, end = bytes.length): FireflyPacket {
  needBytes(WHAT, at, end, FIREFLY_BYTES);
  const type = FIREFLY_TYPES[u8(bytes, at + FIREFLY_AT.type) - FIREFLY_FIRST_TYPE];
  const flags = u8(bytes, at + FIREFLY_AT.flags);
  const length = u16(bytes, at + FIREFLY_AT.dataLength);
  const data = at + FIREFLY_BYTES;
  const isFlags = flags <= MOST_FLAGS;
  if (type === undefined || !isFlags || length !== end - data || length > FIREFLY_MAX_DATA) {
    throw shapeError(bytes, at, end);
  }
  return {
    type,
    pleaseAck: (flags & PLEASE_ACK) !== 0,
    lastFragment: (flags & LAST_FRAGMENT) !== 0,
    fragment: u16(bytes, at + FIREFLY_AT.fragment),
    activity: {
      machine: u32(bytes, at + FIREFLY_AT.machine),
      space: u16(bytes, at + FIREFLY_AT.space),
      thread: u16(bytes, at + FIREFLY_AT.thread),
    },
    sequence: u32(bytes, at + FIREFLY_AT.sequence),
    serverSpace: u16(bytes, at + FIREFLY_AT.serverSpace),
    serverThread: u16(bytes, at + FIREFLY_AT.serverThread),
    interface: u32(bytes, at + FIREFLY_AT.interface),
    binding: u32(bytes, at + FIREFLY_AT.binding),
    procedure: u16(bytes, at + FIREFLY_AT.procedure),
    data: bytes.subarray(data, end),
  };
}

/** Says which of type, flags and data length is wrong. */
function shapeError(bytes: Uint8Array, at: number, end: number): WireError {
  const type = u8(bytes, at + FIREFLY_AT.type);
  if (typeWord(type) === undefined) return fieldError(F.type, at, hex(type, 2), TYPE_VALUES);
  const flags = u8(bytes, at + FIREFLY_AT.flags);
  if (flags > MOST_FLAGS) return fieldError(F.flags, at, hex(flags, 2), "0…3: pleaseAck 1, last fragment 2");
  const room = end - at - FIREFLY_BYTES;
  const want = room > FIREFLY_MAX_DATA ? `at most ${FIREFLY_MAX_DATA}` : `${room}, the bytes behind the header`;
  return fieldError(F.dataLength, at, u16(bytes, at + FIREFLY_AT.dataLength), want);
}

/** Writes header and data at `at`. Throws WireError where a value does not fit its field. */
export function emitFirefly(packet: FireflyPacket, into: Uint8Array, at: number): void {
  const { activity, data } = packet;
  checkNumbers(packet, at);
  needBytes(WHAT, at, into.length, FIREFLY_BYTES + data.length);
  into[at + FIREFLY_AT.type] = FIREFLY_FIRST_TYPE + FIREFLY_TYPES.indexOf(packet.type);
  into[at + FIREFLY_AT.flags] = (packet.pleaseAck ? PLEASE_ACK : 0) | (packet.lastFragment ? LAST_FRAGMENT : 0);
  putU16(into, at + FIREFLY_AT.fragment, packet.fragment);
  putU32(into, at + FIREFLY_AT.machine, activity.machine);
  putU16(into, at + FIREFLY_AT.space, activity.space);
  putU16(into, at + FIREFLY_AT.thread, activity.thread);
  putU32(into, at + FIREFLY_AT.sequence, packet.sequence);
  putU16(into, at + FIREFLY_AT.serverSpace, packet.serverSpace);
  putU16(into, at + FIREFLY_AT.serverThread, packet.serverThread);
  putU32(into, at + FIREFLY_AT.interface, packet.interface);
  putU32(into, at + FIREFLY_AT.binding, packet.binding);
  putU16(into, at + FIREFLY_AT.procedure, packet.procedure);
  putU16(into, at + FIREFLY_AT.dataLength, data.length);
  into.set(data, at + FIREFLY_BYTES);
}

function checkNumbers(packet: FireflyPacket, at: number): void {
  const { activity } = packet;
  needFits(F.fragment, at, packet.fragment);
  needFits(F.machine, at, activity.machine);
  needFits(F.space, at, activity.space);
  needFits(F.thread, at, activity.thread);
  needFits(F.sequence, at, packet.sequence);
  needFits(F.serverSpace, at, packet.serverSpace);
  needFits(F.serverThread, at, packet.serverThread);
  needFits(F.interface, at, packet.interface);
  needFits(F.binding, at, packet.binding);
  needFits(F.procedure, at, packet.procedure);
  needFits(F.dataLength, at, packet.data.length);
}

/** `call 7 of activity 1.3.5, procedure 1 of interface 12, 0 bytes`; the activity is machine.space.thread. */
export function describeFirefly(packet: FireflyPacket): string {
  const { machine, space, thread } = packet.activity;
  const caller = `activity ${machine}.${space}.${thread}`;
  const fragment = packet.fragment === 0 && packet.lastFragment ? "" : `, fragment ${packet.fragment}`;
  const last = fragment !== "" && packet.lastFragment ? " (last)" : "";
  const ack = packet.pleaseAck ? ", please acknowledge" : "";
  const target = `procedure ${packet.procedure} of interface ${packet.interface}`;
  const rest = `${fragment}${last}${ack}, ${packet.data.length} bytes`;
  return `${packet.type} ${packet.sequence} of ${caller}, ${target}${rest}`;
}

export interface FrameOptions {
  /** Firefly RPC computes and checks UDP checksums, and the paper asks what it would gain without (§4.2.4). */
  readonly udpChecksum: boolean;
  /** Writer and reader of another header of the same length; left out: the published one. */
  readonly emit?: typeof emitFirefly;
  readonly parse?: typeof parseFirefly;
}

const WITH_CHECKSUM: FrameOptions = { udpChecksum: true };

/** The bytes of the packet's frame: 74…1514. Throws WireError where the data is too long for one. */
function frameLength(packet: FireflyPacket): number {
  needFits(F.dataLength, FIREFLY_FRAME_AT, packet.data.length);
  return FIREFLY_MIN_FRAME + packet.data.length;
}

/** The whole frame in an array of its own. Throws WireError where a value of the packet does not fit. */
export function encodeFrame(packet: FireflyPacket, addresses: Addresses, options = WITH_CHECKSUM): Uint8Array {
  const frame = newBytes(frameLength(packet));
  emitFrame(packet, addresses, frame, 0, options);
  return frame;
}

/**
 * Writes the whole frame at `at`, every byte of it, and returns its length. Making an array costs more than filling
 * it: where every microsecond counts, write one frame behind the other into a large array. Throws WireError where a
 * value of the packet does not fit, or `into` is too short.
 */
export function emitFrame(
  packet: FireflyPacket,
  addresses: Addresses,
  into: Uint8Array,
  at: number,
  options = WITH_CHECKSUM,
): number {
  const { from, to } = addresses;
  const length = frameLength(packet);
  (options.emit ?? emitFirefly)(packet, into, at + FIREFLY_FRAME_AT);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_IPV4 }, into, at);
  emitIpv4(
    {
      typeOfService: 0,
      totalLength: length - ETHERNET_BYTES,
      identification: 0, // any value will do where a datagram is never fragmented (RFC 6864 §4.1)
      dontFragment: true, // every packet fits one frame; no source says what Topaz wrote here
      timeToLive: TIME_TO_LIVE,
      protocol: PROTOCOL_UDP,
      from: from.ip,
      to: to.ip,
    },
    into,
    at + ETHERNET_BYTES,
  );
  const udp = { from: FIREFLY_PORT, to: FIREFLY_PORT, length: length - ETHERNET_BYTES - IPV4_BYTES };
  emitUdp(udp, into, at + ETHERNET_BYTES + IPV4_BYTES, { from: from.ip, to: to.ip }, options.udpChecksum);
  return length;
}

/** A frame as its receiver reads it. */
export interface Received {
  readonly from: Station;
  readonly to: Station;
  readonly packet: FireflyPacket; // its data is a view of the frame
}

/**
 * Reads a whole frame as a receiver does: every length, both checksums and the packet's type must be right. With
 * `udpChecksum` off, a frame without a checksum passes and one with a checksum is still checked. Throws WireError.
 */
export function decodeFrame(frame: Uint8Array, options: FrameOptions = WITH_CHECKSUM): Received {
  const ethernet = parseEthernet(frame);
  needValue("Ethernet header", ETHERNET_AT.type, "type", ethernet.type, ETHERTYPE_IPV4);
  const ip = parseIpv4(frame, ETHERNET_BYTES);
  const ipLength = frame.length - ETHERNET_BYTES;
  needValue("IPv4 header", ETHERNET_BYTES + IPV4_AT.totalLength, "total length", ip.totalLength, ipLength);
  needValue("IPv4 header", ETHERNET_BYTES + IPV4_AT.protocol, "protocol", ip.protocol, PROTOCOL_UDP);
  const udpAt = ETHERNET_BYTES + IPV4_BYTES;
  const udp = parseUdp(frame, udpAt, frame.length, ip, !options.udpChecksum);
  needValue("UDP header", udpAt + UDP_AT.to, "destination port", udp.to, FIREFLY_PORT);
  const packet = (options.parse ?? parseFirefly)(frame, FIREFLY_FRAME_AT);
  return { from: { mac: ethernet.from, ip: ip.from }, to: { mac: ethernet.to, ip: ip.to }, packet };
}

function needValue(what: string, at: number, field: string, got: number, want: number): void {
  if (got !== want) throw new WireError({ what, at, field, got, want: String(want) });
}
