/** The concept test: what somebody believes about remote calls, asked before the course and after it. */
import type { AnsweringRun } from "../setup/questions/types.ts";
import type { BeliefName } from "./beliefs.ts";

/** What a run measured, by the name of the measure: a number, a word, or null where it measured none. */
export interface Measured {
  readonly values: Readonly<Record<string, number | string | null>>;
  readonly kinds: readonly string[]; // of packets that were sent
}

export interface Option {
  readonly id: string;
  readonly text: string;
  /** What its giver believes; null for the right one. */
  readonly belief: BeliefName | null;
  /** Whether the runs say that it is so. A test asks it of every option: of one item one is so, and no other. */
  readonly isSo: (runs: readonly Measured[]) => boolean;
}

/** What somebody needs to find the answer: both forms of an item need the same. */
export const NEEDS = {
  histories: "think of two courses of a call that end alike",
  count: "count how often a procedure runs",
  clock: "know which machine’s clock counts",
  share: "guess a share of a time",
  ratio: "guess how many times more or less",
  queue: "follow a queue after a disturbance",
  slowest: "think of the slowest of several",
  promise: "know what a message promises",
} as const;
type Need = keyof typeof NEEDS;

/** One of the two parallel forms of an item. */
export interface Form {
  readonly asked: string;
  readonly options: readonly Option[];
  readonly needs: readonly Need[];
  /** Why the right one is right, read as an answer of the questions: "{executions 2}" is of the second run. */
  readonly answer: string;
  readonly runs: readonly [AnsweringRun, ...AnsweringRun[]];
}

export interface Item {
  readonly id: string; // "error"
  readonly about: string; // "what an error says of the execution"
  readonly forms: { readonly a: Form; readonly b: Form };
}

export type FormName = keyof Item["forms"];
