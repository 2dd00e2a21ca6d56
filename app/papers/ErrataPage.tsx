import { errataOf } from "../../engine/papers/errata.ts";
import type { Arithmetic, Erratum, Paper } from "../../engine/papers/types.ts";
import { plainText } from "../chart/numbers.ts";
import { tableHref } from "./places.ts";
import { tableName, withUnit } from "./units.ts";
import { ScrollBox } from "./ScrollBox.tsx";

const KINDS: Readonly<Record<Erratum["kind"], string>> = {
  paper: "the paper against itself",
  cross: "the paper against another document",
  note: "no error, but needed to get a number back",
};

/** "10000 * 8 / 24.93" with the signs of arithmetic, and commas in whole numbers of five figures and more. */
const written = (expression: string): string =>
  expression
    .replaceAll("*", "×")
    .replaceAll("/", "÷")
    .replaceAll("-", "−")
    .replace(/\d{5,}(?![\d.])/g, (whole) => Number(whole).toLocaleString("en-US"))
    .replace(/\b1e(\d+)\b/g, (_, power: string) => (10 ** Number(power)).toLocaleString("en-US"));

function Sum({ sum }: { readonly sum: Arithmetic }) {
  const { expression, gives, printed, unit } = sum;
  const differs = printed !== undefined && printed !== gives;
  return (
    <tr>
      <td className="left words">{written(expression)}</td>
      <td>
        <b>{withUnit(plainText(gives), unit)}</b>
      </td>
      <td>{printed === undefined ? "–" : withUnit(plainText(printed), unit)}</td>
      <td className="left">{printed === undefined ? "" : differs ? "≠ differs" : "= agrees"}</td>
    </tr>
  );
}

function Entry({ erratum, paper }: { readonly erratum: Erratum; readonly paper: Paper }) {
  const { id, kind, title, text, arithmetic, tables } = erratum;
  const linked = tables.flatMap((table) => paper.tables.find((t) => t.id === table) ?? []);
  return (
    <li id={`erratum-${id}`}>
      <h3>
        {id} <span>{title}</span>
      </h3>
      <p className="about">
        {KINDS[kind]}
        {linked.map((table) => (
          <span key={table.id}>
            ; <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>
          </span>
        ))}
      </p>
      <p className="statement">{text}</p>
      <ScrollBox label={`${id}, computation`}>
        <table className="board plain sums">
          <thead>
            <tr>
              <th scope="col" className="left">
                Computation
              </th>
              <th scope="col">gives</th>
              <th scope="col">printed</th>
              <th scope="col" className="left">
                <span className="vh">Whether they agree</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {arithmetic.map((sum) => (
              <Sum key={sum.expression} sum={sum} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </li>
  );
}

/** Where a paper's numbers do not fit together, each shown by a sum. */
export function ErrataPage({ paper }: { readonly paper: Paper }) {
  return (
    <section aria-labelledby="errata">
      <h2 id="errata">{errataOf(paper.id).length} errata and notes</h2>
      <p className="conditions">
        Each is shown by a computation from printed numbers; a test works every one of them out again.
      </p>
      <ol className="errata">
        {errataOf(paper.id).map((erratum) => (
          <Entry key={erratum.id} erratum={erratum} paper={paper} />
        ))}
      </ol>
    </section>
  );
}
