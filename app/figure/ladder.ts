/**
 * A call on the ladder: its parts, and its frame. Between two rungs a row opens out of the one that held its work: the
 * places of all rows lie between those of both rungs. On the last rung the rows give their room to the wire, where
 * bytes are seen.
 */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Stretch } from "../trace/folds.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { LAST_RUNG, WHOLE_RUNG } from "../words/rungs.ts";
import { rowsOfTwo } from "./rows-two.ts";
import { shownOnRung } from "./shown-on-rung.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Frame, LanePlace } from "./frame.ts";
import type { Description } from "./description.ts";
import type { LadderPlace, Rungs } from "./rungs.ts";

/** A position so near to a rung is on it. */
const NEARLY = 1e-6;

/** The rung whose rows are drawn at a position: the nearer one of the two that it lies between. */
const rungDrawn = (position: number): number => Math.min(WHOLE_RUNG, Math.ceil(position - NEARLY));

/** Fetched once a reader may go there. */
export const LADDER: Rungs = {
  shownAt: (shown, position) => shownOnRung(shown, rungDrawn(position)),
  frameOf: ladderFrame,
};

/** Before rows are half open there is no room for what is said of them. */
const HALF_OPEN = 0.5;

function ladderFrame(
  { frameOf }: Pick<Description, "frameOf">,
  shown: ShownCall,
  place: LadderPlace,
  measure: MeasureText,
): Frame {
  const { position, bytes } = place.ladder;
  const rung = Math.floor(position + NEARLY);
  const share = position - rung > NEARLY ? position - rung : 0;
  const frameOn = (one: number): Frame => {
    const frame = frameOf(shownOnRung(shown, Math.min(one, WHOLE_RUNG)), place, measure);
    return one === LAST_RUNG ? forBytes(frame) : frame;
  };
  const from = frameOn(rung);
  const between =
    share === 0 ? from : mixed(from, frameOn(rung + 1), share, planOn(shown, rung), planOn(shown, rung + 1));
  const open = position - WHOLE_RUNG;
  return bytes === null || open <= 0 ? between : { ...between, bytes: { ...bytes, share: Math.min(1, open) } };
}

const planOn = (shown: ShownCall, rung: number): LanePlan => shownOnRung(shown, Math.min(rung, WHOLE_RUNG)).plan;

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
const mixStretch = (a: Stretch, b: Stretch, share: number): Stretch => ({
  from: mix(a.from, b.from, share),
  to: mix(a.to, b.to, share),
});

/** Where a lane comes from: its place on the rung before, or that of the row next to the wire, which held its work. */
function placeBefore(before: Frame, coarse: LanePlan, { machine, name, above }: LanePlan["lanes"][number]): LanePlace {
  const own = coarse.lanes.findIndex((lane) => lane.machine === machine && lane.name === name);
  const of = coarse.lanes.flatMap((lane, i) => (lane.machine === machine ? [i] : []));
  const parent = own >= 0 ? own : above ? of.at(-1) : of[0];
  return parent === undefined ? { at: 0, size: 0 } : itemAt(before.lanes, parent, "lane");
}

function mixed(before: Frame, after: Frame, share: number, coarse: LanePlan, fine: LanePlan): Frame {
  const lanes = after.lanes.map((to, i): LanePlace => {
    const lane = fine.lanes[i];
    const from = lane === undefined ? to : placeBefore(before, coarse, lane);
    return { at: mix(from.at, to.at, share), size: mix(from.size, to.size, share) };
  });
  const isOpening = (i: number): boolean =>
    coarse.lanes.every(({ machine, name }) => machine !== fine.lanes[i]?.machine || name !== fine.lanes[i].name);
  const rows = after.rows.map((row, i) => {
    const from = before.rows[i] ?? row;
    const [at, size] = [mix(from.at, row.at, share), mix(from.size, row.size, share)];
    const [strip, pitch] = [mix(from.strip, row.strip, share), mix(from.pitch, row.pitch, share)];
    return { ...row, ...mixStretch(from, row, share), at, size, strip, pitch };
  });
  const repeats = {
    ...(before.repeats !== undefined &&
      after.repeats !== undefined && {
        repeats: mix(before.repeats, after.repeats, share),
      }),
  };
  return {
    ...after,
    ...{ lanes, rows, ...repeats, unnamed: share < HALF_OPEN },
    height: mix(before.height, after.height, share),
    start: mix(before.start, after.start, share),
    length: mix(before.length, after.length, share),
    axis: mix(before.axis, after.axis, share),
    pitch: mix(before.pitch, after.pitch, share),
    wire: before.wire === null || after.wire === null ? after.wire : mixStretch(before.wire, after.wire, share),
    titles: share < HALF_OPEN ? after.titles.filter((title) => !title.lanes.every(isOpening)) : after.titles,
  };
}

/** Bars beside the bytes are low: their names still have a line each. */
const BESIDE_BYTES = { bar: () => 9, before: (_: number, begins: boolean) => (begins ? 0 : 5), edge: 5, medium: 0 };

/** The same figure with low rows, or narrow columns: the wire has the room that they leave. */
function forBytes(frame: Frame): Frame {
  const { rows, titles, pitch } = frame;
  if (frame.wire === null || rows.length < 2) return frame;
  const stretch = { from: itemAt(rows, 0, "row").from, to: lastItem(rows, "row").to };
  const zones = frame.zones.map((zone) => ({ ...zone, rows: 0 }));
  return { ...frame, ...rowsOfTwo(frame.arrangement, stretch, BESIDE_BYTES), titles, pitch, zones };
}
