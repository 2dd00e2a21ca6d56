/**
 * The two directions of a connection as FlexRPC uses them: messages one after another, of which a relaying callee has
 * only the beginning at first.
 *
 * Bodies are patterns (32-bit words that say whose they are, see `argumentWord` and `resultWord`), made where they are
 * needed and checked by tests where they arrive: kept in memory, 16 MB at 64 callees would be a gigabyte.
 */
import { flexBodyBytes, flexHeaderLength, parseFlexHeader, type FlexMessage } from "../../wire/flexrpc.ts";
import type { OutgoingBytes } from "../world/tcp-connection.ts";

/** The kinds of messages that carry data. */
type FlexKind = "argument" | "result";

/**
 * Four bytes that say 28 bits, seven each, with the highest bit set. Small numbers as they are would begin as a packet
 * of DICOM does (01, then 00 01 at byte 6), and Wireshark would take the connection for one of medical images.
 */
const inHighBytes = (bits: number): number =>
  (0x8080_8080 | ((bits & 0xfe0_0000) << 3) | ((bits & 0x1f_c000) << 2) | ((bits & 0x3f80) << 1) | (bits & 0x7f)) >>> 0;

/** The word that the argument of a call repeats. */
export const argumentWord = (call: number): number => inHighBytes(call);
/** The word that a callee's result repeats: its position, of 8 bits, and 20 bits of the call's number. */
export const resultWord = (callee: number, call: number): number =>
  inHighBytes(((callee & 0xff) << 20) | (call & 0xf_ffff));

interface Part {
  readonly bytes: number;
  readonly word: number;
}

export interface OutMessage {
  readonly kind: FlexKind;
  readonly call: number; // of the trace
  readonly start: number; // of its header in the stream
  readonly header: Uint8Array;
  readonly parts: readonly Part[];
  readonly end: number;
  /** Bytes of the body that may be sent; -1 while not even the header may. */
  available: number;
}

/** Repeats the four bytes of `word` over `into[at..at + length)`, as they stand from `offset` on in a body. */
function fill(into: Uint8Array, at: number, length: number, word: number, offset: number): void {
  const first = Math.min(4, length);
  for (let i = 0; i < first; i++) into[at + i] = word >>> (8 * (3 - ((offset + i) & 3)));
  // Doubles what is there until the rest is shorter.
  for (let done = first; done < length; done *= 2) {
    into.copyWithin(at + done, at, at + Math.min(done, length - done));
  }
}

/** Messages that leave, in order. */
export class OutStream implements OutgoingBytes {
  private messages: OutMessage[] = [];
  private end = 0; // offset behind the last message added
  private handed = 0; // bytes that TCP has

  /** Adds a message behind the others; nothing of it may be sent until `release`. */
  add(kind: FlexKind, call: number, header: Uint8Array, parts: readonly Part[]): OutMessage {
    const body = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const end = this.end + header.length + body;
    const message: OutMessage = { kind, call, start: this.end, header, parts, end, available: -1 };
    this.end = end;
    this.messages.push(message);
    return message;
  }

  /** Bytes that may be handed to TCP now; counts them as handed. */
  takeReady(): number {
    const before = this.handed;
    for (const message of this.messages) {
      if (message.end <= this.handed) continue;
      if (message.available < 0) break;
      this.handed = message.start + message.header.length + message.available;
      if (this.handed < message.end) break;
    }
    return this.handed - before;
  }

  /** The message that a byte belongs to. */
  messageAt(offset: number): OutMessage {
    const found = this.messages.find(({ end }) => offset < end);
    if (found === undefined) throw new RangeError(`stream: byte ${offset} is behind the last message.`);
    return found;
  }

  /** Writes the bytes from `offset` on into `into[at..]`, to its end. */
  read(offset: number, into: Uint8Array, at: number): void {
    let place = at;
    let from = offset;
    while (place < into.length) {
      const message = this.messageAt(from);
      const length = Math.min(into.length - place, message.end - from);
      readMessage(message, from - message.start, into, place, length);
      place += length;
      from += length;
    }
  }

  /** Forgets messages that end at or before `offset`: their bytes have been acknowledged. */
  forget(offset: number): void {
    const first = this.messages[0];
    if (first !== undefined && first.end <= offset) this.messages = this.messages.filter(({ end }) => end > offset);
  }
}

function readMessage({ header, parts }: OutMessage, from: number, into: Uint8Array, at: number, length: number): void {
  let place = at;
  const end = at + length;
  if (from < header.length) {
    const piece = header.subarray(from, Math.min(header.length, from + length));
    into.set(piece, place);
    place += piece.length;
  }
  let offset = Math.max(0, from - header.length); // within the rest of the body
  for (const { bytes, word } of parts) {
    if (place === end) return;
    if (offset >= bytes) {
      offset -= bytes;
      continue;
    }
    const piece = Math.min(bytes - offset, end - place);
    fill(into, place, piece, word, offset);
    place += piece;
    offset = 0;
  }
}

/** Called as a message comes: `arrived` bytes of its body have come so far. */
type OnMessage = (message: FlexMessage, arrived: number, whole: boolean) => void;

/** Messages that come in: takes bytes in order. */
export class InStream {
  private readonly onMessage: OnMessage;
  private header = new Uint8Array(0); // as far as it has come
  private message: FlexMessage | null = null;
  private body = 0;
  private arrived = 0;

  constructor(onMessage: OnMessage) {
    this.onMessage = onMessage;
  }

  /** Throws WireError where the bytes are no messages. */
  take(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.message === null) rest = this.takeHeader(rest);
      const { message } = this;
      if (message === null) return;
      const piece = Math.min(rest.length, this.body - this.arrived);
      rest = rest.subarray(piece);
      this.arrived += piece;
      const whole = this.arrived === this.body;
      if (whole) this.message = null;
      this.onMessage(message, this.arrived, whole);
    }
  }

  /** Takes the bytes that belong to a header, and returns the bytes behind it. */
  private takeHeader(bytes: Uint8Array): Uint8Array {
    const had = this.header.length;
    const joined = had === 0 ? bytes : Uint8Array.of(...this.header, ...bytes);
    const length = flexHeaderLength(joined, 0, joined.length);
    if (joined.length < length) {
      this.header = joined.slice();
      return new Uint8Array(0);
    }
    this.header = new Uint8Array(0);
    this.message = parseFlexHeader(joined, 0, length);
    this.body = flexBodyBytes(this.message);
    this.arrived = 0;
    return bytes.subarray(length - had);
  }
}
