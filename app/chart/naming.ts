/** Names for what is drawn, set directly at the curves; a row above the plot takes those that find no place there. */
import { ANSWERS } from "./answers.ts";
import type { AnswerName, Drawn } from "./answers.ts";
import { paperLabel } from "./data.ts";
import type { ChartData } from "./data.ts";
import { MARGIN, limitIsFar, text } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { placeLabels } from "./labels.ts";
import type { Box, LabelRequest, Obstacle } from "./labels.ts";
import { labelWidth, round } from "./marks.ts";
import type { Mark } from "./marks.ts";

/** What can carry a name. */
export type NameId = AnswerName | "limit";

/** px of a row above the plot, for names that found no place at their curves. */
export const KEY_ROW = 20;

const IN_ORDER = ["measured", "model", "simulated", "limit"] as const;

const CURVES_PART = 0.6; // share of the width: curves start together and part to the right

const weightOf = (id: NameId): "regular" | "semibold" => (id === "limit" ? "regular" : "semibold");

function namesOf(data: ChartData): Readonly<Record<NameId, string>> {
  const limit = data.spec.limit?.label ?? "";
  return {
    measured: paperLabel(data.paper),
    model: data.modelName ?? "model",
    simulated: "simulated",
    limit: limitIsFar(data) ? `${limit}: above this axis` : limit,
  };
}

const KEY_LEFT = MARGIN.leftLeast;
const KEY_GAP = 28; // px from the end of one name to the start of the next, whose mark stands between
const KEY_TAIL = 18; // px of it that the last name in a row does not need

const keyWidth = (name: string, id: NameId): number => labelWidth(name, weightOf(id)) + KEY_GAP;

/** The names `ids` in rows of at most `width` px. */
export function keyRows(data: ChartData, ids: readonly NameId[], width: number): readonly (readonly NameId[])[] {
  const names = namesOf(data);
  const rows: NameId[][] = [];
  let right = width;
  for (const id of IN_ORDER.filter((one) => ids.includes(one))) {
    const needed = keyWidth(names[id], id);
    const row = rows.at(-1);
    if (row !== undefined && right + needed - KEY_TAIL <= width) row.push(id);
    else {
      rows.push([id]);
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
      const at = x;
      x += keyWidth(names[id], id);
      const from = { shape: "line", x1: at - 4, x2: at + 6, y1: y - 4, y2: y - 4 } as const;
      return [
        id === "limit" ? { ...from, stroke: "edge", width: 1.2, dash: "4 2" } : ANSWERS[id](at + 2, y - 4),
        text(at + 10, y, names[id], id === "limit" ? "ink-3" : id, "start", { weight: weightOf(id) }),
      ];
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

/** Names at the curves, except those of `rows`, which stand above the plot; tells which found no place. */
export function nameAnswers(
  data: ChartData,
  frame: Frame,
  drawn: Drawn,
  rows: readonly (readonly NameId[])[],
): { readonly marks: readonly Mark[]; readonly unplaced: readonly NameId[] } {
  const names = namesOf(data);
  const inRow = rows.flat();
  const { plot } = frame;
  const obstacles: Obstacle[] = [...drawn.obstacles];
  const requests: LabelRequest[] = [];
  const marks: Mark[] = [];
  for (const id of ["simulated", "model", "measured"] as const) {
    if (drawn.anchors[id].length === 0 || inRow.includes(id)) continue;
    const width = labelWidth(names[id], "semibold") + 2;
    requests.push({ id, width, anchors: drawn.anchors[id], prefer: CURVES_PART });
  }
  if (frame.limitAt !== null) {
    obstacles.push({ owner: "limit", x0: plot.x0, x1: plot.x1, y0: frame.limitAt - 1, y1: frame.limitAt + 1 });
    if (!inRow.includes("limit")) {
      requests.push(alongLimit(frame, frame.limitAt, labelWidth(names.limit) + 2));
    }
  }
  const bounds: Box = {
    x0: plot.x0 + 1,
    x1: plot.x1 + MARGIN.right - 1,
    y0: plot.y0 - MARGIN.top + 1,
    y1: plot.y1 - 3,
  };
  const { placed, unplaced } = placeLabels(requests, obstacles, bounds);
  for (const { id: anyId, leader, box } of placed) {
    const id = anyId as NameId;
    if (leader !== null) {
      const stop = leader.to.y < leader.from.y ? -6 : 6; // starts clear of the mark
      marks.push({
        shape: "line",
        x1: round(leader.from.x),
        y1: round(leader.from.y + stop),
        x2: round(leader.to.x),
        y2: round(leader.to.y),
        stroke: "edge",
        width: 0.8,
      });
    }
    const fill = id === "limit" ? "ink-3" : id;
    marks.push(text(box.x0 + 1, box.y1 - 3, names[id], fill, "start", { weight: weightOf(id), halo: true }));
  }
  return { marks: [...marks, ...keyMarks(data, rows)], unplaced: IN_ORDER.filter((id) => unplaced.includes(id)) };
}
