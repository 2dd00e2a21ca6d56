/**
 * The obvious queue: a 4-ary heap of slots ordered by (time, sequence), each slot knowing its place so that a
 * cancelled event leaves at once. It is the oracle that the ladder queue is tested against.
 */
import { EventPool, type Timer } from "./event-pool.ts";
import type { Nanos } from "./time.ts";

export class IndexedHeap extends EventPool {
  private heap = new Int32Array(this.capacity);
  private places = new Int32Array(this.capacity);
  private size = 0;

  override add(time: Nanos, tag: number, arg: number): Timer {
    const slot = this.allocate(time, tag, arg);
    this.siftUp(this.size++, slot);
    return this.handle(slot);
  }

  override cancel(timer: Timer): boolean {
    const slot = this.slotOf(timer);
    if (slot < 0) return false;
    this.remove(this.places[slot] as number);
    this.release(slot);
    this.cancelled++;
    return true;
  }

  override take(until: Nanos): number {
    if (this.size === 0) return -1;
    const slot = this.heap[0] as number;
    const time = this.times[slot] as number;
    if (time > until) return -1;
    this.remove(0);
    this.release(slot);
    this.now = time;
    this.taken++;
    return slot;
  }

  protected override grow(capacity: number): void {
    super.grow(capacity);
    const { heap, places } = this;
    this.heap = new Int32Array(capacity);
    this.heap.set(heap);
    this.places = new Int32Array(capacity);
    this.places.set(places);
  }

  private remove(place: number): void {
    const moved = this.heap[--this.size] as number;
    if (place === this.size) return;
    this.siftUp(place, moved);
    if (this.heap[place] === moved) this.siftDown(place, moved);
  }

  private before(a: number, b: number): boolean {
    const timeA = this.times[a] as number;
    const timeB = this.times[b] as number;
    if (timeA !== timeB) return timeA < timeB;
    return (this.words[(a << 2) | 3] as number) < (this.words[(b << 2) | 3] as number);
  }

  private put(place: number, slot: number): void {
    this.heap[place] = slot;
    this.places[slot] = place;
  }

  private siftUp(from: number, slot: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      const above = this.heap[parent] as number;
      if (!this.before(slot, above)) break;
      this.put(place, above);
      place = parent;
    }
    this.put(place, slot);
  }

  private siftDown(from: number, slot: number): void {
    let place = from;
    for (;;) {
      const first = place * 4 + 1;
      if (first >= this.size) break;
      let least = first;
      const end = Math.min(first + 4, this.size);
      for (let child = first + 1; child < end; child++) {
        if (this.before(this.heap[child] as number, this.heap[least] as number)) least = child;
      }
      const below = this.heap[least] as number;
      if (!this.before(below, slot)) break;
      this.put(place, below);
      place = least;
    }
    this.put(place, slot);
  }
}
