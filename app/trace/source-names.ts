/** Where a duration comes from, in words and as a mark. */
import type { CellAddress, Source } from "../../engine/kernel/trace-data.ts";
import { numeralText } from "../words/units.ts";

/** "Table VI, sender: Handle trap to Nub" from a cell's address: the table, then the names in the row's key. */
export function cellText(cell: CellAddress): string {
  const table = cell.table.replace(/^table-/, "Table ").replace(/ (\S+)$/, (_, n: string) => ` ${numeralText(n)}`);
  const row = Object.values(cell.row).join(", ");
  return row === "" ? table : `${table}, ${row}`;
}

/** The numeral of the table that a duration comes from, for the narrow column of the waterfall: "VI". */
export function sourceMark(source: Source | null): string {
  if (source === null) return "";
  const table = source.cell?.table;
  if (table?.startsWith("table-") === true) return numeralText(table.slice("table-".length));
  return source.kind === "paper" ? "text" : source.kind;
}
