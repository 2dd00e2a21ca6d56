/**
 * Pending events as columns. An event is a slot: an index into these arrays; free slots are chained by their links.
 * A queue extends the pool, so that one object holds the columns and the order.
 *
 * The code that runs for every event is written for V8: few loads, no float64 passed to a call that is not inlined,
 * and the four integers of a slot side by side in one array, words[slot << 2 | 0..3]:
 *
 *   0  tag        whom the event is for
 *   1  argument
 *   2  link       the next slot of a chain, negative at its end
 *   3  sequence   the number of the event in the order in which events were added, which decides between equal times;
 *                 negative once it was taken or cancelled
 */
import type { Nanos } from "./time.ts";

/** Names one scheduled event: sequence x 2^22 + slot. It needs more than 32 bits: keep it in a Float64Array. */
export type Timer = number;
/** A timer that was never set. 0, as in a new Float64Array, serves as well. */
export const NO_TIMER: Timer = -1;

const SLOT_BITS = 22;
export const SLOT_LIMIT = 2 ** SLOT_BITS;
const SLOT_MASK = SLOT_LIMIT - 1;
const SEQUENCE_LIMIT = 2 ** 31 - 1; // 22 + 31 bits: a handle stays exact in a float64
const FIRST_CAPACITY = 256;

/** The queue of pending events, as a simulation uses it. */
export interface EventQueue {
  /** The time of the event last taken. */
  readonly now: Nanos;
  /** Events added and neither taken nor cancelled. */
  readonly pending: number;
  /** Events taken since the start. */
  readonly taken: number;
  readonly words: Int32Array;
  /** Adds an event at an integer `time` >= `now`. */
  add(time: Nanos, tag: number, arg: number): Timer;
  /** False when the event was taken or cancelled. */
  cancel(timer: Timer): boolean;
  /** Takes the earliest event, if due by `until`: its slot, which can be read until the next `add`; else negative. */
  take(until: Nanos): number;
  /** Moves `now` on to a time before which nothing is pending. */
  skipTo(time: Nanos): void;
}

export abstract class EventPool implements EventQueue {
  now: Nanos = 0;
  taken = 0;
  words = new Int32Array(FIRST_CAPACITY * 4);
  protected times = new Float64Array(FIRST_CAPACITY);
  protected cancelled = 0;
  protected nextSequence = 1; // no handle is 0
  private firstFree = -1;

  constructor() {
    this.offer(0);
  }

  get pending(): number {
    return this.nextSequence - 1 - this.taken - this.cancelled;
  }

  abstract add(time: Nanos, tag: number, arg: number): Timer;

  abstract cancel(timer: Timer): boolean;

  abstract take(until: Nanos): number;

  skipTo(time: Nanos): void {
    this.now = time;
  }

  protected get capacity(): number {
    return this.times.length;
  }

  /** Fills a free slot. */
  protected allocate(time: Nanos, tag: number, arg: number): number {
    if (this.firstFree < 0) this.makeRoom();
    const slot = this.firstFree;
    const sequence = this.nextSequence;
    if (sequence > SEQUENCE_LIMIT) throw tooMany();
    this.nextSequence = sequence + 1;
    const { words } = this;
    const base = slot << 2;
    this.firstFree = words[base | 2] as number;
    this.times[slot] = time;
    words[base] = tag;
    words[base | 1] = arg;
    words[base | 3] = sequence;
    return slot;
  }

  protected handle(slot: number): Timer {
    return (this.words[(slot << 2) | 3] as number) * SLOT_LIMIT + slot;
  }

  /** Puts a slot back; it stays readable until the next event is added. */
  protected release(slot: number): void {
    const { words } = this;
    const base = slot << 2;
    words[base | 2] = this.firstFree;
    words[base | 3] = -1;
    this.firstFree = slot;
  }

  /** The slot that a handle names, negative where its event was taken or cancelled. */
  protected slotOf(timer: Timer): number {
    if (!(timer >= 0)) return -1;
    const slot = timer & SLOT_MASK;
    if (slot >= this.capacity) return -1;
    return this.handle(slot) === timer ? slot : -1;
  }

  /** Called when no slot is free; must leave at least one. */
  protected makeRoom(): void {
    this.grow(this.capacity * 2);
  }

  protected grow(capacity: number): void {
    if (capacity > SLOT_LIMIT) {
      throw new RangeError(
        `event pool: more than ${SLOT_LIMIT} events wait at once. Does a model schedule without end?`,
      );
    }
    const { words, times } = this;
    this.words = new Int32Array(capacity * 4);
    this.words.set(words);
    this.times = new Float64Array(capacity);
    this.times.set(times);
    this.offer(times.length);
  }

  /** Makes the slots from `first` on free. */
  private offer(first: number): void {
    for (let slot = this.capacity - 1; slot >= first; slot--) this.release(slot);
  }
}

const tooMany = (): RangeError =>
  new RangeError(`event pool: more than ${SEQUENCE_LIMIT} events in one run. Make it shorter, or several runs of it.`);
