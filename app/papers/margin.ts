/** The margin of a board: reasons why rows are grey, constants that were fitted to it, reasons for its misses. */
import type { Constant } from "../../engine/experiments/types.ts";
import type { Erratum, Table } from "../../engine/papers/types.ts";
import { plainText } from "../words/numbers.ts";
import type { Board } from "./boards.ts";
import type { PaperReproduction } from "./reproduction.ts";
import { withUnit } from "../words/units.ts";
import { gather } from "../../engine/kernel/tally.ts";

const rowsText = (names: readonly string[]): string => (names.length === 1 ? "Row " : "Rows ") + names.join(", ");

/** The fitted constants whose aim is a cell of this board. */
function fitted(board: Board, constants: readonly Constant[]): readonly string[] {
  return constants.flatMap(({ name, value, unit, fittedTo }) => {
    if (typeof fittedTo === "string") return [];
    const here = fittedTo.table === board.table.id && fittedTo.column === board.column.key;
    if (!here) return [];
    const row = Object.values(fittedTo.row).join(", ");
    const size = withUnit(plainText(value), unit);
    return [`Row ${row} is calibrated: the time of “${name}”, ${size}, was fitted to it. It proves nothing.`];
  });
}

/** The notes of the numbers themselves, each with the rows that it stands beside. */
function ownNotes(board: Board): readonly string[] {
  const rows = new Map<string, string[]>();
  for (const { cell, names, miss } of board.rows) {
    if (cell.note !== "" && miss) gather(rows, cell.note, names.join(", "));
  }
  return [...rows].map(([note, names]) =>
    board.longNames ? `In “${names.join("; ")}”: ${note}` : `${rowsText(names)}: ${note}`,
  );
}

/** In order, one paragraph each. */
export function boardNotes(board: Board, constants: readonly Constant[]): readonly string[] {
  const misses = board.rows.filter((row) => row.miss).length;
  const grey = misses === 0 ? [] : ["Grey rows: the simulation is more than 5\u2009% off."];
  const sameFit = board.rows.filter(({ cell }) => cell.kind === "calibrated");
  const fits = fitted(board, constants);
  const derived =
    sameFit.length > 0 && fits.length === 0
      ? [`${rowsText(sameFit.map(({ names }) => names.join(", ")))}: the same run gives a number that was fitted.`]
      : [];
  return [...grey, ...fits, ...derived, ...ownNotes(board)];
}

/** The notes of the experiments that answer the table: they name what a simulation leaves out, and why it misses. */
export function tableNotes(
  board: readonly Board[],
  notes: PaperReproduction["notes"],
  runs: ReadonlySet<string>,
): readonly string[] {
  if (board.every(({ rows }) => rows.every(({ cell }) => cell.simulated === null))) return [];
  return [...new Set(Object.entries(notes).flatMap(([id, own]) => (runs.has(id) ? own : [])))];
}

/** The errata that speak of a table. */
export const errataAbout = (table: Table, errata: readonly Erratum[]): readonly Erratum[] =>
  errata.filter(({ tables }) => tables.includes(table.id));
