/**
 * Record marking (RFC 5531, section 11): how a byte stream carries messages. A record is one or more fragments, each
 * with a mark of four bytes, whose highest bit is set on the record's last and whose other bits say how long it is.
 */
import { putU32, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { field, header } from "./header.ts";

const LAST = 0x8000_0000;
const WHAT = "record mark";
export const MARK_BYTES = 4;
/** Bytes of a fragment that the libraries of the time sent: a buffer of 4000, where the mark stands, too. */
export const FRAGMENT_BYTES = 4000 - MARK_BYTES;
/** Bytes of a record that a reader takes at most: a stream that says more is no stream of records. */
export const MAX_RECORD = 1 << 20;

export const RECORD_MARK = header(WHAT, "RFC 5531, section 11.", {
  mark: field("mark", 0, 32, "highest bit: the record’s last fragment; the others: its bytes", {
    text: (value) => `${(value & ~LAST) >>> 0} bytes${value >= LAST ? ", the last" : ""}`,
  }),
});

/** The stream's bytes of one record, in fragments of at most `most` bytes. */
export function encodeRecord(message: Uint8Array, most = FRAGMENT_BYTES): Uint8Array {
  const fragments = Math.max(1, Math.ceil(message.length / most));
  const stream = new Uint8Array(message.length + fragments * MARK_BYTES);
  let at = 0;
  for (let from = 0; from < message.length || at === 0; from += most) {
    const part = message.subarray(from, from + most);
    const isLast = from + most >= message.length;
    putU32(stream, at, ((isLast ? LAST : 0) | part.length) >>> 0);
    stream.set(part, at + MARK_BYTES);
    at += MARK_BYTES + part.length;
  }
  return stream;
}

interface Record {
  readonly message: Uint8Array;
  /** Bytes of its fragments. */
  readonly fragments: readonly number[];
}

/** Puts records together from a stream that comes in pieces of any size. */
export class RecordReader {
  private readonly most: number;
  private waiting = new Uint8Array(0); // bytes of a mark or fragment that is not whole
  private parts: Uint8Array[] = [];
  private size = 0; // of the parts
  private taken = 0; // bytes of the stream before `waiting`

  constructor(most = MAX_RECORD) {
    this.most = most;
  }

  /** Takes the next bytes of the stream and gives the records that they end. Throws WireError: the stream is lost. */
  take(piece: Uint8Array): readonly Record[] {
    const bytes = new Uint8Array(this.waiting.length + piece.length);
    bytes.set(this.waiting);
    bytes.set(piece, this.waiting.length);
    const records: Record[] = [];
    let at = 0;
    while (bytes.length - at >= MARK_BYTES) {
      const mark = u32(bytes, at);
      const length = (mark & ~LAST) >>> 0;
      this.needRoom(length, at);
      const end = at + MARK_BYTES + length;
      if (end > bytes.length) break;
      this.parts.push(bytes.slice(at + MARK_BYTES, end));
      this.size += length;
      at = end;
      if (mark >= LAST) records.push(this.whole());
    }
    this.waiting = bytes.slice(at);
    this.taken += at;
    return records;
  }

  private needRoom(length: number, at: number): void {
    const left = this.most - this.size;
    if (length <= left) return;
    const want = `at most ${left}: a record has at most ${this.most}`;
    throw new WireError({ what: WHAT, at: this.taken + at, field: "length", got: length, want });
  }

  private whole(): Record {
    const { parts } = this;
    const message = new Uint8Array(this.size);
    let at = 0;
    for (const part of parts) {
      message.set(part, at);
      at += part.length;
    }
    this.parts = [];
    this.size = 0;
    return { message, fragments: parts.map(({ length }) => length) };
  }
}
