/**
 * For tests: the ends of a protocol, joined by wires that lose, copy, delay and so reorder what is sent. The protocol
 * by itself: no machine, no lane to queue for. What is sent, and where it arrives, each protocol's net says.
 *
 * Ordering: events happen in the order of their times; at one time in the order in which they were set off, and after
 * them the timers of the ends, in the order in which the ends were added.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Machine } from "../machine.ts";

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

export class LossyNet {
  now: Nanos = 0;
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
    for (let next = this.next(); next !== null && next.at <= until; next = this.next()) {
      const first = next;
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

/** A step that an end has taken, with all that went in and came out. */
export interface Step<State, Input, Effect> {
  readonly at: Nanos;
  readonly before: State;
  readonly input: Input;
  readonly after: State;
  readonly effects: readonly Effect[];
}

/** One end of a protocol on a net: its machine and its state, null while there is none. */
export class NetEnd<State, Input, Effect, Identity> implements Timed {
  machine: Machine<State, Input, Effect, Identity>;
  state: State | null;
  private readonly net: LossyNet;
  private readonly tickInput: Input | null;
  private readonly took: (step: Step<State, Input, Effect>) => void;

  /**
   * @param tickInput the input that says that time is up; null where no state waits for a time
   * @param took keeps the step and carries its effects out
   */
  constructor(
    net: LossyNet,
    machine: Machine<State, Input, Effect, Identity>,
    state: State | null,
    tickInput: Input | null,
    took: (step: Step<State, Input, Effect>) => void,
  ) {
    this.net = net;
    this.machine = machine;
    this.state = state;
    this.tickInput = tickInput;
    this.took = took;
    net.add(this);
  }

  deadline(): Nanos | null {
    return this.state === null ? null : this.machine.deadline(this.state);
  }

  tick(): void {
    if (this.tickInput === null) throw new Error(`The ${this.machine.protocol} waits for no time.`);
    this.step(this.tickInput);
  }

  /** Throws where the end is down: it takes no step. */
  step(input: Input): void {
    const before = this.state;
    if (before === null) throw new Error(`The ${this.machine.protocol} is down; it takes no step.`);
    const at = this.net.now;
    const [after, effects] = this.machine.step(before, input, at);
    this.state = after;
    this.took({ at, before, input, after, effects });
  }
}
