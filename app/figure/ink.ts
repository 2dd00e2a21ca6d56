/** The ink of a figure that names keep off: work, phases, the cable, packets, marks of machines, folds. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { listUnder } from "../../engine/kernel/tally.ts";
import { machineEvents } from "../trace/machine-events.ts";
import { endOf, startOf } from "./groups.ts";
import { crossAreas } from "./losses.ts";
import { piecesOf } from "./packets.ts";
import type { Drawn } from "./drawn.ts";
import { alongOf, clip } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { bandsOf } from "./rows.ts";
import { Space } from "./space.ts";
import { isPlain, isQuiet } from "./traffic.ts";
import { phasesTold } from "./work.ts";

/** Owners of ink beside the numbers of bands: lines of waits, marks of machines, the end of the call, folds. */
export const OF_WAITS = -2;
export const OF_MARKS = -3;
export const OF_END = -4;
export const OF_FOLDS = -5;
/** Where time runs down: the long line of a packet that is held up, over which names stand. */
export const OF_HELD = -6;

/** All ink but that of packets. */
export function inkOf({ rails, bars, path }: Drawn): Space {
  const { frame, scale, shown } = rails;
  const space = new Space(frame.width, frame.height, frame.down);
  const across = frame.down ? frame.width : frame.height;
  for (const bar of bars) {
    if (bar.stream.layer === "wire" && !frame.apart) continue;
    const { at, size } = itemAt(frame.lanes, bar.stream.lane, "lane");
    const [from, to] = clip(rails, startOf(bar), endOf(bar));
    space.takeAlong(from - 2, to + 2, at, size);
  }
  for (const { machine, from, to } of phasesTold(rails)) {
    const row = frame.rows[numberAt(frame.rowOf, machine)];
    if (row !== undefined) space.takeAlong(...clip(rails, from, to), row.strip, row.stripSize);
  }
  for (const ends of path) space.takeBetween(ends, ends, rails.cableEdge + 2);
  takeCable(rails, space);
  for (const { at, size } of scale.folds) {
    space.takeAlong(rails.start + at, rails.start + at + size, 0, across, OF_FOLDS);
  }
  const end = alongOf(rails, shown.call.to);
  if (!frame.down) space.takeAlong(end - 1, end + 1, 0, across, OF_END);
  takeMarks(rails, space);
  return space;
}

const CROSSING = 4; // px along, on each side

function takeCable(rails: Rails, space: Space): void {
  const { frame, cableEdge, shown } = rails;
  const edge = cableEdge - 2;
  for (const { lane, wait, from: begins, to: ends } of shown.story.cable.runs) {
    const { at, size } = itemAt(frame.lanes, lane, "lane");
    const [from, to] = clip(rails, begins, ends);
    if (to > from) space.takeAlong(from - 4, to + 4, at - edge, size + 2 * edge, wait ? OF_WAITS : undefined);
  }
  if (!frame.apart) return;
  for (const { time, fromLane, toLane } of shown.story.cable.crossings) {
    const along = alongOf(rails, time);
    const first = itemAt(frame.lanes, Math.min(fromLane, toLane), "lane");
    const last = itemAt(frame.lanes, Math.max(fromLane, toLane), "lane");
    space.takeAlong(along - CROSSING, along + CROSSING, first.at + first.size, last.at - first.at - first.size);
  }
}

const MARK = 4; // px along, on each side
/** Names of steps stand so far outside of a band. */
const BESIDE_BAND = 90;

/** Crashes and restarts of two machines: names keep off, also beside the band. */
function takeMarks(rails: Rails, space: Space): void {
  const { frame, trace } = rails;
  if (frame.zones.length === 0) return;
  const events = machineEvents(trace);
  for (const [i, { machine, from, to }] of bandsOf(frame).entries()) {
    for (const { at } of listUnder(events, machine)) {
      const along = alongOf(rails, at);
      const [low, high] = i === 0 ? [from - BESIDE_BAND, to] : [from, to + BESIDE_BAND];
      space.takeAlong(along - MARK, along + MARK, low, high - low, OF_MARKS);
    }
  }
}

const HANDLE = 7; // its radius, with a little space
/** Beyond this many packets in view only those of the shown call are named. */
export const MOST_SINGLE = 14;

/** Packets in the way of names. Of many the acknowledgements are not: they recede. */
export function takePackets({ rails, bands }: Drawn, space: Space, plain: boolean): void {
  const few = rails.frame.wire !== null && bands.length <= MOST_SINGLE;
  for (const [place, band] of bands.entries()) {
    const { stream } = band.group;
    if (isPlain(stream) !== plain || stream.manner === "other" || (isQuiet(stream) && !few)) continue;
    for (const [i, [first, last]] of piecesOf(rails, band).entries()) {
      space.takeBetween(first, last, 4, i === 1 && rails.frame.down ? OF_HELD : place);
    }
    if (rails.frame.wire === null || band.group.first < band.group.last) continue;
    // The handle of a packet between two machines stands in the middle of its line.
    const [along, across] = [(band.first[0] + band.first[2]) / 2, (band.first[1] + band.first[3]) / 2];
    space.takeAlong(along - HANDLE, along + HANDLE, across - HANDLE, 2 * HANDLE, place);
  }
  if (plain) return;
  for (const { x0, y0, x1, y1 } of crossAreas(rails, bands)) space.takeAlong(x0, x1, y0, y1 - y0);
}
