/**
 * Names in flags. The steps of a cluster are named in two staircases that rise from its middle: left of the middle the
 * names run to the left and the outermost stands lowest, right of it they run to the right likewise; so no leader
 * crosses a name. Nothing is cut short.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Ink } from "../draw/palette.ts";
import { label, line } from "../draw/scene.ts";
import type { Line, TextRun } from "../draw/scene.ts";
import { NAME_SIZE, weightiest } from "./placer.ts";
import type { PlacedName, Placement, Weighed } from "./placer.ts";

export interface FlagRequest extends Weighed {
  /** The name as it reads away from its leader, to the right and to the left. */
  readonly right: readonly TextRun[];
  readonly left: readonly TextRun[];
}

/** The room for flags beside a lane. */
export interface FlagZone {
  /** The edge of the lane that leaders leave, across. */
  readonly edge: number;
  readonly rows: number;
  readonly up: boolean;
  readonly halo: Ink;
}

const ROW_PITCH = 12.6;
/** From leader to name. */
const ASIDE = 7;
/** Leaders closer than this cannot be told apart. */
const LEADERS_APART = 3;

const baselineOf = ({ edge, up }: FlagZone, row: number): number =>
  up ? edge - 13 - row * ROW_PITCH : edge + 21 + row * ROW_PITCH;

/** The row to which a leader rises, counted from the lane. */
export function rowOfFlag({ points }: Line, { edge, up }: FlagZone): number {
  const baseline = itemAt(points, 3, "coordinate") + 4;
  return Math.round((up ? edge - 13 - baseline : baseline - edge - 21) / ROW_PITCH);
}

/** Height of a zone of so many rows, from the bar's edge to its far side. */
export const zoneHeight = (rows: number): number => (rows === 0 ? 0 : 12 + rows * ROW_PITCH);

/** The two staircases of a cluster, in order of `at`, for every split that the zone has rows for: even ones first. */
export function* staircases(cluster: readonly FlagRequest[], zone: FlagZone): Generator<Placement> {
  const count = cluster.length;
  if (cluster.some(({ at }, i) => i > 0 && at - itemAt(cluster, i - 1, "flag").at < LEADERS_APART)) return;
  const [even, step] = [Math.floor(count / 2), count % 2 === 0 ? -1 : 1];
  for (let i = 0; i <= count; i++) {
    const split = even + step * (i % 2 === 0 ? -i / 2 : (i + 1) / 2);
    if (Math.max(split, count - split) <= zone.rows) yield flagsOf(cluster, split, zone);
  }
}

/** The first `split` names go left, the others right. */
function* flagsOf(cluster: readonly FlagRequest[], split: number, zone: FlagZone): Generator<PlacedName> {
  const start = zone.edge + (zone.up ? -4 : 4);
  for (const [i, { at, left, right }] of cluster.entries()) {
    const isLeft = i < split;
    const baseline = baselineOf(zone, isLeft ? i : cluster.length - 1 - i);
    const [side, y] = [isLeft ? -1 : 1, baseline - 4];
    const anchor = isLeft ? "end" : "start";
    yield {
      lines: [label(at + side * ASIDE, baseline, isLeft ? left : right, { size: NAME_SIZE, halo: zone.halo, anchor })],
      leader: line([at, start, at, y, at + side * 4, y], { stroke: "edge", lineWidth: 0.8 }),
    };
  }
}

/** The weightiest of a cluster, in their order. */
export function able<Request extends Weighed>(cluster: readonly Request[], count: number): readonly Request[] {
  if (cluster.length <= count) return cluster;
  const kept = new Set(weightiest(cluster).slice(0, Math.max(0, count)));
  return cluster.filter((request) => kept.has(request));
}
