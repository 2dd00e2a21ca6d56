import { Suspense, useDeferredValue, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import { hrefOf } from "../setup/link-table.ts";
import type { ReferencePage } from "./pages.ts";
import { SECTIONS } from "./sections.ts";

const Found = fetched("The search", () => import("./FoundPlaces.tsx").then((m) => m.FoundPlaces));

function PagesOf({
  section,
  pages,
  page,
}: {
  readonly section: string;
  readonly pages: readonly ReferencePage[];
  readonly page: ReferencePage;
}) {
  return (
    <ul className="pages">
      {pages.map(({ entry, title }) => (
        <li key={entry}>
          <a href={hrefOf("reference", [section], { entry })} aria-current={entry === page.entry ? "page" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  readonly at: string; // id of the section that is shown
  readonly page: ReferencePage | null; // of the section, the page that is shown
}

/** What the reference has, and a search in it. Of the section that is shown, all pages stand here. */
export function Contents({ at, page }: Props) {
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed);
  return (
    <>
      <h2>Reference</h2>
      <input
        type="search"
        className="field"
        aria-label="Search the reference"
        placeholder="Search the reference"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {query.trim() === "" ? (
        <ul>
          {SECTIONS.map(({ id, title, pages }) => (
            <li key={id}>
              <a href={hrefOf("reference", [id])} aria-current={id === at && page === null ? "page" : undefined}>
                {title} {pages !== null && <span className="second">{pages.length}</span>}
              </a>
              {pages !== null && id === at && page !== null && <PagesOf section={id} pages={pages} page={page} />}
            </li>
          ))}
        </ul>
      ) : (
        <Suspense fallback={<p className="note">The search is loading.</p>}>
          <Found query={query} />
        </Suspense>
      )}
    </>
  );
}
