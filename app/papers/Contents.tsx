import { correctionsOf } from "../../engine/papers/corrections.ts";
import { errataOf } from "../../engine/papers/errata.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { CATALOGUE } from "../../engine/papers/catalogue.ts";
import type { Paper } from "../../engine/papers/types.ts";
import { pageHref, paperHref, tableHref } from "../setup/paper-links.ts";
import { counted } from "../words/numbers.ts";
import { numeralOf } from "../words/units.ts";

interface Props {
  readonly paper: Paper;
  readonly at: string | null; // a table or page of it; null for the paper itself
}

const here = (is: boolean): "page" | undefined => (is ? "page" : undefined);

function Item({
  href,
  current,
  children,
}: {
  readonly href: string;
  readonly current: "page" | "true" | undefined; // this page, or the paper that it belongs to
  readonly children: React.ReactNode;
}) {
  return (
    <li>
      <a href={href} aria-current={current}>
        {children}
      </a>
    </li>
  );
}

/** The papers, and the tables and pages of the one that is open. */
export function Contents({ paper, at }: Props) {
  const numbered = paper.tables.some((table) => numeralOf(table) !== null);
  return (
    <>
      <h2>Papers</h2>
      <ul>
        {CATALOGUE.map(({ id, name }) => (
          <Item key={id} href={paperHref(id)} current={id !== paper.id ? undefined : at === null ? "page" : "true"}>
            {name}
          </Item>
        ))}
      </ul>
      <h2>Tables</h2>
      <ul>
        {paper.tables.map((table) => (
          <Item key={table.id} href={tableHref(paper.id, table.id)} current={here(table.id === at)}>
            {numbered && <span className="numeral">{numeralOf(table) ?? "–"}</span>}
            <span>{table.title}</span>
          </Item>
        ))}
      </ul>
      <h2>Also</h2>
      <ul>
        <Item href={pageHref(paper.id, "claims")} current={here(at === "claims")}>
          {claimsOf(paper.id).length} claims
        </Item>
        <Item href={pageHref(paper.id, "errata")} current={here(at === "errata")}>
          {errataOf(paper.id).length} errata and notes
        </Item>
        <Item href={pageHref(paper.id, "corrections")} current={here(at === "corrections")}>
          {counted(correctionsOf(paper.id).length, "correction")} to the scan
        </Item>
      </ul>
    </>
  );
}
