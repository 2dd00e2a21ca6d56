import { Suspense, useDeferredValue } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { useMedia } from "../controls/media.ts";
import { sectionNamed, SECTIONS } from "./sections.ts";
import { hrefOf, lastOf } from "../setup/link-table.ts";
import "../styles/papers.css";
import "../styles/board.css";
import "../styles/board-lines.css";
import "../styles/marks.css";
import "./reference.css";

function Index({ at }: { readonly at: string }) {
  return (
    <>
      <h2>Reference</h2>
      <ul>
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a href={hrefOf("reference", [id])} aria-current={id === at ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * The reference, made from the lab's own tables.
 * @param section id of a section; null, or one that is not there, for the first
 * @param query what stands behind the path: `entry` names a term or a machine to bring into view
 */
export function ReferencePlace(asked: { readonly section: string | null; readonly query: string }) {
  // The section before stays until the next one has come.
  const [section, query] = [useDeferredValue(asked.section), useDeferredValue(asked.query)];
  const entry = lastOf(new URLSearchParams(query), "entry");
  const folded = useMedia("(max-width: 1023px)");
  const { id, title, Part } = sectionNamed(section);
  const unknown = section !== null && section !== id;
  return (
    <div className="papers reference">
      <nav className="contents" aria-label="Reference">
        {folded ? (
          <details key={id}>
            <summary>All of the reference</summary>
            <Index at={id} />
          </details>
        ) : (
          <Index at={id} />
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {unknown && (
          <p className="badlink" role="status">
            The reference has no {quote(section)}; it has {SECTIONS.map((one) => one.id).join(", ")}. These are its{" "}
            {title.toLowerCase()}.
          </p>
        )}
        <h1>{title}</h1>
        <Suspense fallback={<p className="note">The section is loading.</p>}>
          <Part key={id} entry={entry} />
        </Suspense>
      </main>
    </div>
  );
}
