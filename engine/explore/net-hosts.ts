/**
 * The hosts of a net and their steps. A step is taken once for a host’s number, the input, and the time to the host’s
 * deadline, and is remembered.
 *
 * The times to the deadline are many, and what a host does seldom depends on them: it keeps its timers, or sets them
 * anew. So a step is not taken again between two times at which it came to the same. A host may ask whether a time is
 * up or comes before another; it may not ask for one time alone, or for every other millisecond (`readsClock`).
 */
import type { Nanos } from "../kernel/time.ts";
import type { Ends, Host } from "../protocols/ends.ts";
import type { Act, Acts } from "./net-acts.ts";
import { Numbers } from "./net-events.ts";
import type { HostAt, Input } from "./net-state.ts";

/** The result of a step: the host after it, and its effects. */
interface Outcome<State, Packet> {
  readonly number: number;
  readonly state: State;
  readonly clock: Nanos; // the host's own
  readonly deadline: Nanos; // by that clock
  readonly acts: readonly Act<Packet>[];
  /** Whether the deadline is that of before the step; the others count from the step. */
  readonly isKept: boolean;
}

/** The steps of a host for one input. */
class Taken<State, Packet> {
  private readonly outcomes = new Map<Nanos, Outcome<State, Packet>>(); // by the time to the deadline
  private readonly ranges: { least: Nanos; most: Nanos; readonly outcome: Outcome<State, Packet> }[] = [];

  /** The outcome so long before the deadline; undefined where it is not known. */
  at(left: Nanos): Outcome<State, Packet> | undefined {
    const known = this.outcomes.get(left);
    if (known !== undefined) return known;
    for (const { least, most, outcome } of this.ranges) if (least < left && left < most) return outcome;
    return undefined;
  }

  add(left: Nanos, outcome: Outcome<State, Packet>): void {
    this.outcomes.set(left, outcome);
    if (left === Infinity) return;
    const range = this.ranges.find((one) => isSame(one.outcome, outcome));
    if (range === undefined) {
      if (this.ranges.length < MOST_RANGES) this.ranges.push({ least: left, most: left, outcome });
    } else if (left < range.least) range.least = left;
    else if (left > range.most) range.most = left;
  }
}

/** An input with more different outcomes is remembered for each time alone. */
const MOST_RANGES = 16;

function isSame<State, Packet>(one: Outcome<State, Packet>, other: Outcome<State, Packet>): boolean {
  if (one.number !== other.number || one.acts !== other.acts || one.isKept !== other.isKept) return false;
  return one.isKept || one.deadline - one.clock === other.deadline - other.clock;
}

/** The host as it would be at another time. */
const moved = <State>(at: HostAt<State>, from: Nanos, to: Nanos): HostAt<State> => ({
  ...at,
  ahead: at.ahead + from - to,
  deadline: at.deadline - from + to,
});

/** The callee’s numbers are below this. */
const MOST_LIVES = 64;

export class NetHosts<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly acts: Acts<Packet>;
  private readonly remembers: boolean;
  private readonly numbers = new Numbers();
  /** By the host's number, and by the input and the callee's life. */
  private readonly taken: Map<number, Taken<State, Packet>>[] = [];
  private readonly born = new Map<string, { readonly host: HostAt<State>; readonly now: Nanos }>();

  /** @param remembers whether a step is taken once; false: each time anew */
  constructor(ends: Ends<State, Packet>, acts: Acts<Packet>, remembers = true) {
    this.ends = ends;
    this.acts = acts;
    this.remembers = remembers && ends.readsClock !== true;
  }

  start(): readonly HostAt<State>[] {
    return this.ends.start().map((state, host) => this.at(host, state));
  }

  restart(host: Host, life: number, now: Nanos, calleeLife: number): HostAt<State> {
    const name = `${host} ${life} ${calleeLife}`;
    const known = this.remembers ? this.born.get(name) : undefined;
    if (known !== undefined) return moved(known.host, known.now, now);
    const made = this.at(host, this.ends.restart(host, life, { now, calleeLife }));
    this.born.set(name, { host: made, now });
    return made;
  }

  /** The host after an input, and what it does then. */
  step(
    at: HostAt<State>,
    host: Host,
    { number, input }: Input<Packet>,
    now: Nanos,
    calleeLife: number,
  ): readonly [HostAt<State>, readonly Act<Packet>[]] {
    if (!this.remembers) {
      const [state, effects] = this.ends.step(at.state, input, { now, calleeLife });
      return [this.at(host, state), this.acts.of(host, effects)];
    }
    const byInput = (this.taken[at.number] ??= new Map());
    const code = number * MOST_LIVES + calleeLife;
    let taken = byInput.get(code);
    if (taken === undefined) byInput.set(code, (taken = new Taken<State, Packet>()));
    const left = at.deadline - now;
    let outcome = taken.at(left);
    if (outcome === undefined) {
      const clock = now + at.ahead;
      const [state, effects] = this.ends.step(at.state, input, { now: clock, calleeLife });
      const deadline = this.ends.deadline(state) ?? Infinity;
      const isKept = deadline !== Infinity && deadline === at.deadline + at.ahead;
      const after = state === at.state ? at.number : this.numberOf(host, state);
      outcome = { number: after, state, clock, deadline, acts: this.acts.shared(host, effects), isKept };
      taken.add(left, outcome);
    }
    const { state, clock, isKept } = outcome;
    const deadline = isKept ? at.deadline : outcome.deadline - clock + now;
    const ahead = isKept ? outcome.deadline - deadline : clock - now;
    return [{ number: outcome.number, state, ahead, deadline }, outcome.acts];
  }

  private at(host: Host, state: State): HostAt<State> {
    const deadline = this.ends.deadline(state) ?? Infinity;
    return { number: this.numberOf(host, state), state, ahead: 0, deadline };
  }

  private numberOf(host: Host, state: State): number {
    return this.numbers.of(`${host} ${this.ends.key(state)}`);
  }
}
