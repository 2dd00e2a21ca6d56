/** The one disturbance of a run: for a while something is not as usual, and then it is again. */
import type { Nanos } from "../../kernel/time.ts";

export const BLIPS = {
  pause: "The last service stands still",
  slow: "The last service is ten times as slow",
  fail: "The last service answers every request with an error",
  cut: "The network to the last service is cut",
  burst: "Four times as many calls come",
} as const;
export type Blip = keyof typeof BLIPS;

/** So many times as slow, and so many times as many calls; ours. */
const SLOW_TIMES = 10;
const BURST_TIMES = 4;

export class Disturbance {
  readonly kind: Blip;
  readonly from: Nanos;
  readonly until: Nanos;

  /** @param until is `from` where nothing happens */
  constructor(kind: Blip, from: Nanos, until: Nanos) {
    this.kind = kind;
    this.from = from;
    this.until = until;
  }

  /** When work at the last service ends that takes so long by itself and begins now. */
  endOf(start: Nanos, work: Nanos): Nanos {
    const { from, until } = this;
    const end = start + work;
    if ((this.kind !== "pause" && this.kind !== "slow") || start >= until || end <= from) return end;
    const slowFrom = Math.max(start, from);
    const left = end - slowFrom;
    if (this.kind === "pause") return until + left;
    const done = Math.floor((until - slowFrom) / SLOW_TIMES);
    return left <= done ? slowFrom + left * SLOW_TIMES : until + left - done;
  }

  /** Whether messages to the last service and from it are lost at a moment. */
  cutsAt(at: Nanos): boolean {
    return this.kind === "cut" && at >= this.from && at < this.until;
  }

  /** Whether the last service answers with an error at a moment. */
  failsAt(at: Nanos): boolean {
    return this.kind === "fail" && at >= this.from && at < this.until;
  }

  /** So many times as many calls come as usually. */
  loadAt(at: Nanos): number {
    return this.kind === "burst" && at >= this.from && at < this.until ? BURST_TIMES : 1;
  }
}
