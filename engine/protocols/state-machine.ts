/** A protocol's state machine as data, for diagrams and reference pages. Each protocol has its own in states.ts. */
import type { StateWord } from "./machine.ts";

export interface StateMachine<Tag extends string = string> {
  readonly protocol: string; // as the machine says it: "Firefly caller"
  readonly title: string;
  readonly file: string; // with the step function and its rules
  readonly states: readonly StateWord<Tag>[]; // the first is where it begins
  readonly transitions: readonly Transition<Tag>[];
}

/** What a diagram shows. */
export type DrawnMachine = Omit<StateMachine, "file">;

export interface Transition<Tag extends string = string> {
  readonly from: readonly Tag[];
  readonly to: Tag | "same";
  readonly on: readonly string[]; // a packet by its kind, a timer, or what the program says
  readonly when: string; // beyond the input itself; "" for always
  readonly gives: readonly string[]; // packets by their kind, or other effects
  /** Given besides where the packet asks for an acknowledgement. */
  readonly asked?: string;
  readonly rules: readonly number[]; // of the step function's file
}

/**
 * One line of a state machine: from a state, or several, to another or to the same, on an input, or several.
 * @param when beyond the input itself; "" for always
 */
export function way<Tag extends string>(
  [from, to]: readonly [Tag | readonly Tag[], Tag | "same"],
  on: string | readonly string[],
  when: string,
  gives: readonly string[],
  rules: readonly number[],
): Transition<Tag> {
  return { from: several(from), to, on: several(on), when, gives, rules };
}

const several = <Word extends string>(words: Word | readonly Word[]): readonly Word[] =>
  typeof words === "string" ? [words] : words;

/** Some states of a machine, and the ways between them that begin or end in one of `about`: a diagram of its own. */
export function partOf(machine: StateMachine, title: string, states: readonly string[], about = states): StateMachine {
  return {
    ...machine,
    title: `${machine.title}: ${title}`,
    states: machine.states.filter(({ tag }) => states.includes(tag)),
    transitions: machine.transitions.flatMap((line): Transition[] => {
      if (line.to !== "same" && !states.includes(line.to)) return [];
      const from = line.from.filter((tag) => states.includes(tag) && (about.includes(tag) || about.includes(line.to)));
      return from.length === 0 ? [] : [{ ...line, from }];
    }),
  };
}
