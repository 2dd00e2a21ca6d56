/** The waterfall as a file. */
import { titleOf } from "../../engine/experiments/traced.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { box, label, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { grouped } from "../words/numbers.ts";
import { durationText, microsText } from "../words/times.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Ink } from "../draw/palette.ts";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";
import type { WaterfallRows, ShownRow } from "./rows.ts";
import { MOST_SINGLE, sumRows } from "./sums.ts";
import type { Bar } from "./sums.ts";

interface WaterfallSvgOptions extends FileOptions {
  readonly call: number;
  /** Every step instead of the stages. */
  readonly steps?: boolean;
}

const PITCH = 19;
const SIZE = 12;
const TOP = 30;
const VALUE = 56;

/** A complete SVG document with title and description; it says so where the call has no waterfall. */
export function waterfallSvg(run: Traced, options: WaterfallSvgOptions): string {
  const { call, width } = options;
  const all = (options.steps === true ? stepRows : stageRows)(run.trace, call);
  const rows = shownRows(run, call, all);
  const height = TOP + PITCH * (rows.length + 1) + 18;
  const sum = sumOf(all);
  const title = `Waterfall of ${titleOf(run)}, call ${call}`;
  const description =
    rows.length === 0
      ? `Call ${call} has not ended, ended before its first step, or was not kept.`
      : `${rows.map((row) => `${row.name} ${microsText(row.nanos)} µs`).join("; ")}. Sum ${microsText(sum)} µs.`;
  const head = [
    { text: "Where the time goes", bold: true },
    { text: `µs, call ${call}, with the table each comes from`, ink: "ink-3" as const },
  ];
  const shapes: Shape[] = [label(0, 16, head, { size: 13 })];
  if (rows.length === 0) shapes.push(label(0, TOP + 20, [{ text: description }], { size: SIZE }));
  else shapes.push(...rowShapes(rows, sum, width));
  return writeSvg({ height, title, description }, shapes, options);
}

/** The same rows as on the page. A long call has sums, each with the number of its rows. */
function shownRows({ trace }: Traced, call: number, all: WaterfallRows): readonly FileRow[] {
  if (all.list.length <= MOST_SINGLE) {
    return inWords(all).map((row) => ({ ...row, bars: [[row.from, row.nanos]] }));
  }
  return sumRows(trace, call).map(({ row, bars, singles }) => {
    const name = row.machine === "" ? row.name : `${row.name}, ${row.machine}`;
    return { ...row, name: singles.length === 1 ? name : `${grouped(singles.length, 0)} × ${name}`, bars };
  });
}

interface FileRow extends ShownRow {
  readonly bars: readonly Bar[];
}

function rowShapes(rows: readonly FileRow[], sum: number, width: number): Shape[] {
  const names = Math.max(...rows.map(({ name }) => tableWidth(name, SIZE, false))) + 8;
  // The sum in words stands at the end of its own line, in the column of the marks.
  const last = durationText(sum);
  const marks = Math.max(tableWidth(last, SIZE, false), ...rows.map((row) => tableWidth(row.marks, SIZE, false))) + 12;
  const start = names + VALUE + 10;
  const perNano = (width - start - marks) / sum;
  const first = itemAt(rows, 0, "row").from;
  const shapes = rows.flatMap((row, i): Shape[] => {
    const y = TOP + i * PITCH;
    const x = (time: number): number => start + (time - first) * perNano;
    return [
      label(0, y + 13, [{ text: row.name }], { size: SIZE }),
      label(names + VALUE, y + 13, [{ text: microsText(row.nanos), bold: true }], { size: SIZE, anchor: "end" }),
      line([start, y + 9, width - marks, y + 9], { stroke: "rule", dash: [1, 3] }),
      ...row.bars.flatMap(([from, nanos]) => barShapes(row, x(from), y + 2, Math.max(1, nanos * perNano))),
      label(width, y + 13, [{ text: row.marks, ink: "ink-3" }], { size: SIZE, anchor: "end" }),
    ];
  });
  const y = TOP + rows.length * PITCH + 4;
  return [
    ...shapes,
    line([0, y - 1, width, y - 1], { stroke: "ink" }),
    label(0, y + 14, [{ text: "Sum", bold: true }], { size: SIZE }),
    label(names + VALUE, y + 14, [{ text: microsText(sum), bold: true }], { size: SIZE, anchor: "end" }),
    line([start, y + 10, start + sum * perNano, y + 10], { stroke: "simulated", lineWidth: 2 }),
    label(width, y + 14, [{ text: last, ink: "ink-3" }], { size: SIZE, anchor: "end" }),
  ];
}

function barShapes(row: ShownRow, x: number, y: number, width: number): Shape[] {
  const height = 14;
  if (row.wait) return [line([x, y + 7, x + width, y + 7], { stroke: "ink", lineWidth: 1.4, dash: [2, 3] })];
  if (row.layer === "hardware" || row.layer === "wire") {
    return [
      box(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1, {
        fill: "span-hw",
        stroke: "ink",
        lineWidth: 1,
        hatch: "fine",
      }),
    ];
  }
  const fill: Ink = row.layer === "rpc" ? "span-rpc" : row.layer === "kernel" ? "span-sys" : "edge";
  return [box(x, y, width, height, { fill })];
}
