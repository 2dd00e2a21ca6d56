/**
 * Names in flags. The steps of a cluster are named in two staircases that rise from its middle: left of the middle the
 * names run to the left and the outermost stands lowest, right of it they run to the right likewise; so no leader
 * crosses a name. Nothing is cut short.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Ink } from "../draw/palette.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Line, TextRun } from "../draw/scene.ts";
import { NAME_SIZE, weightiest } from "./placer.ts";
import type { Placement, Weighed } from "./placer.ts";

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
  const splits = Array.from({ length: count + 1 }, (_, split) => split)
    .filter((split) => Math.max(split, count - split) <= zone.rows)
    .sort((a, b) => Math.abs(a - count / 2) - Math.abs(b - count / 2) || a - b);
  for (const split of splits) yield flagsOf(cluster, split, zone);
}

/** The first `split` names go left, the others right. */
function flagsOf(cluster: readonly FlagRequest[], split: number, zone: FlagZone): Placement {
  const start = zone.edge + (zone.up ? -4 : 4);
  const rows = cluster.map((_, i) => (i < split ? i : cluster.length - 1 - i));
  return {
    labels: cluster.map(({ at, left, right }, i): Label => {
      const look = { size: NAME_SIZE, halo: zone.halo } as const;
      const y = baselineOf(zone, itemAt(rows, i, "row"));
      return i < split
        ? label(at - ASIDE, y, left, { ...look, anchor: "end" })
        : label(at + ASIDE, y, right, { ...look, anchor: "start" });
    }),
    leaders: cluster.map(({ at }, i) => {
      const y = baselineOf(zone, itemAt(rows, i, "row")) - 4;
      const side = i < split ? -4 : 4;
      return line([at, start, at, y, at + side, y], { stroke: "edge", lineWidth: 0.8 });
    }),
  };
}

/** The weightiest of a cluster, in their order. */
export function able<Request extends Weighed>(cluster: readonly Request[], count: number): readonly Request[] {
  if (cluster.length <= count) return cluster;
  const kept = new Set(weightiest(cluster).slice(0, Math.max(0, count)));
  return cluster.filter((request) => kept.has(request));
}
