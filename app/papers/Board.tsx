import { Fragment, Suspense, useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { PHONE, useMedia } from "../controls/media.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Paper, Table } from "../../engine/papers/types.ts";
import type { At } from "./at.ts";
import { nextSort, shownOff, sorted } from "./boards.ts";
import type { Board as BoardData, BoardRow, Sort, SortKey } from "./boards.ts";
import { percentText, rangeText } from "./deviation.ts";
import { KindMark } from "./KindMark.tsx";
import { asPrinted } from "./name-columns.ts";
import type { Reproduction } from "./reproduction.ts";
import { Strip, StripAxis } from "./Strip.tsx";
import { unitText, unitWord } from "../words/units.ts";
import { fetched } from "../controls/fetched.tsx";
import { ScrollBox } from "../controls/ScrollBox.tsx";

const CellNote = fetched("The sources of this number", () => import("./CellNote.tsx").then((m) => m.CellNote));

const NARROW = "(max-width: 1399px)";
const SMALL = "(max-width: 359px)";
const STRIP = { small: 60, phone: 84, narrow: 150, wide: 244 } as const; // px

/** The layout of a board on this screen. */
interface Layout {
  readonly phone: boolean;
  readonly stacked: boolean; // a row's name stands on a line of its own
  readonly model: boolean; // a column for it; on a phone only where it speaks
  readonly columns: number;
  readonly strip: number; // px
}

function useLayout(board: BoardData): Layout {
  const small = useMedia(SMALL);
  const phone = useMedia(PHONE);
  const narrow = useMedia(NARROW);
  const room = small ? "small" : phone ? "phone" : narrow ? "narrow" : "wide";
  const model = !phone || board.rows.some(({ cell }) => cell.model !== null);
  const columns = phone ? (model ? 6 : 5) : 8;
  return { phone, stacked: phone && board.longNames, model, columns, strip: STRIP[room] };
}

interface HeadProps {
  readonly by: SortKey;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly children: ReactNode;
  readonly label?: string;
  readonly className?: string;
  /** A figure that the button lies over; its numbers are no name. */
  readonly under?: ReactNode;
}

/** A column's head: pressing it sorts up, then down, then as printed. */
function Head({ by, sort, onSort, children, label, className, under }: HeadProps) {
  const here = sort?.by === by;
  const direction = here ? (sort.down ? "descending" : "ascending") : "none";
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort" aria-label={label} onClick={() => onSort(nextSort(sort, by))}>
        {children}
        {here && <span aria-hidden="true">{sort.down ? "\u2009↓" : "\u2009↑"}</span>}
      </button>
      {under}
    </th>
  );
}

function Heads({
  board,
  layout,
  sort,
  onSort,
}: {
  readonly board: BoardData;
  readonly layout: Layout;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const { phone, model, strip } = layout;
  const shared = { sort, onSort };
  const axis = <StripAxis scale={board.scale} width={strip} />;
  return (
    <thead>
      <tr>
        <Head by="row" className="left" {...shared}>
          <span className="names">
            {board.heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </span>
        </Head>
        <Head by="paper" {...shared}>
          Paper
        </Head>
        {model && (
          <Head by="model" {...shared}>
            Model
          </Head>
        )}
        <Head by="simulated" {...shared} {...(phone ? { label: "Sim. (simulated)" } : {})}>
          {phone ? "Sim." : "Simulated"}
        </Head>
        {!phone && (
          <Head by="range" label={"95\u202f% interval"} {...shared}>
            95&#8239;%
          </Head>
        )}
        <Head by="size" className="dev" under={axis} {...shared}>
          <span className="vh">Size of the deviation; strip {rangeText(board.scale)}</span>
        </Head>
        <Head by="percent" label="% deviation" {...shared}>
          %
        </Head>
        {!phone && (
          <Head by="kind" className="left" {...shared}>
            Kind
          </Head>
        )}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: BoardRow;
  readonly board: BoardData;
  readonly layout: Layout;
  readonly open: boolean;
  readonly pointed: boolean; // by the link
  readonly note: string;
  readonly onOpen: () => void;
}

const spreadOf = ({ simulatedOff, lowOff, highOff }: BoardRow) =>
  simulatedOff === null ? null : { off: simulatedOff, low: lowOff, high: highOff };

function Percent({ row }: { readonly row: BoardRow }) {
  const byModel = row.simulatedOff === null && row.modelOff !== null;
  return (
    <td className={byModel ? "percent k-model" : "percent"}>
      {byModel && <span className="vh">model </span>}
      {percentText(shownOff(row))}
    </td>
  );
}

/** The cells of a row behind its name. */
function Cells({ row, board, layout, open, note, onOpen }: RowProps) {
  const { texts, cell } = row;
  const unit = unitText(cell.unit);
  const where = `${row.names.join(", ")}; ${board.column.label}`;
  return (
    <>
      <td className="paper">
        <button
          type="button"
          className="addr"
          aria-expanded={open}
          aria-controls={open ? note : undefined}
          aria-label={`${texts.paper}${unit === "" ? "" : ` ${unit}`}: ${where}. Where from`}
          onClick={onOpen}
        >
          {texts.paper}
        </button>
        {board.table.unitColumn !== undefined && unit !== "" && !layout.stacked && (
          <span className="unit"> {unit}</span>
        )}
      </td>
      {layout.model && <td className={cell.model === null ? "none" : undefined}>{texts.model}</td>}
      <td className={cell.simulated === null ? "none" : undefined}>{texts.simulated}</td>
      {!layout.phone && <td className="range">{texts.range}</td>}
      <td className="dev">
        <Strip scale={board.scale} width={layout.strip} model={row.modelOff} simulated={spreadOf(row)} />
      </td>
      <Percent row={row} />
      {!layout.phone && (
        <td className="left">
          <KindMark kind={cell.kind} />
        </td>
      )}
    </>
  );
}

function Name({ row, table: { labelColumn, keys } }: { readonly row: BoardRow; readonly table: Table }) {
  return (
    <span className="names">
      {row.names.map((name, i) => (
        <span key={i} {...asPrinted(labelColumn ?? itemAt(keys, i, "key"))}>
          {name}
        </span>
      ))}
    </span>
  );
}

/** A row; on a phone, where its name is long, two rows of the table: the name, and its numbers. */
function Row(props: RowProps) {
  const { row, board, layout, pointed } = props;
  const tone = [row.miss ? "miss" : "", pointed ? "pointed" : ""].join(" ").trim() || undefined;
  const unit = board.table.unitColumn === undefined ? "" : unitText(row.cell.unit);
  if (layout.stacked) {
    return (
      <>
        <tr className={`name ${tone ?? ""}`}>
          <th scope="row" colSpan={layout.columns} className="left">
            <span className="namekind">
              <span>
                <Name row={row} table={board.table} />
                {unit !== "" && <span className="unit"> {unit}</span>}
              </span>
              <KindMark kind={row.cell.kind} />
            </span>
          </th>
        </tr>
        <tr className={tone}>
          <td />
          <Cells {...props} />
        </tr>
      </>
    );
  }
  return (
    <tr className={tone}>
      <th scope="row" className="left">
        <Name row={row} table={board.table} />
        {layout.phone && <KindMark kind={row.cell.kind} wordHidden />}
      </th>
      <Cells {...props} />
    </tr>
  );
}

interface Props {
  readonly paper: Paper;
  readonly board: BoardData;
  readonly caption: string;
  readonly reproduction: Reproduction;
  /** The part of this board that the link points at; null where it points elsewhere. */
  readonly at: At | null;
}

/** The row that the link points at, opened; or the board, where it names no row. Comes into view. */
function usePointedAt(at: At | null, board: BoardData, onOpen: (id: string) => void) {
  const place = useRef<HTMLDivElement>(null);
  const row = at?.row === undefined || at.row === null ? undefined : JSON.stringify(at.row);
  const id = board.rows.find(({ cell }) => JSON.stringify(cell.row) === row)?.id ?? null;
  useEffect(() => {
    if (at === null) return;
    if (id !== null) onOpen(id);
    const pointed = place.current?.querySelector("tr.pointed") ?? place.current;
    pointed?.scrollIntoView({ block: id === null ? "start" : "center" });
    // Only another link points elsewhere; the reader may close the row and scroll on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [at]);
  return { place, id };
}

/** Paper, model and simulation of one column of a table, row by row, and how far the two are from the first. */
export function Board({ paper, board, caption, reproduction, at }: Props) {
  const [sort, setSort] = useState<Sort>(null);
  const [open, setOpen] = useState<string | null>(null);
  const layout = useLayout(board);
  const note = useId();
  const unit = unitWord(board.unit);
  const { place, id: pointed } = usePointedAt(at, board, setOpen);
  return (
    <div ref={place} className={at === null ? undefined : "pointed-board"}>
      <ScrollBox label={`${caption}${unit === "" ? "" : `, ${unit}`}`}>
        <table className={`board${board.longNames ? " long" : ""}${layout.stacked ? " stacked" : ""}`}>
          <caption>
            {caption}
            {unit !== "" && <span>{unit}</span>}
          </caption>
          <Heads board={board} layout={layout} sort={sort} onSort={setSort} />
          <tbody>
            {sorted(board.rows, sort).map((row) => (
              <Fragment key={row.id}>
                <Row
                  row={row}
                  board={board}
                  layout={layout}
                  open={open === row.id}
                  pointed={pointed === row.id}
                  note={note}
                  onOpen={() => setOpen(open === row.id ? null : row.id)}
                />
                {open === row.id && (
                  <tr className="noterow">
                    <td colSpan={layout.columns}>
                      <Suspense fallback={<div className="address cellnote" id={note} aria-busy="true" />}>
                        <CellNote
                          id={note}
                          paper={paper}
                          table={board.table}
                          column={board.column}
                          row={row}
                          reproduction={reproduction}
                        />
                      </Suspense>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
