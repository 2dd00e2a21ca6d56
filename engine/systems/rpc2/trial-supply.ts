/** The trials of a run, which the threads of its clients share: each takes one when its last is over. */
export class TrialSupply {
  private readonly trials: number;
  private readonly progress: ((share: number) => void) | undefined;
  private taken = 0;
  private ended = 0;
  private readonly under = new Map<object, number>(); // the shares of the trials under way, by whose they are

  /** @param progress is called with the share of the requests and results of all trials that there have been */
  constructor(trials: number, progress?: (share: number) => void) {
    this.trials = trials;
    this.progress = progress;
  }

  /** False where none is left. */
  take(): boolean {
    return this.taken < this.trials && ++this.taken > 0;
  }

  /** A thread has come so far with its trial. */
  comes(thread: object, share: number): void {
    if (this.progress === undefined) return;
    this.under.set(thread, share);
    this.progress([...this.under.values()].reduce((sum, one) => sum + one, this.ended) / this.trials);
  }

  /** Its trial is over. */
  ends(thread: object): void {
    this.ended++;
    this.under.delete(thread);
  }

  /** None is left, and none is under way. */
  get isOver(): boolean {
    return this.ended === this.trials;
  }
}
