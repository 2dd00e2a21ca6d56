import { itemAt } from "../../engine/kernel/reads.ts";
/**
 * Names in flags. The spans of a cluster are named in two staircases that rise from its middle: left of the middle the
 * names run to the left and the outermost stands lowest, right of it they run to the right likewise; so no leader
 * crosses a name. What does not fit is dropped by duration, shortest first. Nothing overlaps and nothing is cut short.
 */

export interface FlagRequest {
  /** The caller's number for the name. */
  readonly id: number;
  /** The place of the leader, in pixels along the time axis. */
  readonly at: number;
  /** Width of the name. */
  readonly width: number;
  /** Decides who stays: a duration. */
  readonly weight: number;
}

/** A stretch that no name may touch, in any row: a cable or a packet on its way past. */
export interface Blocked {
  readonly from: number;
  readonly to: number;
}

export interface FlagZone {
  readonly rows: number;
  /** Names stay within. */
  readonly from: number;
  readonly to: number;
  readonly blocked: readonly Blocked[];
}

export interface Flag extends FlagRequest {
  /** Counted from the lane; the leader goes past the rows below. */
  readonly row: number;
  readonly side: "left" | "right";
  /** The stretch that the name covers. */
  readonly textFrom: number;
  readonly textTo: number;
}

/** From leader to name, and the least space between a name and anything else. */
const FLAG_OFFSET = 7;
const CLEARANCE = 4;
/** Leaders closer than this cannot be told apart. */
const LEADER_GAP = 3;

/** The staircases of one cluster: the first `split` names go left, the others right. */
function staircases(cluster: readonly FlagRequest[], split: number): Flag[] {
  return cluster.map((request, i) => {
    const left = i < split;
    const textFrom = nameFrom(request, left);
    const row = left ? i : cluster.length - 1 - i;
    return { ...request, row, side: left ? "left" : "right", textFrom, textTo: textFrom + request.width };
  });
}

const nameFrom = ({ at, width }: FlagRequest, left: boolean): number =>
  left ? at - FLAG_OFFSET - width : at + FLAG_OFFSET;

const apart = (aFrom: number, aTo: number, bFrom: number, bTo: number): boolean =>
  aTo + CLEARANCE <= bFrom || bTo + CLEARANCE <= aFrom;

/** Whether two flags leave each other alone: leaders, name and name, name and leader both ways. */
export function flagsApart(a: Flag, b: Flag): boolean {
  if (Math.abs(a.at - b.at) < LEADER_GAP) return false;
  if (a.row === b.row && !apart(a.textFrom, a.textTo, b.textFrom, b.textTo)) return false;
  if (a.row < b.row && b.at > a.textFrom - 1 && b.at < a.textTo + 1) return false;
  return !(b.row < a.row && a.at > b.textFrom - 1 && a.at < b.textTo + 1);
}

/** Whether a name has room on a side, whatever its row. A leader may rise beside a cable: only the name keeps clear. */
function hasRoom(request: FlagRequest, left: boolean, zone: FlagZone): boolean {
  const from = nameFrom(request, left);
  const to = from + request.width;
  return from >= zone.from && to <= zone.to && zone.blocked.every((block) => apart(from, to, block.from, block.to));
}

/** The first and the last split of the names into left and right for which the zone has room. */
function splitsWithRoom(cluster: readonly FlagRequest[], zone: FlagZone): readonly [number, number] {
  const count = cluster.length;
  for (let i = 1; i < count; i++) {
    if (itemAt(cluster, i, "mark").at - itemAt(cluster, i - 1, "mark").at < LEADER_GAP) return [1, 0];
  }
  let most = 0;
  while (most < Math.min(count, zone.rows)) {
    const next = cluster[most];
    if (next === undefined || !hasRoom(next, true, zone)) break;
    most++;
  }
  let least = count;
  while (count - least < zone.rows && least > 0) {
    const next = cluster[least - 1];
    if (next === undefined || !hasRoom(next, false, zone)) break;
    least--;
  }
  return [least, most];
}

/** The best split of a cluster: all names fit, in the fewest rows, most evenly. Null where no split fits. */
function bestSplit(cluster: readonly FlagRequest[], zone: FlagZone, placed: readonly Flag[]): Flag[] | null {
  const [least, most] = splitsWithRoom(cluster, zone);
  const even = cluster.length / 2;
  const splits: number[] = [];
  for (let split = least; split <= most; split++) splits.push(split);
  splits.sort((a, b) => Math.abs(a - even) - Math.abs(b - even) || a - b);
  for (const split of splits) {
    const flags = staircases(cluster, split);
    if (flags.every((flag) => placed.every((other) => flagsApart(flag, other)))) return flags;
  }
  return null;
}

/** Places the names of the clusters of one lane. Each cluster is in order of `at`; longer work chooses first. */
export function placeFlags(clusters: readonly (readonly FlagRequest[])[], zone: FlagZone): Flag[] {
  const longest = (cluster: readonly FlagRequest[]): number => Math.max(0, ...cluster.map(({ weight }) => weight));
  const placed: Flag[] = [];
  for (const cluster of [...clusters].sort((a, b) => longest(b) - longest(a))) {
    // Two staircases hold at most two names a row: the shortest beyond that need not be tried.
    const able = longestOf(cluster, zone.rows * 2);
    placed.push(...(bestSplit(able, zone, placed) ?? oneByOne(able, zone, placed)));
  }
  return placed;
}

/** Places names one by one where not all fit: the longest first, each that still fits beside those before it. */
function oneByOne(cluster: readonly FlagRequest[], zone: FlagZone, placed: readonly Flag[]): readonly Flag[] {
  let kept: readonly FlagRequest[] = [];
  let flags: readonly Flag[] = [];
  for (const request of longestFirst(cluster)) {
    const more = [...kept, request].sort((a, b) => a.at - b.at);
    const fitting = bestSplit(more, zone, placed);
    if (fitting === null) continue;
    kept = more;
    flags = fitting;
  }
  return flags;
}

const longestFirst = (cluster: readonly FlagRequest[]): readonly FlagRequest[] =>
  [...cluster].sort((a, b) => b.weight - a.weight || a.at - b.at);

/** The `count` requests with the greatest weight, still in their order. */
function longestOf(cluster: readonly FlagRequest[], count: number): readonly FlagRequest[] {
  if (cluster.length <= count) return cluster;
  const kept = new Set(longestFirst(cluster).slice(0, Math.max(0, count)));
  return cluster.filter((request) => kept.has(request));
}

/**
 * The number of rows that the names of a lane would take with room enough, at most `most`. The lane's zone is made for
 * so many.
 */
export function rowsWanted(clusters: readonly (readonly FlagRequest[])[], zone: FlagZone, most: number): number {
  const flags = placeFlags(clusters, { ...zone, rows: most });
  return flags.reduce((rows, flag) => Math.max(rows, flag.row + 1), 0);
}
