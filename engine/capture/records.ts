/**
 * Messages out of a stream of bytes by their record marks (RFC 5531, section 11): a record is one or more fragments,
 * each behind a mark of four bytes. Where bytes are missing, or the file begins in the middle of a stream, it looks
 * for the next mark that holds, and counts what it could not read.
 */
import { u32 } from "../wire/bytes.ts";
import { costOf, type Budget } from "./budget.ts";
import { streamName } from "./foreign.ts";
import { readHead } from "./rpc-message.ts";

const LAST = 0x8000_0000;
const MARK = 4;
/** Bytes of a record at most: READ and WRITE of today carry a megabyte. */
const MOST_RECORD = 1 << 23;
/** Bytes of a record that are kept whatever the others keep. */
const SURE = 4096;
/** Bytes of a head that tell a message: a call without credentials has no more. */
const HEAD = 28;
/** Bytes that a search keeps, and bytes after which a stream that never showed a record is given up. */
const MOST_SEARCHED = 1 << 18;
const GIVEN_UP = 1 << 20;
const MOST_STRETCHES = 4096;
const SURE_PARTS = 64;

/** A message as it came. */
export interface Record {
  readonly bytes: Uint8Array; // bytes[at..end) are those that are seen from its start on
  readonly at: number;
  readonly end: number;
  readonly length: number; // of all its fragments; of what is known of them where it was cut
  readonly unseen: number; // bytes of it that the file does not hold
  readonly isCut: boolean; // its end is not known
  readonly firstFrame: number;
  readonly firstNs: number;
  readonly frame: number; // of its last byte
  readonly timeNs: number;
}

interface Begun {
  parts: Uint8Array[];
  kept: number; // bytes in parts
  cost: number; // what the parts take
  length: number;
  unseen: number;
  readonly firstFrame: number;
  readonly firstNs: number;
}

/** A stretch of bytes that came in one frame. */
interface Stretch {
  readonly bytes: Uint8Array;
  readonly frame: number;
  readonly timeNs: number;
  readonly isStart: boolean; // whether a segment began with it: most records do, too
}

type Mode = "marks" | "search" | "foreign";

const mayBegin = (bytes: Uint8Array, at: number, end: number, mark: number): boolean => {
  const length = mark >= LAST ? mark - LAST : mark;
  if (length > MOST_RECORD || (mark >= LAST && (length < 20 || length % 4 !== 0))) return false;
  const seen = Math.min(end, at + length);
  if (seen - at < 8) return end - at < length && (seen - at < 8 ? true : u32(bytes, at + 4) <= 1);
  return readHead(bytes, at, seen, mark >= LAST ? length : Math.max(length, MOST_RECORD)) !== null;
};

export class RecordReader {
  mode: Mode;
  /** Of the protocol that its first bytes show, where it is not ours. */
  name: string | null = null;
  /** Bytes between records that could not be read. */
  unread = 0;
  records = 0;
  private readonly budget: Budget;
  private readonly give: (record: Record) => void;
  private mark = 0;
  private markBytes = 0; // of the mark that is coming
  private left = 0; // bytes of the fragment that are to come
  private isLast = false;
  private begun: Begun | null = null;
  private latestFrame = 0;
  private latestNs = 0;
  private isFresh = true; // before the first bytes
  private isJudged = false; // whether the record that has begun was found to be a message
  private searched: Stretch[] = [];
  private searchedBytes = 0;
  private searchAgainAt = 0; // bytes

  /** @param isAtStart whether the first byte is the stream's own first */
  constructor(isAtStart: boolean, budget: Budget, give: (record: Record) => void) {
    this.mode = isAtStart ? "marks" : "search";
    this.budget = budget;
    this.give = give;
  }

  /** Bytes that follow the ones before; `bytes` is not kept. */
  data(bytes: Uint8Array, frame: number, timeNs: number): void {
    if (this.isFresh && bytes.length > 0) this.first(bytes);
    this.reach(frame, timeNs);
    if (this.mode === "foreign") return;
    if (this.mode === "search") return this.search({ bytes: bytes.slice(), frame, timeNs, isStart: true });
    this.marks(bytes, frame, timeNs);
  }

  private first(bytes: Uint8Array): void {
    this.isFresh = false;
    this.name = streamName(bytes, 0, bytes.length);
    if (this.name !== null) this.mode = "foreign";
  }

  /** So many bytes are missing here; null where nobody knows how many. */
  gap(bytes: number | null, frame: number, timeNs: number): void {
    if (this.mode === "foreign") return;
    if (this.mode === "search") return this.dropSearched(0);
    const { begun } = this;
    const isInside = begun !== null && bytes !== null && bytes <= this.left;
    if (!isInside) {
      this.cut(frame, timeNs);
      this.mode = "search";
      return;
    }
    this.left -= bytes;
    begun.length += bytes;
    begun.unseen += bytes;
    this.afterBytes(frame, timeNs);
  }

  /** The stream has ended: what is left of a record is given as cut. */
  finish(frame: number, timeNs: number): void {
    if (this.mode === "search") this.find(true);
    if (this.mode === "marks") this.cut(frame, timeNs);
    this.dropSearched(0);
  }

  private marks(bytes: Uint8Array, frame: number, timeNs: number): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.left === 0) {
        if (this.markBytes === 0 && this.begun === null) {
          const end = this.whole(bytes, at, frame, timeNs);
          if (end !== null) {
            at = end;
            continue;
          }
        }
        this.mark = ((this.mark << 8) | (bytes[at] as number)) >>> 0;
        at += 1;
        this.markBytes += 1;
        if (this.markBytes < MARK) continue;
        this.markBytes = 0;
        if (!this.fragment(frame, timeNs)) return this.lose(bytes.subarray(at), frame, timeNs);
        if (this.left > 0) continue;
        this.afterBytes(frame, timeNs);
        continue;
      }
      const end = Math.min(bytes.length, at + this.left);
      this.keep(bytes, at, end);
      this.left -= end - at;
      at = end;
      if (!this.isJudged && !this.judge()) return this.lose(bytes.subarray(at), frame, timeNs);
      this.afterBytes(frame, timeNs);
    }
  }

  /** The usual case, without a copy: a record of one fragment that lies whole in a segment. Gives its end. */
  private whole(bytes: Uint8Array, at: number, frame: number, timeNs: number): number | null {
    if (bytes.length - at < MARK) return null;
    const mark = u32(bytes, at);
    const length = mark - LAST;
    const from = at + MARK;
    const end = from + length;
    if (length < 20 || end > bytes.length || readHead(bytes, from, end, length) === null) return null;
    this.records += 1;
    const firstFrame = frame;
    const seen = { bytes, at: from, end, length, unseen: 0, isCut: false };
    this.give({ ...seen, firstFrame, firstNs: timeNs, frame: this.latestFrame, timeNs: this.latestNs });
    return end;
  }

  /** A mark has come. False where it cannot be one. */
  private fragment(frame: number, timeNs: number): boolean {
    const isLast = this.mark >= LAST;
    const length = isLast ? this.mark - LAST : this.mark;
    this.begun ??= this.begin(frame, timeNs);
    if (length > MOST_RECORD || this.begun.length + length > MOST_RECORD) return false;
    if (isLast && this.begun.length + length < 20) return false;
    this.left = length;
    this.isLast = isLast;
    this.mark = 0;
    return true;
  }

  private begin(frame: number, timeNs: number): Begun {
    this.isJudged = false;
    return { parts: [], kept: 0, cost: 0, length: 0, unseen: 0, firstFrame: frame, firstNs: timeNs };
  }

  private keep(bytes: Uint8Array, at: number, end: number): void {
    const { begun, budget } = this;
    if (begun === null) return;
    const length = end - at;
    // Only what is whole from the start on is of use to a reader of arguments.
    const isWhole = begun.kept === begun.length;
    begun.length += length;
    const isSure = begun.kept + length <= SURE && begun.parts.length < SURE_PARTS;
    if (!isWhole || (!isSure && !budget.has(costOf(length)))) return;
    begun.parts.push(bytes.slice(at, end));
    begun.kept += length;
    begun.cost += costOf(length);
    budget.kept += costOf(length);
  }

  /** Whether what has begun may still be a message. */
  private judge(): boolean {
    const { begun } = this;
    if (begun === null || (begun.kept < HEAD && this.left > 0)) return true;
    if (begun.kept < HEAD && !this.isLast) return true;
    this.isJudged = true;
    const bytes = merged(begun);
    const length = this.isLast ? begun.length + this.left : MOST_RECORD;
    return readHead(bytes, 0, bytes.length, length) !== null;
  }

  private afterBytes(frame: number, timeNs: number): void {
    if (this.left > 0 || !this.isLast || this.begun === null) return;
    this.emit(false, frame, timeNs);
  }

  private emit(isCut: boolean, frame: number, timeNs: number): void {
    const { begun } = this;
    if (begun === null) return;
    this.begun = null;
    this.isLast = false;
    this.budget.kept -= begun.cost;
    const bytes = merged(begun);
    const { firstFrame, firstNs, length, unseen } = begun;
    this.reach(frame, timeNs);
    if (readHead(bytes, 0, bytes.length, isCut ? MOST_RECORD : length) === null) {
      this.unread += length;
      return;
    }
    this.records += 1;
    const seen = { bytes, at: 0, end: bytes.length, length, unseen, isCut };
    this.give({ ...seen, firstFrame, firstNs, frame: this.latestFrame, timeNs: this.latestNs });
  }

  /** A record is there when the last of its bytes has come, and of those before it: holes are filled late. */
  private reach(frame: number, timeNs: number): void {
    if (frame <= this.latestFrame) return;
    this.latestFrame = frame;
    this.latestNs = timeNs;
  }

  /** Ends a record that has begun, and whose end will not come. */
  private cut(frame: number, timeNs: number): void {
    const { begun } = this;
    if (begun !== null) {
      begun.length += this.left;
      begun.unseen += this.left;
      this.emit(true, frame, timeNs);
    }
    this.left = 0;
    this.markBytes = 0;
    this.mark = 0;
  }

  /** What was taken for a record is none: it looks for the next one behind it. */
  private lose(rest: Uint8Array, frame: number, timeNs: number): void {
    const { begun } = this;
    if (begun !== null) {
      this.budget.kept -= begun.cost;
      this.unread += begun.length + MARK;
    }
    this.begun = null;
    this.left = 0;
    this.mark = 0;
    this.markBytes = 0;
    this.mode = this.records === 0 ? "foreign" : "search";
    if (this.mode === "search") this.search({ bytes: rest.slice(), frame, timeNs, isStart: false });
  }

  private search(stretch: Stretch): void {
    if (stretch.bytes.length === 0) return;
    this.searched.push(stretch);
    this.searchedBytes += stretch.bytes.length;
    this.budget.kept += costOf(stretch.bytes.length);
    // While one candidate waits for its end, the same bytes are not searched again for every byte that comes.
    if (this.searchedBytes >= this.searchAgainAt) this.find(false);
  }

  /** Looks for a mark that holds, from the first byte on. */
  private find(isEnd: boolean): void {
    const starts: number[] = [];
    let total = 0;
    for (const { bytes } of this.searched) {
      starts.push(total);
      total += bytes.length;
    }
    const bytes = new Uint8Array(total);
    for (const [i, stretch] of this.searched.entries()) bytes.set(stretch.bytes, starts[i]);
    let stretch = 0;
    for (let at = 0; at + MARK + HEAD <= total; at++) {
      while ((starts[stretch] ?? Infinity) < at) stretch += 1;
      const isStart = starts[stretch] === at && this.searched[stretch]?.isStart === true;
      const verdict = this.holds(bytes, at, isStart, isEnd);
      if (verdict === "no") continue;
      if (verdict === "yes") return this.resume(at, starts);
      this.boundSearch(at);
      this.searchAgainAt = this.searchedBytes + Math.max(MARK, this.searchedBytes >> 2);
      return;
    }
    this.boundSearch(Math.max(0, total - MARK - HEAD));
    this.searchAgainAt = 0;
  }

  private holds(bytes: Uint8Array, at: number, isStart: boolean, isEnd: boolean): "yes" | "no" | "wait" {
    // The type of a message is 0 or 1: three bytes of nothing, before anything dearer is asked.
    const type = at + MARK + 4;
    if (bytes[type] !== 0 || bytes[type + 1] !== 0 || bytes[type + 2] !== 0) return "no";
    const mark = u32(bytes, at);
    const from = at + MARK;
    const { length: total } = bytes;
    if (!mayBegin(bytes, from, total, mark)) return "no";
    const next = from + (mark >= LAST ? mark - LAST : mark);
    if (next === total) return "yes";
    if (next > total) return isStart ? "yes" : isEnd ? "no" : "wait";
    if (next + MARK > total) return isStart ? "yes" : "wait";
    const isNext =
      mark < LAST ? u32(bytes, next) % LAST <= MOST_RECORD : mayBegin(bytes, next + MARK, total, u32(bytes, next));
    return isNext ? "yes" : "no";
  }

  private resume(at: number, starts: readonly number[]): void {
    const stretches = this.searched;
    this.dropSearched(0);
    this.unread -= stretches.reduce((sum, { bytes }) => sum + bytes.length, 0) - at;
    this.mode = "marks";
    for (const [i, { bytes, frame, timeNs }] of stretches.entries()) {
      const from = Math.max(0, at - (starts[i] as number));
      if (from < bytes.length) this.data(bytes.subarray(from), frame, timeNs);
    }
  }

  /** Keeps what lies behind `at`, and no more than a search may keep. */
  private boundSearch(at: number): void {
    const most = this.budget.has(0) ? MOST_SEARCHED : SURE;
    const isTooMuch = this.searchedBytes > most || this.searched.length > MOST_STRETCHES;
    this.dropSearched(isTooMuch ? 0 : this.searchedBytes - at);
    if (this.records === 0 && this.unread > GIVEN_UP) {
      this.mode = "foreign";
      this.dropSearched(0);
    }
  }

  /** Forgets what was searched but for the last bytes. */
  private dropSearched(keep: number): void {
    let gone = 0;
    while (this.searchedBytes > keep) {
      const first = this.searched[gone];
      if (first === undefined) break;
      const drop = Math.min(first.bytes.length, this.searchedBytes - keep);
      this.unread += drop;
      this.searchedBytes -= drop;
      this.budget.kept -= costOf(first.bytes.length);
      if (drop === first.bytes.length) gone += 1;
      else {
        const rest = first.bytes.slice(drop);
        this.searched[gone] = { ...first, bytes: rest, isStart: false };
        this.budget.kept += costOf(rest.length);
      }
    }
    this.searched = this.searched.slice(gone);
  }
}

function merged({ parts, kept }: Begun): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(kept);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
