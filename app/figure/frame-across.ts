/**
 * Two machines around one medium, with time to the right. Each lane's zone is made for the names of the fitted call, so
 * that lanes do not move when the view zooms or pans.
 */
import { arrangementOfTwo } from "./arrange.ts";
import { rowsWanted } from "./flags.ts";
import type { Blocked } from "./flags.ts";
import { belowMedium } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import type { Frame, Zone } from "./frame.ts";
import { rowsOfTwo, stackLanes } from "./stack-lanes.ts";
import { laneNames, withoutRoom, zoneHeight } from "./step-names.ts";
import type { Along } from "./rails.ts";
import { withRepeats } from "./repeats.ts";
import { runFlags, takenByLane } from "./wait-names.ts";
import { machineEvents } from "../trace/machine-events.ts";
import { takePicture } from "../trace/story.ts";
import { scaleOf, timeOfPlain } from "./scale.ts";
import type { TimeScale } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { codeAt, itemAt, timeAt } from "../../engine/kernel/reads.ts";

const LABEL_COLUMN = 116;
const RIGHT_MARGIN = 12;

/** Heights of the parts, in pixels. */
interface Sizes {
  /** Room for the playhead's flag. */
  readonly header: number;
  /** Bars of processors, and of buses and controllers. */
  readonly bar: number;
  readonly hardware: number;
  readonly gap: number;
  /** From a band's edge to its first and last bar. */
  readonly edge: number;
  readonly medium: number;
  /** The medium where packets are lost, late or sent again and say so. */
  readonly fated: number;
  /** From the last lane to the axis, and from the axis to the end. */
  readonly foot: number;
  readonly under: number;
  /** Most rows of flags outside of the bands and within them. */
  readonly outside: number;
  readonly inside: number;
}

const ROOMY: Sizes = {
  header: 28,
  bar: 22,
  hardware: 22,
  gap: 14,
  edge: 10,
  medium: 44,
  fated: 72,
  foot: 80,
  under: 28,
  outside: 6,
  inside: 4,
};

const CLOSE: Sizes = {
  header: 25,
  bar: 17,
  hardware: 12,
  gap: 5,
  edge: 5,
  medium: 30,
  fated: 56,
  foot: 48,
  under: 25,
  outside: 6,
  inside: 4,
};

/**
 * Tried in turn where there is not room enough: bars give way first, then names, those of the shortest steps, and bars
 * once more.
 */
const CLOSER: readonly Sizes[] = [
  CLOSE,
  { ...CLOSE, inside: 3 },
  { ...CLOSE, outside: 5, inside: 3 },
  { ...CLOSE, outside: 4, inside: 3 },
  { ...CLOSE, outside: 4, inside: 2 },
  { ...CLOSE, outside: 3, inside: 2 },
  { ...CLOSE, outside: 3, inside: 2, bar: 15, gap: 4 },
];

/** Where there is room to spare, all parts grow by one share of these, up to the most. */
const MOST_SHARE = 3.5;

/** @param lone whether one lane is all that there is: then its bar takes the room */
const roomier = (share: number, lone: boolean): Sizes => ({
  ...ROOMY,
  bar: ROOMY.bar + (lone ? 24 : 8) * share,
  hardware: ROOMY.hardware + 4 * share,
  gap: ROOMY.gap + 20 * share,
  medium: ROOMY.medium + (lone ? 20 : 90) * share,
  fated: ROOMY.fated + 90 * share,
});

/** @param room the height to keep to, in pixels; what cannot be made so low is as low as can be read */
export function frameAcross(
  shown: ShownCall,
  width: number,
  measure: MeasureText,
  room: number | undefined = Infinity,
): Frame {
  let frame = frameOf(shown, width, measure, ROOMY);
  if (room < Infinity && frame.height < room) {
    // The height grows with the share in a line; it stays below the room by what rounding may add.
    const lone = shown.plan.lanes.length === 1;
    const perShare = frameOf(shown, width, measure, roomier(1, lone)).height - frame.height;
    const share = Math.min(MOST_SHARE, (room - frame.height - 0.01) / perShare);
    return frameOf(shown, width, measure, roomier(share, lone));
  }
  for (const sizes of CLOSER) {
    if (frame.height <= room) break;
    frame = frameOf(shown, width, measure, sizes);
  }
  return frame;
}

function frameOf(shown: ShownCall, width: number, measure: MeasureText, sizes: Sizes): Frame {
  const length = Math.max(120, width - LABEL_COLUMN - RIGHT_MARGIN);
  const rows = wantedRows(shown, scaleOf(shown, shown.fit, length), width, measure, sizes);
  const below = belowMedium(shown.plan);
  const rowsOf = (lane: number): number => rows[lane] ?? 0; // a machine without a lane has no names
  const stacked = stackLanes(shown.plan, sizes.header + Math.max(18, zoneHeight(below > 0 ? rowsOf(0) : 0)), {
    bar: ({ kind }) => (kind === "processor" ? sizes.bar : sizes.hardware),
    before: (i, begins) => {
      const room = zoneOf(shown.plan, i).outside ? 0 : zoneHeight(rowsOf(i));
      return begins ? room : Math.max(sizes.gap, room);
    },
    edge: sizes.edge,
    medium: hasFated(shown) ? sizes.fated : sizes.medium,
  });
  const zones = shown.plan.lanes.map((_, i): Zone => ({ ...zoneOf(shown.plan, i), rows: rowsOf(i) }));
  const hanging = zones.at(-1);
  const foot = Math.max(sizes.foot, hanging !== undefined && !hanging.up ? zoneHeight(hanging.rows) + LEGEND : 0);
  const axis = stacked.to + foot;
  const arrangement = arrangementOfTwo(shown.trace, shown.story.call);
  return {
    ...rowsOfTwo(shown, arrangement, stacked),
    ...{ down: false, width, start: LABEL_COLUMN, length, ...withRepeats(shown, axis + sizes.under) },
    ...{ zones, titles: [], axis, cableEdge: 4 },
  };
}

/** The legend at the foot, below names that hang. */
const LEGEND = 22;

/** Whether the flags of a lane stand outside of its band, and whether they rise. Above the medium all rise. */
function zoneOf(plan: LanePlan, lane: number): Omit<Zone, "rows"> {
  const below = belowMedium(plan);
  const isTop = lane === 0 && below > 0;
  const outside = isTop || (lane === plan.lanes.length - 1 && lane >= below);
  return { outside, up: !outside || isTop };
}

/** Whether a packet of the shown call was lost, late or sent again, so that the medium says so. */
function hasFated({ trace: { packets }, story }: ShownCall): boolean {
  for (let row = 0; row < packets.count; row++) {
    const fated = packets.fate[row] !== 0 || codeAt(packets.origin, row) % 3 !== 0 || timeAt(packets.delayed, row) > 0;
    if (fated && packets.call[row] === story.call) return true;
  }
  return false;
}

/** Rows of flags that the fitted call's names ask for, by lane. */
function wantedRows(
  shown: ShownCall,
  scale: TimeScale,
  width: number,
  measure: MeasureText,
  sizes: Sizes,
): readonly number[] {
  const window = { from: timeOfPlain(shown, shown.fit.from), to: timeOfPlain(shown, shown.fit.to) };
  const picture = takePicture(shown.trace, shown.plan, shown.story, window);
  const at = (time: number): number => LABEL_COLUMN + scale.at(time);
  const rails: Along = { scale, start: LABEL_COLUMN };
  const frame = { start: LABEL_COLUMN, length: scale.length };
  const taken = takenByLane(shown, rails, picture);
  return shown.plan.lanes.map((lane, i) => {
    const { outside } = zoneOf(shown.plan, i);
    if (!outside && lane.kind !== "processor") return 0;
    const mine = picture.spans.filter((span) => span.mine && span.lane === i);
    const { clusters } = laneNames(mine, at, { from: LABEL_COLUMN, to: width }, 0, measure);
    const bars = itemAt(taken, i, "lane");
    const room = roomBeside(frame);
    const runs = runFlags({ shown, frame, rails, measure }, i, bars).map((request) => [request]);
    const flagged = [...withoutRoom(clusters, bars, room, measure), ...runs];
    const zone = { rows: 0, from: outside ? 4 : 30, to: width - 4, blocked: blockedBeside(shown, i, outside, at) };
    return rowsWanted(flagged, zone, outside ? sizes.outside : sizes.inside);
  });
}

/** Names beside bars stay within. */
export const roomBeside = ({ start, length }: Pick<Frame, "start" | "length">): Blocked => ({
  from: start - 4,
  to: start + length + 8,
});

const CLEAR = 5; // px on each side

/**
 * Where no flag may stand beside a lane: outside of a machine at the marks of its crashes and restarts, within it at
 * cables and packets that pass from the lane before.
 */
export function blockedBeside(
  { trace, plan, story }: ShownCall,
  lane: number,
  outside: boolean,
  at: (time: number) => number,
): readonly Blocked[] {
  const marks = machineEvents(trace).get(itemAt(plan.lanes, lane, "lane").machine) ?? [];
  const times = outside
    ? marks.map((mark) => mark.at)
    : story.cable.crossings
        .filter(({ fromLane, toLane }) => Math.min(fromLane, toLane) < lane && Math.max(fromLane, toLane) >= lane)
        .map(({ time }) => time);
  return times.map((time) => ({ from: at(time) - CLEAR, to: at(time) + CLEAR }));
}
