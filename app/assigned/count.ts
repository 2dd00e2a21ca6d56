/** How much an assignment asks: steps and minutes. */
import { aboutLesson } from "../../lessons/about.ts";
import type { AskedLesson, Assignment } from "../../lessons/hand-in/assignment.ts";
import { counted } from "../words/numbers.ts";
import type { LessonsHere } from "./use-lessons.ts";

/** Steps of a lesson that are asked for; null while its data are not here and not all are asked for. */
const stepsOf = ({ slug, steps }: AskedLesson, lessons: LessonsHere): number | null =>
  steps === "all" ? (lessons.get(slug)?.steps.length ?? null) : steps.length;

/** Its lesson’s minutes by the share of the steps. */
function minutesOf(asked: AskedLesson, lessons: LessonsHere): number {
  const { minutes } = aboutLesson(asked.slug);
  const [some, all] = [stepsOf(asked, lessons), lessons.get(asked.slug)?.steps.length];
  return some === null || all === undefined ? minutes : (minutes * some) / all;
}

/** "3 lessons, 19 steps, about 54 min". */
export function countText({ lessons: asked }: Pick<Assignment, "lessons">, lessons: LessonsHere): string {
  if (asked.length === 0) return "no lesson yet";
  const steps = asked.map((one) => stepsOf(one, lessons));
  const all = steps.every((count) => count !== null)
    ? [
        counted(
          steps.reduce((sum, n) => sum + n, 0),
          "step",
        ),
      ]
    : [];
  const minutes = Math.round(asked.reduce((sum, one) => sum + minutesOf(one, lessons), 0));
  return [counted(asked.length, "lesson"), ...all, `about ${minutes} min`].join(", ");
}
