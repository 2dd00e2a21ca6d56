/** Questions that engineers bring, each with the runs of this lab that answer it. */
import type { ParamValues } from "../../../engine/experiments/types.ts";

export interface AnsweringRun {
  /** The difference between this run and the others of its question: "A majority is enough". */
  readonly says: string;
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults?: readonly string[];
  /** Measures of the run, each as it is printed, in the measure's own unit. A test runs all of them. */
  readonly shows: Readonly<Record<string, string>>;
}

export interface Question {
  readonly id: string; // "incast"
  /** In the words of somebody who has the problem. */
  readonly asked: string;
  /** Other words that people type when they look for this. */
  readonly words: string;
  /** Plain sentences on causes and ratios: the machines are old, so their microseconds are no rule for today. */
  readonly answer: string;
  /** The first one is where a finding of the palette leads. */
  readonly runs: readonly [AnsweringRun, ...AnsweringRun[]];
  /** What this lab does not show; absent where nothing of the question is left open. */
  readonly open?: string;
  /** The lesson that tells more: its slug. */
  readonly lesson?: string;
}
