/** The data of the lessons that an assignment asks for, as they come. */
import { useEffect, useState } from "react";
import { openDataOf } from "../../lessons/index.ts";
import type { Lesson } from "../../lessons/types.ts";

export type LessonsHere = ReadonlyMap<string, Lesson>;

/**
 * What has come so far; the failure of one that does not come, as a sentence.
 * @param student whose numbers the lessons have, by name or code; null for their own
 */
export function useLessons(
  slugs: readonly string[],
  student: string | null = null,
): {
  readonly lessons: LessonsHere;
  readonly problem: string | null;
} {
  const [lessons, setLessons] = useState<LessonsHere>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = slugs.join(",");
  useEffect(() => {
    let gone = false;
    const names = wanted === "" ? [] : wanted.split(",");
    setProblem(null);
    for (const slug of names) {
      openDataOf(slug, student).then(
        (lesson) => {
          if (!gone && lesson !== null) setLessons((before) => new Map(before).set(slug, lesson));
        },
        () => {
          if (!gone) setProblem("Some lessons could not be fetched: the network is away. Load the page again.");
        },
      );
    }
    return () => {
      gone = true;
    };
  }, [wanted, student]);
  return { lessons, problem };
}
