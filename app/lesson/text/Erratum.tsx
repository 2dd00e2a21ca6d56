import { use } from "react";
import { erratum } from "../../../engine/papers/errata.ts";
import { loadErrata } from "../../../engine/papers/load-prose.ts";
import { paperFor } from "../../../lessons/named.ts";
import { fetchedOnce } from "../../controls/fetched-once.ts";
import { entryHref } from "../../setup/paper-links.ts";
import { NoteButton } from "./Noted.tsx";
import { useLesson } from "../context.ts";

/** A place where the paper is at odds with itself: the word erratum, which the note explains, and its id. */
export function ErratumNote({ id }: { readonly id: string }) {
  const paper = paperFor(useLesson().lesson.paper, "an erratum");
  use(fetchedOnce(`errata ${paper}`, () => loadErrata(paper)));
  const found = erratum(paper, id);
  const note = (
    <>
      An erratum is a place where the paper’s numbers do not fit together. <b>{found.title}.</b> {found.text}{" "}
      <a href={entryHref(paper, "errata", id)}>With its computation</a>
    </>
  );
  return (
    <NoteButton said={`Erratum ${id}: ${found.title}. Show`} note={note}>
      erratum {id}
    </NoteButton>
  );
}
