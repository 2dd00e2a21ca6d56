/**
 * For tests: the ends of a protocol, joined by wires that lose, copy, delay and so reorder what is sent. The protocol
 * by itself: no machine, no lane to queue for. A protocol's own net says which ends there are, and what each effect of
 * theirs does.
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

export class LossyNet<Taken> {
  now: Nanos = 0;
  /** All steps that were taken, in the order of their times. */
  readonly steps: Taken[] = [];
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

/** What an end runs, and what its net does about it. */
interface Part<State, Input, Effect> {
  readonly machine: Pick<Machine<State, Input, Effect>, "protocol" | "step" | "deadline">;
  /** The input that says that time is up; left out where no state waits for a time. */
  readonly tick?: Input;
  /** Keeps a step. */
  readonly keep: (step: Step<State, Input, Effect>) => void;
  /** Carries an effect out; called once the step is kept. */
  readonly act: (effect: Effect) => void;
}

/** One end of a protocol on a net: its machine and its state, null while the end is down. */
export class NetEnd<State, Input, Effect> implements Timed {
  state: State | null;
  private lives = 0;
  private readonly net: LossyNet<unknown>;
  private part: Part<State, Input, Effect>;

  constructor(net: LossyNet<unknown>, state: State | null, part: Part<State, Input, Effect>) {
    this.net = net;
    this.state = state;
    this.part = part;
    net.add(this);
  }

  deadline(): Nanos | null {
    return this.state === null ? null : this.part.machine.deadline(this.state);
  }

  /** Throws where no state of the machine waits for a time. */
  tick(): void {
    const { tick, machine } = this.part;
    if (tick === undefined) throw new Error(`The ${machine.protocol} waits for no time.`);
    this.hear(tick);
  }

  /** Throws where the end is down: it takes no step. */
  step(input: Input): void {
    const { machine, keep, act } = this.part;
    const before = this.state;
    if (before === null) throw new Error(`The ${machine.protocol} is down; it takes no step.`);
    const [after, effects] = machine.step(before, input, this.net.now);
    this.state = after;
    keep({ at: this.net.now, before, input, after, effects });
    for (const effect of effects) act(effect);
  }

  /** What comes to an end that is down is lost. */
  hear(input: Input): void {
    if (this.state !== null) this.step(input);
  }

  /** Something that the end works on: it is done after `duration`, unless another life has begun by then. */
  work(duration: Nanos, done: () => void): void {
    const { lives } = this;
    this.net.after(duration, () => (this.lives === lives ? done() : undefined));
  }

  /** A new life of the end, which knows nothing of the one before; with null the end is down. */
  begin(state: State | null): void {
    this.lives++;
    this.state = state;
  }

  /** From now on the end runs another machine, such as one with other options. */
  become(machine: Part<State, Input, Effect>["machine"]): void {
    this.part = { ...this.part, machine };
  }
}
