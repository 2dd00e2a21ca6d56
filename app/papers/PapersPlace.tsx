import { quote } from "../../engine/faults/quote.ts";
import { useMemo } from "react";
import { claimsOf } from "../../engine/papers/claims.ts";
import { errataOf } from "../../engine/papers/errata.ts";
import { CATALOGUE } from "../../engine/papers/catalogue.ts";
import type { Paper } from "../../engine/papers/types.ts";
import { useMedia } from "../controls/media.ts";
import { readAt } from "./at.ts";
import type { At } from "./at.ts";
import { ClaimsPage } from "./ClaimsPage.tsx";
import { Contents } from "./Contents.tsx";
import { CorrectionsPage } from "./CorrectionsPage.tsx";
import { ErrataPage } from "./ErrataPage.tsx";
import { Head } from "./Head.tsx";
import { paperOr, usePaper, useReproduction } from "./load.ts";
import { Loading } from "./Loading.tsx";
import { Overview } from "./Overview.tsx";
import { isPage, PAGES } from "../setup/paper-links.ts";
import { TablePage } from "./TablePage.tsx";
import "../styles/papers.css";
import "../styles/claims.css";
import "../styles/board.css";
import "../styles/board-lines.css";
import "./cell-note.css";
import "../styles/marks.css";

interface Props {
  /** Id of a paper; null for the first there is. */
  readonly paper: string | null;
  /** Id of one of its tables, or "claims", "errata", "corrections"; null for all of it. */
  readonly table: string | null;
  /** Names the part of the page that the link points at (see at.ts). */
  readonly query: string;
}

interface Where {
  readonly at: string | null; // a table or page of the paper
  readonly problem: string | null; // a sentence on the part of the link that could not be used
}

/** Never throws: where a link asks for a page that is not there, it gives the nearest one and a sentence. */
function find(paper: Paper, { paper: id, table: at }: Omit<Props, "query">): Where {
  if (id !== null && paper.id !== id) {
    const known = CATALOGUE.map((p) => p.id).join(", ");
    return { at: null, problem: `There is no paper ${quote(id)} here; there is ${known}.` };
  }
  const known = [...paper.tables.map((t) => t.id), ...PAGES];
  if (at === null || known.includes(at)) return { at, problem: null };
  const problem = `${paper.id} has no ${quote(at)}; it has ${known.join(", ")}. This is all of it.`;
  return { at: null, problem };
}

interface ShownProps {
  readonly paper: Paper;
  readonly at: string | null;
  readonly point: At;
}

function Shown({ paper, at, point }: ShownProps) {
  const loaded = useReproduction(paper.id);
  if (at !== null && isPage(at)) {
    const pages = { claims: ClaimsPage, errata: ErrataPage, corrections: CorrectionsPage } as const;
    const Page = pages[at];
    return <Page paper={paper} entry={point.entry} />;
  }
  const table = paper.tables.find(({ id }) => id === at);
  return (
    <Loading of={loaded} what="the numbers">
      {(reproduction) =>
        table === undefined ? (
          <Overview paper={paper} reproduction={reproduction} />
        ) : (
          <TablePage key={table.id} paper={paper} table={table} reproduction={reproduction} at={point} />
        )
      }
    </Loading>
  );
}

/** Names of the entries that a page lists. */
function entriesOf(paper: Paper, at: string | null): readonly string[] {
  if (at === "claims") return claimsOf(paper.id).map(({ id }) => id);
  return at === "errata" ? errataOf(paper.id).map(({ id }) => id) : [];
}

/** A paper: every published number beside the model's and the simulation's, claims, errata, corrections. */
function Open({ of: paper, asked }: { readonly of: Paper; readonly asked: Props }) {
  const { at, problem } = find(paper, asked);
  const { query } = asked;
  const point = useMemo(
    () => readAt(query, paper.tables.find(({ id }) => id === at) ?? null, entriesOf(paper, at)),
    [query, paper, at],
  );
  const problems = [...(problem === null ? [] : [problem]), ...point.problems];
  const folded = useMedia("(max-width: 1023px)");
  const contents = <Contents paper={paper} at={at} />;
  return (
    <div className="papers">
      <nav className="contents" aria-label="Papers">
        {folded ? (
          <details key={at}>
            <summary>All papers and tables</summary>
            {contents}
          </details>
        ) : (
          contents
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {problems.map((text) => (
          <p key={text} className="badlink" role="status">
            {text}
          </p>
        ))}
        <Head paper={paper} />
        <Shown paper={paper} at={at} point={point} />
      </main>
    </div>
  );
}

/** Fetches the paper of this id. While it is under way there is room for it. */
function Fetched({ id, asked }: { readonly id: string; readonly asked: Props }) {
  const paper = usePaper(id);
  if (paper.tag === "ready") return <Open of={paper.value} asked={asked} />;
  return (
    <div className="papers">
      <nav className="contents" aria-label="Papers" />
      <main id="main" tabIndex={-1}>
        <Loading of={paper} what="the paper">
          {() => null}
        </Loading>
      </main>
    </div>
  );
}

/** The papers, one at a time. A link to a paper that is not there leads to the first one. */
export function PapersPlace(asked: Props) {
  const { id } = paperOr(asked.paper);
  return <Fetched key={id} id={id} asked={asked} />;
}
