/**
 * UDP (RFC 768): ports, length, and a checksum over the data, the header and a pseudo-header of addresses, protocol
 * and length. A checksum that comes out as zero is sent as 0xffff, because zero says that the sender made none.
 */
import { hex, putU16, u16 } from "./bytes.ts";
import { finishChecksum, sumWords } from "./checksum.ts";
import { needBytes, needRange } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import { PROTOCOL_UDP, type IpAddress } from "./ipv4.ts";

interface UdpHeader {
  readonly from: number; // port
  readonly to: number; // port
  readonly length: number; // header and data, bytes
}

/** The part of the pseudo-header that the UDP header does not hold. */
interface UdpAddresses {
  readonly from: IpAddress;
  readonly to: IpAddress;
}

export const UDP = header("UDP header", "RFC 768.", {
  from: field("source port", 0, 16, ""),
  to: field("destination port", 2, 16, ""),
  length: field("length", 4, 16, "header and data, bytes"),
  checksum: field("checksum", 6, 16, "of data, header and pseudo-header; 0 where the sender made none", {
    text: (value) => hex(value, 4),
  }),
});
export const UDP_AT = UDP.at;
export const UDP_BYTES = UDP.bytes;
const F = UDP.fields;
const WHAT = UDP.what;

/**
 * Reads the header at `at` of a datagram that ends at `end`, and checks length and checksum. A checksum of zero is
 * refused unless `mayBeUnchecked`: a receiver that knows its peer computes checksums must not take a damaged one for
 * "none made". Throws WireError.
 */
export function parseUdp(
  bytes: Uint8Array,
  at: number,
  end: number,
  addresses: UdpAddresses,
  mayBeUnchecked = false,
): UdpHeader {
  needBytes(WHAT, at, end, UDP_BYTES);
  const length = u16(bytes, at + UDP_AT.length);
  if (length !== end - at) {
    throw fieldError(F.length, at, length, `${end - at}, what the IPv4 header leaves`);
  }
  const found = u16(bytes, at + UDP_AT.checksum);
  if (found !== 0 || !mayBeUnchecked) checkSum(bytes, at, end, addresses, found);
  return { from: u16(bytes, at + UDP_AT.from), to: u16(bytes, at + UDP_AT.to), length };
}

function checkSum(bytes: Uint8Array, at: number, end: number, addresses: UdpAddresses, found: number): void {
  const want = udpChecksum(bytes, at, end, addresses);
  if (found === want) return;
  throw fieldError(
    F.checksum,
    at,
    hex(found, 4),
    hex(want, 4),
    found === 0 ? "Did the sender switch checksums off?" : "The datagram was damaged on its way.",
  );
}

/**
 * Writes the header at `at`. The data must stand behind it already, because the checksum covers it; without
 * `withChecksum` the field is zero. Throws WireError where a value does not fit.
 */
export function emitUdp(
  header: UdpHeader,
  into: Uint8Array,
  at: number,
  addresses: UdpAddresses,
  withChecksum = true,
): void {
  needBytes(WHAT, at, into.length, UDP_BYTES);
  needFits(F.from, at, header.from);
  needFits(F.to, at, header.to);
  needRange(WHAT, at + UDP_AT.length, F.length.name, header.length, Math.min(0xffff, into.length - at));
  putU16(into, at + UDP_AT.from, header.from);
  putU16(into, at + UDP_AT.to, header.to);
  putU16(into, at + UDP_AT.length, header.length);
  putU16(into, at + UDP_AT.checksum, withChecksum ? udpChecksum(into, at, at + header.length, addresses) : 0);
}

/** The right checksum of the datagram `bytes[at..end)`, whatever its checksum field holds; never zero. */
export function udpChecksum(bytes: Uint8Array, at: number, end: number, addresses: UdpAddresses): number {
  const field = at + UDP_AT.checksum;
  const sum =
    sumAddress(addresses.from) +
    sumAddress(addresses.to) +
    PROTOCOL_UDP +
    (end - at) +
    sumWords(bytes, at, field) +
    sumWords(bytes, field + 2, end);
  const result = finishChecksum(sum);
  return result === 0 ? 0xffff : result;
}

const sumAddress = (ip: IpAddress): number => (ip >>> 16) + (ip & 0xffff);

/** `UDP 51989 > 51989, 40 bytes` */
export const describeUdp = (header: UdpHeader): string => `UDP ${header.from} > ${header.to}, ${header.length} bytes`;
