/** A table at a moment as shapes, for a file. Sizes in px. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { box, label, line } from "../draw/scene.ts";
import type { Shape, TextRun } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { counted } from "../words/numbers.ts";
import type { Column, TableRow, TableState } from "./table.ts";

/** Shapes with the room that they take. */
export interface SizedShapes {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export const SIDE = 8; // as the head of a file
const SIZE = 13;
const ROW = 26;
const BASE = 17; // from the top of a row to its line of type
const PAD = 8;
/** Between two columns, besides their padding. */
const APART = 20;
const BOX = 30;

interface Place {
  readonly column: Column;
  readonly from: number;
  readonly to: number;
}

function placesOf({ columns, rows }: TableState): readonly Place[] {
  let from = SIDE;
  return columns.map((column, i) => {
    const words = Math.max(...rows.map(({ cells }) => tableWidth(itemAt(cells, i, "cell"), SIZE, i === 0)), 0);
    const to = from + Math.max(words, tableWidth(column.head, SIZE, false)) + 2 * PAD;
    const place = { column, from, to };
    from = to + APART;
    return place;
  });
}

/** A line of type in a column, at the right where it is a number. */
function inColumn({ column: { isNumber }, from, to }: Place, y: number, run: TextRun): Shape {
  const rest = { size: SIZE, anchor: isNumber ? ("end" as const) : ("start" as const) };
  return label(isNumber ? to - PAD : from + PAD, y, [run], rest);
}

/** The line through what a crash took. */
function strike({ column: { isNumber }, from, to }: Place, y: number, { text, bold = false }: TextRun): Shape {
  const width = tableWidth(text, SIZE, bold);
  const [x0, x1] = isNumber ? [to - PAD - width, to - PAD] : [from + PAD, from + PAD + width];
  return line([x0, y - 4, x1, y - 4], { stroke: "lost", lineWidth: 2 });
}

function rowShapes(places: readonly Place[], { cells, isLit, isLost }: TableRow, top: number): readonly Shape[] {
  const y = top + BASE;
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ground = isLit && !isLost ? [box(first.from, top, last.to - first.from, ROW, { fill: "accent" })] : [];
  const ink = isLost ? "lost" : isLit ? "on-accent" : "ink";
  const words = places.flatMap((place, i): readonly Shape[] => {
    const run: TextRun = { text: itemAt(cells, i, "cell"), bold: i === 0, ink };
    if (run.text === "") return [];
    return [inColumn(place, y, run), ...(isLost ? [strike(place, y, run)] : [])];
  });
  return [...ground, line([first.from, top + ROW, last.to, top + ROW], { stroke: "rule", lineWidth: 1 }), ...words];
}

const said = (y: number, runs: readonly TextRun[]): Shape => label(SIDE + PAD, y, runs, { size: SIZE });

/** The rows, the numbers above them, what is lost below. @param runs of the procedure; null where nobody counts */
export function tableShapes(
  table: TableState,
  { least, call, runs }: { readonly least: number; readonly call: number; readonly runs: number | null },
): SizedShapes {
  const { rows, more, tallies, lost, empty } = table;
  const places = placesOf(table);
  const [left, right] = [places[0]?.from ?? SIDE, places.at(-1)?.to ?? SIDE];
  const shapes: Shape[] = [];
  let y = 0;
  if (tallies.length > 0) {
    const all = tallies.flatMap(({ name, count, isBad }, i): TextRun[] => {
      const ink = isBad ? "lost" : "ink";
      return [
        { text: String(count), bold: true, ink, ...(i > 0 && { gap: 1.6 }) },
        { text: name, ink },
      ];
    });
    shapes.push(said(y + BASE, all));
    y += ROW;
  }
  for (const place of places) shapes.push(inColumn(place, y + BASE, { text: place.column.head, ink: "ink-3" }));
  y += ROW;
  shapes.push(line([left, y, right, y], { stroke: "edge", lineWidth: 1 }));
  for (const row of rows) {
    shapes.push(...rowShapes(places, row, y));
    y += ROW;
  }
  const foot: (readonly TextRun[])[] = [
    ...(rows.length === 0 ? [[{ text: empty, ink: "ink-3" as const }]] : []),
    ...(more > 0 ? [[{ text: `And ${counted(more, "row")} more.`, ink: "ink-2" as const }]] : []),
    ...(lost === null
      ? []
      : [
          [
            { text: String(lost.count), bold: true, ink: "lost" as const },
            { text: lost.name, ink: "lost" as const },
          ],
        ]),
  ];
  for (const line of foot) {
    shapes.push(said(y + BASE, line));
    y += ROW;
  }
  if (runs !== null) {
    shapes.push(...runsShapes(runs, call, y + 10));
    y += 10 + ROW + BOX;
  }
  return { width: Math.max(least, right + SIDE), height: y + SIDE, shapes };
}

/** A box for each number of runs, from 0; the one that holds is filled. */
function runsShapes(runs: number, call: number, top: number): readonly Shape[] {
  const boxes = Array.from({ length: Math.max(2, runs + 1) }, (_, number): readonly Shape[] => {
    const x = SIDE + PAD + number * (BOX + 4);
    const isNow = number === runs;
    const isBad = isNow && runs > 1;
    const ink = isBad ? "lost" : isNow ? "on-accent" : "ink-3";
    const look = isBad
      ? ({ fill: "paper", stroke: "lost", lineWidth: 2 } as const)
      : isNow
        ? ({ fill: "accent", stroke: "ink", lineWidth: 2 } as const)
        : ({ stroke: "edge", lineWidth: 1.5 } as const);
    const number_ = label(x + BOX / 2, top + ROW + 20, [{ text: String(number), bold: true, ink }], {
      size: SIZE,
      anchor: "middle",
    });
    return [box(x, top + ROW, BOX, BOX, look), number_];
  });
  const end = SIDE + PAD + boxes.length * (BOX + 4) + 4;
  return [
    said(top + BASE, [{ text: `The procedure of call ${call} ran`, ink: "ink-2" }]),
    ...boxes.flat(),
    label(end, top + ROW + 20, [{ text: runs === 1 ? "time" : "times", ink: "ink-2" }], { size: SIZE }),
  ];
}
