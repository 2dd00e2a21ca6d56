/** Bytes that all streams of a capture keep together, so that no file makes them grow without an end. */
export class Budget {
  kept = 0;
  readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  has(bytes: number): boolean {
    return this.kept + bytes <= this.most;
  }
}

/** What a piece of so many bytes takes: the array around it takes more than a few bytes do. */
export const costOf = (bytes: number): number => bytes + 256;
