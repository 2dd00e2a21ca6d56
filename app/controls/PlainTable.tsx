import type { ReactNode } from "react";
import { ScrollBox } from "./ScrollBox.tsx";

interface Column {
  readonly head: ReactNode;
  /** Classes of its cells: "left" for words in one line, "left words" for words that wrap, "" for numbers. */
  readonly cells: string;
  /** Said before a value where the row stands as lines of its own; "" where the value says enough. */
  readonly label?: string;
}

interface Row {
  readonly key: string;
  /** One for each column; the first names the row. Null where there is nothing. */
  readonly cells: readonly ReactNode[];
}

interface Props {
  readonly label: string;
  readonly caption?: string;
  readonly className?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/**
 * A table with more words than numbers. On a phone a row stands as lines under its name; the roles are written out
 * because a browser takes them from a table that is not laid out as one.
 */
export function PlainTable({ label, caption, className = "", columns, rows }: Props) {
  const [first] = columns;
  return (
    <ScrollBox label={label}>
      <table className={`board plain folds ${className}`} role="table">
        {caption !== undefined && <caption>{caption}</caption>}
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, cells }, i) => (
              <th key={i} scope="col" role="columnheader" className={cells.includes("left") ? "left" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} role="row">
              <th scope="row" role="rowheader" className={first?.cells}>
                {name}
              </th>
              {values.map((value, i) => {
                const { cells = "", label: said = "" } = columns[i + 1] ?? {};
                return (
                  <td key={i} role="cell" className={cells} {...(said === "" ? {} : { "data-label": said })}>
                    {value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
