/** A table at a moment. Rows light up when they are written, and are struck through where a crash took them. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { counted } from "../words/numbers.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { refExists } from "../trace/folds.ts";
import type { ShownState } from "./props.ts";
import type { Column, TableRow, TableState } from "./table.ts";
import { runsBy, tableAt, tablesOf } from "./tables.ts";

interface Props extends ShownState {
  readonly table: string;
}

export function TableFigure({ run, call, time, playing, onSelect, table: key }: Props) {
  const of = tablesOf(run).find((one) => one.key === key);
  const table = tableAt(run, key, { call, time });
  if (of === undefined || table === null) return null;
  const { columns, rows, more, empty } = table;
  const open = (row: TableRow): (() => void) | null =>
    row.cause !== NO_REF && refExists(run.trace, row.cause) ? () => onSelect(row.cause) : null;
  return (
    <div className={of.countsRuns ? "state-body with-runs" : "state-body"}>
      <Tallies tallies={table.tallies} />
      <div className="state-rows">
        <ScrollBox label={of.title}>
          <table className="state-table" role="table" aria-label={of.title}>
            <Head columns={columns} />
            <tbody role="rowgroup">
              {rows.map((row) => (
                <Row key={row.key} {...{ columns, row, playing }} onOpen={open(row)} />
              ))}
              {rows.length === 0 && (
                <tr role="row" className="is-empty">
                  <td role="cell" colSpan={columns.length}>
                    {empty}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </ScrollBox>
        <p className="state-foot">
          {table.lost !== null && (
            <span className="is-bad">
              <b>{table.lost.count}</b> {table.lost.name}
            </span>
          )}
        </p>
        {more > 0 && <p className="note">And {counted(more, "row")} more.</p>}
      </div>
      {of.countsRuns && call > 0 && <Runs runs={runsBy(run, { call, time })} call={call} />}
    </div>
  );
}

const Head = ({ columns }: { readonly columns: readonly Column[] }) => (
  <thead role="rowgroup">
    <tr role="row">
      {columns.map(({ key, head, isNumber }) => (
        <th key={key} scope="col" role="columnheader" className={isNumber ? "num" : undefined}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowProps {
  readonly columns: readonly Column[];
  readonly row: TableRow;
  readonly playing: boolean;
  readonly onOpen: (() => void) | null;
}

/** While time runs a row turns over with each write: two names of one motion, so that each starts anew. */
const turnOf = ({ isLit, write }: TableRow, playing: boolean): string =>
  playing && isLit ? (write % 2 === 0 ? " turn-even" : " turn-odd") : "";

function Row({ columns, row, playing, onOpen }: RowProps) {
  const { cells, isLit, isLost } = row;
  const looks = `${isLost ? "is-lost" : isLit ? "is-lit" : ""}${turnOf(row, playing)}`;
  return (
    <tr role="row" className={looks === "" ? undefined : looks}>
      {columns.map(({ key, head, isNumber }, i) => {
        const text = itemAt(cells, i, "cell");
        if (i === 0) {
          return (
            <th key={key} scope="row" role="rowheader">
              {text}
            </th>
          );
        }
        const isLast = i === columns.length - 1;
        return (
          <td key={key} role="cell" className={isNumber ? "num" : undefined} data-label={isNumber ? head : undefined}>
            {isLast && onOpen !== null && text !== "" ? (
              <button type="button" className="state-link" aria-label={`${text}: what wrote it`} onClick={onOpen}>
                {text}
              </button>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** How many rows are of a kind, above the table: their places stay while the numbers change. */
const Tallies = ({ tallies }: Pick<TableState, "tallies">) =>
  tallies.length === 0 ? null : (
    <ul className="row state-tallies">
      {tallies.map(({ name, count, isBad }) => (
        <li key={name} className={isBad ? "is-bad" : undefined}>
          <b>{count}</b> {name}
        </li>
      ))}
    </ul>
  );

/** A box for each number of runs, from 0; the one that holds is filled. */
function Runs({ runs, call }: { readonly runs: number; readonly call: number }) {
  const boxes = Array.from({ length: Math.max(2, runs + 1) }, (_, number) => number);
  const said = runs === 0 ? "has not run" : `ran ${counted(runs, "time")}`;
  return (
    <div className="state-runs">
      <p id={`runs-of-${call}`}>The procedure of call {call} ran</p>
      <div role="img" aria-label={`The procedure of call ${call} ${said}`}>
        {boxes.map((number) => (
          <i key={number} className={number === runs ? (runs > 1 ? "is-now is-bad" : "is-now") : undefined}>
            {number}
          </i>
        ))}
        <span>{runs === 1 ? "time" : "times"}</span>
      </div>
    </div>
  );
}
