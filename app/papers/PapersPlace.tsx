import { papers } from "../../engine/papers/index.ts";
import type { Paper } from "../../engine/papers/types.ts";
import { useMedia } from "../shell/media.ts";
import { ClaimsPage } from "./ClaimsPage.tsx";
import { Contents } from "./Contents.tsx";
import { CorrectionsPage } from "./CorrectionsPage.tsx";
import { ErrataPage } from "./ErrataPage.tsx";
import { Head } from "./Head.tsx";
import { useReproduction } from "./load.ts";
import { Loading } from "./Loading.tsx";
import { Overview } from "./Overview.tsx";
import { isPage, PAGES } from "./places.ts";
import { TablePage } from "./TablePage.tsx";

interface Props {
  /** Id of a paper; null for the first there is. */
  readonly paper: string | null;
  /** Id of one of its tables, or "claims", "errata", "corrections"; null for all of it. */
  readonly table: string | null;
}

interface Where {
  readonly paper: Paper;
  readonly at: string | null;
  readonly problem: string | null; // what of the link could not be used
}

/** Never throws: what a link asks for and is not there gives the nearest that is, and a sentence. */
function find({ paper: id, table: at }: Props): Where {
  const paper = papers.find((p) => p.id === id) ?? papers[0];
  if (paper === undefined) throw new Error("papers: there are none");
  if (id !== null && paper.id !== id) {
    const known = papers.map((p) => p.id).join(", ");
    return { paper, at: null, problem: `There is no paper ${JSON.stringify(id)} here; there is ${known}.` };
  }
  const known = [...paper.tables.map((t) => t.id), ...PAGES];
  if (at === null || known.includes(at)) return { paper, at, problem: null };
  const problem = `${paper.id} has no ${JSON.stringify(at)}; it has ${known.join(", ")}. This is all of it.`;
  return { paper, at: null, problem };
}

function Shown({ paper, at }: { readonly paper: Paper; readonly at: string | null }) {
  const reproduction = useReproduction();
  if (at !== null && isPage(at)) {
    const pages = { claims: ClaimsPage, errata: ErrataPage, corrections: CorrectionsPage } as const;
    const Page = pages[at];
    return <Page paper={paper} />;
  }
  const table = paper.tables.find(({ id }) => id === at);
  return (
    <Loading of={reproduction} what="the numbers">
      {(value) =>
        table === undefined ? (
          <Overview paper={paper} reproduction={value} />
        ) : (
          <TablePage key={table.id} paper={paper} table={table} reproduction={value} />
        )
      }
    </Loading>
  );
}

/** The papers: every published number beside the model's and the simulation's, claims, errata, corrections. */
export function PapersPlace(props: Props) {
  const { paper, at, problem } = find(props);
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
        {problem !== null && (
          <p className="badlink" role="status">
            {problem}
          </p>
        )}
        <Head paper={paper} />
        <Shown paper={paper} at={at} />
      </main>
    </div>
  );
}
