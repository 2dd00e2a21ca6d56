/**
 * The hosts of a net and their steps. Hosts with equal keys take the same steps from deadlines that are as far away. So
 * a step is taken once, and remembered by the host's number, the time to its deadline, and the input.
 */
import type { Nanos } from "../kernel/time.ts";
import type { Ends, Host } from "../protocols/ends.ts";
import type { Act, Acts } from "./net-acts.ts";
import { Numbers } from "./net-events.ts";
import type { HostAt, Input } from "./net-state.ts";

/** A step that was taken. */
interface Taken<State, Packet> {
  readonly number: number;
  readonly state: State;
  readonly clock: Nanos; // the host's own
  readonly waits: Nanos; // from then until its deadline
  readonly acts: readonly Act<Packet>[];
}

/** Of the callee, below this. */
const MOST_LIVES = 64;

export class NetHosts<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly acts: Acts<Packet>;
  private readonly numbers = new Numbers();
  /** Steps by the host's number, by the input and the callee's life, and by the time to the deadline. */
  private readonly taken: Map<number, Map<Nanos, Taken<State, Packet>>>[] = [];

  constructor(ends: Ends<State, Packet>, acts: Acts<Packet>) {
    this.ends = ends;
    this.acts = acts;
  }

  start(now: Nanos): readonly HostAt<State>[] {
    return this.ends.start().map((state, host) => this.at(host, state, now, now));
  }

  restart(host: Host, life: number, now: Nanos, calleeLife: number): HostAt<State> {
    return this.at(host, this.ends.restart(host, life, { now, calleeLife }), now, now);
  }

  /** The host after an input, and what it does then. */
  step(
    at: HostAt<State>,
    host: Host,
    { number, input }: Input<Packet>,
    now: Nanos,
    calleeLife: number,
  ): readonly [HostAt<State>, readonly Act<Packet>[]] {
    const clock = now + at.ahead;
    if (this.ends.readsClock === true) {
      const [state, effects] = this.ends.step(at.state, input, { now, calleeLife });
      return [this.at(host, state, now, now), this.acts.of(host, effects)];
    }
    const byInput = (this.taken[at.number] ??= new Map());
    const code = number * MOST_LIVES + calleeLife;
    let byTime = byInput.get(code);
    if (byTime === undefined) byInput.set(code, (byTime = new Map<Nanos, Taken<State, Packet>>()));
    const left = at.deadline - now;
    let taken = byTime.get(left);
    if (taken === undefined) {
      const [state, effects] = this.ends.step(at.state, input, { now: clock, calleeLife });
      const waits = (this.ends.deadline(state) ?? Infinity) - clock;
      taken = { number: this.numberOf(host, state), state, clock, waits, acts: this.acts.of(host, effects) };
      byTime.set(left, taken);
    }
    const { state, waits } = taken;
    return [{ number: taken.number, state, ahead: taken.clock - now, deadline: now + waits }, taken.acts];
  }

  private at(host: Host, state: State, now: Nanos, clock: Nanos): HostAt<State> {
    const deadline = (this.ends.deadline(state) ?? Infinity) + now - clock;
    return { number: this.numberOf(host, state), state, ahead: clock - now, deadline };
  }

  private numberOf(host: Host, state: State): number {
    return this.numbers.of(`${host} ${this.ends.key(state)}`);
  }
}
