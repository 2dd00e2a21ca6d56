/** Names that figures of two machines and of many have alike, and the space that they must leave free. */
import { entryOf, itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { alongOf, clip } from "./rails.ts";
import type { Area } from "../draw/place-label.ts";
import { label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { hostNames, placeHostNames } from "./host-events.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import { groupedBy } from "../trace/grouped-by.ts";
import { isTold } from "./arrange.ts";
import { endOf, startOf } from "./groups.ts";
import { crossAreas, crossCounts } from "./losses.ts";
import { numeralsOf, piecesOf } from "./packets.ts";
import { Space } from "./space.ts";
import { isPlain, isQuiet } from "./traffic.ts";
import type { Taken } from "./step-names.ts";
import { waitLabels } from "./wait-names.ts";
import { phasesTold, WAITS_FROM, waitsTold } from "./work.ts";

const SIZE = 12;

/** The space that names must leave free: work, phases, the cable, folds, and the end of the call. */
function takenBy({ rails, bars, path }: Drawn): Space {
  const { frame, scale, shown } = rails;
  const space = new Space(frame.width, frame.height, frame.down);
  const across = [0, frame.down ? frame.width : frame.height] as const;
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
  for (const run of shown.story.cable.runs) {
    const { at, size } = itemAt(frame.lanes, run.lane, "lane");
    const [from, to] = clip(rails, run.from, run.to);
    if (to > from) space.takeAlong(from - 4, to + 4, at - rails.cableEdge, size + 2 * rails.cableEdge);
  }
  for (const { at, size } of scale.folds) {
    space.takeAlong(rails.start + at, rails.start + at + size, across[0], across[1]);
  }
  const end = alongOf(rails, shown.call.to);
  if (!frame.down) space.takeAlong(end - 1, end + 1, across[0], across[1]);
  return space;
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
    for (const [first, last] of piecesOf(rails, band)) space.takeBetween(first, last, 4, place);
    if (rails.frame.wire === null || band.group.first < band.group.last) continue;
    // The handle of a packet between two machines stands in the middle of its line.
    const [along, across] = [(band.first[0] + band.first[2]) / 2, (band.first[1] + band.first[3]) / 2];
    space.takeAlong(along - HANDLE, along + HANDLE, across - HANDLE, 2 * HANDLE, place);
  }
}

export interface Names {
  readonly labels: readonly Label[];
  /** Lines from names to what they are of. */
  readonly leaders: readonly Shape[];
}

export const ANYWHERE: Area = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

const LEAST_NAMED_WAIT = 9; // of its lane, across

/** The reasons of waits on their lines. Among many machines those off the path alone: there the cable is narrow. */
export function waitNames({ rails, measure }: Drawn, taken: readonly (readonly Taken[])[]): readonly Label[] {
  const { frame, shown } = rails;
  if (frame.pitch < WAITS_FROM) return [];
  const waits = groupedBy(waitsTold(rails), ({ lane }) => lane);
  return frame.lanes.flatMap((own, lane) => {
    if (own.size < LEAST_NAMED_WAIT) return [];
    return waitLabels(
      { shown, frame, rails, measure },
      waits.get(lane) ?? [],
      itemAt(taken, lane, "lane"),
      own,
      frame.wire === null,
    );
  });
}

/** The space that names have, once all that is drawn has its place and lost packets are counted. */
export function spaceOf(drawn: Drawn): { readonly space: Space; readonly counts: readonly Label[] } {
  const { rails } = drawn;
  const space = takenBy(drawn);
  const counts = crossCounts(rails, drawn.bands).filter((one) => space.set([one], withinOf(rails), drawn.measure));
  for (const area of crossAreas(rails, drawn.bands)) space.takeAlong(area.x0, area.x1, area.y0, area.y1 - area.y0);
  takePackets(drawn, space, false);
  return { space, counts };
}

/** Crashes, restarts and the order of packets that overtook each other. */
export const markNames = (drawn: Drawn, space: Space): readonly Label[] => [
  ...hostLabels(drawn, space),
  ...numeralLabels(drawn, space),
];

/** A lower band has no room for "× dead" of its own. */
const DEAD_FROM = 14;

/** "× crash" beside its line, "× dead" in its machine's band. */
function hostLabels({ rails, measure }: Drawn, space: Space): readonly Label[] {
  const { frame, trace } = rails;
  const { plan } = rails.shown;
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const isNamed = (machine: string): boolean => {
    const number = numbers.get(machine);
    return number !== undefined && isTold(frame.arrangement, number);
  };
  return placeHostNames(
    hostNames(trace, rails).filter(({ machine, what }) => {
      return isNamed(machine) && (what !== "dead" || frame.pitch >= DEAD_FROM);
    }),
    ({ machine, along }) => {
      const row = frame.rows[numberAt(frame.rowOf, entryOf(numbers, machine, "machine"))];
      if (row === undefined) return [];
      if (frame.down) return [[row.to + 4, along - 4, "start"] as const, [row.from - 4, along - 4, "end"] as const];
      // Between two machines in the band, from its edge up, wherever no bar is; among many on it or beside it.
      const inBand = Array.from({ length: 12 }, (_, i) => row.to - 5 - i * 12).filter((y) => y > row.from + 8);
      const heights = frame.wire === null ? [row.at + row.size / 2 + 4, row.to + 11, row.from - 4] : inBand;
      return heights.flatMap((y) => [[along + 6, y, "start"] as const, [along - 6, y, "end"] as const]);
    },
    (set) => space.set([set], withinOf(rails), measure),
  );
}

function numeralLabels({ rails, bands, measure }: Drawn, space: Space): readonly Label[] {
  const { down } = rails.frame;
  return numeralsOf(rails, bands).flatMap(({ along, across, text }): Label[] => {
    const [x, y] = down ? [across, along + 4] : [along, across + 4];
    const set = label(x, y, [{ text, bold: true }], { size: SIZE, anchor: "middle", halo: "paper" });
    return space.set([set], withinOf(rails), measure) ? [set] : [];
  });
}
