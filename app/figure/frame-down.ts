/** Two machines around one medium, with time running down: one group of narrow columns a machine, the wire between. */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import { arrangementOfTwo } from "./arrange.ts";
import { AXIS_COLUMN, downFrom } from "./frame.ts";
import type { FramePlace } from "./description.ts";
import type { Frame, LaneTitle } from "./frame.ts";
import { rungOf } from "../trace/told-rung.ts";
import { rowsOfTwo } from "./rows-two.ts";
import type { ShownCall } from "./shown-call.ts";
import { tableWidth } from "../draw/text-width.ts";

/** Above the columns: the machine, then the columns' names, set upright. */
const HEAD = 34;
const EDGE = 6;
/** Length by the number of steps, so that their names have room. */
const PER_STEP = 30;
const LEAST = 380;
const MOST = 1240;

const only = <Value>(value: Value): readonly Value[] => [value];

/**
 * Columns from the outside to the wire: other processors together, the one that takes interrupts, bus and controller.
 */
function titlesOf(shown: ShownCall, above: boolean): readonly LaneTitle[] {
  const numbered = shown.plan.lanes
    .map((lane, number) => ({ lane, number }))
    .filter(({ lane }) => lane.above === above);
  const outward = above ? numbered : [...numbered].reverse();
  const titles: LaneTitle[] = [];
  for (const machine of new Set(outward.map(({ lane }) => lane.machine))) {
    const mine = outward.filter(({ lane }) => lane.machine === machine);
    const processors = mine.filter(({ lane }) => lane.kind === "processor");
    const hardware = mine.filter(({ lane }) => lane.kind !== "processor");
    const apart = rungOf(shown.trace) === null ? [processors.slice(0, -1), processors.slice(-1)] : processors.map(only);
    for (const some of [...apart, hardware]) {
      if (some.length === 0) continue;
      const [first, last] = [itemAt(some, 0, "lane").lane.name, lastItem(some, "lane").lane.name];
      const kinds = [...new Set(some.flatMap(({ lane }) => lane.name.split(", ").map((name) => name.split(" ")[0])))];
      const isHardware = some === hardware;
      const text = isHardware
        ? kinds.join(", ")
        : some.length === 1
          ? first
          : `${last} to ${lastItem(first.split(" "), "word")}`;
      titles.push({ lanes: some.map(({ number }) => number), text });
    }
  }
  return titles;
}

export function frameDown(shown: ShownCall, { width }: FramePlace): Frame {
  const narrow = width < 340;
  const bar = narrow ? 14 : 18;
  const gap = narrow ? 3 : 5;
  const titles = [...titlesOf(shown, true), ...titlesOf(shown, false)];
  const titleAt = (lane: number): LaneTitle | undefined => titles.find(({ lanes }) => lanes.includes(lane));
  const sizes = {
    bar: (_: unknown, n: number) => (titleAt(n)?.lanes.length === 1 ? bar : Math.max(6, Math.floor(bar / 2))),
    before: (n: number, begins: boolean) => (begins ? 0 : titleAt(n) === titleAt(n - 1) ? 1 : gap),
    edge: EDGE,
    medium: 0,
  };
  const length = Math.min(MOST, Math.max(LEAST, rowsOf(shown) * PER_STEP));
  const start = HEAD + Math.max(30, ...titles.map(({ text }) => tableWidth(text, 12, false)));
  // The wire has the room that columns leave.
  const rows = rowsOfTwo(arrangementOfTwo(shown.trace, shown.story.call), { from: AXIS_COLUMN, to: width }, sizes);
  return { ...rows, ...downFrom(start, width, length), zones: [], titles, cableEdge: 3 };
}

/**
 * The number of rows that the figure needs: steps of the critical path, or packets and folds where the call has more of
 * these.
 */
function rowsOf({ story, trace, folds }: ShownCall): number {
  const steps = new Set(story.path.map(({ ref }) => ref)).size;
  const packets = trace.packets.call.subarray(0, trace.packets.count).filter((call) => call === story.call).length;
  const rows = Math.max(steps, packets + folds.length / 2);
  return rows === 0 ? 20 : rows;
}
