/** Keys of the net's states, as rows of whole numbers. */
import { entryOf, itemAt, numberAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import { kindOf } from "./net-acts.ts";
import { REBOOT, type Held, type Names, type NetState } from "./net-state.ts";

const MOST_WORDS = 1 << 14;

/** Writes the key of one state after the other into the same row. */
export class KeyWriter<State> {
  readonly row = new Int32Array(MOST_WORDS);
  private length = 0;
  private readonly repeated: ReadonlySet<number>;
  private readonly time = new Float64Array(1);
  private readonly halves = new Int32Array(this.time.buffer);

  private readonly timed: ReadonlyMap<number, number>;
  private readonly since: (state: State) => Nanos | null;

  /**
   * @param repeated kinds of packets, by their place, of which a name may be sent twice
   * @param timed for kinds of packets that take other times by their number, the last such number
   * @param since of a state without a deadline, the moment that its own count from; null where it has none
   */
  constructor(
    repeated: ReadonlySet<number>,
    timed: ReadonlyMap<number, number>,
    since: (state: State) => Nanos | null = () => null,
  ) {
    this.repeated = repeated;
    this.timed = timed;
    this.since = since;
  }

  /**
   * Equal rows, equal futures. All moments count from now. The names that a script has for packets count only
   * where one may be sent again with the same name: a fault meets both. Returns the length.
   */
  write<Packet>({ now, hosts, lives, crashedAt, due, held, pause, facts, names }: NetState<State, Packet>): number {
    this.length = 0;
    for (let i = 0; i < hosts.length; i++) {
      const host = hosts[i] ?? null;
      this.word(host === null ? -1 : host.number);
      if (host === null) this.span(Math.min(now - itemAt(crashedAt, i, "host"), REBOOT));
      else this.span((host.deadline === Infinity ? (this.since(host.state) ?? Infinity) : host.deadline) - now);
      this.word(itemAt(lives, i, "host"));
    }
    this.word(facts.number);
    this.word(pause === null ? -1 : pause.host);
    if (pause !== null) this.span(now - pause.since);
    if (pause !== null) this.span(pause.until - now);
    if (pause !== null) this.word(pause.timers);
    this.word(due.length);
    for (const { at, event, of, leaves } of due) {
      // A packet that has not left its sender yet is lost with it.
      const isInside = event.tag === "input" && leaves > now && leaves !== Infinity;
      this.word(2 * event.number + (isInside ? 1 : 0));
      this.span(at - now);
      if (!isInside) continue;
      this.word(of);
      this.span(leaves - now);
    }
    for (const one of held.length > 1 ? inAnyOrder(held, now) : held) this.held(one, now);
    if (this.repeated.size > 0) this.names(names);
    if (this.timed.size > 0) this.counts(names);
    return this.length;
  }

  private held<Packet>({ since, events, behind }: Held<Packet>, now: Nanos): void {
    this.word(behind ?? -1);
    this.span(late({ since, behind }, now));
    this.word(events.length);
    for (const { number } of events) this.word(number);
  }

  private names(names: Names | null): void {
    const all: number[] = [];
    for (let one = names; one !== null; one = one.before) {
      if (this.repeated.has(kindOf(one.counter))) all.push(2 * one.name + (one.isMet ? 1 : 0));
    }
    all.sort((a, b) => a - b);
    for (const one of all) this.span(one);
  }

  /** Counters of sent packets. They belong to the key only where the time of the next packet depends on them. */
  private counts(names: Names | null): void {
    const all = new Map<number, number>();
    for (let one = names; one !== null; one = one.before) {
      const most = this.timed.get(kindOf(one.counter));
      if (most === undefined || one.counted === 0 || all.has(one.counter)) continue;
      all.set(one.counter, Math.min(one.counted, most));
    }
    for (const counter of [...all.keys()].sort((a, b) => a - b)) {
      this.word(counter);
      this.word(entryOf(all, counter, "counter"));
    }
  }

  private word(word: number): void {
    if (this.length === MOST_WORDS) throw new Error(`A state of the search has more than ${MOST_WORDS} words.`);
    this.row[this.length++] = word;
  }

  /** The bits of a duration. */
  private span(time: Nanos): void {
    this.time[0] = time;
    this.word(numberAt(this.halves, 0));
    this.word(numberAt(this.halves, 1));
  }
}

/** When it may come. One that comes behind another comes behind none that arrives at the same time as itself would. */
const late = ({ since, behind }: Pick<Held<unknown>, "since" | "behind">, now: Nanos): Nanos =>
  Math.max(behind === null ? 0 : -1, since - now);

/** Released packets have no order; reordered ones keep the order in which they were sent. */
function inAnyOrder<Packet>(held: readonly Held<Packet>[], now: Nanos): readonly Held<Packet>[] {
  const free = held.filter(({ behind }) => behind === null);
  const sorted = free.sort(
    (one, other) =>
      itemAt(one.events, 0, "event").number - itemAt(other.events, 0, "event").number ||
      late(one, now) - late(other, now) ||
      one.events.length - other.events.length,
  );
  return [...sorted, ...held.filter(({ behind }) => behind !== null)];
}
