/**
 * For tests: wires that lose, copy, delay and so reorder what is sent. The protocol by itself: no machine, no lane to
 * queue for. The hosts of a protocol stand on them in ends-net.ts.
 *
 * Ordering: events happen in the order of their times; at one time in the order in which they were set off, and after
 * them the timers of the ends, in the order in which the ends were added.
 */
import type { Nanos } from "../../kernel/time.ts";

/** How long after being sent each copy arrives: none, it is lost; one, all is well; two, it comes twice. */
export type Fate = readonly Nanos[];

interface Due {
  readonly at: Nanos;
  readonly happen: () => void;
}

/** Something with timers. */
interface Timed {
  /** When `tick` is wanted; null where nothing waits for a time. */
  deadline(): Nanos | null;
  tick(): void;
}

/** A script that leads to more has no end. */
const MOST_EVENTS = 100_000;

export class LossyNet<Taken> {
  now: Nanos = 0;
  /** All steps that were taken, in the order of their times. */
  readonly steps: Taken[] = [];
  private readonly timed: Timed[] = [];
  private due: Due[] = [];

  add(end: Timed): void {
    this.timed.push(end);
  }

  /** Sets something off; with Infinity it never happens. */
  after(delay: Nanos, happen: () => void): void {
    if (delay < Infinity) this.due.push({ at: this.now + delay, happen });
  }

  /** Something is sent: each copy arrives when its fate says. */
  send(fate: Fate, arrive: () => void): void {
    for (const delay of fate) this.after(delay, arrive);
  }

  /** All that happens within `duration`, and at its end. */
  run(duration: Nanos): void {
    const until = this.now + duration;
    this.settle(duration);
    this.now = until;
  }

  /** Until nothing is under way and nobody waits for a time, or `limit` has passed. */
  settle(limit: Nanos): void {
    const until = this.now + limit;
    let events = 0;
    for (let next = this.next(); next !== null && next.at <= until; next = this.next()) {
      const first = next;
      if (++events > MOST_EVENTS)
        throw new Error(`more than ${MOST_EVENTS} events: whose deadline is never in the future, or who answers whom?`);
      this.now = first.at;
      this.due = this.due.filter((other) => other !== first);
      first.happen();
    }
  }

  private next(): Due | null {
    let first: Due | null = null;
    for (const due of this.due) if (first === null || due.at < first.at) first = due;
    for (const end of this.timed) {
      const deadline = end.deadline();
      if (deadline === null) continue;
      const at = Math.max(this.now, deadline); // an end that could not look at the clock is late
      if (first === null || at < first.at) first = { at, happen: () => end.tick() };
    }
    return first;
  }
}
