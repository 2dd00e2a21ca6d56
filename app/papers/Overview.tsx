import { PHONE, useMedia } from "../controls/media.ts";
import type { Constant } from "../../engine/experiments/types.ts";
import type { Paper, Table } from "../../engine/papers/types.ts";
import { plainText } from "../words/numbers.ts";
import { rowOf } from "../../engine/papers/lookup.ts";
import { present } from "../../engine/kernel/items.ts";
import { namesOf, tallyOf } from "./boards.ts";
import { deviationOf, deviationText, rangeText, stripScale } from "./deviation.ts";
import type { StripScale } from "./deviation.ts";
import { CELL_KIND_ORDER, CELL_KINDS } from "./cell-kinds.ts";
import { KindMark } from "./KindMark.tsx";
import { tableHref } from "../setup/paper-links.ts";
import type { CellFact, Reproduction } from "./reproduction.ts";
import { StripAxis, StripOfMany } from "./Strip.tsx";
import { Tally } from "./Tally.tsx";
import { numeralOf, tableName, withUnit } from "../words/units.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";

const offsOf = (cells: readonly CellFact[]): readonly number[] =>
  present(cells, (cell) => deviationOf(cell.simulated, cell.paperValue));

function TableRow({
  paper,
  table,
  cells,
  scale,
  width,
  phone,
}: {
  readonly paper: Paper;
  readonly table: Table;
  readonly cells: readonly CellFact[];
  readonly scale: StripScale;
  readonly width: number;
  readonly phone: boolean;
}) {
  const sums = tallyOf(cells);
  const offs = offsOf(cells);
  return (
    <tr>
      <th scope="row" className="left">
        <a href={tableHref(paper.id, table.id)}>
          {paper.tables.some((one) => numeralOf(one) !== null) && (
            <span className="numeral">{numeralOf(table) ?? "–"}</span>
          )}
          <span>{table.title}</span>
        </a>
      </th>
      <td>{sums.cells}</td>
      {!phone && (
        <td className={sums.predicted === 0 ? "none" : undefined}>
          {sums.predicted === 0 ? "–" : `${sums.near} of ${sums.predicted}`}
        </td>
      )}
      {!phone && <td className={sums.worstOff === null ? "none" : undefined}>{deviationText(sums.worstOff)}</td>}
      <td className="dev">
        <StripOfMany
          scale={scale}
          width={width}
          offs={offs}
          label={`${offs.length} simulated numbers, ${sums.near} of ${sums.predicted} predictions within 5 percent`}
        />
      </td>
    </tr>
  );
}

/** The cell that a constant was fitted to, as a link to its table. */
function FittedTo({ paper, aim }: { readonly paper: Paper; readonly aim: Constant["fittedTo"] }) {
  if (typeof aim === "string") return aim;
  const table = paper.tables.find(({ id }) => id === aim.table);
  if (table === undefined) return aim.table;
  const column = table.columns.find(({ key }) => key === aim.column);
  const names = namesOf(table, rowOf(paper.id, table, aim.row));
  return (
    <>
      <a href={tableHref(paper.id, table.id)}>{tableName(table)}</a>, row “{names.join(", ")}” of the column “
      {column?.label}”
    </>
  );
}

function Constants({ paper, constants }: { readonly paper: Paper; readonly constants: readonly Constant[] }) {
  return (
    <div className="outs">
      <h3>Fitted constants</h3>
      {constants.length === 0 && <p>No constant was fitted.</p>}
      {constants.map(({ name, value, unit, fittedTo }) => (
        <p key={name}>
          <b>{withUnit(plainText(value), unit)}</b> {name}, fitted to <FittedTo paper={paper} aim={fittedTo} />.
        </p>
      ))}
    </div>
  );
}

/** All tables of a paper, with how near the simulation comes to each. */
export function Overview({ paper, reproduction }: { readonly paper: Paper; readonly reproduction: Reproduction }) {
  const phone = useMedia(PHONE);
  const narrow = useMedia("(max-width: 1120px)");
  const width = phone ? 84 : narrow ? 150 : 244;
  const all = reproduction.cells;
  const scale = stripScale(offsOf(all));
  return (
    <section aria-labelledby="tables">
      <Tally sums={tallyOf(all)} of="published numbers" />
      <ul className="kindlist" aria-label="Kinds of numbers">
        {CELL_KIND_ORDER.map((kind) => (
          <li key={kind}>
            <KindMark kind={kind} />{" "}
            <span>
              <span className="num">{all.filter((cell) => cell.kind === kind).length}</span>: {CELL_KINDS[kind].what}
            </span>
          </li>
        ))}
      </ul>
      <h2 id="tables">All tables</h2>
      <ScrollBox label="All tables, board">
        <table className="board overview">
          <thead>
            <tr>
              <th scope="col" className="left">
                Table
              </th>
              <th scope="col">Numbers</th>
              {!phone && <th scope="col">Predicted within 5&#8239;%</th>}
              {!phone && <th scope="col">Largest miss</th>}
              <th scope="col" className="dev">
                <span className="vh">Simulated numbers off the paper, {rangeText(scale)}</span>
                <StripAxis scale={scale} width={width} />
              </th>
            </tr>
          </thead>
          <tbody>
            {paper.tables.map((table) => (
              <TableRow
                key={table.id}
                paper={paper}
                table={table}
                cells={all.filter((cell) => cell.table === table.id)}
                scale={scale}
                width={width}
                phone={phone}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="note">
        Each triangle is a simulated number, inputs included. The line is the paper’s number, the band 5&#8239;% to
        either side. Simulated means of {reproduction.trials} runs.
      </p>
      <Constants paper={paper} constants={reproduction.constants} />
    </section>
  );
}
