/** The axis, folds and the end of the call, where time runs to the right. */
import type { Along } from "./rails.ts";
import { alongOf } from "./rails.ts";
import type { Frame } from "./frame.ts";
import { box, label, line } from "../../draw/scene.ts";
import { firstFree, labelArea } from "../../draw/place-label.ts";
import type { Label, Shape, TextRun } from "../../draw/scene.ts";
import { durationText } from "../../words/times.ts";
import { itemAt, outcomeOf } from "../../../engine/kernel/reads.ts";
import { ticksOf } from "../figure/ticks.ts";
import type { TimeScale } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { tableWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { timesOf } from "../../trace/calls.ts";
import { foldText } from "../../trace/row-names.ts";

const TICK_GAP = 96;
const SIZE = 12;

/** The places that axis and folds need. */
type Edges = Pick<Frame, "width" | "start" | "length" | "axis"> & {
  readonly bands: readonly { readonly from: number }[];
};

export function axisAcross(
  shown: ShownCall,
  frame: Edges,
  scale: TimeScale,
): { readonly grid: readonly Shape[]; readonly shapes: readonly Shape[] } {
  const grid: Shape[] = [];
  const shapes: Shape[] = [];
  const top = itemAt(frame.bands, 0, "band").from;
  const start = frame.start;
  let pieceFrom = 0;
  for (const fold of [...scale.folds, { at: scale.length, size: 0 }]) {
    shapes.push(line([start + pieceFrom, frame.axis, start + fold.at, frame.axis], { stroke: "ink", lineWidth: 1 }));
    pieceFrom = fold.at + fold.size;
  }
  let free = -Infinity;
  for (const tick of ticksOf(scale, shown.call.from, TICK_GAP)) {
    const x = start + tick.at;
    const major = tick.label !== null;
    shapes.push(
      line([x, frame.axis, x, frame.axis + (major ? 7 : 4)], { stroke: major ? "ink" : "edge", lineWidth: 1 }),
    );
    if (tick.label === null) continue;
    grid.push(line([x, top, x, frame.axis], { stroke: "rule", lineWidth: 1, dash: [1, 4] }));
    const width = tableWidth(tick.label, SIZE, false);
    const from = Math.min(Math.max(x - width / 2, start - 1), frame.width - width - 4);
    if (from < free) continue;
    free = from + width + 10;
    shapes.push(label(from, frame.axis + 21, [{ text: tick.label, ink: "ink-2" }], { size: SIZE }));
  }
  return { grid, shapes };
}

const TEETH = 20;

/** A silence left out: a strip of bare paper between two zigzags, which says how long it was. */
export function foldsAcross(shown: ShownCall, frame: Edges, scale: TimeScale): Shape[] {
  const top = itemAt(frame.bands, 0, "band").from;
  return scale.folds.flatMap((fold): Shape[] => {
    const x = frame.start + fold.at + 3;
    const width = fold.size - 6;
    const zigzag = (at: number): Shape => {
      const points: number[] = [];
      for (let i = 0; i <= TEETH; i++) points.push(at + (i % 2 === 0 ? 0 : 4), top + ((frame.axis - top) * i) / TEETH);
      return line(points, { stroke: "edge", lineWidth: 1.2 });
    };
    const shapes: Shape[] = [
      box(x, top - 1, width, frame.axis - top + 2, { fill: "paper" }),
      zigzag(x - 2),
      zigzag(x + width - 2),
    ];
    // In a squeezed fold the words would touch the zigzags.
    if (fold.size >= 26) {
      const runs = [{ text: foldText(shown, fold), ink: "ink-2" as const }];
      shapes.push(
        label(x + width / 2 + 4, (top + frame.axis) / 2, runs, { size: SIZE, anchor: "middle", turned: true }),
      );
    }
    return shapes;
  });
}

/** A hairline where the call ends and what it took, where that stands free. */
export function endLabels(
  shown: ShownCall,
  frame: Edges,
  rails: Along,
  names: readonly Label[],
  measure: MeasureText,
): {
  readonly shapes: readonly Shape[];
  readonly labels: readonly Label[];
} {
  const x = alongOf(rails, shown.call.to);
  const { call } = shown.story;
  const outcome = call < 1 || call > shown.trace.calls.count ? "pending" : outcomeOf(shown.trace, call - 1);
  if (outcome === "pending" || x < frame.start || x > frame.start + frame.length) return { shapes: [], labels: [] };
  const top = itemAt(frame.bands, 0, "band").from;
  const shapes = [line([x, top, x, frame.axis], { stroke: "ink", lineWidth: 1 })];
  const took = durationText(shown.call.to - shown.call.from);
  const times = timesOf(shown.trace);
  const runs: TextRun[] = [
    { text: took, bold: true, ink: times },
    { text: outcome === "returned" ? times : `${times}, ${outcome}`, ink: "ink-2" },
  ];
  const later = label(x + 10, frame.axis - 13, [{ text: "later", ink: "ink-2" }], { size: SIZE, halo: "paper" });
  const set = label(x - 10, frame.axis - 13, runs, { size: SIZE, anchor: "end", halo: "paper" });
  const bounds = { x0: frame.start, x1: Infinity, y0: -Infinity, y1: Infinity };
  const others = names.map((one) => labelArea(one, measure));
  const free = firstFree([{ area: labelArea(set, measure), value: set }], others, bounds);
  const laterFree =
    shown.end > shown.call.to
      ? firstFree([{ area: labelArea(later, measure), value: later }], others, {
          ...bounds,
          x1: frame.start + frame.length + 8,
        })
      : null;
  return { shapes, labels: [free, laterFree].flatMap((one) => (one === null ? [] : [one.value])) };
}
