/**
 * Packets that were sent again over the time of a run, in pieces of equal length. Where the time grows beyond them, two
 * become one: memory does not grow with the packets.
 */
import { sumAt } from "./reads.ts";
import { millis, type Nanos } from "./time.ts";
import type { AgainColumns } from "./trace-data.ts";

const PIECES = 256;

export class SentAgain {
  private width: Nanos = millis(1);
  private readonly counts = new Float64Array(PIECES);

  add(at: Nanos): void {
    while (at >= this.width * PIECES) this.halve();
    const piece = Math.floor(at / this.width);
    this.counts[piece] = sumAt(this.counts, piece) + 1;
  }

  /** A copy: what follows does not change it. */
  get columns(): AgainColumns {
    return { width: this.width, counts: this.counts.slice() };
  }

  private halve(): void {
    const { counts } = this;
    for (let piece = 0; piece < PIECES / 2; piece++)
      counts[piece] = sumAt(counts, 2 * piece) + sumAt(counts, 2 * piece + 1);
    counts.fill(0, PIECES / 2);
    this.width *= 2;
  }
}
