/** The parts of an open lesson share these: the lesson, the step, the reader's record, and ways to the stage. */
import { createContext, useContext, useMemo } from "react";
import type { RunEngine } from "../../lessons/judge.ts";
import type { RunRequest } from "../../lessons/numbers.ts";
import type { Lesson, ParamValues, StageState, Step } from "../../lessons/types.ts";
import { answers, update } from "../record/answers.ts";
import type { Limit } from "../timeline/props.ts";
import { fitting } from "../record/fitting.ts";
import { EMPTY } from "../record/record.ts";
import type { LessonRecord } from "../record/record.ts";

/** The limit of a goal in runs of an experiment that have certain values. */
export interface GoalLimit {
  readonly experiment: string;
  readonly set: ParamValues;
  /** It lies so many nanoseconds behind the beginning of the shown call, or behind the first crash. */
  readonly from: "call" | "crash";
  readonly nanos: number;
  readonly misses: Limit["misses"];
  readonly words: string;
}

/** What the stage shows of the checkpoint that the reader works on: the first goal that is missed, and a limit. */
export interface Goals {
  readonly says: string;
  readonly now: string;
  readonly goal: string;
  readonly holds: boolean;
  /** Whether the stage has something newer than what was measured. */
  readonly isOld: boolean;
  readonly limit: GoalLimit | null;
}

export interface LessonContext {
  readonly lesson: Lesson;
  readonly step: Step;
  /** Puts the stage in a state, that of a try where one is named; what is left out stays as the step has it. */
  readonly show: (state: Partial<StageState>, tried?: string) => void;
  /** The state that the stage was last put in, and the try that did so. */
  readonly state: StageState;
  readonly tried: string | null;
  /** Runs the engine afresh, off the page's thread. */
  readonly engine: RunEngine;
  /** The same for what is shown while the reader goes on: a newer run ends the one before. */
  readonly live: RunEngine;
  /**
   * The element of the stage on which a reader draws a curve; null where the curve is drawn in the text. The stage sets
   * it.
   */
  readonly paper: HTMLElement | null;
  readonly onPaper: (paper: HTMLElement | null) => void;
  /** The element below the stage's figure for controls that the text hands over. The stage sets it. */
  readonly desk: HTMLElement | null;
  readonly onDesk: (desk: HTMLElement | null) => void;
  /** Null where the step has no checkpoint, or its goals would give an answer away. The checkpoint sets them. */
  readonly goals: Goals | null;
  readonly onGoals: (goals: Goals | null) => void;
  readonly runNumber: (request: RunRequest) => Promise<number | null>;
}

export const Lessons = createContext<LessonContext | null>(null);

export function useLesson(): LessonContext {
  const context = useContext(Lessons);
  if (context === null) throw new Error("lesson: a part of a lesson stands outside <Lessons>");
  return context;
}

/** The reader's record of the open lesson, as far as it fits the lesson, and the way to change it. */
export function useRecord(): readonly [LessonRecord, (change: (record: LessonRecord) => LessonRecord) => void] {
  const { lesson } = useLesson();
  const kept = answers((state) => state.lessons[lesson.slug] ?? EMPTY);
  const record = useMemo(() => fitting(lesson, kept), [lesson, kept]);
  return [record, (change) => update(lesson.slug, change)];
}

/** Whether what a cover hides may be seen: its prediction is committed. */
export const isUncovered = (step: Step, record: LessonRecord): boolean =>
  step.cover === undefined || record.predictions[step.cover.until] !== undefined;

/** The step, from 1, whose guess uncovers what this one hides; 0 where it hides nothing. */
export const guessStep = ({ steps }: Lesson, { cover }: Step): number =>
  cover === undefined ? 0 : steps.findIndex(({ predict }) => predict?.id === cover.until) + 1;
