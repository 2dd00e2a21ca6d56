import { hrefOf } from "../setup/link-table.ts";
import { counted } from "../words/numbers.ts";
import { findInReference } from "./find.ts";

const MOST_FOUND = 30;

/** The places of the reference that have the words of a query. */
export function FoundPlaces({ query }: { readonly query: string }) {
  const found = findInReference(query);
  return (
    <>
      <p role="status" className="note">
        {found.length === 0 ? `Nothing here is called “${query.trim()}”.` : `${counted(found.length, "place")} found`}
        {found.length > MOST_FOUND && `, the first ${MOST_FOUND} shown`}
      </p>
      <ul className="found">
        {found.slice(0, MOST_FOUND).map(({ section, entry, title, kind }) => (
          <li key={`${section} ${entry} ${title} ${kind}`}>
            <a href={hrefOf("reference", [section], { entry })}>
              {title} <span className="second">{kind}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
