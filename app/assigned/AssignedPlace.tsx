/** An assignment as a student opens it: what is asked, by whom, until when, and the lessons in their order. */
import { findLesson } from "../../lessons/course.ts";
import { readAssignment } from "../../lessons/hand-in/assignment.ts";
import { hrefOf } from "../setup/link-table.ts";
import type { PagePlace } from "../setup/location.ts";

export function AssignedPlace({ place }: { readonly place: PagePlace }) {
  const { assignment } = readAssignment(place.query);
  const { name, from, due, lessons } = assignment;
  return (
    <main className="assigned" id="assigned" tabIndex={-1}>
      <h1>{name === "" ? "An assignment" : name}</h1>
      {from !== "" && <p>From {from}</p>}
      {due !== "" && <p>Due {due}</p>}
      <ol>
        {lessons.map(({ slug }) => (
          <li key={slug}>
            <a href={hrefOf("lesson", [slug])}>{findLesson(slug)?.lesson.title ?? slug}</a>
          </li>
        ))}
      </ol>
    </main>
  );
}
