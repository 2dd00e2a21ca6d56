/** The whole course in its order: parts and lessons. catalogue.ts has what their files say. */
import { COURSE } from "./catalogue.ts";
import type { CourseLesson, Part } from "./types.ts";

export { COURSE };
export type { CourseLesson, Part };

/** All lessons in reading order. */
export const LESSONS: readonly CourseLesson[] = COURSE.flatMap((part) => part.lessons);

/** Part, lesson and place in the course (from 1); undefined where there is no such lesson. */
export function findLesson(slug: string) {
  const part = COURSE.find(({ lessons }) => lessons.some((one) => one.slug === slug));
  const found = part?.lessons.find((one) => one.slug === slug);
  return part === undefined || found === undefined
    ? undefined
    : { part, lesson: found, place: LESSONS.indexOf(found) + 1 };
}

/** The part whose last lesson this is; null where it goes on after it, or there is no such lesson. */
export function partEndingWith(slug: string): Part | null {
  const part = COURSE.find(({ lessons }) => lessons.at(-1)?.slug === slug);
  return part ?? null;
}

/** Whether there is a lesson to remember: the first of the course fetches nothing to ask from memory. */
export const hasBefore = (slug: string): boolean => slug !== LESSONS[0]?.slug;
