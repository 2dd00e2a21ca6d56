/** The teacher’s desk: an assignment is built on the left side, the answers to it are read on the right. */
import { Suspense, useEffect, useState } from "react";
import { readAssignment, writeAssignment } from "../../lessons/hand-in/assignment.ts";
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { fetched } from "../controls/fetched.tsx";
import { replacePlace } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { Builder } from "./Builder.tsx";
import { unknownPart } from "./unknown-part.ts";
import { keepDraft, keptDraft, setAsideDraft } from "./kept-draft.ts";
import "./desk.css";

const AnswersPane = fetched("The answers", () => import("./answers/AnswersPane.tsx").then((m) => m.AnswersPane));

const Plans = fetched("The plans", () => import("./Plans.tsx").then((m) => m.Plans));
const Guide = fetched("The guide", () => import("./Guide.tsx").then((m) => m.Guide));

/** The assignment of the address; of an address without one, what this browser keeps. */
function useDraft({ query }: PagePlace): readonly [Assignment, (assignment: Assignment) => void] {
  const [draft, setDraft] = useState(() => readAssignment(query === "" ? keptDraft() : query).assignment);
  const [followed, setFollowed] = useState(query);
  const show = (assignment: Assignment): void => {
    setDraft(assignment);
    replacePlace({ path: "/desk", query: writeAssignment(assignment) });
  };
  if (followed !== query) {
    setFollowed(query); // another link was followed
    if (query !== "") setDraft(readAssignment(query).assignment);
  }
  useEffect(() => {
    if (query === "") replacePlace({ path: "/desk", query: keptDraft() });
    else setAsideDraft(writeAssignment(readAssignment(query).assignment));
  }, [query]);
  const change = (assignment: Assignment): void => {
    show(assignment);
    keepDraft(writeAssignment(assignment));
  };
  return [draft, change];
}

function Desk({ place }: { readonly place: PagePlace }) {
  const [assignment, change] = useDraft(place);
  return (
    <main className="desk" id="desk" tabIndex={-1}>
      <h1 className="vh">The teacher’s desk</h1>
      <Builder assignment={assignment} onChange={change} />
      <section className="desk-answers" aria-label="The answers">
        <Suspense fallback={<p aria-busy="true">The answers’ side is on its way.</p>}>
          <AnswersPane assignment={assignment} />
        </Suspense>
      </section>
    </main>
  );
}

function Part({ place }: { readonly place: PagePlace }) {
  const [, , section = "", slug = null] = place.path.split("/");
  if (section === "plans") return <Plans />;
  if (section === "guide") return <Guide slug={slug} />;
  return <Desk place={place} />;
}

export function DeskPlace({ place }: { readonly place: PagePlace }) {
  const unknown = unknownPart(place);
  return (
    <>
      {unknown !== null && (
        <p className="notice" role="status">
          {unknown}
        </p>
      )}
      <Part place={place} />
    </>
  );
}
