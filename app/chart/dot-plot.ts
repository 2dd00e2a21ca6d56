/** Values of things that are no numbers: a row for each, its name before its dot, the value as printed behind it. */
import { logScale } from "../draw/scale.ts";
import { line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { labelWidth, paperDisc, round, text } from "./marks.ts";

export interface DotRow {
  readonly name: string;
  readonly value: number; // above zero
  readonly text: string; // the value as printed
}

const PITCH = 26; // px from row to row, where there is room
const ASIDE = 8; // px from the dot to its value, and from the name to where dots may stand
const DOT = 4; // px, half of it

/** On a logarithmic scale, in `width` x `height` px. */
export function dotPlot(
  rows: readonly DotRow[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly Shape[] {
  const values = rows.map(({ value }) => value);
  const left = Math.max(...rows.map(({ name }) => labelWidth(name))) + ASIDE;
  const right = width - Math.max(...rows.map(({ text: value }) => labelWidth(value, true))) - ASIDE;
  const domain = [Math.min(...values), Math.max(...values)] as const;
  const { at } = logScale({ domain, range: [left + DOT, right - DOT] });
  const pitch = Math.min(PITCH, (height - 2 * ASIDE) / Math.max(1, rows.length - 1));
  return rows.flatMap(({ name, value, text: printed }, nth): readonly Shape[] => {
    const [x, y] = [round(at(value)), round(ASIDE + nth * pitch)];
    return [
      line([left, y, width, y], { stroke: "rule", lineWidth: 1 }),
      text(0, y + 4, name, "ink-2"),
      paperDisc(x, y),
      text(x + ASIDE, y + 4, printed, "ink", { bold: true, halo: true }),
    ];
  });
}
