/** The bounds of a checkpoint beside their values, as they were when they were submitted. */
import type { BoundResult, JudgeRun } from "../../../lessons/judge.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { usePlainText } from "../text/Numbers.tsx";
import { boundText, goalText } from "../../words/bound-text.ts";
import { Verdict } from "./Verdict.tsx";

const benchHref = (run: JudgeRun): string => setupHref(run);

/** A bound beside its value, which leads to the run that was measured; a ratio also to the run that it is of. */
function Bound({ result, seeded }: { readonly result: BoundResult; readonly seeded: boolean }) {
  const plain = usePlainText();
  const { condition, value, holds, seed, run, base } = result;
  return (
    <tr>
      <th scope="row">
        {plain(condition.says)} {seeded && <span className="note">seed {seed}</span>}
      </th>
      <td>
        <a href={benchHref(run)}>{boundText(value, result.unit)}</a>
        {base !== null && (
          <>
            {" "}
            <a className="note" href={benchHref(base)}>
              {plain(condition.as ?? "")}
            </a>
          </>
        )}
      </td>
      <td>{goalText(condition, result.unit)}</td>
      <td>
        <Verdict right={holds}>{holds ? "reached" : "not yet"}</Verdict>
      </td>
    </tr>
  );
}

export function BoundsTable({ bounds }: { readonly bounds: readonly BoundResult[] }) {
  const seeded = new Set(bounds.map(({ seed }) => seed)).size > 1;
  return (
    <div className="bounds" role="region" aria-label="Bounds" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">measure</th>
            <th scope="col">yours</th>
            <th scope="col">goal</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {bounds.map((result, i) => (
            <Bound key={i} result={result} seeded={seeded} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
