/**
 * A ladder queue (Tang, Goh and Thng, "Ladder queue: an O(1) priority queue structure for large-scale discrete event
 * simulation", ACM TOMACS 15(3), 2005), with the bottom and the widths of buckets chosen for typed arrays.
 *
 *   bottom   the next events, sorted: taken from its head
 *   rungs    buckets of 2^k ns, not sorted; a bucket that holds too many becomes the next, finer rung
 *   top      all later events in the order in which they came, not sorted
 *
 * Invariants
 * 1. Every time in the bottom < `rungsFrom` <= every time in the rungs < `topFrom` <= every time in the top.
 *    Without rungs the two limits are equal; where there is only a bottom both are infinite.
 * 2. `rungsFrom` is where the first bucket of the last (finest) rung begins that was not emptied, and a rung ends where
 *    the first such bucket of the rung before it begins.
 * 3. A cancelled event stays where it is, its sequence negative, until something touches it; so a timer that is
 *    cancelled in time is never sorted. When the pool is full, the top is searched for such events before it grows.
 * 4. Of events of equal times in the top, the earlier added stands first.
 */
import { EventPool, SLOT_LIMIT, type Timer } from "./event-pool.ts";
import type { Nanos } from "./time.ts";

const SORTED_AT_ONCE = 48; // so few events are sorted by insertion; fewer pending than this need no rungs
const BOTTOM_ROOM = 128; // entries of the bottom, taken ones among them, before it is tidied
const FILL = 8;
const BUCKETS_PER_EVENT = 2;

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
    if (time >= this.topFrom) this.top[this.topCount++] = slot;
    else if (time >= this.rungsFrom) this.addToRung(time, slot);
    else this.addToBottom(time, slot);
    return sequence * SLOT_LIMIT + slot;
  }

  override cancel(timer: Timer): boolean {
    const slot = this.slotOf(timer);
    if (slot < 0) return false;
    this.words[(slot << 2) | 3] = -1;
    this.cancelled++;
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
    if (this.sweepTop() < this.capacity / 4) super.makeRoom();
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

  private addToRung(time: Nanos, slot: number): void {
    let index = 0;
    let rung = this.rungs[0] as Rung;
    while (time < rung.from) rung = this.rungs[++index] as Rung;
    const bucket = ((time - rung.start) * rung.inverse) | 0;
    this.words[(slot << 2) | 2] = rung.heads[bucket] as number;
    rung.heads[bucket] = slot;
  }

  /** Inserts by time, from the nearer end; of all with the same time the new event is the last. */
  private addToBottom(time: Nanos, slot: number): void {
    const { bottom, times, bottomHead, bottomEnd } = this;
    if (bottomHead > 0 && time < (times[bottom[(bottomHead + bottomEnd) >> 1] as number] as number)) {
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
    if (bottomEnd === this.bottomRoom) return this.addToFullBottom(time, slot);
    let place = bottomEnd;
    while (place > bottomHead) {
      const before = bottom[place - 1] as number;
      if ((times[before] as number) <= time) break;
      bottom[place--] = before;
    }
    bottom[place] = slot;
    this.bottomEnd = bottomEnd + 1;
  }

  private addToFullBottom(time: Nanos, slot: number): void {
    this.tidyBottom();
    // Tidying may have moved the later part of the bottom up, where this event belongs.
    if (time >= this.topFrom) this.top[this.topCount++] = slot;
    else if (time >= this.rungsFrom) this.addToRung(time, slot);
    else this.addToBottom(time, slot);
  }

  /** Makes room in the bottom: drops what was taken or cancelled, and moves the later part up where much is left. */
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
    if (count > SORTED_AT_ONCE) this.moveUp(this.middleOf(count));
    this.setRoom();
  }

  /** Where the later half of the bottom begins, never between equal times; `count` where all are equal. */
  private middleOf(count: number): number {
    const { bottom, times } = this;
    let split = SORTED_AT_ONCE / 2;
    const time = times[bottom[split] as number];
    while (split > 0 && times[bottom[split - 1] as number] === time) split--;
    if (split === 0) while (split < count && times[bottom[split] as number] === time) split++;
    return split;
  }

  /** Moves the bottom from `split` on to the top, or to a new rung where rungs stand in between. */
  private moveUp(split: number): void {
    const end = this.bottomEnd;
    if (split === end) return;
    this.bottomEnd = split;
    const from = this.times[this.bottom[split] as number] as number;
    if (this.rungCount > 0) {
      this.spread(this.bottom, split, end, from, this.rungsFrom);
      return;
    }
    for (let place = split; place < end; place++) this.top[this.topCount++] = this.bottom[place] as number;
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
    const { words, times, bottom } = this;
    let bucket = rung.next;
    let end = 0;
    while (end < FILL) {
      while (bucket < buckets && (heads[bucket] as number) < 0) bucket++;
      if (bucket === buckets) break;
      const first = end;
      let slot = heads[bucket] as number;
      heads[bucket++] = -1;
      while (slot >= 0) {
        const base = slot << 2;
        const next = words[base | 2] as number;
        const sequence = words[base | 3] as number;
        if (sequence < 0) {
          this.release(slot);
        } else if (end - first === SORTED_AT_ONCE) {
          this.passOver(rung, bucket);
          this.bottomEnd = first;
          this.divide(rung, bucket - 1, this.gather(first, end, slot));
          return this.bottomEnd > 0;
        } else {
          const time = times[slot] as number;
          let place = end++;
          while (place > first) {
            const before = bottom[place - 1] as number;
            const timeBefore = times[before] as number;
            if (timeBefore < time || (timeBefore === time && (words[(before << 2) | 3] as number) < sequence)) break;
            bottom[place--] = before;
          }
          bottom[place] = slot;
        }
        slot = next;
      }
    }
    this.bottomEnd = end;
    this.passOver(rung, bucket);
    return end > 0;
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

  /** Copies entries first..end of the bottom and a chain behind the top, as on scratch paper; returns their number. */
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

  /** Makes a rung of the `count` events of a bucket, gathered behind the top; where all have one time, extends the bottom. */
  private divide(rung: Rung, bucket: number, count: number): void {
    const { words, topCount, bottomEnd } = this;
    if (rung.width > 1) {
      const from = rung.start + bucket * rung.width;
      this.spread(this.top, topCount, topCount + count, from, from + rung.width);
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
    this.sweepTop();
    const { top, times, topCount } = this;
    this.topCount = 0;
    if (topCount <= SORTED_AT_ONCE) {
      this.topFrom = this.rungsFrom = Infinity;
      for (let place = 0; place < topCount; place++) { const slot = top[place] as number; this.addToBottom(times[slot] as number, slot); };
      return topCount > 0;
    }
    let least = Infinity;
    let most = 0;
    for (let place = 0; place < topCount; place++) {
      const time = times[top[place] as number] as number;
      if (time < least) least = time;
      if (time > most) most = time;
    }
    this.spread(top, 0, topCount, least, most + 1);
    const rung = this.rungs[0] as Rung;
    this.topFrom = rung.start + rung.buckets * rung.width;
    return false;
  }

  /** Puts entries start..end of a list into a new finest rung for the times from..to. */
  private spread(slots: Int32Array, start: number, end: number, from: Nanos, to: Nanos): void {
    const { heads, inverse } = this.addRung((end - start) * BUCKETS_PER_EVENT, from, to);
    const { words, times } = this;
    for (let place = start; place < end; place++) {
      const slot = slots[place] as number;
      const bucket = (((times[slot] as number) - from) * inverse) | 0;
      words[(slot << 2) | 2] = heads[bucket] as number;
      heads[bucket] = slot;
    }
    this.rungsFrom = from;
  }

  private addRung(wanted: number, from: Nanos, to: Nanos): Rung {
    let rung = this.rungs[this.rungCount];
    if (rung === undefined) {
      rung = { start: 0, width: 1, inverse: 1, buckets: 0, next: 0, from: 0, heads: new Int32Array(0) };
      this.rungs.push(rung);
    }
    this.rungCount++;
    let width = 1;
    while (width * wanted < to - from) width *= 2;
    rung.start = rung.from = from;
    rung.width = width;
    rung.inverse = 1 / width;
    rung.buckets = Math.ceil((to - from) / width);
    rung.next = 0;
    if (rung.heads.length < rung.buckets) rung.heads = new Int32Array(rung.buckets * 2).fill(-1);
    return rung;
  }

  /** Drops the cancelled events of the top; returns how many. */
  private sweepTop(): number {
    const { top, topCount } = this;
    let kept = 0;
    for (let place = 0; place < topCount; place++) {
      const slot = top[place] as number;
      if (this.isCancelled(slot)) this.release(slot);
      else top[kept++] = slot;
    }
    this.topCount = kept;
    return topCount - kept;
  }
}
