/** The one disturbance of a run: for a while something is not as usual, and then it is again. */
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";

export const BLIPS = {
  pause: "The last service stands still",
  slow: "The last service is ten times as slow",
  fail: "The last service answers with errors",
  cut: "The network to the last service is cut",
  burst: "Four times as many calls come",
  cold: "The caches are lost",
} as const;
export type Blip = keyof typeof BLIPS;

export const WHOM = { all: "All servers of it", one: "The first of its servers" } as const;
export type Whom = keyof typeof WHOM;

/** So many times as slow, and so many times as many calls; ours. */
const SLOW_TIMES = 10;
export const BURST_TIMES = 4;

interface DisturbanceOptions {
  readonly blip: Blip;
  readonly blipAt: Nanos;
  /** Nothing happens where it is 0. */
  readonly blipTime: Nanos;
  readonly whom: Whom;
  /** The share of requests that errors answer. */
  readonly errorShare: number;
}

export class Disturbance {
  private readonly options: DisturbanceOptions;
  private readonly errors: RandomStream;

  constructor(options: DisturbanceOptions, errors: RandomStream) {
    this.options = options;
    this.errors = errors;
  }

  /** When work at a server of the last service ends that takes so long by itself and begins now. */
  endOf(server: number, start: Nanos, work: Nanos): Nanos {
    const { blip, blipAt, blipTime } = this.options;
    const until = blipAt + blipTime;
    const end = start + work;
    const isHeld = (blip === "pause" || blip === "slow") && this.meets(server);
    if (!isHeld || start >= until || end <= blipAt) return end;
    const slowFrom = Math.max(start, blipAt);
    const left = end - slowFrom;
    if (blip === "pause") return until + left;
    const done = Math.floor((until - slowFrom) / SLOW_TIMES);
    return left <= done ? slowFrom + left * SLOW_TIMES : until + left - done;
  }

  /** Whether messages to a server of the last service and from it are lost at a moment. */
  cutsAt(server: number, at: Nanos): boolean {
    return this.isAt("cut", at) && this.meets(server);
  }

  /** Whether a server of the last service answers the request that comes at a moment with an error. */
  failsAt(server: number, at: Nanos): boolean {
    const { errorShare } = this.options;
    if (!this.isAt("fail", at) || !this.meets(server)) return false;
    return errorShare === 1 || this.errors.float() < errorShare;
  }

  /** So many times as many calls come as usually. */
  loadAt(at: Nanos): number {
    return this.isAt("burst", at) ? BURST_TIMES : 1;
  }

  private isAt(kind: Blip, at: Nanos): boolean {
    const { blip, blipAt, blipTime } = this.options;
    return blip === kind && at >= blipAt && at < blipAt + blipTime;
  }

  private meets(server: number): boolean {
    return this.options.whom === "all" || server === 0;
  }
}
