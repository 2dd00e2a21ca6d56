/** What each rule of a protocol is for: by the faults that break a promise without it. Each cell links to its run. */
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ALL_RULES, rulesOf } from "../../engine/experiments/explorable.ts";
import { inWords } from "../../engine/experiments/params.ts";
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import type { MatrixCell, MatrixRow } from "../../engine/explore/matrix.ts";
import { brokenText, PROPERTIES, PROPERTY_NAMES, type Property } from "../../engine/protocols/promises.ts";
import { servesOf } from "../../engine/protocols/rules.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { lostHref } from "../setup/bench-links.ts";
import { changedTexts } from "../setup/setting-text.ts";
import { counted, grouped } from "../words/numbers.ts";
import { useMatrix, type Asked, type MatrixState } from "./use-matrix.ts";
import "../styles/run-tables.css";
import "../styles/rule-matrix.css";

/** The experiments of a table, each with the parameters of its runs. */
interface Part {
  readonly experiment: Description;
  readonly parameters: ParamValues;
}

const FAULTS = [1, 2, 3] as const;
const USUAL = 2;
const askedOf = ({ experiment, parameters }: Part): Asked => ({ experiment: experiment.id, parameters });

export function RuleMatrix({ parts }: { readonly parts: readonly Part[] }) {
  const [faults, setFaults] = useState<number>(USUAL);
  const asked = parts.map(askedOf);
  const { state, rowsOf, fill, cancel } = useMatrix(asked, faults);
  const found = parts.map((part) => ({ ...part, rows: rowsOf(askedOf(part)) }));
  const filled = found.filter(({ rows }) => rows.length > 0);
  const { broken, kept } = promisesIn(filled.flatMap(({ rows }) => rows));
  const isSearching = state.tag === "searching";
  const id = useId();
  return (
    <section className="run-table rule-matrix" aria-labelledby={id}>
      <h2 id={id}>What each rule is for</h2>
      <p className="note">
        A search leaves out one rule after another. It finds the fewest faults that break each promise then.
      </p>
      <div className="row run-table-go">
        <label>
          At most{" "}
          <select value={faults} disabled={isSearching} onChange={({ target }) => setFaults(Number(target.value))}>
            {FAULTS.map((most) => (
              <option key={most} value={most}>
                {counted(most, "fault")}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="btn small" disabled={isSearching} onClick={fill}>
          Find out by search
        </button>
        {isSearching && (
          <button type="button" className="btn small" onClick={cancel}>
            Cancel
          </button>
        )}
        <p role="status" className="note">
          {statusText(state, filled.length > 0)}
        </p>
      </div>
      {(filled.length > 0 || parts.length === 1) && (
        <ScrollBox label="What each rule is for: the table">
          <table>
            <thead>
              <tr>
                <th scope="col">Without this rule</th>
                {filled.length === 0 && <th scope="col">The promises</th>}
                {broken.map((property) => (
                  <th key={property} scope="col">
                    {PROPERTIES[property]}
                  </th>
                ))}
              </tr>
            </thead>
            {filled.length === 0 && parts.map(({ experiment }) => <OpenRows key={experiment.id} of={experiment} />)}
            {filled.map(({ experiment, rows }) => (
              <tbody key={experiment.id}>
                {parts.length > 1 && (
                  <tr className="rule-matrix-of">
                    <th scope="rowgroup" colSpan={broken.length + 1}>
                      {experiment.title}
                    </th>
                  </tr>
                )}
                {rows.map((row) => (
                  <Row key={`${row.rule} ${row.elsewhere ?? ""}`} {...{ experiment, row, columns: broken }} />
                ))}
              </tbody>
            ))}
          </table>
        </ScrollBox>
      )}
      {filled.length > 0 && kept.length > 0 && (
        <p className="note">In all these rows it holds: {kept.map((property) => PROPERTIES[property]).join(" ")}</p>
      )}
    </section>
  );
}

/** The promises of the rows: those that some row breaks, and those that none does. */
function promisesIn(rows: readonly MatrixRow[]) {
  const cells = rows.flatMap((row) => row.cells);
  const promised = PROPERTY_NAMES.filter((name) => cells.some(({ property }) => property === name));
  const isBroken = (name: Property): boolean =>
    cells.some(({ property, found }) => property === name && found !== null);
  return { broken: promised.filter(isBroken), kept: promised.filter((name) => !isBroken(name)) };
}

function statusText(state: MatrixState, isFilled: boolean): string {
  switch (state.tag) {
    case "rest":
      return isFilled ? DONE : "Nothing of this table is written down: a search fills it in.";
    case "searching": {
      const { experiment, progress, perS } = state;
      if (progress === null) return `${experiment}: the search begins.`;
      const rate = perS === 0 ? "" : `, ${grouped(perS, 0)} a second`;
      return `${experiment}: row ${progress.row} of ${progress.rows}, ${counted(progress.states, "state")}${rate}.`;
    }
    case "cancelled":
      return "You cancelled the search. The rows that were done stay.";
    case "done":
      return DONE;
    case "failed":
      return `The search stopped: ${state.message}`;
  }
}

const DONE = "Each cell links to the run that breaks the promise.";

const COUNTS = ["no fault", "one fault", "two faults", "three faults"];
const faultsText = (count: number): string => COUNTS[count] ?? counted(count, "fault");

const UP_TO = ["no fault", "one fault", "one fault or two", "up to three faults"];

/** The rules before the search: their cells are open. */
function OpenRows({ of }: { readonly of: Description }) {
  return (
    <tbody>
      {rulesOf(of).map(([rule, says]) => (
        <tr key={rule}>
          <th scope="row">
            {inWords(rule)}
            <span className="run-table-what">{says}</span>
          </th>
          <td className="rule-matrix-none">open</td>
        </tr>
      ))}
    </tbody>
  );
}

interface RowProps {
  readonly experiment: Description;
  readonly row: MatrixRow;
  readonly columns: readonly Property[];
}

function Row({ experiment, row, columns }: RowProps) {
  const { rule, says, elsewhere, faults, cells } = row;
  const isAll = rule === ALL_RULES;
  const { parameters, seed } = row;
  const settings = changedTexts({ experiment: experiment.id, parameters, seed, faults: [] }).join(", ");
  const breaks = cells.some(({ found }) => found !== null);
  const none = isAll ? "Every promise holds" : "No promise breaks";
  return (
    <tr>
      <th scope="row">
        {isAll ? "With all rules" : inWords(rule)}
        <span className="run-table-what">
          {isAll ? `Every run has ${settings}.` : says} {elsewhere}
        </span>
      </th>
      {breaks ? (
        columns.map((property) => {
          const cell = cells.find((one) => one.property === property);
          return (
            <td key={property}>
              {cell === undefined ? (
                <span className="rule-matrix-kept">not promised</span>
              ) : (
                <Cell {...{ experiment, row, cell }} />
              )}
            </td>
          );
        })
      ) : (
        <td colSpan={Math.max(1, columns.length)} className="rule-matrix-none">
          <span>
            {none} with {UP_TO[faults]}. {servesOf(rule)}
          </span>
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  readonly experiment: Description;
  readonly row: MatrixRow;
  readonly cell: MatrixCell;
}

/** The faults that break the promise, as a link to their run; a word where none do. */
function Cell({ experiment, row: { parameters, seed }, cell: { property, found, asWithAll } }: CellProps): ReactNode {
  if (found === null) return <span className="rule-matrix-kept">holds</span>;
  const setup = { experiment: experiment.id, parameters, seed, faults: found.faults };
  return (
    <>
      <a href={lostHref(setup, found.lost?.at)} className="against">
        <strong>{faultsText(found.faults.length)}</strong>: {brokenText(property, found.executions)}
      </a>
      {asWithAll && <span className="run-table-what">So it is with all rules.</span>}
      {found.whyNot !== null && (
        <span className="run-table-what">The whole system does not show it. {found.whyNot}</span>
      )}
    </>
  );
}
