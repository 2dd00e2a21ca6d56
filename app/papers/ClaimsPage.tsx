import { claimsOf } from "../../engine/papers/claims.ts";
import { useState } from "react";
import type { Claim, Paper } from "../../engine/papers/types.ts";
import { plainText } from "../chart/numbers.ts";
import type { ClaimCheck, ClaimChecks } from "./claim-checks.ts";
import { useClaimChecks } from "./load.ts";
import { Loading } from "./Loading.tsx";
import { pageHref, tableHref } from "./places.ts";
import { tableName, withUnit } from "./units.ts";

const SHOWN = ["all", "tried", "not tried"] as const;
type Shown = (typeof SHOWN)[number];

const isTried = (check: ClaimCheck | undefined): boolean => (check?.tests.length ?? 0) > 0;

function Tests({ check }: { readonly check: ClaimCheck | undefined }) {
  if (check === undefined || !isTried(check)) {
    return (
      <p className="check">
        <b>
          <span aria-hidden="true">○ </span>Not tried
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
      {/^\d/.test(claim.section) && "Section "}
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
          ; <a href={pageHref(paper.id, "errata")}>{id}</a>
        </span>
      ))}
    </p>
  );
}

function List({ paper, checks }: { readonly paper: Paper; readonly checks: ClaimChecks }) {
  const [shown, setShown] = useState<Shown>("all");
  const tried = claimsOf(paper.id).filter(({ id }) => isTried(checks[id])).length;
  const claims = claimsOf(paper.id).filter(({ id }) => shown === "all" || isTried(checks[id]) === (shown === "tried"));
  const counts: Readonly<Record<Shown, number>> = {
    all: claimsOf(paper.id).length,
    tried,
    "not tried": claimsOf(paper.id).length - tried,
  };
  return (
    <>
      <div className="tally">
        <span>
          <b>{tried}</b> of {claimsOf(paper.id).length} tried by a test
        </span>
        <span>
          <b>{claimsOf(paper.id).length - tried}</b> not tried, with the reason
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
          <li key={claim.id} id={`claim-${claim.id}`}>
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
export function ClaimsPage({ paper }: { readonly paper: Paper }) {
  const loaded = useClaimChecks();
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{claimsOf(paper.id).length} claims</h2>
      <Loading of={loaded} what="the names of the tests">
        {(all) => <List paper={paper} checks={all[paper.id] ?? {}} />}
      </Loading>
    </section>
  );
}
