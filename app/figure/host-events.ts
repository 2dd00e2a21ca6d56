/**
 * Crashes, restarts, changes of pace and cuts in the figure: bare paper while a machine is down, hatched while it
 * stands still, a line where it was slowed, and where the network to it was cut and was whole again.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { groupedBy, listUnder } from "../../engine/kernel/tally.ts";
import { alongOf } from "./rails.ts";
import type { Along, Rails } from "./rails.ts";
import { bandsOf } from "./rows.ts";
import type { Band } from "./frame.ts";
import { box, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { downTimes, machineEvents, stillTimes } from "../trace/machine-events.ts";
import type { MachineEvent } from "../trace/machine-events.ts";

interface Bare extends Stretch {
  /** The bare part of a shared band, and the share after which it begins; shares of 1. */
  readonly share: number;
  readonly after: number;
}

/** Machines that were down at the same times lie side by side, so that as much of a band is bare as is down. */
function bareOf(trace: TraceData, bands: readonly Band[]): readonly Bare[] {
  const alike = new Map<string, { readonly down: readonly Stretch[]; machines: number }>();
  for (const { machine } of bands) {
    const down = downTimes(trace, machine);
    if (down.length === 0) continue;
    const key = down.map(({ from, to }) => `${from} ${to}`).join();
    const group = alike.get(key) ?? { down, machines: 0 };
    alike.set(key, group);
    group.machines++;
  }
  let before = 0;
  return [...alike.values()].flatMap(({ down, machines }) => {
    const after = before / bands.length;
    before += machines;
    return down.map((stretch): Bare => ({ ...stretch, after, share: machines / bands.length }));
  });
}

/** Along time and across the lanes, as the body: the figure with time running down turns them. */
export function hostShapes(rails: Rails): readonly Shape[] {
  const { trace, frame } = rails;
  const events = machineEvents(trace);
  if (events.size === 0) return [];
  const bands = bandsOf(frame);
  const [low, high] = [rails.start, rails.start + rails.scale.length];
  const along = (time: number): number =>
    time === Infinity ? high : Math.min(high, Math.max(low, alongOf(rails, time)));
  return [
    ...bands.flatMap((band) => stillShapes(trace, band, along)),
    // Machines share a band for want of room.
    ...[...groupedBy(bands, ({ from }) => from).values()].flatMap((shared) => bareShapes(trace, shared, along)),
    ...bands.flatMap((band) => listUnder(events, band.machine).flatMap((event) => eventShapes(event, band, rails))),
  ];
}

function bareShapes(trace: TraceData, bands: readonly Band[], along: (time: number) => number): readonly Shape[] {
  const { from: top, to: bottom } = itemAt(bands, 0, "band");
  const size = bottom - top;
  return bareOf(trace, bands).flatMap(({ from, to, after, share }): Shape[] => {
    const [start, end] = [along(from), along(to)];
    if (end <= start) return [];
    const style = { fill: "paper", hatch: "wide", opacity: 0.5 } as const;
    return [box(start, top + after * size, end - start, share * size, style)];
  });
}

/** The time in which a machine stands still: hatched, as it does nothing, but not bare, as it knows all. */
const stillShapes = (
  trace: TraceData,
  { machine, from, to }: Band,
  along: (time: number) => number,
): readonly Shape[] =>
  stillTimes(trace, machine).flatMap((still): Shape[] => {
    const [start, end] = [along(still.from), along(still.to)];
    return end <= start ? [] : [box(start, from, end - start, to - from, { hatch: "wide", opacity: 0.5 })];
  });

/** A line at what befell a machine while the run went on: one that was dead from the beginning has none. */
function eventShapes({ what, at: time }: MachineEvent, { from, to }: Band, rails: Along): readonly Shape[] {
  const at = alongOf(rails, time);
  if (what === "dead" || at < rails.start || at > rails.start + rails.scale.length) return [];
  if (what === "crash") return [line([at, from, at, to], { stroke: "lost", lineWidth: 2.2 })];
  const dash = what === "pace" ? { dash: [5, 3] } : what === "cut" ? { dash: [2, 2] } : {};
  return [line([at, from, at, to], { stroke: "ink", lineWidth: 1.2, ...dash })];
}
