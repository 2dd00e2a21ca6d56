/** Rows of a sweep in one of three formats, each written as it comes: memory stays the same however many there are. */
import { csvLine } from "../../experiments/export/sweep-csv.ts";
import { itemAt } from "../../kernel/reads.ts";
import { numberText } from "../text-table.ts";
import type { Cell } from "../text-table.ts";

type RowFormat = "csv" | "json" | "text";

/**
 * Takes one line or several, without the last line break, and lines that close the document behind them: more may take
 * the place of these.
 */
export type Lines = (text: string, close?: string) => void;

export interface RowWriter {
  readonly row: (cells: readonly Cell[]) => void;
  /** To be called once, whether all rows came or not: what is written is then a whole document. */
  readonly end: (isWhole: boolean) => void;
}

/** @param head whether the columns' names come first; JSON always has them */
export function rowWriter(format: RowFormat, columns: readonly string[], head: boolean, lines: Lines): RowWriter {
  if (format === "json") return jsonRows(columns, lines);
  const line = format === "csv" ? csvLine : textLine(columns);
  if (head) lines(line(columns));
  return { row: (cells) => lines(line(cells)), end: () => undefined };
}

const CLOSE = "  ]\n}";

/** `{columns, rows}` with a row a line. A comma stands before a row, so that the document can end behind any row. */
function jsonRows(columns: readonly string[], lines: Lines): RowWriter {
  lines(`{\n  "columns": ${JSON.stringify(columns)},\n  "rows": [`, CLOSE);
  let comma = " ";
  return {
    row: (cells) => {
      lines(`  ${comma} ${JSON.stringify(cells)}`, CLOSE);
      comma = ",";
    },
    end: () => lines(CLOSE),
  };
}

/** Characters that the longest text of a number usually takes: a sign, six digits, a point, an exponent. */
const NUMBER_WIDTH = 12;

/** Columns as wide as their names, and as numbers: the widths of rows that are still to come are not known. */
function textLine(columns: readonly string[]): (cells: readonly Cell[]) => string {
  const widths = columns.map((name) => Math.max(name.length, NUMBER_WIDTH));
  const text = (cell: Cell): string => (typeof cell === "number" ? numberText(cell) : (cell ?? ""));
  return (cells) => cells.map((cell, i) => text(cell).padStart(itemAt(widths, i, "column"))).join("  ");
}
