/** The boards of a table, one for each of its columns of numbers, their rows in any order, and counts over them. */
import { namedIn } from "../../engine/kernel/reads.ts";
import { decimalsFor, numberText, plainText } from "../words/numbers.ts";
import { keyOf } from "../../engine/papers/lookup.ts";
import type { Column, Row, Table } from "../../engine/papers/types.ts";
import { deviationOf, isMiss, stripScale } from "./deviation.ts";
import type { StripScale } from "./deviation.ts";
import { CELL_KIND_ORDER } from "./cell-kinds.ts";
import type { CellFact } from "./reproduction.ts";

export interface BoardRow {
  readonly id: string; // unique on the board
  readonly order: number; // as printed, from 0
  readonly names: readonly (string | number)[]; // under the board's heads
  readonly cell: CellFact;
  readonly printed: Row; // the whole row of the table
  readonly texts: {
    readonly paper: string;
    readonly model: string;
    readonly simulated: string;
    readonly range: string;
  };
  readonly modelOff: number | null; // percent of the paper's number
  readonly simulatedOff: number | null;
  readonly lowOff: number | null;
  readonly highOff: number | null;
  readonly miss: boolean; // the simulation is further off than 5 %
}

export interface Board {
  readonly table: Table;
  readonly column: Column;
  readonly unit: string; // of all rows; "" where there is none, or where the rows have one each
  readonly heads: readonly string[];
  readonly rows: readonly BoardRow[];
  readonly scale: StripScale;
  readonly longNames: boolean; // the rows' names need a line of their own on a phone
}

const LONG = 16; // letters that fit beside the numbers on a phone

export function namesOf(table: Table, row: Row): readonly (string | number)[] {
  const key = keyOf(table, row);
  if (table.labelColumn !== undefined) return [String(row[table.labelColumn])];
  return table.keys.map((k) => namedIn(key, k, "key"));
}

const labelOf = (table: Table, key: string): string => table.columns.find((c) => c.key === key)?.label ?? key;

const sameRow = (table: Table, row: Row, cell: CellFact): boolean =>
  JSON.stringify(keyOf(table, row)) === JSON.stringify(cell.row);

function rangeOf({ low, high, simulated }: CellFact, write: (value: number) => string): string {
  if (simulated === null) return "–";
  if (low === null || high === null) return "one call";
  return low === high ? "no spread" : `${write(low)} to ${write(high)}`;
}

/** A column of measured figures has one number of decimals, as printed; rows of different units have their own. */
function writers(table: Table, cells: readonly CellFact[]) {
  const printed = cells.map((cell) => cell.paperValue);
  const answers = (some: readonly CellFact[]): readonly number[] =>
    some.flatMap((cell) => [cell.model, cell.simulated].filter((value) => value !== null));
  const mixed = table.unitColumn !== undefined;
  return (cell: CellFact) => {
    const decimals = mixed
      ? decimalsFor([...answers([cell]), cell.paperValue], [cell.paperValue])
      : decimalsFor([...answers(cells), ...printed], printed);
    const asPrinted = mixed || cell.kind === "input" ? plainText : (value: number) => numberText(value, inColumn);
    const inColumn = Math.max(0, ...printed.map((value) => plainText(value).split(".")[1]?.length ?? 0));
    return { paper: cell.unit === "year" ? String : asPrinted, ours: (value: number) => numberText(value, decimals) };
  };
}

function makeRow(
  table: Table,
  cell: CellFact,
  printed: Row,
  order: number,
  write: ReturnType<typeof writers>,
): BoardRow {
  const { paper, ours } = write(cell);
  const off = (value: number | null): number | null => deviationOf(value, cell.paperValue);
  const shown = (value: number | null): string => (value === null ? "–" : ours(value));
  const simulatedOff = off(cell.simulated);
  return {
    id: `${cell.column} ${JSON.stringify(cell.row)}`,
    order,
    names: namesOf(table, printed),
    cell,
    printed,
    texts: {
      paper: paper(cell.paperValue),
      model: shown(cell.model),
      simulated: shown(cell.simulated),
      range: rangeOf(cell, ours),
    },
    modelOff: off(cell.model),
    simulatedOff,
    lowOff: off(cell.low),
    highOff: off(cell.high),
    miss: isMiss(simulatedOff),
  };
}

/** One board for each column that has published numbers, in the table's order. */
export function boardsOf(table: Table, cells: readonly CellFact[]): readonly Board[] {
  return table.columns.flatMap((column) => {
    const here = cells.filter((cell) => cell.table === table.id && cell.column === column.key);
    if (here.length === 0) return [];
    const write = writers(table, here);
    const rows = table.rows.flatMap((printed, order) => {
      const cell = here.find((candidate) => sameRow(table, printed, candidate));
      return cell === undefined ? [] : [makeRow(table, cell, printed, order, write)];
    });
    const heads = table.labelColumn === undefined ? table.keys : [table.labelColumn];
    const offs = rows.flatMap((row) => [row.modelOff, row.simulatedOff, row.lowOff, row.highOff]);
    const longNames = rows.some((row) => row.names.join(" ").length > LONG);
    const unit = table.unitColumn === undefined ? (column.unit ?? "") : "";
    const board = { table, column, unit, rows, longNames, scale: stripScale(offs) };
    return [{ ...board, heads: heads.map((key) => labelOf(table, key)) }];
  });
}

export const SORT_KEYS = ["row", "paper", "model", "simulated", "range", "size", "percent", "kind"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Null is the order of the paper. */
export type Sort = { readonly by: SortKey; readonly down: boolean } | null;

/** A head is pressed: up, then down, then the paper's order again. */
export function nextSort(sort: Sort, by: SortKey): Sort {
  if (sort?.by !== by) return { by, down: false };
  return sort.down ? null : { by, down: true };
}

/** In percent: the simulation's deviation, the model's where there is no simulation. */
export const shownOff = (row: BoardRow): number | null => row.simulatedOff ?? row.modelOff;

type Rank = number | string | null;

const RANKS: Readonly<Record<Exclude<SortKey, "row">, (row: BoardRow) => Rank>> = {
  paper: ({ cell }) => cell.paperValue,
  model: ({ cell }) => cell.model,
  simulated: ({ cell }) => cell.simulated,
  range: ({ cell }) => (cell.low === null || cell.high === null ? null : cell.high - cell.low),
  size: (row) => Math.abs(shownOff(row) ?? NaN),
  percent: shownOff,
  kind: ({ cell }) => CELL_KIND_ORDER.indexOf(cell.kind),
};

const isNone = (rank: Rank): boolean => rank === null || Number.isNaN(rank);

function compareRanks(a: Rank, b: Rank, down: boolean): number {
  if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b)); // an absent value comes last in both orders
  const way = down ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return way * (a - b);
  return way * String(a).localeCompare(String(b), "en", { numeric: true });
}

/** The rows in another order. Equal rows keep the paper's order. */
export function sorted(rows: readonly BoardRow[], sort: Sort): readonly BoardRow[] {
  if (sort === null) return rows;
  const { by, down } = sort;
  const compare = (a: BoardRow, b: BoardRow): number => {
    if (by !== "row") return compareRanks(RANKS[by](a), RANKS[by](b), down);
    for (const [i, name] of a.names.entries()) {
      const order = compareRanks(name, b.names[i] ?? null, down);
      if (order !== 0) return order;
    }
    return 0;
  };
  return rows.toSorted((a, b) => compare(a, b) || a.order - b.order);
}

/** Counts over a set of published numbers. */
export interface Tally {
  readonly cells: number;
  readonly predicted: number; // by a run, nothing fitted
  readonly near: number; // of these, within 5 %
  readonly calibrated: number;
  readonly given: number; // inputs and identities
  readonly unsimulated: number;
  readonly worst: CellFact | null; // the prediction that is furthest off
  readonly worstOff: number | null; // percent
}

export function tallyOf(cells: readonly CellFact[]): Tally {
  const count = (kind: CellFact["kind"]): number => cells.filter((cell) => cell.kind === kind).length;
  const predicted = cells.filter((cell) => cell.kind === "predicted" && cell.simulated !== null);
  let worst: CellFact | null = null;
  let worstOff: number | null = null;
  for (const cell of predicted) {
    const off = deviationOf(cell.simulated, cell.paperValue);
    if (off !== null && Math.abs(off) > Math.abs(worstOff ?? 0)) [worst, worstOff] = [cell, off];
  }
  return {
    cells: cells.length,
    predicted: predicted.length,
    near: predicted.filter((cell) => !isMiss(deviationOf(cell.simulated, cell.paperValue))).length,
    calibrated: count("calibrated"),
    given: count("input") + count("identity"),
    unsimulated: count("unsimulated"),
    worst,
    worstOff,
  };
}
