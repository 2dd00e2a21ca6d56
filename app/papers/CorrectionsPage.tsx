import { correctionsOf } from "../../engine/papers/corrections.ts";
import type { Correction, Paper, RowKey, Table, Uncertain } from "../../engine/papers/types.ts";
import { tableHref } from "../setup/paper-links.ts";
import { counted } from "../words/numbers.ts";
import { tableName, unitText } from "../words/units.ts";

const rowText = (key: RowKey | null): string => (key === null ? "whole table" : Object.values(key).join(", "));

function placeText(table: Table, rowKey: RowKey | null, column: string | null): string {
  const label = table.columns.find(({ key }) => key === column)?.label;
  return label === undefined
    ? rowText(rowKey)
    : rowKey === null
      ? `${label}, all rows`
      : `${rowText(rowKey)}: ${label}`;
}

function Certainty({ of }: { readonly of: Correction["certainty"] }) {
  return (
    <span className="certainty">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <circle className="line" cx="6" cy="6" r="4.5" />
        <path
          className="fill"
          d={of === "certain" ? "M6 1.5a4.5 4.5 0 0 1 0 9a4.5 4.5 0 0 1 0-9z" : "M6 1.5a4.5 4.5 0 0 0 0 9z"}
        />
      </svg>
      {of}
    </span>
  );
}

function Entry({ table, correction }: { readonly table: Table; readonly correction: Correction }) {
  const { rowKey, column, ocr, value, certainty, why } = correction;
  return (
    <li>
      <p className="statement">
        <b>{placeText(table, rowKey, column)}</b>: the scan has{" "}
        <q lang="en" translate="no">
          {ocr}
        </q>
        , we read <b>{unitText(String(value))}</b>.
      </p>
      <p className="about">
        <Certainty of={certainty} />: {why}.
      </p>
    </li>
  );
}

function Doubt({ table, doubt }: { readonly table: Table; readonly doubt: Uncertain }) {
  return (
    <li>
      <p className="statement">
        <b>{placeText(table, doubt.rowKey, doubt.column)}</b>: read as {String(doubt.value)}; not proved.
      </p>
      <p className="about">{doubt.why}.</p>
    </li>
  );
}

/** The places at which we read the scanned text otherwise than it looks, and the numbers that stay uncertain. */
export function CorrectionsPage({ paper }: { readonly paper: Paper }) {
  const corrections = correctionsOf(paper.id);
  const likely = corrections.filter(({ certainty }) => certainty === "likely").length;
  const doubts = paper.tables.flatMap((table) => table.uncertain.map((doubt) => ({ table, doubt })));
  return (
    <section aria-labelledby="corrections">
      <h2 id="corrections">{counted(corrections.length, "correction")} to the scan</h2>
      <div className="row tally">
        <span>
          <b>{corrections.length - likely}</b> certain
        </span>
        <span>
          <b>{likely}</b> likely
        </span>
        <span>
          <b>{doubts.length}</b> left uncertain
        </span>
      </div>
      <p className="conditions">
        We read the tables from a scan. In these places the scan cannot show what the paper printed.
      </p>
      {paper.tables
        .map((table) => ({ table, ofTable: corrections.filter((correction) => correction.table === table.id) }))
        .filter(({ ofTable }) => ofTable.length > 0)
        .map(({ table, ofTable }) => (
          <div key={table.id} className="group">
            <h3>
              <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>
            </h3>
            <ul className="claims">
              {ofTable.map((correction) => (
                <Entry key={correction.ocr} table={table} correction={correction} />
              ))}
            </ul>
          </div>
        ))}
      <div className="group">
        <h3>Uncertain readings</h3>
        {doubts.length === 0 ? (
          <p className="conditions">No reading of this paper is uncertain.</p>
        ) : (
          <ul className="claims">
            {doubts.map(({ table, doubt }) => (
              <Doubt key={JSON.stringify([table.id, doubt.rowKey, doubt.column])} table={table} doubt={doubt} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
