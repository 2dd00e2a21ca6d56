/** The files of a lesson, as files.ts lists them. */
import type { Lesson } from "./types.ts";

/** Prose, compiled. */
export type LessonText = (typeof import("*.mdx"))["default"];

/** Each is fetched when it is wanted. */
export interface LessonFiles {
  readonly data: () => Promise<{ readonly lesson: Lesson }>;
  readonly text: () => Promise<{ readonly default: LessonText }>;
}
