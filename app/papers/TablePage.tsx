import { itemAt } from "../../engine/kernel/reads.ts";
import { correctionsOf } from "../../engine/papers/corrections.ts";
import { errataOf } from "../../engine/papers/errata.ts";
import { Fragment } from "react";
import type { Paper, Table } from "../../engine/papers/types.ts";
import { counted } from "../words/numbers.ts";
import type { At } from "./at.ts";
import { Board } from "./Board.tsx";
import { boardsOf, tallyOf } from "./boards.ts";
import type { Board as BoardData } from "./boards.ts";
import { boardNotes, errataAbout, tableNotes } from "./margin.ts";
import { entryHref, pageHref } from "../setup/paper-links.ts";
import { PrintedTable } from "./PrintedTable.tsx";
import type { PaperReproduction } from "./reproduction.ts";
import { RunAgain } from "./RunAgain.tsx";
import { Legend, Tally } from "./Tally.tsx";
import { numeralOf, tableName } from "../words/units.ts";
import { sentence } from "../words/sentences.ts";

interface Props {
  readonly paper: Paper;
  readonly table: Table;
  readonly reproduction: PaperReproduction;
  readonly at: At;
}

const captionOf = (table: Table, board: BoardData): string =>
  numeralOf(table) === null ? board.column.label : `${tableName(table)}: ${board.column.label}`;

/** Links to the errata of the table, and to the corrections of its scanned text. */
function OfThePrint({ paper, table }: { readonly paper: Paper; readonly table: Table }) {
  const errata = errataAbout(table, errataOf(paper.id));
  const corrections = correctionsOf(paper.id).filter((correction) => correction.table === table.id).length;
  if (errata.length + corrections === 0) return null;
  return (
    <p className="conditions">
      {errata.length > 0 && "Errata: "}
      {errata.map(({ id, title }, i) => (
        <Fragment key={id}>
          {i > 0 && ", "}
          <a href={entryHref(paper.id, "errata", id)} aria-label={`${id}: ${title}`}>
            {id}
          </a>
        </Fragment>
      ))}
      {errata.length > 0 && ". "}
      {corrections > 0 && (
        <>
          Read from a scan, with <a href={pageHref(paper.id, "corrections")}>{counted(corrections, "correction")}</a>.
        </>
      )}
    </p>
  );
}

/** One table of a paper: a board for each of its columns of numbers, with notes in the margin. */
export function TablePage({ paper, table, reproduction, at }: Props) {
  const cells = reproduction.cells.filter((cell) => cell.table === table.id);
  const boards = boardsOf(table, cells);
  const behind = new Set(
    cells.flatMap((cell) => cell.runs.map((place) => itemAt(reproduction.runs, place, "run").experiment)),
  );
  const notes = tableNotes(boards, reproduction.notes, behind);
  return (
    <section aria-labelledby="table">
      <h2 id="table">
        {tableName(table)}
        {numeralOf(table) !== null && <span> {table.title}</span>}
      </h2>
      {table.conditions !== null && <p className="conditions">{sentence(table.conditions)}</p>}
      <OfThePrint paper={paper} table={table} />
      <Tally sums={tallyOf(cells)} of={`numbers of ${numeralOf(table) === null ? "this table" : tableName(table)}`} />
      <Legend />
      {behind.size > 0 && <RunAgain paper={paper.id} table={table} reproduction={reproduction} />}
      {boards.map((board) => (
        <div key={board.column.key} className={`boardrow${board.longNames || board.heads.length > 1 ? " wide" : ""}`}>
          <Board
            paper={paper}
            board={board}
            caption={captionOf(table, board)}
            reproduction={reproduction}
            at={at.column === board.column.key ? at : null}
          />
          <div className="margin">
            {boardNotes(board, reproduction.constants).map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </div>
      ))}
      <PrintedTable table={table} />
      {notes.length > 0 && (
        <div className="outs">
          <h3>What the simulation leaves out, and why it misses</h3>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </section>
  );
}
