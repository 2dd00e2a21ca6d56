/** The cursor over the x values: where it goes by key or pointer, what it draws, and what it says. */
import { box, disc, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Series } from "../setup/points.ts";
import { answerAt, isAnswer, isCurve, pinNumber, seriesName, valuesOf, xFigure } from "./data.ts";
import type { ChartAxis, ChartData, ChartRow, RowEntry } from "./data.ts";
import type { ChartLayout } from "./layout.ts";
import { labelWidth, text } from "./marks.ts";
import { decimalsFor, deviationText, figureText } from "../words/numbers.ts";
import { inSentence } from "../language/in-sentence.ts";
import { isCounted, ofCount } from "../words/sentences.ts";
import { isCount } from "../words/units.ts";

/** Index of the row that the cursor stands on after `key`; null where the key moves nothing. */
export function moved(key: string, at: number | null, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowLeft":
      return at === null ? count - 1 : Math.max(0, at - 1);
    case "ArrowRight":
      return at === null ? 0 : Math.min(count - 1, at + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Index of the row nearest to `px`; null where there is none. */
export function nearest(layout: ChartLayout, px: number): number | null {
  let best: number | null = null;
  let least = Infinity;
  layout.rows.forEach((row, index) => {
    const apart = Math.abs(layout.xAt(row.x) - px);
    if (apart < least) [best, least] = [index, apart];
  });
  return best;
}

const curvesIn = ({ entries }: ChartRow): RowEntry[] => entries.filter(({ series }) => isCurve(series));

/** Index of the curve whose point in a row is nearest to `py`; null where none has one there. */
export function nearestCurve(layout: ChartLayout, row: ChartRow, py: number): number | null {
  const apart = ({ point }: RowEntry): number => Math.abs(layout.yAt(point.y) - py);
  return curvesIn(row).sort((a, b) => apart(a) - apart(b))[0]?.index ?? null;
}

const RING = 8; // px, around the point that the cursor is on
const ROUND = 8; // px from a mark to the middle of the cable around it
const CABLE = 3; // px

/** Heights (px) of the answers of a row, those that one cable can hold together in one group. */
function clusters(ys: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const y of [...ys].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last !== undefined && y - (last.at(-1) ?? y) < 2 * ROUND + CABLE) last.push(y);
    else groups.push([y]);
  }
  return groups;
}

/** The selected x: the yellow cable around its answers, and a yellow ground under its figure on the axis. */
export function selectionMarks(
  layout: ChartLayout,
  row: ChartRow,
): { readonly ground: readonly Shape[]; readonly figure: readonly Shape[] } {
  const { plot, data } = layout;
  const centre = layout.xAt(row.x);
  const figure = xFigure(data.x, row.x);
  const half = labelWidth(figure, true) / 2 + 5;
  const isOwn = ({ series }: RowEntry): boolean =>
    isAnswer(series) || (isCurve(series) && series.curveNumber === data.own);
  const answers = row.entries.filter(isOwn).map(({ point }) => layout.yAt(point.y));
  return {
    ground: clusters(answers).map((ys) => {
      const [top, bottom] = [Math.min(...ys) - ROUND, Math.max(...ys) + ROUND];
      return box(centre - ROUND, top, ROUND * 2, bottom - top, { stroke: "accent", lineWidth: CABLE });
    }),
    figure: [
      box(centre - half, plot.y1 + 5, half * 2, 16, { fill: "accent" }),
      text(centre, plot.y1 + 17, figure, "on-accent", { bold: true, anchor: "middle" }),
    ],
  };
}

/** The cursor: an ink line, its x in an ink flag on the axis, and a ring around its point where it is on a curve. */
export function cursorMarks(layout: ChartLayout, x: number, curve: number | null): readonly Shape[] {
  const { plot, data } = layout;
  const centre = layout.xAt(x);
  const figure = xFigure(data.x, x);
  const half = labelWidth(figure, true) / 2 + 6;
  const point = curve === null ? undefined : data.series[curve]?.points.find((p) => p.x === x);
  return [
    line([centre, plot.y0 - 4, centre, plot.y1 + 4], { stroke: "ink", lineWidth: 1.5 }),
    box(centre - half, plot.y1 + 4, half * 2, 18, { fill: "ink" }),
    text(centre, plot.y1 + 17, figure, "paper", { bold: true, anchor: "middle" }),
    ...(point === undefined ? [] : [disc(centre, layout.yAt(point.y), RING, { stroke: "ink", lineWidth: 1.5 })]),
  ];
}

/** The decimals of all answers: one number for the whole chart, so that columns align; none for whole counts. */
export function decimalsOf({ series, unit }: ChartData): number {
  const ys = ({ points }: Series): readonly number[] => points.map(({ y }) => y);
  const values = series.flatMap((one) => (isCurve(one) ? valuesOf(one) : isAnswer(one) ? ys(one) : []));
  if ((unit === "" || isCount(unit)) && values.every(Number.isInteger)) return 0;
  return decimalsFor(
    values,
    series.flatMap((one) => (one.kind === "measured" ? ys(one) : [])),
  );
}

/** "5", "10 Mbit/s". */
export const xShort = (axis: ChartAxis, x: number): string =>
  axis.unit === "" ? xFigure(axis, x) : `${xFigure(axis, x)} ${axis.unit}`;

/** "5 caller threads", "10 Mbit/s network speed". */
export function xText(axis: ChartAxis, x: number): string {
  if (axis.names !== undefined) return `${axis.label}: ${xFigure(axis, x)}`;
  const label = inSentence(axis.label);
  if (axis.unit === "" && !isCounted(label)) return `${label} ${xShort(axis, x)}`;
  return `${xShort(axis, x)} ${axis.unit === "" ? ofCount(label, x) : label}`;
}

/** Index of the curve that the cursor stands on after `key`, of those with a point at its x; null for none. */
export function turned(key: string, at: number | null, row: ChartRow): number | null {
  const there = curvesIn(row).sort((a, b) => a.point.y - b.point.y);
  const from = there.findIndex(({ index }) => index === at);
  const to = key === "ArrowUp" ? from + 1 : from < 0 ? there.length - 1 : from - 1;
  return there[Math.min(there.length - 1, Math.max(0, to))]?.index ?? null;
}

/** The words of charts without a series: all three answers, also missing ones. */
function threeAnswers(row: ChartRow, say: (value: number) => string): readonly string[] {
  const [paper, model, simulated] = [answerAt(row, "measured"), answerAt(row, "model"), answerAt(row, "simulated")];
  const doubt = paper?.point.uncertain === true ? " (uncertain reading)" : "";
  const { low = 0, high = 0, trials = 0, ofRuns = false } = simulated?.point.spread ?? {};
  const range = `from ${say(low)} to ${say(high)}`;
  const held = ofRuns ? `all ${trials} trials ${range}` : `95\u00a0% ${range} over ${trials} trials`;
  const spread = high > low ? `, ${held}` : "";
  return [
    paper === undefined ? "no figure in the paper" : `paper ${say(paper.point.y)}${doubt}`,
    model === undefined ? "no model figure" : `model ${say(model.point.y)}`,
    simulated === undefined ? "not simulated" : `simulated ${say(simulated.point.y)}${spread}`,
  ];
}

/** One row as a sentence, for the live region; of one curve alone where the cursor is on it. */
export function spoken(data: ChartData, row: ChartRow, curve: number | null = null): string {
  const decimals = decimalsOf(data);
  const say = (value: number): string => figureText(value, decimals);
  const along = curvesIn(row).filter(({ index }) => curve === null || curve === index);
  const isAlone = curve !== null || data.spec.series !== undefined;
  const parts = [
    ...(isAlone ? [] : threeAnswers(row, say)),
    ...along.map(({ series, point }) => `${seriesName(series)} ${say(point.y)}`),
  ];
  if (parts.length === 0) parts.push("not answered yet");
  for (const { series, point } of row.entries) {
    if (series.kind === "pinned") parts.push(`pinned run ${pinNumber(series)}, ${series.name}, ${say(point.y)}`);
  }
  const deviation = answerAt(row, "simulated")?.deviation ?? null;
  const off = deviation === null ? "" : ` Simulated is ${deviationText(deviation)} off the paper.`;
  return `${xText(data.x, row.x)}: ${parts.join("; ")}. In ${data.unit === "" ? "counts" : data.unit}.${off}`;
}
