/** The answer board as text for a spreadsheet: a line for each row, tabs between its cells, and plain numbers. */
import type { ClipboardEvent } from "react";

/** A minus, spaces and thousands as a spreadsheet reads them; nothing for a dash in place of a number. */
const plainText = (text: string): string =>
  text
    .replaceAll("−", "-")
    .replaceAll(/[\u00a0\u2009\u202f]/g, " ")
    .replaceAll(/(\d),(?=\d{3})/g, "$1")
    .replace(/^–$/, "")
    .trim();

/** An answer and its deviation are two cells; a head stands over both. */
function cellText(cell: HTMLTableCellElement): string {
  const parts = [...cell.childNodes].map((node) => plainText(node.textContent ?? ""));
  if (cell.tagName === "TD") return parts.join("\t");
  const isOverTwo = cell.colSpan > 1 || cell.scope === "col";
  return parts.filter((part) => part !== "").join(" ") + (isOverTwo ? "\t" : "");
}

/** Copies the rows that the reader selected; within one cell the browser copies the letters. */
export function copyRows(event: ClipboardEvent<HTMLTableElement>): void {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed) return;
  const rows = [...event.currentTarget.rows]
    .map((row) => [...row.cells].filter((cell) => selection.containsNode(cell, true)))
    .filter((cells) => cells.length > 0);
  if (rows.flat().length < 2) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", rows.map((cells) => cells.map(cellText).join("\t")).join("\n"));
}
