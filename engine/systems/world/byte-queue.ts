/** Bytes that a program sends over a TCP connection, kept until they are acknowledged; for small messages. */
import type { OutgoingBytes } from "./tcp-connection.ts";

interface Message {
  readonly kind: string;
  readonly call: number;
  readonly start: number; // in the stream
  readonly end: number;
  readonly bytes: Uint8Array;
}

export class ByteQueue implements OutgoingBytes {
  private messages: readonly Message[] = []; // that are not acknowledged, in order
  private written = 0;
  private handed = 0;

  /** Appends a message; the connection sends it when it is pumped. */
  write(bytes: Uint8Array, kind: string, call: number): void {
    const start = this.written;
    this.written += bytes.length;
    this.messages = [...this.messages, { kind, call, start, end: this.written, bytes: bytes.slice() }];
  }

  takeReady(): number {
    const ready = this.written - this.handed;
    this.handed = this.written;
    return ready;
  }

  /** Throws RangeError for a byte that was not written, or has been acknowledged. */
  messageAt(offset: number): Message {
    const found = this.messages.find(({ start, end }) => start <= offset && offset < end);
    if (found === undefined) throw new RangeError(`TCP asks for byte ${offset}, which this end does not keep.`);
    return found;
  }

  read(offset: number, into: Uint8Array, at: number): void {
    for (let place = at, from = offset; place < into.length;) {
      const { bytes, start } = this.messageAt(from);
      const piece = bytes.subarray(from - start, from - start + into.length - place);
      into.set(piece, place);
      place += piece.length;
      from += piece.length;
    }
  }

  forget(offset: number): void {
    this.messages = this.messages.filter(({ end }) => end > offset);
  }
}
