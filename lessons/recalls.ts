/** The questions about each lesson that later ones ask. The first view of a lesson needs none of them. */
import { openData } from "./index.ts";
import { RECALLS } from "./recall-files.ts";
import { inLanguage } from "./translation.ts";
import type { Lesson, Recall } from "./types.ts";

/** The questions from memory about a lesson, with the lesson that their numbers come from. */
export interface Remembered {
  readonly lesson: Lesson;
  readonly recall: readonly Recall[];
}

/** The questions about a lesson; null where the course has none. */
export async function openRecall(slug: string): Promise<Remembered | null> {
  const [lesson, file] = await Promise.all([openData(slug), Object.hasOwn(RECALLS, slug) ? RECALLS[slug]?.() : null]);
  return lesson === null || file === null || file === undefined
    ? null
    : { lesson, recall: await inLanguage(slug, file.recall) };
}
