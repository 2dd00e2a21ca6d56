/**
 * How a reader stands in a lesson, for the page around it and for learning platforms. Guesses and sentences count once
 * they are given, whatever they say: who guesses wrong learns most. A part of a checkpoint counts once it is passed
 * without its solution being shown.
 */
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { Lesson, Step } from "../../lessons/types.ts";
import { checksIn, saidIn } from "../../lessons/hand-in/said.ts";
import { openSteps } from "../../lessons/hand-in/open-steps.ts";
import { fitting } from "../record/fitting.ts";
import type { LessonRecord } from "../record/record.ts";

export interface Standing {
  readonly step: number; // from 1
  readonly steps: number;
  readonly answered: number; // of the questions
  readonly questions: number;
  readonly score: number; // 0 to 1: the share that counts
  readonly completed: boolean; // every step is seen, and no answer is missing
  readonly passed: boolean; // completed, and every checkpoint is passed without its solution
}

interface Asked {
  readonly given: boolean;
  readonly counts: boolean;
}

function askedIn(step: Step, record: LessonRecord): readonly Asked[] {
  const { predict } = step;
  const isSaid = (id: string): boolean => {
    const { pick = null, text = "" } = record.explains[id] ?? {};
    return pick !== null || text.trim() !== "";
  };
  const checks = checksIn(step).map(({ name }) => record.checks[name]);
  const isTold = checks[0]?.told === true; // the solution of all parts stands with the first
  const plain = [
    ...(predict === undefined ? [] : [record.predictions[predict.id] !== undefined]),
    ...saidIn(step).map(({ id }) => isSaid(id)),
  ];
  return [
    ...plain.map((given) => ({ given, counts: given })),
    ...checks.map((check) => ({
      given: isTold || check?.passed === true,
      counts: !isTold && check?.passed === true,
    })),
  ];
}

/** @param wanted the steps that an assignment asks for, from 1; all of them without one */
export function standingOf(lesson: Lesson, kept: LessonRecord, wanted: AskedLesson["steps"] = "all"): Standing {
  const record = fitting(lesson, kept);
  const isWanted = (step: number): boolean => wanted === "all" || wanted.includes(step);
  const steps = lesson.steps.filter((_, i) => isWanted(i + 1));
  const asked = steps.flatMap((step) => askedIn(step, record));
  const seen = steps.every(({ id }) => record.seen.includes(id));
  const completed = seen && !openSteps(lesson, record).some(isWanted);
  const counting = asked.filter(({ counts }) => counts).length;
  const score = asked.length === 0 ? Number(completed) : counting / asked.length;
  return {
    step: Math.min(Math.max(record.at, 1), lesson.steps.length),
    steps: lesson.steps.length,
    answered: asked.filter(({ given }) => given).length,
    questions: asked.length,
    score,
    completed,
    passed: completed && counting === asked.length,
  };
}
