import { plainText } from "../words/numbers.ts";
import { keyOf } from "../../engine/papers/lookup.ts";
import type { CellValue, Table } from "../../engine/papers/types.ts";
import { tableName, unitText } from "../words/units.ts";
import { asPrinted } from "./name-columns.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";

function shown(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return plainText(value);
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}

/** The whole table as the data has it, words and all; it scrolls in its own box where it is wide. */
export function PrintedTable({ table }: { readonly table: Table }) {
  const name = `${tableName(table)}, all its columns`;
  return (
    <details className="printed">
      <summary>{name}</summary>
      <ScrollBox label={name}>
        <table className="board plain">
          <thead>
            <tr>
              {table.columns.map(({ key, label, unit }) => (
                <th key={key} scope="col" className={typeof table.rows[0]?.[key] === "number" ? undefined : "left"}>
                  {label}
                  {unit !== null && <span className="unit"> {unitText(unit)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={JSON.stringify(keyOf(table, row))}>
                {table.columns.map(({ key }) => {
                  const value = row[key];
                  return (
                    <td key={key} className={typeof value === "string" ? "left words" : undefined} {...asPrinted(key)}>
                      {key === table.unitColumn ? unitText(shown(value)) : shown(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {table.notes !== undefined && <p className="note">{table.notes}</p>}
    </details>
  );
}
