/** The steps of a lesson that are done: every answer of a step is given; one that asks nothing was seen. */
import type { Lesson } from "../types.ts";
import { openSteps } from "./open-steps.ts";

type Record = Parameters<typeof openSteps>[1] & { readonly seen: readonly string[] };

/** Their places, from 1. */
export function doneSteps(lesson: Lesson, record: Record): readonly number[] {
  const open = openSteps(lesson, record);
  return lesson.steps.flatMap(({ id, predict, explain, checkpoint, transfer }, i) => {
    const asks = [predict, explain, checkpoint, transfer].some((part) => part !== undefined);
    return (asks ? !open.includes(i + 1) : record.seen.includes(id)) ? [i + 1] : [];
  });
}
