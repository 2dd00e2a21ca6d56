/**
 * One direction of a TCP connection put together (RFC 9293): segments in any order, sent again, overlapping, with
 * sequence numbers that wrap. Of bytes that came twice the first stand. A hole is waited for; it is given up once the
 * receiver has acknowledged what lies behind it, for then the capture missed it and nobody will send it again.
 */
import { costOf, type Budget } from "./budget.ts";

/** What takes the bytes in order. */
interface StreamReader {
  data(bytes: Uint8Array, frame: number, timeNs: number): void;
  gap(bytes: number | null, frame: number, timeNs: number): void;
  finish(frame: number, timeNs: number): void;
}

/** Makes the reader of a stream whose first bytes are these; there are none where it begins with a gap. */
type OpenReader = (isAtStart: boolean, bytes: Uint8Array) => StreamReader;
const NOTHING = new Uint8Array(0);

interface Segment {
  readonly sequence: number; // 32 bits
  readonly bytes: Uint8Array; // those that are seen
  readonly length: number; // bytes of data by the headers
  readonly isSyn: boolean;
  readonly frame: number;
  readonly timeNs: number;
}

/** What a segment was to the stream. */
type SegmentKind = "new" | "again" | "early" | "filled" | "keepalive" | "empty";

/** A stretch of the stream, and when it was seen. */
export interface Sending {
  readonly frame: number;
  readonly timeNs: number;
}

interface Waiting {
  readonly from: number; // place in the stream
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly frame: number;
  readonly timeNs: number;
}

interface Sum {
  readonly from: number;
  readonly length: number;
  readonly sum: number;
  readonly sendings: Sending[];
}

/** A hole is given up so long after the receiver had what lies behind it: recorders mix packets up that far. */
const HOLE_WAIT_NS = 20_000_000;
const MOST_WAITING = 1024; // segments
const MOST_WAITING_BYTES = 1 << 22;
/** Segments whose bytes can still be compared with those of one that is sent again. */
const MOST_SUMS = 64;
/** Those of a stream where all streams together keep as much as they may. */
const FEW_SUMS = 4;
const MOST_SENDINGS = 32;

export class Stream {
  /** Bytes that the file does not hold, between ones that it does. */
  unseen = 0;
  holes = 0;
  /** Segments that came again with other bytes: the first ones stand. */
  differing: number[] = []; // frames
  again = 0; // segments
  private next: number | null = null; // place of the next byte; the stream's numbers unwrapped
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private acknowledged = -1;
  private acknowledgedNs = 0;
  private sums: Sum[] = [];
  private lastFrame = 0;
  private lastNs = 0;
  private isFinished = false;
  private readonly budget: Budget;
  private readonly memory: Budget;
  private readonly open: OpenReader;
  private reader: StreamReader | null = null;

  /**
   * @param budget for bytes that wait
   * @param memory for what tells segments that come again from others
   */
  constructor(budget: Budget, memory: Budget, open: OpenReader) {
    this.budget = budget;
    this.memory = memory;
    this.open = open;
  }

  /** The times at which the byte with this number was seen before, as far as they are remembered. */
  sendingsOf(sequence: number): readonly Sending[] {
    const place = this.placeOf(sequence);
    if (this.next === null || place >= this.next) return [];
    return this.sums.find(({ from, length }) => from <= place && place < from + length)?.sendings ?? [];
  }

  /** When the hole before the bytes that wait was first seen; null where there is none. */
  holeSince(): Sending | null {
    let first: Waiting | null = null;
    for (const one of this.waiting) if (first === null || one.frame < first.frame) first = one;
    return first;
  }

  take(segment: Segment): SegmentKind {
    const { sequence, length, isSyn, frame, timeNs } = segment;
    this.lastFrame = frame;
    this.lastNs = timeNs;
    if (isSyn) {
      const first = (sequence + 1) >>> 0;
      const isAgain = this.next !== null && this.placeOf(first) <= this.next && this.reader === null;
      if (!isAgain) {
        this.finish();
        this.restart(first);
      }
    }
    if (length === 0) return "empty";
    const dataAt = isSyn ? (sequence + 1) >>> 0 : sequence;
    if (this.next === null) {
      this.next = dataAt;
      this.reader = this.open(false, segment.bytes);
    }
    this.isFinished = false;
    return this.place(segment, this.placeOf(dataAt));
  }

  /** The receiver has everything before this number. */
  acknowledge(number: number, timeNs: number): void {
    if (this.next === null) return;
    const place = this.placeOf(number);
    if (place > this.acknowledged) {
      this.acknowledged = place;
      if (place > this.next) this.acknowledgedNs = timeNs;
    }
    if (this.waiting.length > 0) this.giveUpHole(timeNs);
  }

  finish(): void {
    while (this.waiting.length > 0) this.jump();
    if (this.reader !== null && !this.isFinished) this.reader.finish(this.lastFrame, this.lastNs);
    this.isFinished = true;
  }

  /** Gives up what tells segments that come again from others. */
  forget(): void {
    this.memory.kept -= this.sums.length * costOf(0);
    this.sums = [];
  }

  private restart(first: number): void {
    this.next = first;
    this.acknowledged = -1;
    this.forget();
    this.reader = null;
  }

  /** The place of a sequence number near the one that comes next. */
  private placeOf(sequence: number): number {
    if (this.next === null) return sequence;
    return this.next + ((sequence - (this.next % 2 ** 32)) | 0);
  }

  private place(segment: Segment, from: number): SegmentKind {
    const { bytes, length, frame, timeNs } = segment;
    const next = this.next ?? from;
    const end = from + length;
    if (end <= next) {
      if (length === 1 && from === next - 1) return "keepalive";
      this.again += 1;
      this.compare(segment, from);
      return "again";
    }
    if (from > next) {
      const isKnown = this.waiting.some((one) => one.from <= from && end <= one.from + one.length);
      if (isKnown) this.again += 1;
      this.wait({ from, bytes: bytes.slice(), length, frame, timeNs });
      return isKnown ? "again" : "early";
    }
    if (from < next) this.compare(segment, from);
    const isFilling = this.waiting.length > 0;
    this.remember(segment, from);
    this.deliver(segment, from, next - from);
    this.catchUp();
    return isFilling ? "filled" : "new";
  }

  /** Hands on bytes from `skip` on; what the file does not hold of them is a gap. */
  private deliver({ bytes, length, frame, timeNs }: Omit<Waiting, "from">, from: number, skip: number): void {
    const reader = (this.reader ??= this.open(true, bytes));
    if (skip < bytes.length) reader.data(skip === 0 ? bytes : bytes.subarray(skip), frame, timeNs);
    const missing = length - Math.max(skip, bytes.length);
    if (missing > 0) {
      this.unseen += missing;
      reader.gap(missing, frame, timeNs);
    }
    this.next = from + length;
  }

  private wait(one: Waiting): void {
    let at = this.waiting.length;
    while (at > 0 && (this.waiting[at - 1] as Waiting).from > one.from) at -= 1;
    this.waiting.splice(at, 0, one);
    this.waitingBytes += one.bytes.length;
    this.budget.kept += costOf(one.bytes.length);
    const isTooMuch = () =>
      this.waiting.length > MOST_WAITING || this.waitingBytes > MOST_WAITING_BYTES || !this.budget.has(0);
    while (this.waiting.length > 0 && isTooMuch()) this.jump();
    if (this.waiting.length > 0) this.giveUpHole(one.timeNs);
  }

  private giveUpHole(timeNs: number): void {
    const [first] = this.waiting;
    if (first === undefined || this.acknowledged < first.from) return;
    if (timeNs - this.acknowledgedNs >= HOLE_WAIT_NS) this.jump();
  }

  /** Gives a hole up, and goes on behind it. */
  private jump(): void {
    const [first] = this.waiting;
    if (first === undefined || this.next === null) return;
    const missing = first.from - this.next;
    if (missing > 0) {
      this.unseen += missing;
      this.holes += 1;
      (this.reader ??= this.open(true, NOTHING)).gap(missing, first.frame, first.timeNs);
      this.next = first.from;
    }
    this.catchUp();
  }

  private catchUp(): void {
    let first = this.waiting[0];
    while (first !== undefined && this.next !== null && first.from <= this.next) {
      this.waiting.shift();
      this.waitingBytes -= first.bytes.length;
      this.budget.kept -= costOf(first.bytes.length);
      const skip = this.next - first.from;
      if (skip < first.length) {
        this.remember(first, first.from);
        this.deliver(first, first.from, skip);
      }
      first = this.waiting[0];
    }
  }

  private remember({ bytes, length, frame, timeNs }: Omit<Waiting, "from">, from: number): void {
    const most = this.memory.has(0) ? MOST_SUMS : FEW_SUMS;
    if (this.sums.length >= 2 * most) {
      this.memory.kept -= (this.sums.length - most) * costOf(0);
      this.sums = this.sums.slice(-most);
    }
    this.sums.push({ from, length, sum: sumOf(bytes), sendings: [{ frame, timeNs }] });
    this.memory.kept += costOf(0);
  }

  /** Notes a segment that comes again with other bytes. */
  private compare({ bytes, length, frame, timeNs }: Segment, from: number): void {
    const begun = this.sums.find((sum) => sum.from <= from && from < sum.from + sum.length);
    if (begun !== undefined && begun.sendings.length < MOST_SENDINGS) begun.sendings.push({ frame, timeNs });
    const before = this.sums.find((sum) => sum.from === from && sum.length === length);
    const isOther = before !== undefined && bytes.length === length && before.sum !== sumOf(bytes);
    if (isOther && this.differing.length < MOST_SUMS) this.differing.push(frame);
  }
}

/** A sum that tells texts apart that differ; no more is asked of it. */
function sumOf(bytes: Uint8Array): number {
  let sum = 1;
  for (let at = 0; at < bytes.length; at++) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0;
  return sum;
}
