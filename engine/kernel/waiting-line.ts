/**
 * Jobs that wait for a resource: columns, and a binary heap ordered by (priority, order of arrival). A job keeps its
 * place in the order of arrival when it is put back, so one that was interrupted comes before later ones of its rank.
 */
import type { Nanos } from "./time.ts";

/** No job: nothing waits, or nothing runs. */
export const NO_JOB = -1;

const FIRST_CAPACITY = 16;

export class WaitingLine {
  /** Jobs in the line. */
  length = 0;
  priorities = new Int32Array(0);
  durations = new Float64Array(0);
  /** Work already done, for a job that was interrupted. */
  done = new Float64Array(0);
  tags = new Int32Array(0);
  args = new Int32Array(0);
  private arrivals = new Float64Array(0);
  private arrived = 0;
  private heap = new Int32Array(0);
  private free = new Int32Array(0);
  private freeCount = 0;

  constructor() {
    this.grow(FIRST_CAPACITY);
  }

  /** A new job, not yet in the line. */
  create(priority: number, duration: Nanos, tag: number, arg: number): number {
    if (this.freeCount === 0) this.grow(this.free.length * 2);
    const job = this.free[--this.freeCount] as number;
    this.priorities[job] = priority;
    this.durations[job] = duration;
    this.done[job] = 0;
    this.tags[job] = tag;
    this.args[job] = arg;
    this.arrivals[job] = this.arrived++;
    return job;
  }

  /** Forgets a job that is not in the line; its columns stay readable until the next is created. */
  forget(job: number): void {
    this.free[this.freeCount++] = job;
  }

  put(job: number): void {
    this.heap[this.placeUpTo(this.length++, job)] = job;
  }

  /** The most urgent job, longest here among its equals; NO_JOB where none waits. */
  take(): number {
    if (this.length === 0) return NO_JOB;
    const first = this.heap[0] as number;
    this.fill(0);
    return first;
  }

  /** Takes the job with this `arg` out of the line, wherever it stands; NO_JOB where there is none. */
  takeOut(arg: number): number {
    const place = this.heap.subarray(0, this.length).findIndex((job) => this.args[job] === arg);
    if (place < 0) return NO_JOB;
    const job = this.heap[place] as number;
    this.fill(place);
    return job;
  }

  /** The last job of the heap takes the place of one that leaves it. */
  private fill(gap: number): void {
    const { heap } = this;
    const end = --this.length;
    const moved = heap[end] as number;
    let place = this.placeUpTo(gap, moved);
    for (;;) {
      let child = place * 2 + 1;
      if (child >= end) break;
      if (child + 1 < end && this.before(heap[child + 1] as number, heap[child] as number)) child++;
      const below = heap[child] as number;
      if (!this.before(below, moved)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = moved;
  }

  /** The place for `job` at `place` or above it; the jobs that it passes move down. */
  private placeUpTo(place: number, job: number): number {
    const { heap } = this;
    let to = place;
    while (to > 0) {
      const parent = (to - 1) >> 1;
      const above = heap[parent] as number;
      if (!this.before(job, above)) break;
      heap[to] = above;
      to = parent;
    }
    return to;
  }

  /** Calls `visit` for every job in the line, in no order. */
  each(visit: (job: number) => void): void {
    for (let place = 0; place < this.length; place++) visit(this.heap[place] as number);
  }

  private before(a: number, b: number): boolean {
    const difference = (this.priorities[a] as number) - (this.priorities[b] as number);
    return difference < 0 || (difference === 0 && (this.arrivals[a] as number) < (this.arrivals[b] as number));
  }

  private grow(capacity: number): void {
    const old = this.free.length;
    this.priorities = widened(this.priorities, new Int32Array(capacity));
    this.durations = widened(this.durations, new Float64Array(capacity));
    this.done = widened(this.done, new Float64Array(capacity));
    this.tags = widened(this.tags, new Int32Array(capacity));
    this.args = widened(this.args, new Int32Array(capacity));
    this.arrivals = widened(this.arrivals, new Float64Array(capacity));
    this.heap = widened(this.heap, new Int32Array(capacity));
    this.free = widened(this.free, new Int32Array(capacity));
    for (let job = capacity - 1; job >= old; job--) this.forget(job);
  }
}

function widened<Column extends Float64Array | Int32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
