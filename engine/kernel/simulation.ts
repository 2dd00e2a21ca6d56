/**
 * The simulation: a clock in integer nanoseconds, the events to come, and the actors that they are for.
 *
 * Ordering rules
 * 1. Events fire in the order of their times; the clock reads the time of the event being fired.
 * 2. Events of the same time fire in the order in which they were scheduled (first in, first out), whoever they are
 *    for. An event scheduled for the present time therefore fires after all that already wait at it.
 * 3. A cancelled event never fires; cancelling changes the order of no other event.
 * 4. A handler runs to its end before the next event fires. Events that it schedules come after it.
 * 5. When `run(until)` stops because the next event lies beyond `until`, the clock reads `until`; when nothing is
 *    pending or `stop()` was called, it reads the time of the last event fired.
 * Nothing else decides the order, so a run repeats to the bit on every machine.
 */
import { type EventQueue, type Timer } from "./event-pool.ts";
import { LadderQueue } from "./ladder-queue.ts";
import type { Nanos } from "./time.ts";

export { NO_TIMER, type Timer } from "./event-pool.ts";

/** Receives an actor's events: `kind` 0..255 says what happens, `arg` (a 32-bit integer) to which of its things. */
export type Handler = (kind: number, arg: number) => void;

/** A watcher hears of each so many events: a power of two, about a second of a computer. */
export const WATCHED_EVENTS = 2 ** 18;

export class Simulation {
  /** Is called after each `WATCHED_EVENTS` events, to throw where a run goes on for nothing. */
  watcher: (() => void) | null = null;
  private readonly queue: EventQueue;
  private readonly handlers: Handler[] = [];
  private stopped = false;
  private unwatched = WATCHED_EVENTS; // events until the watcher is called
  private running = false;

  /** Another queue than the ladder is for tests, which compare the two. */
  constructor(queue: EventQueue = new LadderQueue()) {
    this.queue = queue;
  }

  get now(): Nanos {
    return this.queue.now;
  }

  /** Events scheduled that have neither fired nor been cancelled. */
  get pending(): number {
    return this.queue.pending;
  }

  /** Events fired since the start. */
  get fired(): number {
    return this.queue.taken;
  }

  /** Registers an actor; events sent to it carry tag = returned base + kind, kind 0..255. */
  register(handler: Handler): number {
    this.handlers.push(handler);
    return (this.handlers.length - 1) << 8;
  }

  /**
   * Schedules an event. Throws RangeError where `time` is not a whole number of nanoseconds or lies in the past,
   * where no actor is registered for `tag`, and where `arg` is not a 32-bit integer.
   */
  at(time: Nanos, tag: number, arg: number): Timer {
    const { queue } = this;
    if (!(time >= queue.now && time <= Number.MAX_SAFE_INTEGER && Math.floor(time) === time)) {
      throw wrongTime(time, queue.now);
    }
    if (tag >>> 8 >= this.handlers.length || (arg | 0) !== arg) throw wrongEvent(tag, arg, this.handlers.length);
    return queue.add(time, tag, arg);
  }

  /** Schedules an event `delay` nanoseconds from now. Throws as `at` does. */
  after(delay: Nanos, tag: number, arg: number): Timer {
    return this.at(this.queue.now + delay, tag, arg);
  }

  /** False when the event has fired or was cancelled. */
  cancel(timer: Timer): boolean {
    return this.queue.cancel(timer);
  }

  /** Hands (tag, arg) to its actor now, inside the event being fired. For parts that complete another's work. */
  dispatch(tag: number, arg: number): void {
    const handler = this.handlers[tag >>> 8];
    if (handler === undefined) throw wrongEvent(tag, arg, this.handlers.length);
    handler(tag & 255, arg);
  }

  /** Runs until nothing is pending, `stop()` was called, or the next event lies beyond `until`. */
  run(until: Nanos = Infinity): void {
    if (this.running) throw new Error("simulation: run() was called by a handler. Schedule an event instead.");
    this.running = true;
    this.stopped = false;
    try {
      this.fire(until);
    } finally {
      this.running = false;
    }
  }

  /** Ends `run` after the event being fired. Pending events stay, and a later `run` goes on with them. */
  stop(): void {
    this.stopped = true;
  }

  private fire(until: Nanos): void {
    const { queue, handlers } = this;
    const limit = Math.min(until, Number.MAX_SAFE_INTEGER);
    let left = this.unwatched;
    while (!this.stopped) {
      const slot = queue.take(limit);
      if (slot < 0) {
        if (queue.pending > 0) queue.skipTo(Math.max(until, queue.now));
        break;
      }
      const base = slot << 2;
      const tag = queue.words[base] as number;
      (handlers[tag >>> 8] as Handler)(tag & 255, queue.words[base | 1] as number);
      if (--left === 0) {
        left = WATCHED_EVENTS;
        this.watcher?.();
      }
    }
    this.unwatched = left;
  }
}

function wrongTime(time: Nanos, now: Nanos): RangeError {
  const why = time < now ? "in the past" : "not a whole number of nanoseconds up to 2^53";
  return new RangeError(
    `simulation, event at ${time} ns: ${why} (now ${now} ns). Round with the constructors of time.ts; never go back.`,
  );
}

function wrongEvent(tag: number, arg: number, actors: number): RangeError {
  const why =
    (arg | 0) !== arg
      ? `arg ${arg} is not a 32-bit integer. Pass an index into columns instead.`
      : `is for none of the ${actors} registered actors. Use register()'s base + kind.`;
  return new RangeError(`simulation, tag ${tag}: ${why}`);
}
