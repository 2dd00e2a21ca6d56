/** The axis, folds and the covers at both ends, where time runs down. */
import { box, label, line } from "../../draw/scene.ts";
import type { Shape, TextRun } from "../../draw/scene.ts";
import { tableWidth } from "../../draw/text-width.ts";
import type { Stretch } from "../../trace/folds.ts";
import { foldText } from "../../trace/row-names.ts";
import { ticksOf } from "../figure/ticks.ts";
import type { TimeScale } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { Frame } from "./frame.ts";

/** The column of the axis, at the left. */
export const AXIS_COLUMN = 44;
const DOWN_GAP = 84;

/** The places that an axis down the page needs: the strip that its lines cross, across. */
type Columns = Pick<Frame, "width" | "height" | "start" | "length"> & { readonly lines: Stretch };

const bottomOf = (frame: Columns): number => frame.start + frame.length;

export function marginsDown(frame: Columns): Shape[] {
  return [
    box(0, 0, frame.width, frame.start - 7, { fill: "paper" }),
    box(0, bottomOf(frame) + 7, frame.width, frame.height - bottomOf(frame), { fill: "paper" }),
  ];
}

export function axisDown(shown: ShownCall, frame: Columns, scale: TimeScale): Shape[] {
  const shapes: Shape[] = [];
  let free = -Infinity;
  for (const tick of ticksOf(scale, shown.call.from, DOWN_GAP)) {
    const y = frame.start + tick.at;
    const major = tick.label !== null;
    // The unit on a line of its own: the column is narrow.
    const [value = "", unit] = tick.label?.split(" ") ?? [];
    // A long number takes the room of the mark, except for the mark's last pixels. Without that room it would lose its
    // first digits.
    const end = Math.max(AXIS_COLUMN - 11, Math.ceil(tableWidth(value, 12, false)) + 1);
    const mark = Math.min(AXIS_COLUMN - 2, Math.max(AXIS_COLUMN - (major ? 8 : 5), end + 1));
    shapes.push(line([mark, y, AXIS_COLUMN, y], { stroke: major ? "ink" : "edge", lineWidth: 1 }));
    // A label just before a fold would stand on its zigzag.
    const folded = scale.folds.some(({ at }) => tick.at > at - 22 && tick.at <= at);
    if (tick.label === null || y < free || folded || end > AXIS_COLUMN - 3) continue;
    free = y + 30;
    shapes.push(line([frame.lines.from, y, frame.lines.to, y], { stroke: "rule", lineWidth: 1, dash: [1, 4] }));
    shapes.push(label(end, y + 4, [{ text: value, ink: "ink-2" }], { size: 12, anchor: "end" }));
    if (unit !== undefined)
      shapes.push(label(AXIS_COLUMN - 11, y + 16, [{ text: unit, ink: "ink-3" }], { size: 12, anchor: "end" }));
  }
  return shapes;
}

export function foldsDown(shown: ShownCall, frame: Columns, scale: TimeScale): Shape[] {
  const teeth = Math.round(frame.width / 8);
  return scale.folds.flatMap((fold): Shape[] => {
    const y = frame.start + fold.at + 3;
    const height = fold.size - 6;
    const zigzag = (at: number): Shape => {
      const points: number[] = [];
      for (let i = 0; i <= teeth; i++) points.push((frame.width * i) / teeth, at + (i % 2 === 0 ? 0 : 4));
      return line(points, { stroke: "edge", lineWidth: 1.2 });
    };
    const runs: TextRun[] = [{ text: foldText(shown, fold), ink: "ink-2" }];
    const words =
      fold.size < 26 ? [] : [label(frame.width / 2, y + height / 2 + 6, runs, { size: 12, anchor: "middle" })];
    return [box(0, y, frame.width, height, { fill: "paper" }), zigzag(y - 2), zigzag(y + height - 2), ...words];
  });
}
