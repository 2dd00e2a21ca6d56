/**
 * A chart over words: machines, systems, ways. Each word has a row, with its name before it, and the values stand as
 * marks along one axis. Where they lie more than ten times apart, equal factors take equal room.
 */
import { linearScale, logScale } from "../draw/scale.ts";
import type { Scale } from "../draw/scale.ts";
import { wordsOf, wrapped, type Area } from "../draw/place-label.ts";
import { box, disc, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Series } from "../setup/points.ts";
import { plainText } from "../words/numbers.ts";
import { ticksOf, xMarks } from "./axes.ts";
import { chartRows, cleaned, isAnswer, isCurve, saidValues, seriesName, xFigure } from "./data.ts";
import type { ChartData, ChartRow, RowEntry } from "./data.ts";
import { LABEL_SIZE, labelWidth, pinnedTriangle, round, text } from "./marks.ts";
import { markOf } from "./series.ts";

const LOG_FROM = 10;
const LINE = 14; // px, of a name
const ROW = 26; // px, of a name of one line
const MOST_ROW = 60; // px, where there is room to spare
const FOOT = 24; // px below the rows, for the figures of the axis
const KEY_LINE = 18; // px
const ASIDE = 10; // px from a mark to its value, from names to the axis
const NAME_SHARE = 0.42; // of the width, at most
const PX_PER_TICK = 70;
const SELECTED = 3; // px, the yellow edge before the selected row

/** A row of the chart: its top and its height in px, and the place of its marks. */
interface WordRow {
  readonly row: ChartRow;
  readonly top: number;
  readonly height: number;
  readonly middle: number;
}

export interface WordLayout {
  readonly width: number;
  readonly height: number;
  readonly data: ChartData; // cleaned
  readonly rows: readonly WordRow[];
  readonly at: (value: number) => number; // px
  readonly marks: readonly Shape[];
}

/** Values may lie far apart, so each has three digits of its own. */
const figureOf = (value: number): string => plainText(Number(value.toPrecision(3)));

type Said = Series & { readonly kind: "measured" | "model" | "simulated" };
const isSaid = (series: Series): series is Said => isCurve(series) || isAnswer(series);

function scaleFor(data: ChartData, range: readonly [number, number]): Scale {
  const values = [...saidValues(data), ...(data.upTo === undefined ? [] : [data.upTo])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least > 0 && most > LOG_FROM * least) return logScale({ domain: [least, most], range });
  const domain = [Math.min(0, least), Math.max(most, 0) || 1] as const;
  return linearScale({ domain, range, nice: 4 });
}

/** The names of the series, each behind its mark, in lines above the rows; none where there is one series. */
function keyOf(series: readonly Said[], width: number): { readonly marks: readonly Shape[]; readonly height: number } {
  if (series.length < 2) return { marks: [], height: 0 };
  let [x, y] = [0, LINE];
  const marks = series.flatMap((one): readonly Shape[] => {
    const name = seriesName(one);
    const wide = 16 + labelWidth(name) + 14;
    if (x > 0 && x + wide > width) [x, y] = [0, y + KEY_LINE];
    const at = x;
    x += wide;
    return [markOf(one)(round(at + 5), y - 4), text(round(at + 14), y, name, one.kind)];
  });
  return { marks, height: y + 8 };
}

/**
 * Lays the chart out in `width` px. Values that are no numbers are left out.
 * @param room the height in px that its rows may fill
 */
export function layoutWords(raw: ChartData, width: number, room = 0): WordLayout {
  const data = cleaned(raw);
  const all = chartRows(data).filter(({ entries }) => entries.length > 0);
  const said = data.series.filter(isSaid).filter(({ points }) => points.length > 0);
  const names = all.map(({ x }) => xFigure(data.x, x));
  const nameRoom =
    Math.ceil(Math.min(Math.max(0, ...names.map((name) => labelWidth(name, true))), width * NAME_SHARE)) + 1;
  const printed = said.filter(({ kind }) => kind === "simulated").length === 1;
  const widest = printed ? Math.max(0, ...saidValues(data).map((value) => labelWidth(figureOf(value)))) : 0;
  const plot = { x0: nameRoom + ASIDE + 6, x1: width - 6 - (printed ? widest + ASIDE : 0) };
  const scale = scaleFor(data, [plot.x0, Math.max(plot.x0 + 40, plot.x1)]);
  const key = keyOf(said, width);
  const named = all.map((row) => ({
    row,
    lines: wrapped(wordsOf(xFigure(data.x, row.x)), nameRoom, (words) => labelWidth(words, true)),
  }));
  const further = named.reduce((sum, { lines }) => sum + (lines.length - 1) * LINE, 0);
  const even = Math.floor((room - key.height - FOOT - further) / Math.max(1, named.length));
  const rowHeight = Math.max(ROW, Math.min(MOST_ROW, even));
  let top = key.height;
  const rows = named.map(({ row, lines }): WordRow & { readonly lines: readonly string[] } => {
    const height = rowHeight + (lines.length - 1) * LINE;
    const at = { row, top, height, middle: top + height / 2, lines };
    top += height;
    return at;
  });
  const area: Area = { x0: plot.x0, x1: Math.max(plot.x0 + 40, plot.x1), y0: key.height, y1: top };
  const ticks = ticksOf(scale, Math.max(2, Math.round((area.x1 - area.x0) / PX_PER_TICK)));
  const rules = ticks
    .filter(({ figure }) => figure !== "")
    .map(({ at }) => line([round(at), area.y0, round(at), area.y1], { stroke: "rule", lineWidth: 1 }));
  const marks = rows.flatMap(({ row, top: y, middle, lines }): readonly Shape[] => [
    line([0, y, width, y], { stroke: "rule", lineWidth: 1 }),
    ...lines.map((words, nth) => text(0, y + (rowHeight - ROW) / 2 + 17 + nth * LINE, words, "ink-2")),
    ...row.entries.flatMap((entry) => entryMarks(entry, scale.at, middle)),
    ...(printed ? valueMarks(row.entries, scale.at, middle) : []),
  ]);
  const axis = [
    line([area.x0, area.y1, area.x1, area.y1], { stroke: "ink", lineWidth: 1 }),
    ...xMarks(ticks, area, data.unit),
  ];
  return { width, height: top + FOOT, data, rows, at: scale.at, marks: [...key.marks, ...rules, ...marks, ...axis] };
}

/** The mark of a value, with its interval. */
function entryMarks({ series, point }: RowEntry, at: WordLayout["at"], y: number): readonly Shape[] {
  if (series.kind === "drawn") return [];
  if (series.kind === "pinned") return [pinnedTriangle(round(at(point.y)), y)];
  const { low = 0, high = 0 } = point.spread ?? {};
  const whisker =
    high > low ? [line([round(at(low)), y, round(at(high)), y], { stroke: "simulated", lineWidth: 1.8 })] : [];
  const doubt =
    point.uncertain === true
      ? [disc(round(at(point.y)), y, 7.5, { stroke: "measured", lineWidth: 1, dash: [2, 2] })]
      : [];
  return [...whisker, ...doubt, markOf({ ...series, kind: series.kind })(round(at(point.y)), y)];
}

/** The simulated value, behind the last mark of its row. */
function valueMarks(entries: readonly RowEntry[], at: WordLayout["at"], y: number): readonly Shape[] {
  const simulated = entries.find(({ series }) => series.kind === "simulated");
  if (simulated === undefined) return [];
  const last = Math.max(...entries.map(({ point }) => at(point.spread?.high ?? point.y)));
  return [text(round(last + ASIDE), y + LABEL_SIZE / 3, figureOf(simulated.point.y), "simulated", { halo: true })];
}

/** The row at a height in px; null above and below all. */
export const rowAt = ({ rows }: WordLayout, y: number): WordRow | null =>
  rows.find(({ top, height }) => y >= top && y < top + height) ?? null;

/** Index of the curve whose point in the row is nearest to `x` px; null where no curve has one. */
export function curveAt({ at }: WordLayout, { row: { entries } }: WordRow, x: number): number | null {
  const apart = ({ point }: RowEntry): number => Math.abs(at(point.y) - x);
  const curves = entries.filter(({ series }) => isCurve(series));
  return curves.toSorted((a, b) => apart(a) - apart(b))[0]?.index ?? null;
}

/** The row of the run on the page has a yellow edge and ground; the row of the cursor has a frame. */
export const selectedMarks = ({ width }: WordLayout, { top, height }: WordRow): readonly Shape[] => [
  box(-8, top + 2, SELECTED, height - 4, { fill: "accent" }),
  box(0, top + 1, width, height - 2, { fill: "band" }),
];

export function pointedMarks({ width, at }: WordLayout, of: WordRow, curve: number | null): readonly Shape[] {
  const { top, height, middle, row } = of;
  const entry = curve === null ? undefined : row.entries.find(({ index }) => index === curve);
  const ring =
    entry === undefined ? [] : [disc(round(at(entry.point.y)), middle, 8, { stroke: "ink", lineWidth: 1.5 })];
  return [box(0.5, top + 0.5, width - 1, height - 1, { stroke: "ink", lineWidth: 1.5 }), ...ring];
}
