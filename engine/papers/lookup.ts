/**
 * Look-ups in the papers, by address. A look-up that fails throws a `PaperError` that names what exists. Look-ups
 * search the loaded papers: all of them once index.ts is imported; in the page those that load.ts has fetched, so that
 * a reader waits only for the papers that a page shows. The last argument may be another list of papers.
 */
import { papersHere } from "./here.ts";
import type { CellAddress, CellValue, ModelFunction, Paper } from "./types.ts";
import type { Row, RowKey, Table } from "./types.ts";

/** A paper, or a part of one, that does not exist. */
export class PaperError extends Error {
  override readonly name = "PaperError";
}

/** A published cell with the words to show it. */
export interface PaperCell {
  readonly value: CellValue;
  readonly unit: string; // "" where there is none
  readonly label: string; // "Section 3.3, Table VI, sender, Handle trap to Nub: 74-byte packet"
  readonly conditions: string; // conditions of the measurement; "" where the paper names none
}

export function paper(id: string, from: readonly Paper[] = papersHere): Paper {
  return found(from, (p) => p.id, id, "papers", "paper");
}

export function table(paperId: string, tableId: string, from: readonly Paper[] = papersHere): Table {
  return found(paper(paperId, from).tables, (t) => t.id, tableId, paperId, "table");
}

export function modelFunction(paperId: string, name: string, from: readonly Paper[] = papersHere): ModelFunction {
  return found(paper(paperId, from).modelFunctions, (f) => f.name, name, `${paperId} model`, "function");
}

/** Of a table with one number in a row: it says nothing of the cell. */
const ONLY_COLUMN = "Value";

/** The cell at an address. The row may be named by any columns, as long as exactly one row fits. */
export function cell(address: CellAddress, from: readonly Paper[] = papersHere): PaperCell {
  const t = table(address.paper, address.table, from);
  const column = found(t.columns, (c) => c.key, address.column, `${address.paper} ${t.id}`, "column");
  const row = rowOf(address.paper, t, address.row);
  return {
    value: valueIn(t, row, column.key),
    unit: String((t.unitColumn === undefined ? column.unit : valueIn(t, row, t.unitColumn)) ?? ""),
    label: `${t.source}, ${rowLabel(t, row)}${column.label === ONLY_COLUMN ? "" : `: ${column.label}`}`,
    conditions: t.conditions ?? "",
  };
}

/** The addresses of all published numbers: numeric cells outside the key columns. */
export function numbers({ id }: Paper, t: Table): readonly (CellAddress & { readonly value: number })[] {
  const columns = t.columns.filter((c) => !t.keys.includes(c.key));
  return t.rows.flatMap((row) =>
    columns.flatMap((c) => {
      const value = row[c.key];
      return typeof value === "number" ? [{ paper: id, table: t.id, row: keyOf(t, row), column: c.key, value }] : [];
    }),
  );
}

/** The key columns of a row and their values. */
export function keyOf(t: Table, row: Row): RowKey {
  return Object.fromEntries(
    t.keys.map((key) => {
      const value = row[key];
      if (typeof value === "string" || typeof value === "number") return [key, value];
      throw new PaperError(`${t.id}: key column "${key}" holds ${String(value)}, want a word or a number`);
    }),
  );
}

/** One text for one cell, the same however its row was named. */
export function addressText(address: CellAddress, from: readonly Paper[] = papersHere): string {
  const t = table(address.paper, address.table, from);
  const key = keyOf(t, rowOf(address.paper, t, address.row));
  return [address.paper, t.id, ...t.keys.map((k) => `${k}=${key[k]}`), address.column].join("/");
}

export function fits(row: Row, want: RowKey): boolean {
  return Object.entries(want).every(([key, value]) => row[key] === value);
}

export function rowOf(paperId: string, t: Table, want: RowKey): Row {
  const where = `${paperId} ${t.id}`;
  for (const key of Object.keys(want)) found(t.columns, (c) => c.key, key, where, "column");
  const rows = t.rows.filter((row) => fits(row, want));
  const [row] = rows;
  if (row !== undefined && rows.length === 1) return row;
  const exist = t.rows.map((r) => JSON.stringify(keyOf(t, r))).join(", ");
  throw new PaperError(`${where}: ${rows.length} rows fit ${JSON.stringify(want)}, want exactly one of ${exist}`);
}

function rowLabel(t: Table, row: Row): string {
  const columns = t.labelColumn === undefined ? t.keys : [t.labelColumn];
  const word = (key: string) => (typeof row[key] === "number" ? `${columnLabel(t, key)} ${row[key]}` : row[key]);
  return columns.map(word).join(", ");
}

function columnLabel(t: Table, key: string): string {
  return found(t.columns, (c) => c.key, key, t.id, "column").label.toLowerCase();
}

/** Every row has a value in every column; null where the paper printed none. */
function valueIn(t: Table, row: Row, column: string): CellValue {
  const value = row[column];
  if (value === undefined) throw new PaperError(`${t.id}: a row has no value in column "${column}"`);
  return value;
}

function found<T>(all: readonly T[], idOf: (item: T) => string, id: string, where: string, what: string): T {
  const hit = all.find((item) => idOf(item) === id);
  if (hit !== undefined) return hit;
  throw new PaperError(`${where}: no ${what} "${id}". There is ${all.map(idOf).join(", ")}`);
}
