import { Suspense, useDeferredValue } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { useMedia } from "../controls/media.ts";
import { sectionNamed, SECTIONS, type Section } from "./sections.ts";
import { Contents } from "./Contents.tsx";
import { NotHere } from "./NotHere.tsx";
import { pageNamed, type ReferencePage } from "./pages.ts";
import { SectionIndex } from "./SectionIndex.tsx";
import { hrefOf, lastOf } from "../setup/link-table.ts";
import "../styles/papers.css";
import "../styles/board.css";
import "../styles/board-lines.css";
import "../styles/marks.css";
import "./reference.css";

interface BodyProps {
  readonly section: Section;
  readonly page: ReferencePage | null;
  readonly entry: string | null;
}

/** A section that is one page, a page of one that has several, or the list of these. */
function Body({ section, page, entry }: BodyProps) {
  if (section.pages === null) return <section.Part key={section.id} entry={entry} />;
  if (page === null) return <SectionIndex section={section.id} pages={section.pages} />;
  return <section.Part key={`${section.id} ${page.entry}`} page={page} entry={entry ?? page.entry} />;
}

/**
 * The reference, made from the lab's own tables: each section is one page, or a list of pages.
 * @param section id of a section; null, or one that is not there, for the first
 * @param query what stands behind the path: `entry` names a term or a machine to bring into view
 */
export function ReferencePlace(asked: { readonly section: string | null; readonly query: string }) {
  // The section before stays until the next one has come.
  const [section, query] = [useDeferredValue(asked.section), useDeferredValue(asked.query)];
  const entry = lastOf(new URLSearchParams(query), "entry");
  const folded = useMedia("(max-width: 1023px)");
  const found = sectionNamed(section);
  const { id, title, pages } = found;
  const page = pages === null || entry === null ? null : (pageNamed(pages, entry) ?? null);
  return (
    <div className="papers reference">
      <nav className="contents" aria-label="Reference">
        {folded ? (
          <details key={id}>
            <summary>All of the reference</summary>
            <Contents at={id} page={page} />
          </details>
        ) : (
          <Contents at={id} page={page} />
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {section !== null && section !== id && (
          <p className="badlink" role="status">
            The reference has no {quote(section)}; it has {SECTIONS.map((one) => one.id).join(", ")}. These are its{" "}
            {title.toLowerCase()}.
          </p>
        )}
        {pages !== null && entry !== null && page === null && (
          <p className="badlink" role="status">
            There is no {quote(entry)} among the {title.toLowerCase()}. These are there.
          </p>
        )}
        {page !== null && entry !== null && entry !== page.entry && id !== "experiments" && <NotHere entry={entry} />}
        {pages !== null && page !== null && (
          <p className="note">
            <a href={hrefOf("reference", [id])}>{title}</a>
            {page.group !== "" && `, ${page.group}`}, {pages.indexOf(page) + 1} of {pages.length}
          </p>
        )}
        <h1>{page?.title ?? title}</h1>
        <Suspense fallback={<p className="note coming">The section is loading.</p>}>
          <Body section={found} page={page} entry={entry} />
        </Suspense>
      </main>
    </div>
  );
}
