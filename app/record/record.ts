/** The record of the answers that a reader gives in the lessons. */
import type { ParamValues } from "../../engine/experiments/types.ts";
import type { QuestionName } from "../../lessons/schedule.ts";
import type { Misconception } from "../../lessons/misconceptions.ts";
import type { Committed } from "../../lessons/verdict.ts";

/** Answers to one prediction, first to last; settled once right, told, or committed as "No idea". */
export interface PredictionRecord {
  readonly answers: readonly Committed[];
  readonly settled: boolean;
  readonly told: boolean;
  readonly variant: string | null; // the option chosen
}

export interface ExplainRecord {
  readonly pick: string | null;
  readonly text: string;
  readonly shown: boolean; // ours was compared with
}

export interface CheckRecord {
  readonly passed: boolean;
  readonly failures: number;
  readonly set: ParamValues; // what was submitted last
  readonly faults: readonly string[]; // submitted with it
  readonly hints: number;
  readonly told: boolean;
}

/** An answer to a question from memory: the first counts, the last is shown. */
export interface Given {
  readonly first: string; // option
  readonly option: string;
  readonly right: boolean; // the first
}

/** Questions from memory as they were chosen when they were first asked, and what was answered. */
export interface MemoryRecord {
  readonly asked: readonly QuestionName[];
  readonly given: Readonly<Record<string, Given>>;
}

/** One answer, with what it shows that its giver believes. The log of a lesson has them in their order. */
export interface LogEntry {
  readonly about: string; // a prediction, a part of a checkpoint, a question from memory
  readonly kind: "prediction" | "again" | "variant" | "checkpoint" | "memory";
  readonly form: Committed["kind"] | "run";
  readonly right: boolean;
  readonly could: readonly Misconception[]; // what some answer to it would have shown
  readonly showed: readonly Misconception[];
  readonly caught: boolean | null; // whether an interval held the truth; null where none was given
  readonly at?: number; // seconds since 1970; older answers do not say
}

export interface LessonRecord {
  readonly turn: number; // 1 for the lesson that the reader opened first; 0 while it was not opened
  readonly visit: number; // the larger, the later the reader was in it
  readonly seen: readonly string[]; // steps
  readonly at: number; // place of the step that the reader was at last, from 1; 0 before the first
  readonly predictions: Readonly<Record<string, PredictionRecord>>;
  readonly explains: Readonly<Record<string, ExplainRecord>>;
  readonly checks: Readonly<Record<string, CheckRecord>>; // "checkpoint/part"
  readonly variants: Readonly<Record<string, string>>; // of checkpoints: the option chosen
  readonly opening: MemoryRecord;
  readonly ending: MemoryRecord; // the five that its part ends with
  readonly log: readonly LogEntry[];
  readonly finished: boolean;
}

export interface Answers {
  readonly lessons: Readonly<Record<string, LessonRecord>>;
  readonly kept: boolean; // false where this browser keeps nothing
  readonly problem: string | null; // what became of kept answers that this page cannot read, or NOTHING_KEPT
}

/** The problem of a browser that keeps no answers: its notice says what a reader can do. */
export const NOTHING_KEPT = "not-kept";

const NOTHING_ASKED: MemoryRecord = { asked: [], given: {} };

export const EMPTY: LessonRecord = {
  turn: 0,
  visit: 0,
  seen: [],
  at: 0,
  predictions: {},
  explains: {},
  checks: {},
  variants: {},
  opening: NOTHING_ASKED,
  ending: NOTHING_ASKED,
  log: [],
  finished: false,
};
