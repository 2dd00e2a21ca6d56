/** Names for what is drawn, set directly at the curves; a row above the plot takes those that find no place there. */
import { ANSWERS } from "./answers.ts";
import type { AnswerName } from "./answers.ts";
import { crossingId, curveId, curveMark } from "./curves.ts";
import { paperLabel } from "./data.ts";
import type { ChartData } from "./data.ts";
import { MARGIN, limitIsFar, text } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { placeLabels } from "./labels.ts";
import type { Box, LabelRequest, Obstacle, PlacedLabel, Point } from "./labels.ts";
import { labelWidth, round } from "./marks.ts";
import type { Mark, Token } from "./marks.ts";

/** What can carry a name: an answer, the limit, a curve or a crossing (curves.ts). */
export type NameId = string;

/** px of a row above the plot, for names that found no place at their curves. */
export const KEY_ROW = 20;

const CURVES_PART = 0.6; // share of the width: curves start together and part to the right

interface Name {
  readonly id: NameId;
  readonly text: string;
  readonly fill: Token;
  readonly weight: "regular" | "semibold";
  readonly mark: (x: number, y: number) => Mark; // beside the name in the row above the plot
}

const limitMark = (x: number, y: number): Mark => ({
  shape: "line",
  x1: x - 6,
  x2: x + 4,
  y1: y,
  y2: y,
  stroke: "edge",
  width: 1.2,
  dash: "4 2",
});

/** All names that a chart can need, in the order in which those above the plot stand. */
function namesOf(data: ChartData): readonly Name[] {
  const answer = (id: AnswerName, text: string): Name => ({
    id,
    text,
    fill: id,
    weight: "semibold",
    mark: ANSWERS[id],
  });
  const limit = data.spec.limit?.label ?? "";
  const text = limitIsFar(data) ? `${limit}: above this axis` : limit;
  return [
    answer("measured", paperLabel(data.paper)),
    answer("model", data.modelName ?? "model"),
    answer("simulated", "simulated"),
    ...(data.curves ?? []).map((curve, i): Name => ({
      id: curveId(i),
      text: curve.label,
      fill: curve.kind,
      weight: "semibold",
      mark: (x, y) => curveMark(curve, { x, y }),
    })),
    ...(data.crossings ?? []).map(({ kind, label }, i): Name => ({
      id: crossingId(i),
      text: label,
      fill: kind,
      weight: "regular",
      mark: (cx, cy) => ({ shape: "circle", cx, cy, r: 4, stroke: kind, width: 1.4 }),
    })),
    { id: "limit", text, fill: "ink-3", weight: "regular", mark: limitMark },
  ];
}

const KEY_LEFT = MARGIN.leftLeast;
const KEY_GAP = 28; // px from the end of one name to the start of the next, whose mark stands between
const KEY_TAIL = 18; // px of it that the last name in a row does not need

const keyWidth = ({ text: name, weight }: Name): number => labelWidth(name, weight) + KEY_GAP;

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
function keyMarks(data: ChartData, rows: readonly (readonly NameId[])[]): readonly Mark[] {
  const names = namesOf(data);
  return rows.flatMap((row, index) => {
    const y = MARGIN.top + index * KEY_ROW;
    let x = KEY_LEFT;
    return row.flatMap((id): readonly Mark[] => {
      const name = names.find((one) => one.id === id);
      if (name === undefined) return [];
      const at = x;
      x += keyWidth(name);
      return [name.mark(at + 2, y - 4), text(at + 10, y, name.text, name.fill, "start", { weight: name.weight })];
    });
  });
}

/** Places along the limit line where its name may stand, from the left. */
function alongLimit(frame: Frame, y: number, width: number): LabelRequest {
  const left = frame.plot.x0 + 2 + width / 2;
  const room = Math.max(0, frame.plot.x1 - frame.plot.x0 - width - 4);
  const anchors = Array.from({ length: 12 }, (_, i) => ({ x: left + (room * i) / 11, y }));
  return { id: "limit", width, anchors, prefer: 0 };
}

/** The simulation first: of orders of placing that cost the same the first counts. */
function byPlacing(names: readonly Name[]): readonly Name[] {
  const answers = ["simulated", "model", "measured"].flatMap((id) => names.filter((name) => name.id === id));
  return [...answers, ...names.filter((name) => !answers.includes(name) && name.id !== "limit")];
}

/** A name's line to what it names, from clear of the mark there. */
function leaderMark({ from, to }: NonNullable<PlacedLabel["leader"]>): Mark {
  const stop = to.y < from.y ? -6 : 6;
  return {
    shape: "line",
    x1: round(from.x),
    y1: round(from.y + stop),
    x2: round(to.x),
    y2: round(to.y),
    stroke: "edge",
    width: 0.8,
  };
}

interface Named {
  readonly anchors: ReadonlyMap<NameId, readonly Point[]>;
  readonly obstacles: readonly Obstacle[];
}

/** Names at the curves, except those of `rows`, which stand above the plot; tells which found no place. */
export function nameAnswers(
  data: ChartData,
  frame: Frame,
  drawn: Named,
  rows: readonly (readonly NameId[])[],
): { readonly marks: readonly Mark[]; readonly unplaced: readonly NameId[] } {
  const names = namesOf(data);
  const inRow = rows.flat();
  const { plot } = frame;
  const obstacles: Obstacle[] = [...drawn.obstacles];
  const requests: LabelRequest[] = [];
  const marks: Mark[] = [];
  for (const { id, text: name, weight } of byPlacing(names)) {
    const anchors = drawn.anchors.get(id) ?? [];
    if (anchors.length === 0 || name === "" || inRow.includes(id)) continue;
    requests.push({ id, width: labelWidth(name, weight) + 2, anchors, prefer: CURVES_PART });
  }
  if (frame.limitAt !== null) {
    obstacles.push({ owner: "limit", x0: plot.x0, x1: plot.x1, y0: frame.limitAt - 1, y1: frame.limitAt + 1 });
    const limit = names.find(({ id }) => id === "limit");
    if (limit !== undefined && !inRow.includes("limit"))
      requests.push(alongLimit(frame, frame.limitAt, labelWidth(limit.text) + 2));
  }
  const bounds: Box = {
    x0: plot.x0 + 1,
    x1: plot.x1 + MARGIN.right - 1,
    y0: plot.y0 - MARGIN.top + 1,
    y1: plot.y1 - 3,
  };
  const { placed, unplaced } = placeLabels(requests, obstacles, bounds);
  for (const { id, leader, box } of placed) {
    const name = names.find((one) => one.id === id);
    if (name === undefined) continue;
    if (leader !== null) marks.push(leaderMark(leader));
    const style = { weight: name.weight, halo: true } as const;
    marks.push(text(box.x0 + 1, box.y1 - 3, name.text, name.fill, "start", style));
  }
  const inOrder = names.flatMap(({ id }) => (unplaced.includes(id) ? [id] : []));
  return { marks: [...marks, ...keyMarks(data, rows)], unplaced: inOrder };
}
