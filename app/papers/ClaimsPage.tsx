import { claimsOf } from "../../engine/papers/claims.ts";
import { useEffect, useState } from "react";
import type { Claim, Paper } from "../../engine/papers/types.ts";
import { plainText } from "../words/numbers.ts";
import type { ClaimCheck, ClaimChecks } from "./claim-checks.ts";
import { useClaimChecks } from "./load.ts";
import { Loading } from "./Loading.tsx";
import { entryHref, tableHref } from "../setup/paper-links.ts";
import { tableName, withUnit } from "../words/units.ts";

const SHOWN = ["all", "tried", "not tested"] as const;
type Shown = (typeof SHOWN)[number];

const isTried = (check: ClaimCheck | undefined): boolean => (check?.tests.length ?? 0) > 0;

function Tests({ check }: { readonly check: ClaimCheck | undefined }) {
  if (check === undefined || !isTried(check)) {
    return (
      <p className="check">
        <b>
          <span aria-hidden="true">○ </span>Not tested
        </b>
        : {check?.reason ?? "no reason is given"}.
      </p>
    );
  }
  return (
    <ul className="check">
      {check.tests.map(({ file, what }) => (
        <li key={file + what}>
          <b>
            <span aria-hidden="true">● </span>Tried
          </b>
          : “{what}”, <code>{file}</code>
        </li>
      ))}
    </ul>
  );
}

function About({ claim, paper }: { readonly claim: Claim; readonly paper: Paper }) {
  const tables = claim.tables.flatMap((id) => paper.tables.find((t) => t.id === id) ?? []);
  const value = claim.value === null ? null : withUnit(plainText(claim.value), claim.unit ?? "");
  return (
    <p className="about">
      {/^(\d|[IVX]+\b)/.test(claim.section) && "Section "}
      {claim.section}; {claim.kind}
      {claim.origin === "computed" && ", computed from what is printed"}
      {value !== null && `; ${claim.quantity ?? "value"} ${value}`}
      {tables.map((table) => (
        <span key={table.id}>
          ; <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>
        </span>
      ))}
      {claim.errata.map((id) => (
        <span key={id}>
          ; <a href={entryHref(paper.id, "errata", id)}>{id}</a>
        </span>
      ))}
    </p>
  );
}

interface ListProps {
  readonly paper: Paper;
  readonly checks: ClaimChecks;
  readonly entry: string | null; // the claim that the link points at
}

function List({ paper, checks, entry }: ListProps) {
  const [shown, setShown] = useState<Shown>("all");
  useEffect(() => {
    if (entry !== null) document.getElementById(`claim-${entry}`)?.scrollIntoView({ block: "center" });
  }, [entry]);
  const tried = claimsOf(paper.id).filter(({ id }) => isTried(checks[id])).length;
  const claims = claimsOf(paper.id).filter(({ id }) => shown === "all" || isTried(checks[id]) === (shown === "tried"));
  const counts: Readonly<Record<Shown, number>> = {
    all: claimsOf(paper.id).length,
    tried,
    "not tested": claimsOf(paper.id).length - tried,
  };
  return (
    <>
      <div className="tally">
        <span>
          <b>{tried}</b> of {claimsOf(paper.id).length} tried by a test
        </span>
        <span>
          <b>{claimsOf(paper.id).length - tried}</b> not tested, with the reason
        </span>
      </div>
      <p className="conditions">
        The statements are in our words. A test carries the name of its claim; the names here were read from the tests
        when the site was built.
      </p>
      <div className="seg" role="group" aria-label="Claims shown">
        {SHOWN.map((name) => (
          <button key={name} type="button" aria-pressed={shown === name} onClick={() => setShown(name)}>
            {name[0]?.toUpperCase() + name.slice(1)} {counts[name]}
          </button>
        ))}
      </div>
      <ol className="claims">
        {claims.map((claim) => (
          <li key={claim.id} id={`claim-${claim.id}`} className={claim.id === entry ? "pointed" : undefined}>
            <p className="statement">{claim.statement}</p>
            <About claim={claim} paper={paper} />
            <Tests check={checks[claim.id]} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** What a paper claims, and how each claim is tried, or why it is not. */
export function ClaimsPage({ paper, entry }: { readonly paper: Paper; readonly entry: string | null }) {
  const loaded = useClaimChecks();
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{claimsOf(paper.id).length} claims</h2>
      <Loading of={loaded} what="the names of the tests">
        {(all) => <List paper={paper} checks={all[paper.id] ?? {}} entry={entry} />}
      </Loading>
    </section>
  );
}
