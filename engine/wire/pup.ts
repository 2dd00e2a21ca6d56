/**
 * Pup internet packets, and the experimental 3 Mbit/s Ethernet that carries them between Dorados. On the 10 Mbit/s
 * Ethernet a Pup stands behind an Ethernet II header instead.
 *
 * Layouts: Boggs, Shoch, Taft & Metcalfe, "Pup: An Internetwork Architecture" (IEEE Trans. Communications 28(4),
 * 1980); Metcalfe & Boggs, "Ethernet" (Comm. ACM 19(7), 1976). The sync bit and the check sequence of the 3 Mbit/s
 * Ethernet are the controller's and never in these bytes.
 */
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_BYTES } from "./ethernet.ts";
import { field, fieldError, header, needFits } from "./header.ts";

/** The type of a Pup on the experimental Ethernet: 1000 octal. */
const EXPERIMENTAL_PUP = 0x0200;
/** Its type on the 10 Mbit/s Ethernet since smaller numbers there mean a length (IANA, "Xerox IEEE 802.3 PUP"). */
export const ETHERTYPE_PUP = 0x0a00;

export const EXPERIMENTAL = header(
  "Experimental Ethernet header",
  "Metcalfe & Boggs 1976; the type as the Alto has it.",
  {
    to: field("destination", 0, 8, "the station that is to take the frame; 0 for all"),
    from: field("source", 1, 8, "the station that sends it"),
    type: field("type", 2, 16, "what the data is: 0x0200 a Pup", {
      text: (type) => hex(type, 4),
      note: (type) => (type === EXPERIMENTAL_PUP ? "Pup" : undefined),
    }),
  },
);

/** A Pup has at most 532 bytes of data (Boggs and others 1980). */
export const PUP_MAX_DATA = 532;

export const PUP = header("Pup header", "Boggs, Shoch, Taft & Metcalfe 1980.", {
  length: field("length", 0, 16, "bytes of the Pup: this header, the data, and two bytes of checksum"),
  hops: field("transport control", 2, 8, "gateways passed, in the upper half; ours is 0"),
  type: field("type", 3, 8, "what the data is: 140 to 177 octal for Cedar RPC", { text: (type) => hex(type, 2) }),
  identifier: field("identifier", 4, 32, "names the Pup; Cedar RPC has two processes here"),
  toNet: field("destination network", 8, 8, "of the internet"),
  toHost: field("destination host", 9, 8, "on that network; 0 for all of them"),
  toSocket: field("destination socket", 10, 32, "the one on that host that it goes to"),
  fromNet: field("source network", 14, 8, "of the internet"),
  fromHost: field("source host", 15, 8, "on that network"),
  fromSocket: field("source socket", 16, 32, "the one there that it comes from"),
});
const PUP_AT = PUP.at;
export const PUP_HEADER = PUP.bytes;
/** The checksum behind the data. */
export const PUP_CHECK = 2;
const NO_CHECKSUM = 0xffff;

/** One Pup: its sender, its receiver, its contents. */
interface PupAddress {
  readonly net: number; // 8 bits
  readonly host: number; // 8 bits
  readonly socket: number; // 32 bits
}

interface Pup {
  readonly type: number;
  readonly identifier: number;
  readonly to: PupAddress;
  readonly from: PupAddress;
  /** Bytes of data behind the header. */
  readonly length: number;
}

/** Add-and-cycle over 16-bit words: ones' complement sum, turned left by a bit after each word; 0xffff means none. */
export function pupChecksum(bytes: Uint8Array, at: number, end: number): number {
  let sum = 0;
  for (let i = at; i < end; i += 2) {
    sum += (u8(bytes, i) << 8) | (i + 1 < end ? u8(bytes, i + 1) : 0);
    if (sum > 0xffff) sum = (sum & 0xffff) + 1;
    sum = ((sum << 1) & 0xffff) | (sum >>> 15);
  }
  return sum === NO_CHECKSUM ? 0 : sum;
}

/** Bytes of a Pup with so much data; an odd byte is filled up to a word. */
export const pupBytes = (data: number): number => PUP_HEADER + data + (data & 1) + PUP_CHECK;

/** Writes header and checksum around the data, which stands at `at + PUP_HEADER`. Throws WireError for a bad value. */
export function emitPup({ type, identifier, to, from, length }: Pup, into: Uint8Array, at: number): void {
  const F = PUP.fields;
  needBytes(PUP.what, at, into.length, pupBytes(length));
  if (length > PUP_MAX_DATA) throw fieldError(F.length, at, length, `at most ${PUP_MAX_DATA} bytes of data`);
  for (const [one, value] of [
    [F.type, type],
    [F.identifier, identifier],
    [F.toNet, to.net],
    [F.toHost, to.host],
    [F.toSocket, to.socket],
    [F.fromNet, from.net],
    [F.fromHost, from.host],
    [F.fromSocket, from.socket],
  ] as const) {
    needFits(one, at, value);
  }
  putU16(into, at + PUP_AT.length, PUP_HEADER + length + PUP_CHECK);
  into[at + PUP_AT.hops] = 0;
  into[at + PUP_AT.type] = type;
  putU32(into, at + PUP_AT.identifier, identifier);
  into[at + PUP_AT.toNet] = to.net;
  into[at + PUP_AT.toHost] = to.host;
  putU32(into, at + PUP_AT.toSocket, to.socket);
  into[at + PUP_AT.fromNet] = from.net;
  into[at + PUP_AT.fromHost] = from.host;
  putU32(into, at + PUP_AT.fromSocket, from.socket);
  const end = at + pupBytes(length) - PUP_CHECK;
  if ((length & 1) === 1) into[end - 1] = 0;
  putU16(into, end, pupChecksum(into, at, end));
}

/** Reads header and checksum of the Pup at `at`. Throws WireError, also for a wrong checksum. */
export function parsePup(bytes: Uint8Array, at: number, end: number): Pup {
  needBytes(PUP.what, at, end, PUP_HEADER + PUP_CHECK);
  const whole = u16(bytes, at + PUP_AT.length);
  const length = whole - PUP_HEADER - PUP_CHECK;
  if (length < 0 || length > PUP_MAX_DATA || at + pupBytes(length) > end) {
    const most = Math.min(PUP_MAX_DATA + PUP_HEADER + PUP_CHECK, end - at);
    throw fieldError(PUP.fields.length, at, whole, `${PUP_HEADER + PUP_CHECK}…${most}`);
  }
  const check = at + pupBytes(length) - PUP_CHECK;
  const got = u16(bytes, check);
  const want = pupChecksum(bytes, at, check);
  if (got !== NO_CHECKSUM && got !== want) {
    throw new WireError({ what: "Pup", at: check, field: "checksum", got: hex(got, 4), want: hex(want, 4) });
  }
  return {
    type: u8(bytes, at + PUP_AT.type),
    identifier: u32(bytes, at + PUP_AT.identifier),
    to: {
      net: u8(bytes, at + PUP_AT.toNet),
      host: u8(bytes, at + PUP_AT.toHost),
      socket: u32(bytes, at + PUP_AT.toSocket),
    },
    from: {
      net: u8(bytes, at + PUP_AT.fromNet),
      host: u8(bytes, at + PUP_AT.fromHost),
      socket: u32(bytes, at + PUP_AT.fromSocket),
    },
    length,
  };
}

/** Whether a frame is one of the experimental Ethernet: its type is a Pup's, and the Pup's length fits the frame. */
export function isExperimental(frame: Uint8Array, end = frame.length): boolean {
  if (end < EXPERIMENTAL.bytes + PUP_HEADER + PUP_CHECK) return false;
  if (u16(frame, EXPERIMENTAL.at.type) !== EXPERIMENTAL_PUP) return false;
  return EXPERIMENTAL.bytes + pupBytes(u16(frame, EXPERIMENTAL.bytes) - PUP_HEADER - PUP_CHECK) === end;
}

/** Writes the header of the experimental Ethernet. Throws WireError for a station that is not one of 0…255. */
export function emitExperimental(to: number, from: number, into: Uint8Array): void {
  needFits(EXPERIMENTAL.fields.to, 0, to);
  needFits(EXPERIMENTAL.fields.from, 0, from);
  into[EXPERIMENTAL.at.to] = to;
  into[EXPERIMENTAL.at.from] = from;
  putU16(into, EXPERIMENTAL.at.type, EXPERIMENTAL_PUP);
}

const LOCAL_MAC = 0x0200_0000_0000; // locally administered, unicast (IEEE 802 §8.2)
const ALL_MACS = 0xffff_ffff_ffff;
/** The host of a Pup to all hosts of its network, and the station of its frame (Boggs and others 1980). */
export const ALL_HOSTS = 0;

/** The 48-bit addresses of two hosts, by their numbers, before a Pup on the 10 Mbit/s Ethernet. */
export const emitPupEthernet = (to: number, from: number, into: Uint8Array): void =>
  emitEthernet(
    { to: to === ALL_HOSTS ? ALL_MACS : LOCAL_MAC + to, from: LOCAL_MAC + from, type: ETHERTYPE_PUP },
    into,
    0,
  );

/**
 * A frame as capture files hold it: one of the experimental Ethernet gets the header that its Pup would have on the
 * 10 Mbit/s one, because no reader of captures knows the other. Any other frame stays as it is.
 */
export function asCaptured(frame: Uint8Array): Uint8Array {
  if (!isExperimental(frame)) return frame;
  const captured = new Uint8Array(ETHERNET_BYTES + frame.length - EXPERIMENTAL.bytes);
  captured.set(frame.subarray(EXPERIMENTAL.bytes), ETHERNET_BYTES);
  emitPupEthernet(u8(frame, EXPERIMENTAL.at.to), u8(frame, EXPERIMENTAL.at.from), captured);
  return captured;
}
