/** The teacher’s desk: an assignment is built on the left side, the answers to it are read on the right. */
import { Suspense } from "react";
import { readAssignment } from "../../lessons/hand-in/assignment.ts";
import { fetched } from "../controls/fetched.tsx";
import type { PagePlace } from "../setup/location.ts";
import "./desk.css";

const AnswersPane = fetched("The answers", () => import("./answers/AnswersPane.tsx").then((m) => m.AnswersPane));

export function DeskPlace({ place }: { readonly place: PagePlace }) {
  const { assignment } = readAssignment(place.query);
  return (
    <main className="desk" id="desk" tabIndex={-1}>
      <h1 className="vh">The teacher’s desk</h1>
      <section className="desk-build" aria-label="The assignment">
        <h2>{assignment.name === "" ? "An assignment without a name" : assignment.name}</h2>
      </section>
      <section className="desk-answers" aria-label="The answers">
        <Suspense fallback={<p aria-busy="true">The answers’ side is on its way.</p>}>
          <AnswersPane assignment={assignment} />
        </Suspense>
      </section>
    </main>
  );
}
