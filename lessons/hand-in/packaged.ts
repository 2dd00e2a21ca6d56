/** An assignment as a package is asked for it: its lessons with their addresses, and its first page. */
import { aboutLesson } from "../about.ts";
import { findLesson } from "../course.ts";
import { isAsked, writeAssignment } from "./assignment.ts";
import type { Assignment } from "./assignment.ts";

/** The first step that is asked for, as a link has it: "" for the first of the lesson. */
export function firstStep(asked: Assignment["lessons"][number]): string {
  if (isAsked(asked, 1) || asked.steps === "all") return "";
  return `step=${asked.steps[0] ?? 1}`;
}

export function packagedAssignment(assignment: Assignment) {
  const query = writeAssignment(assignment);
  return {
    title: assignment.name === "" ? "Roundtrip" : assignment.name,
    lessons: assignment.lessons.map((asked) => ({
      slug: asked.slug,
      title: findLesson(asked.slug)?.lesson.title ?? asked.slug,
      question: aboutLesson(asked.slug).question,
      query: [firstStep(asked), query].filter((part) => part !== "").join("&"),
    })),
    home: `#/do?${query}`,
  };
}
