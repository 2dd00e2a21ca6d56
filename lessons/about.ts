/** What the course’s first page says of parts and lessons, besides their titles: other pages need not wait for it. */
import { LESSONS_ABOUT, PARTS_ABOUT } from "./catalogue-about.ts";
import type { LessonAbout, PartAbout } from "./types.ts";

/** Throws where the course has no such lesson. */
export function aboutLesson(slug: string): LessonAbout {
  const about = LESSONS_ABOUT[slug];
  if (about === undefined) throw new RangeError(`course: there is no lesson "${slug}".`);
  return about;
}

/** Throws where the course has no such part. */
export function aboutPart(id: string): PartAbout {
  const about = PARTS_ABOUT[id];
  if (about === undefined) throw new RangeError(`course: there is no part "${id}".`);
  return about;
}
