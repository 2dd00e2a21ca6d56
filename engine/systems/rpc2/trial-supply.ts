/** The trials of a run, which its clients share: each takes one when its last is over, until none is left. */
export class TrialSupply {
  private readonly trials: number;
  private readonly progress: ((share: number) => void) | undefined;
  private taken = 0;
  private ended = 0;
  private readonly under = new Map<number, number>(); // the shares of the trials under way, by client

  /** @param progress is called with the share of the requests and results of all trials that there have been */
  constructor(trials: number, progress?: (share: number) => void) {
    this.trials = trials;
    this.progress = progress;
  }

  /** False where none is left. */
  take(): boolean {
    return this.taken < this.trials && ++this.taken > 0;
  }

  /** A client has come so far with its trial. */
  comes(client: number, share: number): void {
    if (this.progress === undefined) return;
    this.under.set(client, share);
    this.progress([...this.under.values()].reduce((sum, one) => sum + one, this.ended) / this.trials);
  }

  /** A client’s trial is over. */
  ends(client: number): void {
    this.ended++;
    this.under.delete(client);
  }

  /** None is left, and none is under way. */
  get isOver(): boolean {
    return this.ended === this.trials;
  }
}
