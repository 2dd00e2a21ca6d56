/**
 * Firefly RPC straight on the Ethernet, without IP and UDP (Firefly paper §4.2.6). "Some of the fields in IP and UDP
 * headers would have to be incorporated into the RPC header": addresses, length and checksum, 12 bytes in place of 28.
 * **The layout is ours**; the Ethernet type is one of the two for local experiments (IEEE 802-2014 §9.2.4). Frames are
 * padded to the 60 bytes that an Ethernet needs.
 */
import { hex, u16 } from "./bytes.ts";
import { finishChecksum, sumWords } from "./checksum.ts";
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_AT, ETHERNET_BYTES, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header, readHeader, writeHeader } from "./header.ts";
import type { Addresses, Station } from "./station.ts";

export const ETHERTYPE_FIREFLY = 0x88b5;
/** Without the check sequence of 4 bytes. */
const SHORTEST_FRAME = 60;

export const FIREFLY_DATAGRAM = header("Firefly datagram header", "The layout is ours (§4.2.6).", {
  from: field("source address", 0, 32, "the machine that sends it"),
  to: field("destination address", 4, 32, "the machine that it is for"),
  length: field("length", 8, 16, "of this header and all behind it, without padding"),
  checksum: field("checksum", 10, 16, "of this header and all behind it; 0 where the sender made none", {
    text: (value) => hex(value, 4),
  }),
});
const F = FIREFLY_DATAGRAM.fields;
/** The offset of the RPC header in such a frame: 26. */
export const DATAGRAM_INSIDE = ETHERNET_BYTES + FIREFLY_DATAGRAM.bytes;

/** The bytes of a frame that carries so many. */
export const datagramFrameBytes = (inside: number): number => Math.max(SHORTEST_FRAME, DATAGRAM_INSIDE + inside);

/** The checksum of the datagram at `at`, whose own field counts as zero; what comes out as 0 is sent as 0xffff. */
export function datagramChecksum(bytes: Uint8Array, at: number, end: number): number {
  const own = at + FIREFLY_DATAGRAM.at.checksum;
  const sum = finishChecksum(sumWords(bytes, at, own) + sumWords(bytes, own + 2, end));
  return sum === 0 ? 0xffff : sum;
}

/** Writes the headers around `inside` bytes, which must stand at DATAGRAM_INSIDE already. */
export function emitDatagram(frame: Uint8Array, inside: number, { from, to }: Addresses, withChecksum: boolean): void {
  const length = FIREFLY_DATAGRAM.bytes + inside;
  const at = ETHERNET_BYTES;
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_FIREFLY }, frame, 0);
  const values = { from: from.ip, to: to.ip, length, checksum: 0 };
  writeHeader(FIREFLY_DATAGRAM, values, frame, at);
  if (!withChecksum) return;
  writeHeader(FIREFLY_DATAGRAM, { ...values, checksum: datagramChecksum(frame, at, at + length) }, frame, at);
}

interface Datagram {
  readonly from: Station;
  readonly to: Station;
  /** Where its bytes end. */
  readonly end: number;
}

/** Reads the headers as a receiver does, and refuses a checksum of zero if its peers make them. Throws WireError. */
export function parseDatagram(frame: Uint8Array, peersCheck: boolean): Datagram {
  const ethernet = parseEthernet(frame);
  if (ethernet.type !== ETHERTYPE_FIREFLY) {
    const [what, want] = ["Ethernet header", hex(ETHERTYPE_FIREFLY, 4)];
    throw new WireError({ what, at: ETHERNET_AT.type, field: "type", got: hex(ethernet.type, 4), want });
  }
  const at = ETHERNET_BYTES;
  needBytes(FIREFLY_DATAGRAM.what, at, frame.length, FIREFLY_DATAGRAM.bytes);
  const { from, to, length, checksum } = readHeader(FIREFLY_DATAGRAM, frame, at);
  const room = frame.length - at;
  if (length < FIREFLY_DATAGRAM.bytes || datagramFrameBytes(length - FIREFLY_DATAGRAM.bytes) !== frame.length) {
    throw fieldError(F.length, at, length, `${FIREFLY_DATAGRAM.bytes}…${room}, what the frame holds`);
  }
  const want = datagramChecksum(frame, at, at + length);
  if (checksum !== want && (checksum !== 0 || peersCheck)) {
    throw fieldError(F.checksum, at, hex(checksum, 4), hex(want, 4), "The datagram was damaged on its way.");
  }
  return { from: { mac: ethernet.from, ip: from }, to: { mac: ethernet.to, ip: to }, end: at + length };
}

/** Where the datagram at `at` ends by its own length; undefined where it cannot. For dissectors. */
export function datagramEnd(frame: Uint8Array, at: number, end: number): number | undefined {
  if (end - at < FIREFLY_DATAGRAM.bytes) return undefined;
  const length = u16(frame, at + FIREFLY_DATAGRAM.at.length);
  return length < FIREFLY_DATAGRAM.bytes || at + length > end ? undefined : at + length;
}
