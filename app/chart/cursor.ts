/** The cursor over the x values: where it goes by key or pointer, what it draws, and what it says. */
import { inSentence } from "./data.ts";
import type { ChartAxis, ChartData, ChartRow } from "./data.ts";
import type { ChartLayout } from "./layout.ts";
import { LABEL_SIZE, labelWidth, round } from "./marks.ts";
import type { Mark } from "./marks.ts";
import { decimalsFor, deviationText, numberText, plainText } from "./numbers.ts";

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
): { readonly ground: readonly Mark[]; readonly figure: readonly Mark[] } {
  const { plot } = layout;
  const centre = layout.xAt(row.x);
  const half = labelWidth(plainText(row.x), "semibold") / 2 + 5;
  const answers = [row.paper?.y, row.model?.y, row.simulated?.mean].filter((y) => y !== undefined).map(layout.yAt);
  return {
    ground: clusters(answers).map((ys): Mark => {
      const [top, bottom] = [Math.min(...ys) - ROUND, Math.max(...ys) + ROUND];
      return {
        shape: "rect",
        x: round(centre - ROUND),
        y: round(top),
        w: ROUND * 2,
        h: round(bottom - top),
        stroke: "accent",
        width: CABLE,
      };
    }),
    figure: [
      { shape: "rect", x: round(centre - half), y: plot.y1 + 5, w: round(half * 2), h: 16, fill: "accent" },
      {
        shape: "text",
        x: round(centre),
        y: plot.y1 + 17,
        text: plainText(row.x),
        size: LABEL_SIZE,
        weight: "semibold",
        fill: "on-accent",
        anchor: "middle",
      },
    ],
  };
}

/** The cursor: an ink line, and its x in an ink flag on the axis. */
export function cursorMarks(layout: ChartLayout, x: number): readonly Mark[] {
  const { plot } = layout;
  const centre = round(layout.xAt(x));
  const half = labelWidth(plainText(x), "semibold") / 2 + 6;
  return [
    { shape: "line", x1: centre, x2: centre, y1: plot.y0 - 4, y2: plot.y1 + 4, stroke: "ink", width: 1.5 },
    { shape: "rect", x: round(centre - half), y: plot.y1 + 4, w: round(half * 2), h: 18, fill: "ink" },
    {
      shape: "text",
      x: centre,
      y: plot.y1 + 17,
      text: plainText(x),
      size: LABEL_SIZE,
      weight: "semibold",
      fill: "paper",
      anchor: "middle",
    },
  ];
}

/** How many decimals each answer is shown with, one for the whole chart so that columns align. */
export const decimalsOf = (data: ChartData): number =>
  decimalsFor(
    [...data.paper.map((p) => p.y), ...data.model.map((p) => p.y), ...data.simulated.map((p) => p.mean)],
    data.paper.map((p) => p.y),
  );

/** "5", "10 Mbit/s". */
export const xShort = (axis: ChartAxis, x: number): string =>
  axis.unit === "" ? plainText(x) : `${plainText(x)} ${axis.unit}`;

/** "5 caller threads", "10 Mbit/s network speed". */
export const xText = (axis: ChartAxis, x: number): string => `${xShort(axis, x)} ${inSentence(axis.label)}`;

/** One row as a sentence, for the live region. */
export function spoken(data: ChartData, row: ChartRow): string {
  const decimals = decimalsOf(data);
  const say = (value: number): string => numberText(value, decimals);
  const parts = [
    row.paper === null
      ? "no figure in the paper"
      : `paper ${say(row.paper.y)}${row.paper.uncertain === true ? " (uncertain reading)" : ""}`,
    row.model === null ? "no model figure" : `model ${say(row.model.y)}`,
  ];
  if (row.simulated === null) parts.push("not simulated");
  else {
    const { mean, low, high, trials } = row.simulated;
    const spread = `, 95\u00a0% from ${say(low)} to ${say(high)} over ${trials} trials`;
    parts.push(`simulated ${say(mean)}${high > low ? spread : ""}`);
  }
  const off = row.deviation === null ? "" : ` Simulated is ${deviationText(row.deviation)} off the paper.`;
  return `${xText(data.x, row.x)}: ${parts.join("; ")}. In ${data.unit === "" ? "counts" : data.unit}.${off}`;
}
