/**
 * A table at a moment as comma-separated values (RFC 4180): all of its rows, as the page words them. Its first rows
 * have the record "run" and say what was run, and at which moment the table stands.
 */
import { factsOf } from "../../engine/experiments/export/facts.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { csvLine } from "../../engine/experiments/export/sweep-csv.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { StateItem } from "./items.ts";
import type { Moment } from "./table.ts";
import { tableAt } from "./tables.ts";

/** Lines end as those of the run's CSV do. @throws RangeError where the run has no such table */
export function tableCsv(run: Run, { key, title }: StateItem, moment: Moment): string {
  const table = tableAt(run, key, moment, Infinity);
  if (table === null) throw new RangeError(`The run has no table of ${title}.`);
  const facts = [
    ...factsOf(run),
    { name: "table", value: title },
    { name: "call", value: String(moment.call) },
    { name: "moment in ns", value: String(moment.time) },
  ];
  const columns = ["record", "name", "value", ...table.columns.map(({ head }) => head), "writtenNs", "lost"];
  const none = table.columns.map(() => "");
  const lines = [
    columns,
    ...facts.map(({ name, value }) => ["run", name, value, ...none, "", ""]),
    ...table.rows.map(({ cells, at, isLost }) => [
      ...["row", "", ""],
      ...table.columns.map((_, i) => itemAt(cells, i, "cell")),
      at >= 0 && at < Infinity ? at : "",
      isLost ? "yes" : "no",
    ]),
  ];
  return lines.map((cells) => `${csvLine(cells)}\n`).join("");
}
