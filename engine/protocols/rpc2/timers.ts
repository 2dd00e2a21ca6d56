/**
 * The times at which a process's connections and calls want a tick: a binary heap that knows where everybody stands.
 */
import type { Nanos } from "../../kernel/time.ts";

interface Entry {
  readonly key: number;
  readonly at: Nanos;
  readonly order: number; // of being set: first set, first served at the same time
}

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export class Timers {
  private readonly heap: Entry[] = [];
  private readonly places = new Map<number, number>();
  private order = 0;

  /** The earliest time; null where nobody waits. */
  get earliest(): Nanos | null {
    return this.heap[0]?.at ?? null;
  }

  /** Sets, moves or, with null, takes away the time of `key`. Setting the time that it has changes nothing. */
  set(key: number, at: Nanos | null): void {
    const place = this.places.get(key);
    if (place !== undefined) {
      if (this.heap[place]?.at === at) return;
      this.remove(place);
    }
    if (at === null) return;
    this.heap.push({ key, at, order: this.order++ });
    this.places.set(key, this.heap.length - 1);
    this.up(this.heap.length - 1);
  }

  /** Those whose time has come, in the order of their times. They stay until they are set anew. */
  due(now: Nanos): number[] {
    const due: Entry[] = [];
    const visit = (place: number): void => {
      const entry = this.heap[place];
      if (entry === undefined || entry.at > now) return;
      due.push(entry);
      visit(2 * place + 1);
      visit(2 * place + 2);
    };
    visit(0);
    return due.sort((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ key }) => key);
  }

  private remove(place: number): void {
    const gone = this.heap[place];
    const last = this.heap.pop();
    if (gone === undefined || last === undefined) return;
    this.places.delete(gone.key);
    if (gone === last) return;
    this.put(place, last);
    this.up(place);
    this.down(this.places.get(last.key) ?? place);
  }

  private put(place: number, entry: Entry): void {
    this.heap[place] = entry;
    this.places.set(entry.key, place);
  }

  private up(from: number): void {
    let place = from;
    const entry = this.heap[place];
    if (entry === undefined) return;
    while (place > 0) {
      const parent = this.heap[(place - 1) >> 1];
      if (parent === undefined || !isBefore(entry, parent)) break;
      this.put(place, parent);
      place = (place - 1) >> 1;
    }
    this.put(place, entry);
  }

  private down(from: number): void {
    let place = from;
    const entry = this.heap[place];
    if (entry === undefined) return;
    for (;;) {
      const left = 2 * place + 1;
      const [a, b] = [this.heap[left], this.heap[left + 1]];
      const [child, at] = b !== undefined && a !== undefined && isBefore(b, a) ? [b, left + 1] : [a, left];
      if (child === undefined || !isBefore(child, entry)) break;
      this.put(place, child);
      place = at;
    }
    this.put(place, entry);
  }
}
