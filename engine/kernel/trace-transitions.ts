/** The tables of transitions: the steps of protocols' state machines, and the facts of the states after them. */
import type { Nanos } from "./time.ts";
import type { FactName, Ref } from "./trace-data.ts";
import { FactNames } from "./trace-names.ts";
import { factTable, resize, transitionTable } from "./trace-tables.ts";

/** A number that a state keeps, under its name. */
interface Fact extends FactName {
  readonly value: number;
}

/** A step of a protocol's state machine to be recorded; see TransitionColumns. Words are numbers of `TraceRecorder`. */
export interface TransitionRecord {
  readonly at: Nanos;
  readonly machine: number;
  readonly protocol: number;
  readonly instance: number;
  readonly from: number;
  readonly to: number;
  readonly input: number;
  readonly cause: Ref;
  readonly call: number;
  /** When the state wants a tick; null for never. */
  readonly due: Nanos | null;
  /** The numbers that the state keeps; called only where the row is kept. */
  readonly facts: () => readonly Fact[];
}

const NEVER = -1;

export class TransitionTables {
  readonly transitions = transitionTable();
  readonly facts = factTable();
  readonly factNames = new FactNames();

  /** Appends a row, and one for each fact. */
  add(step: TransitionRecord): void {
    const { transitions } = this;
    const row = transitions.count;
    if (row === transitions.at.length) resize(transitions, row * 2);
    transitions.at[row] = step.at;
    transitions.machine[row] = step.machine;
    transitions.protocol[row] = step.protocol;
    transitions.instance[row] = step.instance;
    transitions.from[row] = step.from;
    transitions.to[row] = step.to;
    transitions.input[row] = step.input;
    transitions.cause[row] = step.cause;
    transitions.call[row] = step.call;
    transitions.due[row] = step.due ?? NEVER;
    transitions.factsAt[row] = this.facts.count;
    transitions.factsLength[row] = this.keep(step.facts());
    transitions.count = row + 1;
  }

  /** Appends facts and gives their number. */
  private keep(kept: readonly Fact[]): number {
    const { facts, factNames } = this;
    for (const fact of kept) {
      const row = facts.count;
      if (row === facts.value.length) resize(facts, row * 2);
      facts.name[row] = factNames.number(fact);
      facts.value[row] = fact.value;
      facts.count = row + 1;
    }
    return kept.length;
  }
}
