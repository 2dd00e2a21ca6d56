/**
 * Datagrams that come in pieces (RFC 791 §3.2, RFC 8200 §4.5), put together in any order. Where pieces overlap, the
 * bytes that came first stand. What is kept has an end: the oldest is given up first.
 */
import type { Packet } from "./packet.ts";

interface Piece {
  readonly from: number; // byte of the datagram's data
  readonly bytes: Uint8Array; // as far as the file holds them
  readonly length: number;
}

interface Pieces {
  readonly first: Packet; // the piece that came first
  last: Packet; // the piece that came last
  total: number | null; // bytes of the whole, once its last piece has come
  kept: number; // bytes
  readonly pieces: Piece[];
}

const MOST_DATAGRAMS = 4096;
const MOST_BYTES = 1 << 25;
/** A datagram over links of 576 bytes has 119. */
const MOST_PIECES = 512;
/** RFC 791 has a receiver wait 15 seconds, RFC 1122 §3.3.2 sixty to a hundred and twenty. */
const WAIT_NS = 120e9;
const LARGEST = 65_535;

export class Fragments {
  /** Datagrams that were given up because pieces of them are not in the file. */
  incomplete = 0;
  private readonly open = new Map<string, Pieces>();
  private readonly givenUp: Packet[] = [];
  private kept = 0;

  /** The whole, once its last missing piece has come; null before. */
  take(piece: Packet, id: number, from: number, isLast: boolean): Packet | null {
    const { addresses, addressAt, addressBytes } = piece;
    const ends = addresses.subarray(addressAt, addressAt + 2 * addressBytes).join(".");
    // Each protocol has identifications of its own; in IPv6 only the first piece tells the protocol for sure.
    const key = `${ends} ${id} ${addressBytes === 4 ? piece.protocol : ""}`;
    let set = this.open.get(key);
    if (set !== undefined && piece.timeNs - set.last.timeNs > WAIT_NS) {
      this.giveUp(key, set);
      set = undefined;
    }
    if (set === undefined) {
      set = { first: copyOfHead(piece), last: piece, total: null, kept: 0, pieces: [] };
      this.open.set(key, set);
    }
    this.add(set, piece, from, isLast);
    if (isWhole(set)) {
      this.open.delete(key);
      this.kept -= set.kept;
      return together(set, set.total);
    }
    while (this.open.size > MOST_DATAGRAMS || this.kept > MOST_BYTES) {
      const [oldest] = this.open;
      if (oldest === undefined) break;
      this.giveUp(oldest[0], oldest[1]);
    }
    return null;
  }

  /** The beginnings of datagrams that were given up, or still miss pieces. */
  takeIncomplete(): readonly Packet[] {
    for (const [key, set] of this.open) this.giveUp(key, set);
    return this.givenUp.splice(0);
  }

  private add(set: Pieces, piece: Packet, from: number, isLast: boolean): void {
    const bytes = piece.bytes.slice(piece.at, piece.end);
    set.last = copyOfHead(piece);
    if (from + piece.length > LARGEST || set.pieces.length >= MOST_PIECES) return;
    if (isLast) set.total ??= from + piece.length;
    set.pieces.push({ from, bytes, length: piece.length });
    set.kept += bytes.length;
    this.kept += bytes.length;
  }

  private giveUp(key: string, set: Pieces): void {
    this.open.delete(key);
    this.kept -= set.kept;
    this.incomplete += 1;
    const start = set.pieces.filter(({ from }) => from === 0);
    if (start.length > 0 && this.givenUp.length < MOST_DATAGRAMS) {
      const end = set.pieces.reduce((most, { from, length }) => Math.max(most, from + length), 0);
      this.givenUp.push(together(set, set.total ?? end));
    }
  }
}

/** Without the bytes that it carries, so that nothing of the reader's buffer is kept. */
function copyOfHead(piece: Packet): Packet {
  const { addresses, addressAt, addressBytes } = piece;
  const ends = addresses.slice(addressAt, addressAt + 2 * addressBytes);
  return { ...piece, addresses: ends, addressAt: 0, bytes: new Uint8Array(0), at: 0, end: 0 };
}

/** Pieces by their place; of two at one place the one that came first. */
const inOrder = (pieces: readonly Piece[]): readonly Piece[] => pieces.toSorted((a, b) => a.from - b.from);

function isWhole(set: Pieces): set is Pieces & { total: number } {
  const { total, pieces } = set;
  if (total === null || pieces.reduce((sum, { length }) => sum + length, 0) < total) return false;
  let end = 0;
  for (const { from, length } of inOrder(pieces)) {
    if (from > end) return false;
    end = Math.max(end, from + length);
  }
  return end >= total;
}

/** What is there from the datagram's start on, without a hole. */
function together({ first, last, pieces, total: said }: Pieces, total: number): Packet {
  const bytes = new Uint8Array(total);
  const isSeen = new Uint8Array(total);
  for (const piece of pieces) {
    const most = Math.min(piece.bytes.length, total - piece.from);
    for (let i = 0; i < most; i++) {
      if (isSeen[piece.from + i] === 1) continue;
      bytes[piece.from + i] = piece.bytes[i] as number;
      isSeen[piece.from + i] = 1;
    }
  }
  const hole = isSeen.indexOf(0);
  const { frame, timeNs } = last;
  const end = hole < 0 ? total : hole;
  const { protocol } = pieces.length > 0 && first.protocol !== 0 ? first : last;
  return {
    ...first,
    frame,
    timeNs,
    protocol,
    bytes,
    at: 0,
    end,
    length: total,
    isIncomplete: hole >= 0 || said === null,
  };
}
