/** The lessons that are written: data and prose, fetched when one is opened. Adding one is a folder and two lines. */
import type { Lesson } from "./types.ts";

type Text = (typeof import("./more-threads/text.mdx"))["default"];

export interface OpenLesson {
  readonly lesson: Lesson;
  readonly Text: Text;
}

const FILES: Readonly<Record<string, () => Promise<readonly [{ lesson: Lesson }, { default: Text }]>>> = {
  "where-2-66-ms-go": () =>
    Promise.all([import("./where-2-66-ms-go/lesson.ts"), import("./where-2-66-ms-go/text.mdx")]),
  "more-threads": () => Promise.all([import("./more-threads/lesson.ts"), import("./more-threads/text.mdx")]),
};

/** Slugs of the lessons that have files. */
export const written: readonly string[] = Object.keys(FILES);

/** A lesson and its prose; null where it is not written. */
export async function openLesson(slug: string): Promise<OpenLesson | null> {
  const open = Object.hasOwn(FILES, slug) ? FILES[slug] : undefined;
  if (open === undefined) return null;
  const [{ lesson }, { default: Text }] = await open();
  return { lesson, Text };
}
