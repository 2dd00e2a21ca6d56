/**
 * Fragments of IPv4 datagrams (RFC 791 §3.2): a datagram that is too long for its network crosses it in pieces, each in
 * a frame of its own, and its receiver puts them together. A datagram of which a piece is lost is lost.
 */
import { newBytes, putU16, u16, u32 } from "./bytes.ts";
import { ETHERNET_BYTES } from "./ethernet.ts";
import { FRAGMENT_OFFSET, IPV4_AT, IPV4_BYTES, ipv4Checksum, MORE_FRAGMENTS } from "./ipv4.ts";

/** Bytes of a frame's data at most, on an Ethernet (RFC 894). */
const MOST = 1500;
const HEADERS = ETHERNET_BYTES + IPV4_BYTES;
/** Bytes of a datagram's data in a fragment: a whole number of units of 8. */
const PIECE = Math.floor((MOST - IPV4_BYTES) / 8) * 8;
const UNIT = 8;

/** The number of frames for a datagram whose IPv4 data has so many bytes. */
export const fragmentsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / PIECE));

/** Writes a header's fields on fragments, and its checksum. */
function putFragment(frame: Uint8Array, identification: number, flags: number): void {
  const at = ETHERNET_BYTES;
  putU16(frame, at + IPV4_AT.totalLength, frame.length - at);
  putU16(frame, at + IPV4_AT.identification, identification);
  putU16(frame, at + IPV4_AT.flags, flags);
  putU16(frame, at + IPV4_AT.checksum, ipv4Checksum(frame, at, IPV4_BYTES));
}

/** The frames of a datagram: the one that it is in, where that is short enough. `identification` names the datagram. */
export function fragmentFrame(frame: Uint8Array, identification: number): readonly Uint8Array[] {
  const data = frame.length - HEADERS;
  const count = fragmentsOf(data);
  if (count === 1) return [frame];
  return Array.from({ length: count }, (_, i) => {
    const from = i * PIECE;
    const to = Math.min(data, from + PIECE);
    const piece = newBytes(HEADERS + to - from);
    piece.set(frame.subarray(0, HEADERS));
    piece.set(frame.subarray(HEADERS + from, HEADERS + to), HEADERS);
    putFragment(piece, identification, (to < data ? MORE_FRAGMENTS : 0) | (from / UNIT));
    return piece;
  });
}

interface Piece {
  readonly from: number; // byte of the datagram's data
  readonly data: Uint8Array;
  readonly isLast: boolean;
}

/** Puts datagrams together again. It keeps the pieces of those that are not whole. */
export class Reassembly {
  private readonly pieces = new Map<string, readonly Piece[]>();

  /** The frame of the whole datagram, once its last piece has come; null before. Other frames are whole. */
  take(frame: Uint8Array): Uint8Array | null {
    const at = ETHERNET_BYTES;
    const flags = u16(frame, at + IPV4_AT.flags);
    const from = (flags & FRAGMENT_OFFSET) * UNIT;
    const isLast = (flags & MORE_FRAGMENTS) === 0;
    if (from === 0 && isLast) return frame;
    const key = `${u32(frame, at + IPV4_AT.from)} ${u16(frame, at + IPV4_AT.identification)}`;
    const before = this.pieces.get(key) ?? [];
    const others = before.filter((piece) => piece.from !== from);
    const all = [...others, { from, data: frame.subarray(HEADERS), isLast }].sort((a, b) => a.from - b.from);
    const whole = together(frame, all);
    if (whole === null) this.pieces.set(key, all);
    else this.pieces.delete(key);
    return whole;
  }
}

/** The datagram of pieces in order; null where one is missing. */
function together(frame: Uint8Array, pieces: readonly Piece[]): Uint8Array | null {
  let end = 0;
  for (const { from, data } of pieces) {
    if (from !== end) return null;
    end += data.length;
  }
  if (pieces.at(-1)?.isLast !== true) return null;
  const whole = new Uint8Array(HEADERS + end);
  whole.set(frame.subarray(0, HEADERS));
  for (const { from, data } of pieces) whole.set(data, HEADERS + from);
  putFragment(whole, 0, 0);
  return whole;
}
