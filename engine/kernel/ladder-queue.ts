/**
 * A ladder queue (Tang, Goh and Thng, "Ladder queue: an O(1) priority queue structure for large-scale discrete event
 * simulation", ACM TOMACS 15(3), 2005), with the bottom and the widths of buckets chosen for typed arrays.
 *
 *   bottom   the next events, sorted: taken from its head
 *   rungs    buckets of 2^k ns, not sorted; a bucket that holds too many becomes the next, finer rung
 *   top      all later events, not sorted
 *
 * Invariants
 * 1. Every time in the bottom < `rungsFrom` <= every time in the rungs < `topFrom` <= every time in the top.
 *    Without rungs the two limits are equal; where there is only a bottom both are infinite.
 * 2. `rungsFrom` is where the first bucket of the last (finest) rung begins that was not emptied, and a rung ends where
 *    the first such bucket of the rung before it begins, be it in the middle of its own last bucket.
 * 3. An event that is cancelled in the top leaves at once, so a timer that is cancelled in time is never sorted. In a
 *    rung or the bottom it stays, its sequence negative, until it is reached or, where many stay, the pool is full.
 */
import { EventPool, SLOT_LIMIT, type Timer } from "./event-pool.ts";
import type { Nanos } from "./time.ts";

const SORTED_AT_ONCE = 48; // up to so many events are sorted by insertion; fewer pending than this need no rungs
const BOTTOM_ROOM = 128; // entries of the bottom, taken ones among them, before it is tidied
const ENOUGH = 8; // buckets are emptied into the bottom until it holds so many events
const BUCKETS_PER_EVENT = 2; // at most, in a new rung
const SLACK = 1.25; // by which a rung's table exceeds its need, so that it often serves the next time as well

interface Rung {
  start: Nanos;
  width: Nanos;
  inverse: number; // 1 / width, exact: a power of two
  buckets: number;
  next: number; // the first bucket not yet emptied
  from: Nanos; // where it begins
  heads: Int32Array; // first slot of each bucket; beyond `buckets` and before `next` all negative
}

export class LadderQueue extends EventPool {
  private bottom = new Int32Array(BOTTOM_ROOM);
  private bottomHead = 0;
  private bottomEnd = 0;
  private bottomRoom = BOTTOM_ROOM;
  private readonly rungs: Rung[] = []; // made once, used again: the first `rungCount` are in use
  private rungCount = 0;
  private rungsFrom: Nanos = Infinity;
  private top = new Int32Array(this.capacity); // as long as the pool, so it never overflows
  private topCount = 0;
  private topFrom: Nanos = Infinity;

  override add(time: Nanos, tag: number, arg: number): Timer {
    const sequence = this.nextSequence;
    const slot = this.allocate(time, tag, arg);
    if (time < this.rungsFrom) this.addToBottom(slot);
    else if (time < this.topFrom) this.addToRung(slot);
    else this.addToTop(slot);
    return sequence * SLOT_LIMIT + slot;
  }

  override cancel(timer: Timer): boolean {
    const slot = this.slotOf(timer);
    if (slot < 0) return false;
    this.cancelled++;
    if ((this.times[slot] as number) < this.topFrom) this.words[(slot << 2) | 3] = -1;
    else this.removeFromTop(slot);
    return true;
  }

  override take(until: Nanos): number {
    while (this.bottomHead < this.bottomEnd || this.refill()) {
      const head = this.bottomHead;
      const slot = this.bottom[head] as number;
      if (this.isCancelled(slot)) {
        this.bottomHead = head + 1;
        this.release(slot);
        continue;
      }
      const time = this.times[slot] as number;
      if (time > until) return -1;
      this.now = time;
      this.bottomHead = head + 1;
      this.taken++;
      this.release(slot);
      return slot;
    }
    return -1;
  }

  protected override makeRoom(): void {
    // If cancelled events hold a quarter of the slots or more, a sweep frees enough of them.
    if (this.pending < this.capacity * 0.75) this.sweep();
    else this.grow(this.capacity * 2);
  }

  protected override grow(capacity: number): void {
    super.grow(capacity);
    const { top } = this;
    this.top = new Int32Array(capacity);
    this.top.set(top);
  }

  private isCancelled(slot: number): boolean {
    return (this.words[(slot << 2) | 3] as number) < 0;
  }

  /** In the top, an event's link is its place there. */
  private addToTop(slot: number): void {
    const place = this.topCount++;
    this.top[place] = slot;
    this.words[(slot << 2) | 2] = place;
  }

  private removeFromTop(slot: number): void {
    const place = this.words[(slot << 2) | 2] as number;
    const last = this.top[--this.topCount] as number;
    this.top[place] = last;
    this.words[(last << 2) | 2] = place;
    this.release(slot);
  }

  private addToRung(slot: number): void {
    const time = this.times[slot] as number;
    let index = 0;
    let rung = this.rungs[0] as Rung;
    while (time < rung.from) rung = this.rungs[++index] as Rung;
    const bucket = ((time - rung.start) * rung.inverse) | 0;
    this.words[(slot << 2) | 2] = rung.heads[bucket] as number;
    rung.heads[bucket] = slot;
  }

  /** Inserts by time, from the nearer end; of all with the same time the new event is the last. */
  private addToBottom(slot: number): void {
    const { bottom, times, bottomHead, bottomEnd } = this;
    const time = times[slot] as number;
    const hasRoomLeft = bottomHead > 0 && bottomHead < bottomEnd;
    if (hasRoomLeft && time < (times[bottom[(bottomHead + bottomEnd) >> 1] as number] as number)) {
      let place = bottomHead;
      for (;;) {
        const next = bottom[place] as number;
        if ((times[next] as number) > time) break;
        bottom[place++ - 1] = next;
      }
      bottom[place - 1] = slot;
      this.bottomHead = bottomHead - 1;
      return;
    }
    if (bottomEnd === this.bottomRoom) return this.addToFullBottom(slot);
    let place = bottomEnd;
    while (place > bottomHead) {
      const before = bottom[place - 1] as number;
      if ((times[before] as number) <= time) break;
      bottom[place--] = before;
    }
    bottom[place] = slot;
    this.bottomEnd = bottomEnd + 1;
  }

  private addToFullBottom(slot: number): void {
    this.tidyBottom();
    const time = this.times[slot] as number;
    // Tidying may have moved the later part of the bottom up, where this event belongs.
    if (time >= this.topFrom) this.addToTop(slot);
    else if (time >= this.rungsFrom) this.addToRung(slot);
    else this.addToBottom(slot);
  }

  /**
   * Makes room in the bottom: drops events that were taken or cancelled, and moves the later part up where many are
   * left.
   */
  private tidyBottom(): void {
    const { bottom } = this;
    let count = 0;
    for (let place = this.bottomHead; place < this.bottomEnd; place++) {
      const slot = bottom[place] as number;
      if (this.isCancelled(slot)) this.release(slot);
      else bottom[count++] = slot;
    }
    this.bottomHead = 0;
    this.bottomEnd = count;
    if (count > SORTED_AT_ONCE) this.moveUp(this.middle());
    this.setRoom();
  }

  /**
   * The index at which the later half of the bottom begins. It never parts equal times, so it is 0 where the earlier
   * half has only one time.
   */
  private middle(): number {
    const { bottom, times } = this;
    let split = SORTED_AT_ONCE / 2;
    const time = times[bottom[split] as number];
    while (split > 0 && times[bottom[split - 1] as number] === time) split--;
    return split;
  }

  /** Moves the bottom from `split` on to the top, or to a new rung where rungs stand in between. */
  private moveUp(split: number): void {
    const end = this.bottomEnd;
    this.bottomEnd = split;
    const from = this.times[this.bottom[split] as number] as number;
    if (this.rungCount > 0) {
      this.spread(this.bottom, split, end, from, this.rungsFrom);
      return;
    }
    for (let place = split; place < end; place++) this.addToTop(this.bottom[place] as number);
    this.topFrom = this.rungsFrom = from;
  }

  private setRoom(): void {
    const room = this.bottomEnd > BOTTOM_ROOM / 2 ? this.bottomEnd * 2 : BOTTOM_ROOM;
    this.bottomRoom = room;
    if (room <= this.bottom.length) return;
    const { bottom } = this;
    this.bottom = new Int32Array(room);
    this.bottom.set(bottom);
  }

  /** Fills the empty bottom with the next events. False when there are none. */
  private refill(): boolean {
    this.bottomHead = this.bottomEnd = 0;
    this.bottomRoom = BOTTOM_ROOM;
    for (;;) {
      if (this.rungCount === 0) {
        if (this.topCount === 0) {
          this.topFrom = this.rungsFrom = Infinity;
          return false;
        }
        if (this.emptyTop()) return true;
      } else if (this.drain(this.rungs[this.rungCount - 1] as Rung)) return true;
    }
  }

  /** Moves the next buckets of the finest rung to the empty bottom, sorting. False where that left it empty. */
  private drain(rung: Rung): boolean {
    const { heads, buckets } = rung;
    const { words } = this;
    let bucket = rung.next;
    let end = 0;
    while (end < ENOUGH) {
      while (bucket < buckets && (heads[bucket] as number) < 0) bucket++;
      if (bucket === buckets) break;
      const first = end;
      let slot = heads[bucket] as number;
      heads[bucket++] = -1;
      while (slot >= 0) {
        const next = words[(slot << 2) | 2] as number;
        if (this.isCancelled(slot)) {
          this.release(slot);
        } else if (end - first === SORTED_AT_ONCE) {
          this.passOver(rung, bucket);
          this.bottomEnd = first;
          this.divide(rung, bucket - 1, this.gather(first, end, slot));
          return this.bottomEnd > 0;
        } else {
          this.insertSorted(first, end++, slot);
        }
        slot = next;
      }
    }
    this.bottomEnd = end;
    this.passOver(rung, bucket);
    return end > 0;
  }

  /** Inserts an event by (time, sequence) among the entries first..end of the bottom. */
  private insertSorted(first: number, end: number, slot: number): void {
    const { bottom, times, words } = this;
    const time = times[slot] as number;
    let place = end;
    while (place > first) {
      const before = bottom[place - 1] as number;
      const timeBefore = times[before] as number;
      if (timeBefore < time) break;
      if (timeBefore === time && (words[(before << 2) | 3] as number) < (words[(slot << 2) | 3] as number)) break;
      bottom[place--] = before;
    }
    bottom[place] = slot;
  }

  /** Notes that the buckets of the finest rung before `bucket` are empty for good. */
  private passOver(rung: Rung, bucket: number): void {
    rung.next = bucket;
    if (bucket < rung.buckets) {
      rung.from = this.rungsFrom = rung.start + bucket * rung.width;
    } else {
      this.rungCount--;
      this.rungsFrom = this.rungCount === 0 ? this.topFrom : (this.rungs[this.rungCount - 1] as Rung).from;
    }
  }

  /** Copies entries first..end of the bottom, and a chain of slots, behind the top's entries; returns their number. */
  private gather(first: number, end: number, chain: number): number {
    const { words, top } = this;
    let place = this.topCount;
    for (let from = first; from < end; from++) top[place++] = this.bottom[from] as number;
    for (let slot = chain, next; slot >= 0; slot = next) {
      next = words[(slot << 2) | 2] as number;
      if (this.isCancelled(slot)) this.release(slot);
      else top[place++] = slot;
    }
    return place - this.topCount;
  }

  /** Makes a rung of `count` events of a bucket, gathered behind the top; or adds them to the bottom if of one time. */
  private divide(rung: Rung, bucket: number, count: number): void {
    const { words, topCount, bottomEnd } = this;
    if (rung.width > 1) {
      // The bucket ends where the next one begins. The last bucket may reach beyond its rung, into times of the rung
      // before.
      this.spread(this.top, topCount, topCount + count, rung.start + bucket * rung.width, this.rungsFrom);
      return;
    }
    const slots = this.top.subarray(topCount, topCount + count);
    slots.sort((a, b) => (words[(a << 2) | 3] as number) - (words[(b << 2) | 3] as number));
    this.bottomEnd += count;
    this.setRoom();
    this.bottom.set(slots, bottomEnd);
  }

  /** Moves the top to the empty bottom, or to a first rung where it holds too many (then false). */
  private emptyTop(): boolean {
    const { top, topCount } = this;
    this.topCount = 0;
    if (topCount <= SORTED_AT_ONCE) {
      this.topFrom = this.rungsFrom = Infinity;
      for (let place = 0; place < topCount; place++) this.insertSorted(0, place, top[place] as number);
      this.bottomEnd = topCount;
      return topCount > 0;
    }
    this.spread(top, 0, topCount, this.earliest(topCount), this.latest(topCount) + 1);
    const rung = this.rungs[0] as Rung;
    this.topFrom = rung.start + rung.buckets * rung.width;
    return false;
  }

  // The loops over many events stand last in methods of their own: V8 can then keep the code that it makes for them.

  /** The earliest time of the first `count` of the top. */
  private earliest(count: number): Nanos {
    const { top, times } = this;
    let least = Infinity;
    for (let place = 0; place < count; place++) least = Math.min(least, times[top[place] as number] as number);
    return least;
  }

  /** The latest time of the first `count` of the top. */
  private latest(count: number): Nanos {
    const { top, times } = this;
    let most = 0;
    for (let place = 0; place < count; place++) most = Math.max(most, times[top[place] as number] as number);
    return most;
  }

  /** Puts entries start..end of a list into a new finest rung for the times from..to. */
  private spread(slots: Int32Array, start: number, end: number, from: Nanos, to: Nanos): void {
    const { heads, inverse } = this.addRung(end - start, from, to);
    const { words, times } = this;
    this.rungsFrom = from;
    for (let place = start; place < end; place++) {
      const slot = slots[place] as number;
      const bucket = (((times[slot] as number) - from) * inverse) | 0;
      words[(slot << 2) | 2] = heads[bucket] as number;
      heads[bucket] = slot;
    }
  }

  private addRung(events: number, from: Nanos, to: Nanos): Rung {
    let rung = this.rungs[this.rungCount];
    if (rung === undefined) {
      rung = { start: 0, width: 1, inverse: 1, buckets: 0, next: 0, from: 0, heads: new Int32Array(0) };
      this.rungs.push(rung);
    }
    this.rungCount++;
    const most = events * BUCKETS_PER_EVENT;
    let width = 1;
    while (width * most < to - from) width *= 2;
    rung.start = rung.from = from;
    rung.width = width;
    rung.inverse = 1 / width;
    rung.buckets = Math.ceil((to - from) / width);
    rung.next = 0;
    if (rung.heads.length < rung.buckets) rung.heads = new Int32Array(Math.ceil(most * SLACK)).fill(-1);
    return rung;
  }

  /** Drops the cancelled events of the rungs, and some of the bottom. */
  private sweep(): void {
    const { words } = this;
    for (const { heads, next, buckets } of this.rungs.slice(0, this.rungCount)) {
      for (let bucket = next; bucket < buckets; bucket++) {
        let kept = -1;
        for (let slot = heads[bucket] as number, after; slot >= 0; slot = after) {
          after = words[(slot << 2) | 2] as number;
          if (this.isCancelled(slot)) {
            this.release(slot);
          } else {
            words[(slot << 2) | 2] = kept;
            kept = slot;
          }
        }
        heads[bucket] = kept;
      }
    }
    this.tidyBottom();
  }
}
