/**
 * Packets that were lost on the way from or to the caller: their crosses stand in a lane of their own beside it, so that
 * none seems to belong to another machine. Between two other machines the cross stands beside the sender.
 */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { fateOf, numberAt, originOf } from "../../../engine/kernel/reads.ts";
import { label, line } from "../../draw/scene.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import { planLanes } from "../../trace/lanes.ts";
import { finding, ROWS_A_REST } from "../../trace/slices.ts";
import type { Sliced } from "../../trace/slices.ts";
import { grouped } from "../../words/numbers.ts";
import type { Ends } from "../packet-shapes.ts";
import { LOST_AT } from "../packet-shapes.ts";
import type { PlacedBand } from "./packets.ts";
import type { ManyRails } from "./rails.ts";

/** Whether a packet of the call was lost that the caller sent or should have received. */
export const hasLosses = finding(function* (trace: TraceData, call: number): Sliced<boolean> {
  const { packets, tracks } = trace;
  const caller = (yield* planLanes.sliced(trace)).machines[0];
  const isCaller = (track: number): boolean => tracks[track]?.machine === caller;
  for (let row = 0; row < packets.count; row++) {
    if (row % ROWS_A_REST === 0) yield;
    if (packets.call[row] !== call || fateOf(trace, row) !== "lost" || originOf(trace, row) === "other traffic")
      continue;
    if (isCaller(numberAt(packets.from, row)) || isCaller(numberAt(packets.to, row))) return true;
  }
  return false;
});

/**
 * The way of a lost packet from its sender to its cross.
 * @param ends of its whole way
 * @param source and target: seats of the arrangement
 */
export function lostWay({ frame }: Pick<ManyRails, "frame">, ends: Ends, source: number, target: number): Ends {
  const [x0, y0, x1, y1] = ends;
  const x = x0 + (x1 - x0) * LOST_AT;
  const { losses, rows, rowOf } = frame;
  if (losses !== null && (source === 0 || target === 0)) return [x0, y0, x, (losses.from + losses.to) / 2];
  const [here, there] = [rowOf[source] ?? 0, rowOf[target] ?? 0];
  const [row, next] = [rows[here], rows[here + Math.sign(there - here)]];
  if (row === undefined || next === undefined) return [x0, y0, x, y0 + (y1 - y0) * LOST_AT];
  const gap = there > here ? next.from - row.to : row.from - next.to;
  return [x0, y0, x, y0 + (Math.sign(there - here) * gap) / 2];
}

/** Crosses that lie closer than this are one with their count. */
const APART = 13;

interface Cross {
  readonly along: number;
  readonly across: number;
  readonly count: number;
  readonly opacity: number;
}

/** @param bands of packets that were lost */
function crossesOf(rails: ManyRails, bands: readonly PlacedBand[]): readonly Cross[] {
  const { start, scale } = rails;
  const single = bands
    .flatMap(({ group, first, last }): Cross[] => {
      const count = group.last - group.first + 1;
      const opacity = group.stream.mine ? 1 : 0.4;
      const far = last[2] - first[2] >= APART && count > 1;
      const ends = far ? [first, last] : [first];
      return ends.map((way, i) => {
        return { along: way[2], across: way[3], count: far && i === 0 ? 1 : count - (far ? 1 : 0), opacity };
      });
    })
    .filter(({ along }) => along >= start - APART && along <= start + scale.length + APART)
    .sort((a, b) => a.across - b.across || a.along - b.along);
  const crosses: Cross[] = [];
  for (const one of single) {
    const last = crosses.at(-1);
    if (last === undefined || last.across !== one.across || one.along - last.along >= APART) crosses.push(one);
    else {
      const opacity = Math.max(last.opacity, one.opacity);
      crosses[crosses.length - 1] = { ...last, count: last.count + one.count, opacity };
    }
  }
  return crosses;
}

const ARM = 5;

/** A cross for each that can be told apart, over the line along which the packets came. */
export const crossShapes = (rails: ManyRails, bands: readonly PlacedBand[]): readonly Shape[] =>
  crossesOf(rails, lost(bands)).flatMap(({ along: x, across: y, opacity }): Shape[] => {
    const rest = { stroke: "lost", lineWidth: 2.6, opacity } as const;
    return [line([x - ARM, y - ARM, x + ARM, y + ARM], rest), line([x - ARM, y + ARM, x + ARM, y - ARM], rest)];
  });

const lost = (bands: readonly PlacedBand[]): readonly PlacedBand[] =>
  bands.filter(({ group }) => group.stream.manner === "lost");

const SIZE = 11.5;

/** "8" beside a cross that stands for eight. */
export const crossCounts = (rails: ManyRails, bands: readonly PlacedBand[]): readonly Label[] =>
  crossesOf(rails, lost(bands)).flatMap(({ along, across, count }): Label[] => {
    if (count < 2) return [];
    const [x, y] = rails.frame.down ? [across, along + ARM + 14] : [along + ARM + 4, across + 4];
    const anchor = rails.frame.down ? "middle" : "start";
    return [label(x, y, [{ text: grouped(count, 0), bold: true, ink: "lost" }], { size: SIZE, anchor, halo: "paper" })];
  });
