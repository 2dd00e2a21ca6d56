import { table } from "../../engine/papers/lookup.ts";
import type { Claim, Paper } from "../../engine/papers/types.ts";
import { groupsIn } from "../../engine/kernel/items.ts";
import { decimalsFor, numberText, plainText } from "../words/numbers.ts";
import { tableName, withUnit } from "../words/units.ts";
import { entryHref, runHref, tableHref } from "../setup/paper-links.ts";
import { hrefOf } from "../setup/link-table.ts";
import type { ClaimCheck } from "./claim-checks.ts";
import type { LessonLink } from "./claim-lessons.ts";
import type { ClaimRun } from "./claim-runs.ts";
import { deviationOf, deviationText } from "./deviation.ts";
import { KindMark } from "./KindMark.tsx";

/** A claim with all that is known of it. */
export interface KnownClaim {
  readonly claim: Claim;
  readonly check: ClaimCheck;
  readonly run: ClaimRun | null; // null where no run of the bench tries it
  readonly lesson: LessonLink | null;
}

/** "percent (upper bound)": a bound that the paper gives, of which no deviation can be told. */
const BOUND = /^(.*) \((upper|lower) (?:bound|end)\)$/;

interface Value {
  readonly unit: string;
  readonly bound: "at most " | "at least " | "";
}

function valueOf({ unit }: Claim): Value {
  if (unit === null) return { unit: "", bound: "" };
  const [, bounded, side] = groupsIn(BOUND, unit);
  if (bounded === undefined) return { unit, bound: "" };
  return { unit: bounded, bound: side === "upper" ? "at most " : "at least " };
}

/** Ours, with the paper's decimals or more. */
const oursText = (ours: number, paper: number): string =>
  ours === 0 ? plainText(ours) : numberText(ours, decimalsFor([ours, paper], [paper]));

/** The number of the paper, and ours where a run answers it, with how far it is off. */
function Numbers({ claim, run }: Pick<KnownClaim, "claim" | "run">) {
  const { value: paper } = claim;
  if (paper === null) return null;
  const { unit, bound } = valueOf(claim);
  const ours = run === null ? null : run.value;
  const kind = run === null ? null : run.kind;
  return (
    <dl className="row numbers">
      <div>
        <dt>Paper</dt>
        <dd>
          {bound}
          <b>{withUnit(plainText(paper), unit)}</b>
          {claim.quantity !== null && claim.quantity !== unit && <span className="quantity">, {claim.quantity}</span>}
        </dd>
      </div>
      {ours !== null && (
        <div>
          <dt>Ours</dt>
          <dd>
            <svg className="answer" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <path className="triangle" d="M5 0.6l5 8.8h-10z" />
            </svg>{" "}
            <b className="k-simulated">{withUnit(oursText(ours, paper), unit)}</b>
            {bound === "" && `, ${deviationText(deviationOf(ours, paper))}`}
            {kind !== null && (
              <>
                {" "}
                <KindMark kind={kind} />
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Links from the claim to its run, its lesson, its tables and its errata. */
function Ways({
  known,
  paper,
  version,
}: {
  readonly known: KnownClaim;
  readonly paper: Paper;
  readonly version: string;
}) {
  const { claim, run, lesson } = known;
  const tables = claim.tables.map((id) => table(paper.id, id, [paper]));
  if (run === null && lesson === null && tables.length === 0 && claim.errata.length === 0) return null;
  return (
    <ul className="row ways">
      {run !== null && (
        <li>
          <a href={runHref(run.run, { version })}>
            Try it<span className="vh"> on the bench: {claim.statement}</span>
          </a>
          : {run.look}
        </li>
      )}
      {lesson !== null && (
        <li>
          Lesson: <a href={hrefOf("lesson", [lesson.slug])}>{lesson.title}</a>
        </li>
      )}
      {tables.map((table) => (
        <li key={table.id} className="short">
          <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>
        </li>
      ))}
      {claim.errata.map((id) => (
        <li key={id} className="short">
          <a href={entryHref(paper.id, "errata", id)}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

/** The claim's section in the paper, and its kind. */
function About({ claim }: { readonly claim: Claim }) {
  return (
    <p className="about">
      {/^(\d|[IVX]+\b)/.test(claim.section) && "Section "}
      <span lang="en" translate="no">
        {claim.section}
      </span>
      ; {claim.kind}
      {claim.origin === "computed" && ", computed from what is printed"}.
    </p>
  );
}

/** The tests of a claim, or why it has none; folded. */
function Tests({ known: { claim, check } }: { readonly known: KnownClaim }) {
  const isTested = check.tests.length > 0;
  return (
    <details>
      <summary>{isTested ? "How it is tested" : "Not tested"}</summary>
      <About claim={claim} />
      {!isTested && <p className="check">Why not: {check.reason ?? "no reason is given"}.</p>}
      {isTested && (
        <ul className="check">
          {check.tests.map(({ file, what }) => (
            <li key={file + what}>
              <q lang="en" translate="no">
                {what}
              </q>
              , <code>{file}</code>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

interface Props {
  readonly known: KnownClaim;
  readonly paper: Paper;
  readonly version: string; // of the engine that made the runs
  readonly pointed: boolean; // by the link
}

/** A claim: its statement, its number beside ours, links to try it, and last its tests. */
export function ClaimEntry({ known, paper, version, pointed }: Props) {
  const { claim, run } = known;
  return (
    <li id={`claim-${claim.id}`} className={pointed ? "pointed" : undefined}>
      <p className="statement">{claim.statement}</p>
      <Numbers claim={claim} run={run} />
      <Ways known={known} paper={paper} version={version} />
      <Tests known={known} />
    </li>
  );
}
