/** Names for what is drawn, set directly at the curves; a row above the plot takes those that find no place there. */
import { listUnder } from "../../engine/kernel/tally.ts";
import type { Ink } from "../draw/palette.ts";
import { disc, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { answerOf } from "./data.ts";
import type { ChartData } from "./data.ts";
import { MARGIN, limitIsFar } from "./axes.ts";
import type { ChartFrame } from "./axes.ts";
import { placeLabels } from "./labels.ts";
import type { LabelRequest, Obstacle } from "./labels.ts";
import { labelWidth, text } from "./marks.ts";
import { crossingId, markOf, seriesId } from "./series.ts";
import type { Point } from "../draw/point.ts";

/** The id of a part that can carry a name: a series, a crossing (series.ts) or the limit. */
export type NameId = string;

/** px of a row above the plot, for names that found no place at their curves. */
export const KEY_ROW = 20;

const CURVES_PART = 0.6; // share of the width: curves start together and part to the right

interface Name {
  readonly id: NameId;
  readonly text: string;
  readonly fill: Ink;
  readonly bold: boolean;
  readonly mark: (x: number, y: number) => Shape; // beside the name in the row above the plot
}

const limitMark = (x: number, y: number): Shape =>
  line([x - 6, y, x + 4, y], { stroke: "edge", lineWidth: 1.2, dash: [4, 2] });

/** All names that a chart can need, in the order in which those above the plot stand. */
function namesOf(data: ChartData): readonly Name[] {
  const { crossings = [] } = data;
  const limit = data.spec.limit?.label ?? "";
  const text = limitIsFar(data) ? `${limit}: above this axis` : limit;
  return [
    ...data.series.flatMap(({ kind, label, curveNumber }, i): Name[] => {
      const isNamedAbove = kind === "pinned" || kind === "drawn"; // in rows of their own, or by the page
      return isNamedAbove
        ? []
        : [{ id: seriesId(i), text: label, fill: kind, bold: true, mark: markOf({ kind, curveNumber }) }];
    }),
    ...crossings.map(({ kind, label }, i): Name => ({
      id: crossingId(i),
      text: label,
      fill: kind,
      bold: false,
      mark: (cx, cy) => disc(cx, cy, 4, { stroke: kind, lineWidth: 1.4 }),
    })),
    { id: "limit", text, fill: "ink-3", bold: false, mark: limitMark },
  ];
}

const KEY_LEFT = MARGIN.leftLeast;
const KEY_GAP = 28; // px from the end of one name to the start of the next, whose mark stands between
const KEY_TAIL = 18; // px of it that the last name in a row does not need

const keyWidth = ({ text: name, bold }: Name): number => labelWidth(name, bold) + KEY_GAP;

/** The names `ids` in rows of at most `width` px. */
export function keyRows(data: ChartData, ids: readonly NameId[], width: number): readonly (readonly NameId[])[] {
  const rows: NameId[][] = [];
  let right = width;
  for (const name of namesOf(data).filter(({ id }) => ids.includes(id))) {
    const needed = keyWidth(name);
    const row = rows.at(-1);
    if (row !== undefined && right + needed - KEY_TAIL <= width) row.push(name.id);
    else {
      rows.push([name.id]);
      right = KEY_LEFT;
    }
    right += needed;
  }
  return rows;
}

/** Rows above the plot: mark and name of each. */
function keyMarks(data: ChartData, rows: readonly (readonly NameId[])[]): readonly Shape[] {
  const names = namesOf(data);
  return rows.flatMap((row, index) => {
    const y = MARGIN.top + index * KEY_ROW;
    let x = KEY_LEFT;
    return row.flatMap((id): readonly Shape[] => {
      const name = names.find((one) => one.id === id);
      if (name === undefined) return [];
      const at = x;
      x += keyWidth(name);
      return [name.mark(at + 2, y - 4), text(at + 10, y, name.text, name.fill, { bold: name.bold })];
    });
  });
}

const labelOf = ({ text: words, fill, bold }: Name): Label => text(0, 0, words, fill, { bold, halo: true });

/** Places along the limit line where its name may stand, from the left. */
function alongLimit({ plot }: ChartFrame, y: number, name: Name): LabelRequest {
  const width = labelWidth(name.text, name.bold);
  const left = plot.x0 + 2 + width / 2;
  const room = Math.max(0, plot.x1 - plot.x0 - width - 4);
  const anchors = Array.from({ length: 12 }, (_, i) => ({ x: left + (room * i) / 11, y }));
  return { id: name.id, name: labelOf(name), anchors, prefer: 0 };
}

/** The simulation first: of orders of placing that cost the same the first counts. */
function byPlacing(data: ChartData, names: readonly Name[]): readonly Name[] {
  const answers = (["simulated", "model", "measured"] as const).flatMap((kind) => {
    const found = answerOf(data, kind);
    const id = found === undefined ? "" : seriesId(data.series.indexOf(found));
    return names.filter((name) => name.id === id);
  });
  return [...answers, ...names.filter((name) => !answers.includes(name) && name.id !== "limit")];
}

interface Named {
  readonly anchors: ReadonlyMap<NameId, readonly Point[]>;
  readonly obstacles: readonly Obstacle[];
}

/** Names at the curves, except those of `rows`, which stand above the plot; tells which found no place. */
export function nameAnswers(
  data: ChartData,
  frame: ChartFrame,
  drawn: Named,
  rows: readonly (readonly NameId[])[],
): { readonly marks: readonly Shape[]; readonly unplaced: readonly NameId[] } {
  const names = namesOf(data);
  const inRow = rows.flat();
  const { plot } = frame;
  const obstacles: Obstacle[] = [...drawn.obstacles];
  const requests: LabelRequest[] = [];
  for (const name of byPlacing(data, names)) {
    const anchors = listUnder(drawn.anchors, name.id);
    if (anchors.length === 0 || name.text === "" || inRow.includes(name.id)) continue;
    requests.push({ id: name.id, name: labelOf(name), anchors, prefer: CURVES_PART });
  }
  if (frame.limitAt !== null) {
    obstacles.push({ owner: "limit", x0: plot.x0, x1: plot.x1, y0: frame.limitAt - 1, y1: frame.limitAt + 1 });
    const limit = names.find(({ id }) => id === "limit");
    if (limit !== undefined && !inRow.includes("limit")) requests.push(alongLimit(frame, frame.limitAt, limit));
  }
  const within = { x0: plot.x0 - 2, x1: plot.x1 + MARGIN.right + 2, y0: plot.y0 - MARGIN.top, y1: plot.y1 - 1 };
  const { labels, leaders, unplaced } = placeLabels(requests, obstacles, within);
  const inOrder = names.flatMap(({ id }) => (unplaced.includes(id) ? [id] : []));
  return { marks: [...leaders, ...labels, ...keyMarks(data, rows)], unplaced: inOrder };
}
