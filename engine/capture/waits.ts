/**
 * Waits of a TCP connection that a timer of one of its ends made: bytes sent again after a silence, and bytes that were
 * sent only when a late acknowledgement had come. They are seen as they happen; why-gaps says which timer fits.
 */
import type { Sending } from "./stream.ts";

interface AnyWait {
  readonly from: string; // the end that sent
  readonly startNs: number;
  readonly endNs: number;
  readonly frames: readonly number[]; // the evidence
  /** Times of all sendings, for "again". */
  readonly sendings: readonly number[];
  readonly bytes: number; // of the segment that ended the wait
}

/** Bytes were sent again, or bytes came that the capture had missed before ("filled"). */
interface AgainWait extends AnyWait {
  readonly kind: "again" | "filled";
}

/** The sender waited for an acknowledgement that came late. */
export interface LateWait extends AnyWait {
  readonly kind: "late";
  readonly acknowledgedNs: number; // from the data to its acknowledgement
}

export type Wait = AgainWait | LateWait;

/** Waits below this are no timer's: the shortest that we know is 40 ms. */
const LEAST_NS = 20_000_000;
/** A sender that waited for an acknowledgement sends this soon after it, beside the way there and back. */
const PROMPT_NS = 5_000_000;
const MOST_WAITS = 2000;

interface Side {
  /** The oldest data that is not acknowledged. */
  unacknowledged: (Sending & { readonly end: number }) | null;
  late: (Sending & { readonly ack: Sending }) | null;
}

const newSide = (): Side => ({ unacknowledged: null, late: null });

export class Waits {
  readonly all: Wait[] = [];
  missed = 0; // beyond those that are kept
  private readonly sides = new Map<string, Side>();

  /** New data went out. `end` is the number behind its last byte. */
  sent(from: string, end: number, frame: number, timeNs: number, bytes: number, roundTripNs: number): void {
    const side = this.side(from);
    const { late } = side;
    if (late !== null && timeNs - late.ack.timeNs <= PROMPT_NS + 2 * roundTripNs) {
      this.add({
        kind: "late",
        from,
        startNs: late.timeNs,
        endNs: timeNs,
        frames: [late.frame, late.ack.frame, frame],
        sendings: [],
        acknowledgedNs: late.ack.timeNs - late.timeNs,
        bytes,
      });
    }
    side.late = null;
    side.unacknowledged ??= { end, frame, timeNs };
  }

  /** Data went out again, or came that had been missed. `before` are the times at which it was seen. */
  again(kind: "again" | "filled", from: string, before: readonly Sending[], now: Sending, bytes: number): void {
    const last = before.at(-1);
    const side = this.side(from);
    side.late = null;
    if (last === undefined || now.timeNs - last.timeNs < LEAST_NS) return;
    this.add({
      kind,
      from,
      startNs: last.timeNs,
      endNs: now.timeNs,
      frames: [last.frame, now.frame],
      sendings: [...before.map(({ timeNs }) => timeNs), now.timeNs],
      bytes,
    });
  }

  /** An acknowledgement without data came for what `to` had sent. */
  acknowledged(to: string, number: number, frame: number, timeNs: number, isAlone: boolean): void {
    const side = this.sides.get(to);
    const data = side?.unacknowledged;
    if (side === undefined || data === undefined || data === null || ((number - data.end) | 0) < 0) return;
    side.unacknowledged = null;
    if (isAlone && timeNs - data.timeNs >= LEAST_NS) side.late = { ...data, ack: { frame, timeNs } };
  }

  private side(from: string): Side {
    let side = this.sides.get(from);
    if (side === undefined) {
      side = newSide();
      this.sides.set(from, side);
    }
    return side;
  }

  private add(wait: Wait): void {
    if (this.all.length < MOST_WAITS) this.all.push(wait);
    else this.missed += 1;
  }
}
