/**
 * Two machines around one medium, with time to the right. Each lane's zone is made for the names of the fitted call, so
 * that lanes do not move when the view zooms or pans.
 */
import { arrangementOfTwo } from "./arrange.ts";
import type { FramePlace } from "./description.ts";
import { zoneHeight } from "./flags.ts";
import { flagRows } from "./step-labels.ts";
import { belowMedium } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { acrossFrom, UNDER } from "./frame.ts";
import type { Frame, Zone } from "./frame.ts";
import { endOfRows } from "./rows.ts";
import { rowsOfTwo } from "./rows-two.ts";
import { withRepeats } from "./repeats.ts";
import type { ShownCall } from "./shown-call.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { codeAt, timeAt } from "../../engine/kernel/reads.ts";

const LABEL_COLUMN = 116;

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
  under: UNDER,
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

/** Where there is room to spare, all parts grow by one share of these, up to the most: of one lane alone, of more. */
const MOST_SHARE = { lone: 5, more: 3.5 };

/** @param lone whether one lane is all that there is: then its bar takes more of the room */
const roomier = (share: number, lone: boolean): Sizes => ({
  ...ROOMY,
  bar: ROOMY.bar + (lone ? 42 : 8) * share,
  hardware: ROOMY.hardware + 4 * share,
  gap: ROOMY.gap + 20 * share,
  medium: ROOMY.medium + (lone ? 66 : 90) * share,
  fated: ROOMY.fated + 90 * share,
});

/** What cannot be made as low as its room is as low as can be read. */
export function frameAcross(shown: ShownCall, { width, room = Infinity }: FramePlace, measure: MeasureText): Frame {
  let wanted = flagRows(shown, frameOf(shown, width, ROOMY), measure);
  let frame = frameOf(shown, width, ROOMY, wanted);
  if (room < Infinity && frame.height < room) {
    // The height grows with the share in a line; it stays below the room by what rounding may add.
    const lone = shown.plan.lanes.length === 1;
    const perShare = frameOf(shown, width, roomier(1, lone), wanted).height - frame.height;
    const share = Math.min(lone ? MOST_SHARE.lone : MOST_SHARE.more, (room - frame.height - 0.01) / perShare);
    return frameOf(shown, width, roomier(share, lone), wanted);
  }
  for (const sizes of CLOSER) {
    if (frame.height <= room) break;
    // Fewer rows hold other names, which may take fewer rows still.
    const isCut = wanted.some((rows, lane) => rows > mostRows(shown.plan, lane, sizes));
    if (isCut) wanted = flagRows(shown, frameOf(shown, width, sizes), measure);
    frame = frameOf(shown, width, sizes, wanted);
  }
  return frame;
}

/** @param wanted rows of flags by lane; left out where every lane is to have the most */
function frameOf(shown: ShownCall, width: number, sizes: Sizes, wanted?: readonly number[]): Frame {
  const below = belowMedium(shown.plan);
  // A machine without a lane has no names.
  const rowsOf = (lane: number): number => Math.min(mostRows(shown.plan, lane, sizes), wanted?.[lane] ?? Infinity);
  const from = sizes.header + Math.max(18, zoneHeight(below > 0 ? rowsOf(0) : 0));
  const rows = rowsOfTwo(
    arrangementOfTwo(shown.trace, shown.story.call),
    { from },
    {
      bar: ({ kind }) => (kind === "processor" ? sizes.bar : sizes.hardware),
      before: (i, begins) => {
        const room = zoneOf(shown.plan, i).outside ? 0 : zoneHeight(rowsOf(i));
        return begins ? room : Math.max(sizes.gap, room);
      },
      edge: sizes.edge,
      medium: hasFated(shown) ? sizes.fated : sizes.medium,
    },
  );
  const zones = shown.plan.lanes.map((_, i): Zone => ({ ...zoneOf(shown.plan, i), rows: rowsOf(i) }));
  const hanging = zones.at(-1);
  const foot = Math.max(sizes.foot, hanging !== undefined && !hanging.up ? zoneHeight(hanging.rows) + LEGEND : 0);
  const axis = endOfRows(rows) + foot;
  const place = { ...acrossFrom(LABEL_COLUMN, width, axis), ...withRepeats(shown, axis + sizes.under) };
  return { ...rows, ...place, zones, cableEdge: 4 };
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

/** The most rows of flags of a lane. Within a band only processors have any. */
function mostRows(plan: LanePlan, lane: number, sizes: Sizes): number {
  const kind = plan.lanes[lane]?.kind;
  if (kind === undefined) return 0;
  return zoneOf(plan, lane).outside ? sizes.outside : kind === "processor" ? sizes.inside : 0;
}

/** Whether a packet of the shown call was lost, late or sent again, so that the medium says so. */
function hasFated({ trace: { packets }, story }: ShownCall): boolean {
  for (let row = 0; row < packets.count; row++) {
    const fated = packets.fate[row] !== 0 || codeAt(packets.origin, row) % 3 !== 0 || timeAt(packets.delayed, row) > 0;
    if (fated && packets.call[row] === story.call) return true;
  }
  return false;
}
