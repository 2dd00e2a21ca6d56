/** The target of a link to a page of the papers: a cell, a column, a claim or an erratum. */
import { quote } from "../../engine/faults/quote.ts";
import { keyOf } from "../../engine/papers/lookup.ts";
import type { Row, RowKey, Table } from "../../engine/papers/types.ts";
import { lastOf } from "../setup/link-table.ts";

export interface At {
  readonly column: string | null;
  readonly row: RowKey | null;
  readonly entry: string | null;
  readonly problems: readonly string[]; // sentences on the parts of the link that could not be used
}

/** A row is named by the values of its key columns, in their order; fewer are enough where they fit one row. */
function isNamed(table: Table, row: Row, values: readonly string[]): boolean {
  const left = [...values];
  for (const own of Object.values(keyOf(table, row))) {
    if (String(own) === left[0]) left.shift();
  }
  return left.length === 0;
}

function readCell(table: Table, given: URLSearchParams): At {
  const problems: string[] = [];
  const wanted = lastOf(given, "column");
  const column = table.columns.find(({ key }) => key === wanted)?.key ?? null;
  if (wanted !== null && column === null) {
    const known = table.columns.map(({ key }) => key).join(", ");
    problems.push(`column = ${quote(wanted)} is none of this table, which has ${known}.`);
  }
  const values = given.getAll("row");
  const rows = values.length === 0 ? [] : table.rows.filter((row) => isNamed(table, row, values));
  const [row] = rows;
  if (values.length > 0 && rows.length !== 1)
    problems.push(`row = ${quote(values.join(", "))} names ${rows.length} rows of this table, want one.`);
  return { column, row: row === undefined || rows.length > 1 ? null : keyOf(table, row), entry: null, problems };
}

const NOWHERE: At = { column: null, row: null, entry: null, problems: [] };

/**
 * Reads the keys that the page has a use for; a sentence for each that it has not.
 * @param table of the page; null where it shows none
 * @param entries the ids of the claims or errata that it lists
 */
export function readAt(query: string, table: Table | null, entries: readonly string[]): At {
  const given = new URLSearchParams(query);
  const has = (key: string): boolean => given.has(key);
  const cell = table === null ? NOWHERE : readCell(table, given);
  const cellless = table === null ? ["row", "column"].filter(has) : [];
  const problems = cellless.map((key) => `${key} = ${quote(given.get(key) ?? "")} is not used: this page is no table.`);
  const entry = lastOf(given, "entry");
  if (entry !== null && !entries.includes(entry)) {
    const why = entries.length === 0 ? "this page lists no claims or errata" : "there is none of this name here";
    problems.push(`entry = ${quote(entry)} is not used: ${why}.`);
  }
  return {
    ...cell,
    entry: entry !== null && entries.includes(entry) ? entry : null,
    problems: [...cell.problems, ...problems],
  };
}
