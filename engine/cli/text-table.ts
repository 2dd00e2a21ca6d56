/** Rows of cells as text in columns: numbers to the right, words to the left, two spaces between. */
export type Cell = string | number | null;

const NUMERIC = /^[-+]?[\d.,]+(e[-+]?\d+)?$/;
const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? "" : String(cell));

/** `head` may be empty: then there is no header line. A column is numeric where all its cells but empty ones are. */
export function textTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = head.length > 0 ? [head, ...rows] : rows;
  const columns = Math.max(0, ...lines.map((line) => line.length));
  const layout = Array.from({ length: columns }, (_, c) => ({
    width: Math.max(...lines.map((line) => text(line[c]).length)),
    right: rows.length > 0 && rows.every((row) => text(row[c]) === "" || NUMERIC.test(text(row[c]))),
  }));
  const print = (line: readonly Cell[]): string =>
    layout
      .map(({ width, right }, c) => (right ? text(line[c]).padStart(width) : text(line[c]).padEnd(width)))
      .join("  ")
      .trimEnd();
  return lines.map(print).join("\n");
}

/** A number for people: six significant digits, none of them needless ("2.5", not "2.50000"). */
export function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}
