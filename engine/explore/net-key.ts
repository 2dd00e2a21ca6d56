/** Keys of the net's states, as rows of whole numbers. */
import type { Nanos } from "../kernel/time.ts";
import { REBOOT, type Held, type NetState } from "./net-state.ts";

const MOST_WORDS = 1 << 14;

/** Writes the key of one state after the other into the same row. */
export class KeyWriter {
  readonly row = new Int32Array(MOST_WORDS);
  private length = 0;
  private readonly time = new Float64Array(1);
  private readonly halves = new Int32Array(this.time.buffer);

  /**
   * Equal rows, equal futures. All moments count from now. The names that a script has for packets do not count: what
   * may happen does not depend on them. Returns the length.
   */
  write<State, Packet>({ now, hosts, lives, crashedAt, due, held, facts }: NetState<State, Packet>): number {
    this.length = 0;
    for (let i = 0; i < hosts.length; i++) {
      const host = hosts[i] ?? null;
      this.word(host === null ? -1 : host.number);
      this.span(host === null ? Math.min(now - (crashedAt[i] ?? 0), REBOOT) : host.deadline - now);
      this.word(lives[i] ?? 0);
    }
    this.word(facts.number);
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
    if (held.length === 1) for (const one of held) this.held(one, now);
    else for (const one of held.toSorted(byEvent(now))) this.held(one, now);
    return this.length;
  }

  private held<Packet>({ since, events }: Held<Packet>, now: Nanos): void {
    this.span(Math.max(0, since - now));
    this.word(events.length);
    for (const { number } of events) this.word(number);
  }

  private word(word: number): void {
    if (this.length === MOST_WORDS) throw new Error(`A state of the search has more than ${MOST_WORDS} words.`);
    this.row[this.length++] = word;
  }

  /** The bits of a duration. */
  private span(time: Nanos): void {
    this.time[0] = time;
    this.word(this.halves[0] ?? 0);
    this.word(this.halves[1] ?? 0);
  }
}

/** Packets that are held back are let go in any order. */
const byEvent =
  (now: Nanos) =>
  <Packet>(one: Held<Packet>, other: Held<Packet>): number =>
    (one.events[0]?.number ?? 0) - (other.events[0]?.number ?? 0) ||
    Math.max(0, one.since - now) - Math.max(0, other.since - now) ||
    one.events.length - other.events.length;
