/**
 * A chart as shapes: scales, ticks, curves, points and labels, from data and a size alone. No DOM, no colour values:
 * the page and the SVG writer turn the same shapes into what they draw.
 */
import type { Shape } from "../draw/scene.ts";
import { chartRows, cleaned } from "./data.ts";
import type { ChartData, ChartRow } from "./data.ts";
import { frameMarks, frameOf, limitIsFar, MARGIN } from "./axes.ts";
import type { Area } from "../draw/place-label.ts";
import { KEY_ROW, keyRows, nameAnswers } from "./naming.ts";
import type { NameId } from "./naming.ts";
import { drawPinned, pinnedKeyMarks, pinnedKeyRows } from "./pinned.ts";
import { drawSeries } from "./series.ts";
import { drawSketches } from "./sketch.ts";

export interface Layer {
  readonly name: "frame" | "band" | "pinned" | "simulated" | "model" | "measured" | "labels" | "drawn";
  readonly curve: boolean; // drawn from left to right when it first appears
  readonly marks: readonly Shape[];
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: Area;
  readonly data: ChartData; // cleaned
  readonly rows: readonly ChartRow[];
  readonly layers: readonly Layer[];
  readonly xAt: (x: number) => number; // px
  readonly yAt: (y: number) => number; // px
}

/** Lays the chart out in `width` x `height` px, axes and labels included. Values that are no numbers are left out. */
export function layoutChart(
  raw: ChartData,
  { width, height }: { readonly width: number; readonly height: number },
): ChartLayout {
  const data = cleaned(raw);
  const rows = chartRows(data);
  const pinnedKey = pinnedKeyRows(data, width, MARGIN.leftLeast);
  const attempt = (above: readonly NameId[]) => {
    const rowsAbove = keyRows(data, above, width);
    const frame = frameOf(data, rows, { width, height }, (rowsAbove.length + pinnedKey.length) * KEY_ROW);
    const pinned = drawPinned(data, frame);
    const series = drawSeries(data, frame);
    const sketches = drawSketches(data, frame);
    const obstacles = [...series.obstacles, ...pinned.obstacles, ...sketches.obstacles];
    const drawn = { ...series, pinned: pinned.marks, sketches: sketches.marks, obstacles };
    const y = MARGIN.top + rowsAbove.length * KEY_ROW;
    const key = pinnedKeyMarks(pinnedKey, { left: MARGIN.leftLeast, y, pitch: KEY_ROW });
    return { frame, drawn, key, names: nameAnswers(data, frame, drawn, rowsAbove) };
  };
  let above: readonly NameId[] = limitIsFar(data) ? ["limit"] : [];
  let result = attempt(above);
  // A key above makes the plot smaller, which may squeeze out another name; the key only ever grows, so this ends.
  while (result.names.unplaced.length > 0) {
    above = [...above, ...result.names.unplaced];
    result = attempt(above);
  }
  const { frame, drawn, key, names } = result;
  const layers: readonly Layer[] = [
    { name: "frame", curve: false, marks: frameMarks(data, rows, frame) },
    { name: "band", curve: true, marks: drawn.band },
    { name: "pinned", curve: false, marks: drawn.pinned },
    { name: "simulated", curve: true, marks: drawn.simulated },
    { name: "model", curve: true, marks: drawn.model },
    { name: "measured", curve: false, marks: drawn.measured },
    { name: "labels", curve: false, marks: [...names.marks, ...key] },
    { name: "drawn", curve: false, marks: drawn.sketches },
  ];
  return {
    width,
    height,
    plot: frame.plot,
    data,
    rows,
    xAt: frame.xAt,
    yAt: frame.yAt,
    layers: layers.filter((layer) => layer.marks.length > 0),
  };
}
