/**
 * The Internet header (RFC 791 §3.1), 20 bytes. Options are refused, because no system here sends them, and so are
 * fragments: ipv4-fragments.ts puts them together first.
 */
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { finishChecksum, sumWords } from "./checksum.ts";
import { needBytes } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";

/** A 32-bit address as a number: 0xc0000201 is 192.0.2.1. */
export type IpAddress = number;

export interface Ipv4Header {
  readonly typeOfService: number;
  readonly totalLength: number; // header and data, bytes
  readonly identification: number;
  readonly dontFragment: boolean;
  readonly timeToLive: number;
  readonly protocol: number; // PROTOCOL_UDP
  readonly from: IpAddress;
  readonly to: IpAddress;
}

export const PROTOCOL_TCP = 6; // RFC 790
export const PROTOCOL_UDP = 17; // RFC 790
export const DONT_FRAGMENT = 0x4000;
export const MORE_FRAGMENTS = 0x2000;
export const FRAGMENT_OFFSET = 0x1fff;
const VERSION_AND_LENGTH = 0x45; // version 4, header of five 32-bit words

const PROTOCOLS: Readonly<Record<number, string>> = { [PROTOCOL_TCP]: "TCP", [PROTOCOL_UDP]: "UDP" };

export const IPV4 = header("IPv4 header", "RFC 791 §3.1.", {
  version: field("version and header length", 0, 8, "four bits each; the length in words of 32 bits"),
  typeOfService: field("type of service", 1, 8, "", { text: (value) => hex(value, 2) }),
  totalLength: field("total length", 2, 16, "header and data, bytes"),
  identification: field("identification", 4, 16, "the same in all fragments of a datagram", {
    text: (value) => hex(value, 4),
  }),
  flags: field("flags and fragment offset", 6, 16, "three bits; thirteen, in units of 8 bytes"),
  timeToLive: field("time to live", 8, 8, "hops"),
  protocol: field("protocol", 9, 8, "of the data: 6 TCP, 17 UDP", { note: (value) => PROTOCOLS[value] }),
  checksum: field("header checksum", 10, 16, "RFC 1071", { text: (value) => hex(value, 4) }),
  from: field("source", 12, 32, "address", { text: (ip) => formatIp(ip) }),
  to: field("destination", 16, 32, "address", { text: (ip) => formatIp(ip) }),
});
export const IPV4_AT = IPV4.at;
export const IPV4_BYTES = IPV4.bytes; // without options
const F = IPV4.fields;
const WHAT = IPV4.what;

/** Reads the header at `at`; the datagram may go on to `end`. Throws WireError unless every field is as it must be. */
export function parseIpv4(bytes: Uint8Array, at = 0, end = bytes.length): Ipv4Header {
  needBytes(WHAT, at, end, IPV4_BYTES);
  checkShape(bytes, at, end);
  checkIpv4Sum(bytes, at);
  return {
    typeOfService: u8(bytes, at + IPV4_AT.typeOfService),
    totalLength: u16(bytes, at + IPV4_AT.totalLength),
    identification: u16(bytes, at + IPV4_AT.identification),
    dontFragment: u16(bytes, at + IPV4_AT.flags) === DONT_FRAGMENT,
    timeToLive: u8(bytes, at + IPV4_AT.timeToLive),
    protocol: u8(bytes, at + IPV4_AT.protocol),
    from: u32(bytes, at + IPV4_AT.from),
    to: u32(bytes, at + IPV4_AT.to),
  };
}

/** Throws WireError unless the checksum of the header at `at` is right; a fragment's too. */
export function checkIpv4Sum(bytes: Uint8Array, at: number): void {
  const found = u16(bytes, at + IPV4_AT.checksum);
  const want = ipv4Checksum(bytes, at, IPV4_BYTES);
  if (found === want) return;
  throw fieldError(
    F.checksum,
    at,
    hex(found, 4),
    hex(want, 4),
    "The header was damaged, or it was changed without a new checksum.",
  );
}

function checkShape(bytes: Uint8Array, at: number, end: number): void {
  const version = u8(bytes, at + IPV4_AT.version);
  if (version !== VERSION_AND_LENGTH) {
    throw fieldError(F.version, at, hex(version, 2), "0x45, version 4 without options");
  }
  const totalLength = u16(bytes, at + IPV4_AT.totalLength);
  if (totalLength < IPV4_BYTES || totalLength > end - at) {
    throw fieldError(
      F.totalLength,
      at,
      totalLength,
      `${IPV4_BYTES}…${end - at}, the bytes at hand`,
      "Was the capture cut short?",
    );
  }
  const fragment = u16(bytes, at + IPV4_AT.flags);
  if (fragment !== 0 && fragment !== DONT_FRAGMENT) {
    throw fieldError(
      F.flags,
      at,
      hex(fragment, 4),
      "0x0000 or 0x4000, a whole datagram",
      "Fragments are not put together here.",
    );
  }
}

/** Writes the header at `at`, with its checksum. Throws WireError where a value does not fit its field. */
export function emitIpv4(header: Ipv4Header, into: Uint8Array, at: number): void {
  needBytes(WHAT, at, into.length, IPV4_BYTES);
  needFits(F.typeOfService, at, header.typeOfService);
  needFits(F.totalLength, at, header.totalLength);
  needFits(F.identification, at, header.identification);
  needFits(F.timeToLive, at, header.timeToLive);
  needFits(F.protocol, at, header.protocol);
  needFits(F.from, at, header.from);
  needFits(F.to, at, header.to);
  into[at + IPV4_AT.version] = VERSION_AND_LENGTH;
  into[at + IPV4_AT.typeOfService] = header.typeOfService;
  putU16(into, at + IPV4_AT.totalLength, header.totalLength);
  putU16(into, at + IPV4_AT.identification, header.identification);
  putU16(into, at + IPV4_AT.flags, header.dontFragment ? DONT_FRAGMENT : 0);
  into[at + IPV4_AT.timeToLive] = header.timeToLive;
  into[at + IPV4_AT.protocol] = header.protocol;
  putU32(into, at + IPV4_AT.from, header.from);
  putU32(into, at + IPV4_AT.to, header.to);
  putU16(into, at + IPV4_AT.checksum, ipv4Checksum(into, at, IPV4_BYTES));
}

/** The right checksum of a header of `length` bytes, whatever its checksum field holds (RFC 791 §3.1). */
export function ipv4Checksum(bytes: Uint8Array, at: number, length: number): number {
  const field = at + IPV4_AT.checksum;
  return finishChecksum(sumWords(bytes, at, field) + sumWords(bytes, field + 2, at + length));
}

/** `192.0.2.1` */
export const formatIp = (ip: IpAddress): string =>
  `${ip >>> 24}.${(ip >>> 16) & 0xff}.${(ip >>> 8) & 0xff}.${ip & 0xff}`;

/** `IPv4 192.0.2.1 > 192.0.2.2, protocol 17, 60 bytes` */
export const describeIpv4 = (header: Ipv4Header): string =>
  `IPv4 ${formatIp(header.from)} > ${formatIp(header.to)}, protocol ${header.protocol}, ${header.totalLength} bytes`;
