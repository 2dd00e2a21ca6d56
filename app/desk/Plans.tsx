/** Ready plans of the desk, each assignment with its lessons and minutes. */
import { aboutLesson } from "../../lessons/about.ts";
import { findLesson } from "../../lessons/course.ts";
import { writeAssignment } from "../../lessons/hand-in/assignment.ts";
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { countText } from "../assigned/count.ts";
import { useLessons } from "../assigned/use-lessons.ts";
import { hrefOf } from "../setup/link-table.ts";
import { PLANS } from "./plans.ts";

/** Lessons of which a plan asks for some steps: their data say how many minutes these are. */
const PARTLY = PLANS.flatMap(({ assignments }) =>
  assignments.flatMap(({ lessons }) => lessons.filter(({ steps }) => steps !== "all").map(({ slug }) => slug)),
);

const lessonText = ({ slug, steps }: Assignment["lessons"][number]): string => {
  const title = `${aboutLesson(slug).number} ${findLesson(slug)?.lesson.title ?? slug}`;
  return steps === "all" ? title : `${title}, steps ${steps.join(", ")}`;
};

export function Plans() {
  const { lessons } = useLessons(PARTLY);
  return (
    <main className="place desk-page" id="desk" tabIndex={-1}>
      <h1>Ready plans</h1>
      <p>
        Each line is an assignment. It opens on <a href={hrefOf("desk")}>the desk</a>, where you change it and hand it
        out.
      </p>
      {PLANS.map(({ id, title, what, assignments }) => (
        <section key={id} aria-labelledby={`plan-${id}`}>
          <h2 id={`plan-${id}`}>{title}</h2>
          <p>{what}</p>
          <ul className="desk-plan">
            {assignments.map((asked) => (
              <li key={asked.name}>
                <a href={`#/desk?${writeAssignment(asked)}`}>{asked.name}</a>
                <span className="note">{countText(asked, lessons)}</span>
                <span>{asked.lessons.map(lessonText).join("; ")}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        The <a href={hrefOf("concept")}>concept test</a> asks before and after such a course what a student believes of
        remote calls.
      </p>
    </main>
  );
}
