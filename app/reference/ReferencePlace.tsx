import type { ComponentType } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { useMedia } from "../controls/media.ts";
import { Glossary } from "./Glossary.tsx";
import { Interfaces } from "./interfaces/Interfaces.tsx";
import { Kept } from "./Kept.tsx";
import { Keys } from "./Keys.tsx";
import { Links } from "./Links.tsx";
import { Machines } from "./Machines.tsx";
import { Parameters } from "./Parameters.tsx";
import { Protocols } from "./Protocols.tsx";
import { Questions } from "./questions/Questions.tsx";
import { RuleBooks } from "./RuleBooks.tsx";
import { hrefOf, lastOf } from "../setup/link-table.ts";
import type { REFERENCE_SECTIONS } from "../setup/link-table.ts";
import "../styles/papers.css";
import "../styles/board.css";
import "../styles/board-lines.css";
import "../styles/marks.css";
import "./reference.css";

interface Section {
  readonly id: (typeof REFERENCE_SECTIONS)[number];
  readonly title: string;
  readonly Part: ComponentType<{ readonly entry: string | null }>;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { id: "parameters", title: "Parameters and faults", Part: Parameters },
  { id: "questions", title: "Questions", Part: Questions },
  { id: "machines", title: "Machines", Part: Machines },
  { id: "protocols", title: "Protocols", Part: Protocols },
  { id: "rules", title: "What each rule is for", Part: RuleBooks },
  { id: "interfaces", title: "Interfaces and stubs", Part: Interfaces },
  { id: "links", title: "Links", Part: Links },
  { id: "keys", title: "Keyboard", Part: Keys },
  { id: "glossary", title: "Glossary", Part: Glossary },
  { id: "browser", title: "This browser", Part: Kept },
];

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
export function ReferencePlace({ section, query }: { readonly section: string | null; readonly query: string }) {
  const entry = lastOf(new URLSearchParams(query), "entry");
  const folded = useMedia("(max-width: 1023px)");
  const { id, title, Part } = SECTIONS.find((candidate) => candidate.id === section) ?? SECTIONS[0];
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
        <Part entry={entry} />
      </main>
    </div>
  );
}
