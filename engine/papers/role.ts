/** Roles of published numbers: what a model or a simulation may use them for. */
import { fits, paper, PaperError, rowOf, table } from "./lookup.ts";
import type { CellAddress, Paper, Role } from "./types.ts";

/** The role of the number at an address. Throws PaperError for key columns and words: they have no role. */
export function role(address: CellAddress, from?: readonly Paper[]): Role {
  const t = table(address.paper, address.table, from);
  const row = rowOf(address.paper, t, address.row);
  const rule = paper(address.paper, from).roles.find(
    (r) =>
      r.table === t.id &&
      r.columns.includes(address.column) &&
      (r.rows === undefined || r.rows.some((want) => fits(row, want))),
  );
  if (rule === undefined) {
    const where = `${address.paper} ${t.id}`;
    throw new PaperError(`${where}: column "${address.column}" has no role; it names rows or holds words`);
  }
  return rule.role;
}
