/**
 * The lock of the path between address spaces: one thread of the machine at a time moves a call across. A thread that
 * waits for it keeps its processor and tries again and again. Whoever came first gets it first.
 */
export class TransferLock {
  private isHeld = false;
  private readonly waiting: (() => void)[] = [];

  /** `then` runs as soon as the caller has the lock. */
  take(then: () => void): void {
    if (this.isHeld) this.waiting.push(then);
    else {
      this.isHeld = true;
      then();
    }
  }

  free(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.isHeld = false;
    else next();
  }
}
