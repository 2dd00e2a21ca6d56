/**
 * A figure's file is opened on machines without its fonts. Other fonts are wider, and a label at the edge would lose
 * letters. So a label that stands near an edge is anchored there, and grows into the figure.
 */
import type { Label } from "./scene.ts";
import { gapBefore } from "./scene.ts";
import { runsWidth, tableWidth } from "./text-width.ts";

/** Widths in common fonts, as a multiple of ours: DejaVu Sans has 1.3, Verdana 1.4. */
export const WIDER = 1.4;

const SHARE = { start: 0, middle: 0.5, end: 1 } as const; // of a label's width left of its anchor

/**
 * The label, anchored so that it stays between the edges with a font that is wider, if one of its ends allows that.
 * With our fonts it stands where it stood. Pixels.
 */
export function keptInside(label: Label, from: number, to: number): Label {
  if (label.turned === true) return label;
  const width = runsWidth(label.runs, label.size, tableWidth);
  const fits = (anchor: Label["anchor"]): boolean => {
    const x = label.x + (SHARE[anchor] - SHARE[label.anchor]) * width;
    const start = x - SHARE[anchor] * width * WIDER;
    return start >= from && start + width * WIDER <= to;
  };
  const anchor = ([label.anchor, "start", "end"] as const).find(fits) ?? label.anchor;
  return { ...label, anchor, x: label.x + (SHARE[anchor] - SHARE[label.anchor]) * width };
}

/**
 * The runs of a label as labels of their own, each at its own place: not every program that opens a file knows where
 * the second run of an anchored text begins.
 */
export function runLabels(label: Label): readonly Label[] {
  const { runs, size, anchor, turned, x, y } = label;
  if (runs.length < 2) return [label];
  let start = -SHARE[anchor] * runsWidth(runs, size, tableWidth);
  return runs.map((run, i) => {
    start += gapBefore(run, i, size);
    const width = tableWidth(run.text, size, run.bold === true);
    const along = start + SHARE[anchor] * width;
    start += width;
    return { ...label, ...(turned === true ? { y: y - along } : { x: x + along }), runs: [run] };
  });
}
