/** Where everything stands when time runs down: one group of narrow columns a machine, the wire between them. */
import type { Stage } from "./stage.ts";
import { tableWidth } from "../draw/text-width.ts";

interface ColumnFrame {
  readonly at: number;
  readonly size: number;
  readonly above: boolean;
}

interface ColumnTitle {
  readonly text: string;
  readonly middle: number;
}

export interface DownFrame {
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly length: number;
  readonly lanes: readonly ColumnFrame[];
  readonly titles: readonly ColumnTitle[];
  /** Bands: the first machine at left, all others at right. */
  readonly bands: readonly { readonly machine: string; readonly from: number; readonly to: number }[];
  /** The wire, across. */
  readonly wireFrom: number;
  readonly wireTo: number;
}

export const AXIS_COLUMN = 44;
/** Above the columns: the machine, then the columns' names, set upright. */
const HEAD = 34;
const EDGE = 6;
/** Length by the number of steps, so that their names have room. */
const PER_STEP = 30;
const LEAST = 380;
const MOST = 1240;

interface Group {
  readonly machine: string;
  readonly lanes: readonly number[];
  readonly title: string;
}

/**
 * Columns from the outside to the wire: other processors together, the one that takes interrupts, bus and controller.
 */
function groupsOf(stage: Stage, above: boolean): readonly Group[] {
  const numbered = stage.plan.lanes
    .map((lane, number) => ({ lane, number }))
    .filter(({ lane }) => lane.above === above);
  const outward = above ? numbered : [...numbered].reverse();
  const groups: Group[] = [];
  for (const machine of new Set(outward.map(({ lane }) => lane.machine))) {
    const mine = outward.filter(({ lane }) => lane.machine === machine);
    const processors = mine.filter(({ lane }) => lane.kind === "processor");
    const hardware = mine.filter(({ lane }) => lane.kind !== "processor");
    for (const some of [processors.slice(0, -1), processors.slice(-1), hardware]) {
      if (some.length === 0) continue;
      const [first, last] = [some[0]?.lane.name ?? "", some.at(-1)?.lane.name ?? ""];
      const kinds = [...new Set(some.flatMap(({ lane }) => lane.name.split(", ").map((name) => name.split(" ")[0])))];
      const isHardware = some === hardware;
      const title = isHardware
        ? kinds.join(", ")
        : some.length === 1
          ? first
          : `${last} to ${first.split(" ").at(-1) ?? ""}`;
      groups.push({ machine, lanes: some.map(({ number }) => number), title });
    }
  }
  return groups;
}

export function frameDown(stage: Stage, width: number): DownFrame {
  const narrow = width < 340;
  const bar = narrow ? 14 : 18;
  const gap = narrow ? 3 : 5;
  const lanes: ColumnFrame[] = stage.plan.lanes.map(({ above }) => ({ at: 0, size: bar, above }));
  const titles: ColumnTitle[] = [];
  const place = (groups: readonly Group[], above: boolean): number => {
    let used = EDGE;
    for (const group of groups) {
      const part = group.lanes.length === 1 ? bar : Math.max(6, Math.floor(bar / 2));
      const size = part * group.lanes.length + (group.lanes.length - 1);
      const from = above ? AXIS_COLUMN + used : width - used - size;
      for (const [i, lane] of group.lanes.entries()) {
        const at = from + (above ? i : group.lanes.length - 1 - i) * (part + 1);
        lanes[lane] = { at, size: part, above };
      }
      titles.push({ text: group.title, middle: from + size / 2 });
      used += size + gap;
    }
    return used - gap + EDGE;
  };
  const [left, right] = [groupsOf(stage, true), groupsOf(stage, false)];
  const wireFrom = AXIS_COLUMN + place(left, true);
  const wireTo = width - (right.length === 0 ? 0 : place(right, false));
  const length = Math.min(MOST, Math.max(LEAST, stepsOf(stage) * PER_STEP));
  const names = (groups: readonly Group[]): string => [...new Set(groups.map(({ machine }) => machine))].join(", ");
  const start = HEAD + Math.max(30, ...titles.map(({ text }) => tableWidth(text, 11.5, false)));
  return {
    width,
    height: start + length + 30,
    start,
    length,
    lanes,
    titles,
    wireFrom,
    wireTo,
    bands: [
      { machine: names(left), from: AXIS_COLUMN, to: wireFrom },
      ...(right.length === 0 ? [] : [{ machine: names(right), from: wireTo, to: width }]),
    ],
  };
}

function stepsOf(stage: Stage): number {
  const own = new Set(stage.story.path.map(({ ref }) => ref));
  return own.size === 0 ? 20 : own.size;
}
