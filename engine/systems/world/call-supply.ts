/** Calls that a calling machine is still to make. */
import type { World } from "./world.ts";

/** Called with the share of the calls that have begun, 0 to 1. */
type Progress = (share: number) => void;

export class CallSupply {
  private begun = 0;
  /** Whether one of the calls has come back with its result. */
  hasReturned = false;
  private readonly world: World;
  private readonly callers: readonly string[];
  private readonly calls: number;
  private readonly progress: Progress | undefined;

  /**
   * Throws RangeError where `calls` is not a whole number from 0.
   * @param callers the machine that makes them, or all of these
   */
  constructor(world: World, callers: string | readonly string[], calls: number, progress?: Progress) {
    if (!Number.isInteger(calls) || calls < 0) throw new RangeError(`${calls} calls, want a whole number from 0.`);
    this.world = world;
    this.callers = typeof callers === "string" ? [callers] : callers;
    this.calls = calls;
    this.progress = progress;
  }

  /** Whether calls are still to be made. */
  get hasMore(): boolean {
    return this.begun < this.calls;
  }

  /** Takes a call out of those still to be made; false where there are none. */
  take(): boolean {
    if (!this.hasMore) return false;
    this.begun++;
    this.progress?.(this.begun / this.calls);
    return true;
  }

  /** No caller has anything left to do. The run is answered, unless the script restarts one and calls are left. */
  finished(): void {
    const goesOn = this.hasMore && this.callers.some((caller) => this.world.willRestart(caller));
    if (!goesOn) this.world.answered();
  }
}
