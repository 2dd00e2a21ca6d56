import { useEffect } from "react";
import { errataOf } from "../../engine/papers/errata.ts";
import { table } from "../../engine/papers/lookup.ts";
import type { Arithmetic, Erratum, Paper } from "../../engine/papers/types.ts";
import { exactText, plainText } from "../words/numbers.ts";
import { tableHref } from "../setup/paper-links.ts";
import { tableName, withUnit } from "../words/units.ts";
import { PlainTable } from "../controls/PlainTable.tsx";

const ERRATUM_KINDS: Readonly<Record<Erratum["kind"], string>> = {
  paper: "the paper contradicts itself",
  cross: "another document contradicts the paper",
  scan: "the scan of the paper cannot be read here",
  note: "no error, but needed to compute a number again",
};

/** "10000 * 8 / 24.93" with the signs of arithmetic, and commas in whole numbers of five figures and more. */
const written = (expression: string): string =>
  expression
    .replaceAll("*", "×")
    .replaceAll("/", "÷")
    .replaceAll("-", "−")
    .replace(/\d{5,}(?![\d.])/g, (whole) => exactText(Number(whole)))
    .replace(/\b1e(\d+)\b/g, (_, power: string) => exactText(10 ** Number(power)));

/** Made when the page is drawn: an element is in the language that the page has as it is made. */
const columns = () =>
  [
    { head: "Computation", cells: "left words" },
    { head: "gives", cells: "", label: "gives" },
    { head: "printed", cells: "", label: "printed" },
    { head: <span className="vh">Whether they agree</span>, cells: "left" },
  ] as const;

function sumRow({ expression, gives, printed, unit }: Arithmetic) {
  const agrees = printed === gives ? "= agrees" : "≠ differs";
  return {
    key: expression,
    cells: [
      written(expression),
      <b key="gives">{withUnit(plainText(gives), unit)}</b>,
      printed === undefined ? "–" : withUnit(plainText(printed), unit),
      printed === undefined ? "" : agrees,
    ],
  };
}

interface EntryProps {
  readonly erratum: Erratum;
  readonly paper: Paper;
  readonly pointed: boolean; // by the link
}

function Entry({ erratum, paper, pointed }: EntryProps) {
  const { id, kind, title, text, arithmetic, tables } = erratum;
  const linked = tables.map((of) => table(paper.id, of, [paper]));
  return (
    <li id={`erratum-${id}`} className={pointed ? "pointed" : undefined}>
      <h3>
        {id} <span>{title}</span>
      </h3>
      <p className="about">
        {ERRATUM_KINDS[kind]}
        {linked.map((table) => (
          <span key={table.id}>
            ; <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>
          </span>
        ))}
      </p>
      <p className="statement">{text}</p>
      <PlainTable label={`${id}, computation`} className="sums" columns={columns()} rows={arithmetic.map(sumRow)} />
    </li>
  );
}

/** The places at which a paper's numbers contradict each other, each shown by a sum. */
export function ErrataPage({ paper, entry }: { readonly paper: Paper; readonly entry: string | null }) {
  useEffect(() => {
    if (entry !== null) document.getElementById(`erratum-${entry}`)?.scrollIntoView({ block: "start" });
  }, [entry]);
  return (
    <section aria-labelledby="errata">
      <h2 id="errata">{errataOf(paper.id).length} errata and notes</h2>
      <p className="conditions">
        A computation from printed numbers shows each of them, and a test repeats every computation.
      </p>
      <ol className="errata">
        {errataOf(paper.id).map((erratum) => (
          <Entry key={erratum.id} erratum={erratum} paper={paper} pointed={erratum.id === entry} />
        ))}
      </ol>
    </section>
  );
}
