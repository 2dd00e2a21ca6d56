/**
 * The search over all ways in which so many faults can meet a protocol. It begins with runs without a fault, goes on to
 * those with one, and so on: the first violation of a property that it finds needs the fewest faults. States with equal
 * keys have equal futures and are gone on from once.
 */
import type { Fault } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Ends } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import type { CallTimes } from "./call-times.ts";
import type { Program } from "../experiments/explorable.ts";
import { Net } from "./net.ts";
import type { Broken } from "./net-facts.ts";
import { weightOf } from "./net-met.ts";
import type { NetState } from "./net-state.ts";
import type { CallFacts } from "../experiments/call-facts.ts";
import { StateTable } from "./state-table.ts";

/** A run that breaks a property. */
export interface Violation {
  readonly property: Property;
  readonly faults: readonly Fault[];
  /** The call that breaks it, from 1. */
  readonly call: number;
  readonly at: Nanos;
}

export interface Search {
  readonly states: number;
  /** Runs that were followed to their end. */
  readonly runs: number;
  /** Times that a state was met again that was known already. */
  readonly deduplicated: number;
  /** All violations, those with the fewest faults first. */
  readonly violations: readonly Violation[];
}

interface SearchOptions {
  /** The most faults of a run. */
  readonly faults: number;
  /** How many calls the program makes. */
  readonly calls: number;
  /** The promises that a run must keep. */
  readonly properties: readonly Property[];
  readonly program: Program;
  /** The only sorts of faults that packets meet; and machines stand still by `slow`. Left out: all. */
  readonly sorts?: readonly Fault["what"][];
  /** Called now and then with the number of states so far. */
  readonly progress?: (states: number) => void;
  /** Whether states with equal keys are gone on from once; left out: they are. */
  readonly deduplicates?: boolean;
  /** Whether late packets come also where they change nothing; left out: they do not, and fewer faults do the same. */
  readonly followsIdle?: boolean;
  /** Called for each run that was followed to its end; for all of them anew where the search begins anew. */
  readonly ended?: (run: EndedRun) => void;
}

/** A run that was followed to its end. */
export interface EndedRun {
  readonly faults: readonly Fault[];
  readonly calls: readonly CallFacts[]; // those that have begun
}

const TELL_EVERY = 1000; // states

/** Follows every run with so many faults. */
export function search<State, Packet>(ends: Ends<State, Packet>, times: CallTimes, options: SearchOptions): Search {
  const net = new Net(ends, times, { ...options, skipsIdle: options.followsIdle !== true });
  for (;;) {
    const found = new Runner(net, options).run();
    if (found !== null) return found;
  }
}

const weight = ({ faults }: Violation): number => faults.reduce((sum, fault) => sum + weightOf(fault), 0);
const bySimplicity = (a: Violation, b: Violation): number =>
  a.faults.length - b.faults.length || weight(a) - weight(b) || a.at - b.at;

/** Two ways may lead to a state. The one with more time around its faults also works in a system with other times. */
function isBetter(one: NetState<unknown, unknown>, other: NetState<unknown, unknown>): boolean {
  return one.faultCount === other.faultCount && one.weight === other.weight && one.room > other.room;
}

class Runner<State, Packet> {
  private readonly net: Net<State, Packet>;
  private readonly options: SearchOptions;
  private readonly known = new StateTable(); // the keys of the states, by their number
  private readonly usual: number[] = []; // by state: the state that follows without another fault; -1 for none
  private readonly states: NetState<State, Packet>[] = []; // by state
  private readonly isDone: boolean[] = []; // by state: whether all that follows it is known
  private readonly open: number[][]; // states by their number of faults
  private readonly violations: Violation[] = [];
  private runs = 0;
  private deduplicated = 0;

  constructor(net: Net<State, Packet>, options: SearchOptions) {
    this.net = net;
    this.options = options;
    this.open = Array.from({ length: options.faults + 1 }, () => []);
  }

  /** Null where the keys of the first states turn out to have left out names that matter: the search begins anew. */
  run(): Search | null {
    const { repeats } = this.net;
    this.reach(this.net.start());
    // The lists grow while they are read: states that were reached first, and so by the fewest events, come first.
    for (const states of this.open) {
      for (const state of states) {
        this.goOnFrom(state);
        if (this.net.repeats > repeats) return null;
      }
    }
    this.findEndless();
    return {
      states: this.states.length,
      runs: this.runs,
      deduplicated: this.deduplicated,
      violations: this.violations.toSorted(bySimplicity),
    };
  }

  /** A state is reached. Returns its number. */
  private reach(state: NetState<State, Packet>): number {
    const number = this.numberOf(state);
    if (number < this.states.length) {
      this.deduplicated++;
      this.reachAgain(number, state);
      return number;
    }
    this.usual.push(-1);
    this.states.push(state);
    this.isDone.push(false);
    itemAt(this.open, state.faultCount, "number of faults").push(number);
    if (this.states.length % TELL_EVERY === 0) this.options.progress?.(this.states.length);
    return number;
  }

  /** A new state has the number of all before it. */
  private numberOf(state: NetState<State, Packet>): number {
    if (this.options.deduplicates === false) return this.states.length;
    const { row, length } = this.net.key(state);
    return this.known.add(row, length);
  }

  /**
   * A known state is reached on another way. With fewer faults it has more futures, so it is gone on from as one with
   * these. States are gone on from by their number of faults, so none is done yet that is reached with fewer.
   */
  private reachAgain(number: number, state: NetState<State, Packet>): void {
    if (this.isDone[number] === true) return;
    const before = itemAt(this.states, number, "state");
    const isFewer = state.faultCount < before.faultCount;
    if (!isFewer && !isBetter(state, before)) return;
    this.states[number] = state;
    if (isFewer) itemAt(this.open, state.faultCount, "number of faults").push(number);
  }

  private goOnFrom(number: number): void {
    const { net } = this;
    const state = itemAt(this.states, number, "state");
    if (this.isDone[number] === true) return; // it was reached with fewer faults later
    this.isDone[number] = true;
    const broken = net.broken(state);
    if (broken !== null) {
      this.found(broken, state);
      return;
    }
    if (state.held.length === 0 && net.isAtEnd(state)) {
      this.runs++;
      this.options.ended?.({ faults: state.faults, calls: state.facts.calls });
      if (state.facts.isCalling) this.found({ property: "ends", call: state.facts.calls.length }, state);
    }
    for (const { state: next, isUsual } of net.successors(state)) {
      const reached = this.reach(next);
      if (isUsual) this.usual[number] = reached;
    }
  }

  /** A fault that still holds a packet back has no time yet; the same violation needs one fault less, or drops it. */
  private found(broken: Broken, state: NetState<State, Packet>): void {
    if (state.held.length > 0) return;
    this.violations.push({ ...broken, faults: state.faults, at: state.now });
  }

  /** Where the usual way from a state leads back to it during a call, the call never ends. */
  private findEndless(): void {
    const seen = new Int32Array(this.usual.length); // by state: the walk that came to it first, from 1
    for (let first = 0; first < this.usual.length; first++) {
      let at = first;
      while (at >= 0 && seen[at] === 0) {
        seen[at] = first + 1;
        at = itemAt(this.usual, at, "state");
      }
      if (at < 0 || seen[at] !== first + 1) continue;
      const state = itemAt(this.states, at, "state");
      if (!state.facts.isCalling) continue;
      this.violations.push({ property: "ends", faults: state.faults, call: state.facts.calls.length, at: Infinity });
    }
  }
}
