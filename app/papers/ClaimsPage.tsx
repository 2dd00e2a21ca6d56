import { claimsOf } from "../../engine/papers/claims.ts";
import { useEffect, useState } from "react";
import type { Paper } from "../../engine/papers/types.ts";
import { ClaimEntry } from "./ClaimEntry.tsx";
import type { KnownClaim } from "./ClaimEntry.tsx";
import { useClaimFacts } from "./load.ts";
import type { ClaimFacts } from "./load.ts";
import { Loading } from "./Loading.tsx";
import { Segments } from "../controls/Segments.tsx";

const SHOWN = {
  all: { word: "All", holds: () => true },
  run: { word: "With a run", holds: ({ run }: KnownClaim) => run !== null },
  tested: { word: "Tested", holds: ({ check }: KnownClaim) => check.tests.length > 0 },
  untested: { word: "Not tested", holds: ({ check }: KnownClaim) => check.tests.length === 0 },
} as const;
type Shown = keyof typeof SHOWN;
const FILTERS = Object.keys(SHOWN) as Shown[];

/** The claims of a paper with their tests, runs and lessons, in the paper's order. */
function knownClaims({ id: paper }: Paper, { checks, lessons, runs }: ClaimFacts): readonly KnownClaim[] {
  return claimsOf(paper).map((claim) => ({
    claim,
    check: checks[claim.id] ?? { tests: [], reason: null },
    run: runs[claim.id] ?? null,
    lesson: lessons[claim.id] ?? null,
  }));
}

interface ListProps {
  readonly paper: Paper;
  readonly facts: ClaimFacts;
  readonly entry: string | null; // the claim that the link points at
}

function List({ paper, facts, entry }: ListProps) {
  const [shown, setShown] = useState<Shown>("all");
  useEffect(() => {
    if (entry !== null) document.getElementById(`claim-${entry}`)?.scrollIntoView({ block: "center" });
  }, [entry]);
  const all = knownClaims(paper, facts);
  const count = (of: Shown): number => all.filter(SHOWN[of].holds).length;
  return (
    <>
      <div className="row tally">
        <span>
          <b>{count("run")}</b> of {all.length} with a run to try
        </span>
        <span>
          <b>{count("tested")}</b> tested
        </span>
        <span>
          <b>{count("untested")}</b> not tested, with the reason
        </span>
      </div>
      <p className="conditions">
        The statements are in our words. Our numbers come from the runs that the links open, made when this site was
        built.
      </p>
      <Segments
        label="Claims shown"
        choices={FILTERS.map((value) => ({
          value,
          text: (
            <>
              {SHOWN[value].word} {count(value)}
            </>
          ),
        }))}
        chosen={shown}
        onChoose={setShown}
      />
      <ol className="claims">
        {all.filter(SHOWN[shown].holds).map((known) => (
          <ClaimEntry
            key={known.claim.id}
            known={known}
            paper={paper}
            version={facts.version}
            pointed={known.claim.id === entry}
          />
        ))}
      </ol>
    </>
  );
}

/** The claims of a paper. Each has its number beside ours, a link to try it, and its tests. */
export function ClaimsPage({ paper, entry }: { readonly paper: Paper; readonly entry: string | null }) {
  const loaded = useClaimFacts(paper.id);
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{claimsOf(paper.id).length} claims</h2>
      <Loading of={loaded} what="the runs and the tests">
        {(facts) => <List paper={paper} facts={facts} entry={entry} />}
      </Loading>
    </section>
  );
}
