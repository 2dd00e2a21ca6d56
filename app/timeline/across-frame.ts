/**
 * Where everything stands across when time runs to the right. It depends on trace, call and width only, so that lanes
 * do
 * not move when the view zooms or pans: each lane's zone is made for the names of the fitted call.
 */
import { rowsWanted } from "./flags.ts";
import type { Blocked } from "./flags.ts";
import { fromPlain } from "./folds.ts";
import { belowMedium } from "./lanes.ts";
import { laneNames, zoneHeight } from "./names.ts";
import { takePicture } from "./picture.ts";
import { makeScale } from "./scale.ts";
import type { TimeScale } from "./scale.ts";
import type { Stage } from "./stage.ts";
import type { MeasureText } from "./text-width.ts";

export interface LaneFrame {
  readonly at: number;
  readonly size: number;
  readonly above: boolean;
  /** Rows of flags, and whether they rise or hang. */
  readonly rows: number;
  readonly up: boolean;
  /** Whether the zone is outside of the machine's band, on bare paper. */
  readonly outside: boolean;
}

export interface BandFrame {
  readonly machine: string;
  readonly from: number;
  readonly to: number;
}

export interface AcrossFrame {
  readonly width: number;
  readonly height: number;
  /** Along: where the scale begins and how long it is. */
  readonly start: number;
  readonly length: number;
  readonly lanes: readonly LaneFrame[];
  readonly bands: readonly BandFrame[];
  readonly mediumFrom: number;
  readonly mediumTo: number;
  readonly axis: number;
}

export const LABEL_COLUMN = 116;
export const HEADER = 28;
const RIGHT_MARGIN = 12;
const BAR = 22;
const LANE_GAP = 14;
const BAND_EDGE = 10;
const MEDIUM = 44;
const MEDIUM_WITH_FATES = 72;
const OUTSIDE_ROWS = 6;
const INSIDE_ROWS = 4;
const FOOT = 80;

export function frameAcross(stage: Stage, width: number, measure: MeasureText): AcrossFrame {
  const length = Math.max(120, width - LABEL_COLUMN - RIGHT_MARGIN);
  const rows = wantedRows(stage, makeScale(stage.fit, stage.folds, length), width, measure);
  const { lanes } = stage.plan;
  const below = belowMedium(stage.plan);
  const frames: LaneFrame[] = [];
  const bands: BandFrame[] = [];
  let y = HEADER + Math.max(18, zoneHeight(below > 0 ? (rows[0] ?? 0) : 0));
  const [mediumFrom, mediumTo] = [0, 0];
  const medium = { from: mediumFrom, to: mediumTo };
  for (const [i, lane] of lanes.entries()) {
    if (i === below) y = openMedium(stage, medium, y);
    if (lanes[i - 1]?.machine !== lane.machine) {
      bands.push({ machine: lane.machine, from: y, to: y });
      y += BAND_EDGE;
    }
    const outside = (i === 0 && below > 0) || (i === lanes.length - 1 && i >= below);
    const up = outside ? i === 0 && below > 0 : true;
    const own = rows[i] ?? 0;
    const first = lanes[i - 1]?.machine !== lane.machine;
    if (!outside) y += first ? zoneHeight(own) : Math.max(LANE_GAP, zoneHeight(own));
    else if (!first) y += LANE_GAP;
    frames.push({ at: y, size: BAR, above: lane.above, rows: own, up, outside });
    y += BAR;
    const band = bands.at(-1);
    if (lanes[i + 1]?.machine !== lane.machine && band !== undefined) {
      y += BAND_EDGE;
      bands[bands.length - 1] = { ...band, to: y };
    }
  }
  if (below === lanes.length) y = openMedium(stage, medium, y);
  const hanging = frames.at(-1);
  const foot = Math.max(FOOT, hanging !== undefined && !hanging.up ? zoneHeight(hanging.rows) + 8 : 0);
  const axis = y + foot;
  return {
    width,
    height: axis + 28,
    start: LABEL_COLUMN,
    length,
    lanes: frames,
    bands,
    mediumFrom: medium.from,
    mediumTo: medium.to,
    axis,
  };
}

function openMedium(stage: Stage, medium: { from: number; to: number }, y: number): number {
  const { packets } = stage.trace;
  let plain = true;
  for (let row = 0; row < packets.count && plain; row++) {
    const fated = packets.fate[row] !== 0 || (packets.origin[row] ?? 0) % 3 !== 0 || (packets.delayed[row] ?? 0) > 0;
    if (fated && packets.call[row] === stage.story.call) plain = false;
  }
  medium.from = y;
  medium.to = y + (plain ? MEDIUM : MEDIUM_WITH_FATES);
  return medium.to;
}

/** Rows of flags that the fitted call's names ask for, by lane. */
function wantedRows(stage: Stage, scale: TimeScale, width: number, measure: MeasureText): readonly number[] {
  const window = { from: fromPlain(stage.fit.from, stage.folds), to: fromPlain(stage.fit.to, stage.folds) };
  const picture = takePicture(stage.trace, stage.plan, stage.story, window);
  const at = (time: number): number => LABEL_COLUMN + scale.at(time);
  const below = belowMedium(stage.plan);
  return stage.plan.lanes.map((lane, i) => {
    const outside = (i === 0 && below > 0) || (i === stage.plan.lanes.length - 1 && i >= below);
    if (!outside && lane.kind !== "processor") return 0;
    const mine = picture.spans.filter((span) => span.mine && span.lane === i);
    const { clusters } = laneNames(mine, at, { from: LABEL_COLUMN, to: width }, 0, measure);
    const flagged = clusters.filter((cluster) => cluster.length > 2);
    const blocked = blockedAbove(stage, i, at);
    const zone = { rows: 0, from: outside ? 4 : 30, to: width - 4, blocked: outside ? [] : blocked };
    return rowsWanted(flagged, zone, outside ? OUTSIDE_ROWS : INSIDE_ROWS);
  });
}

/** Cables and packets that pass through the zone above a lane, from the lane before it. */
export function blockedAbove(stage: Stage, lane: number, at: (time: number) => number): readonly Blocked[] {
  const crossings = stage.story.cable.crossings.filter(
    ({ fromLane, toLane }) => Math.min(fromLane, toLane) < lane && Math.max(fromLane, toLane) >= lane,
  );
  return crossings.map(({ time }) => ({ from: at(time) - 5, to: at(time) + 5 }));
}
