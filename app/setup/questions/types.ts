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
  /**
   * Two sentences, read by `answerOf`: "{p99Ms}" stands for what the first run shows, "{p99Ms 2}" for the second. They
   * are on causes and ratios: old machines’ microseconds are no rule for today.
   */
  readonly answer: string;
  /** The first one is where a finding of the palette leads. */
  readonly runs: readonly [AnsweringRun, ...AnsweringRun[]];
  /** Where runs of today are followed by older ones: one sentence on what stayed the same. */
  readonly same?: string;
  /** What this lab does not show; absent where nothing of the question is left open. */
  readonly open?: string;
  /** The lesson that tells more: its slug. */
  readonly lesson?: string;
}
