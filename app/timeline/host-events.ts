/** What befell machines in a run, for the figure: bare paper while one is down, a line where one was slowed. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { alongOf } from "./body.ts";
import type { Rails } from "./body.ts";
import { box, label, line } from "./drawing.ts";
import type { Label, Shape, TextRun } from "./drawing.ts";
import type { Stretch } from "./folds.ts";

interface HostEvent {
  readonly machine: string;
  readonly at: number;
  readonly what: "crash" | "restart" | "pace";
  readonly text: string;
}

const PACE = /times as slow$|^at its own pace again$/;
const known = new WeakMap<TraceData, readonly HostEvent[]>();

export function hostEvents(trace: TraceData): readonly HostEvent[] {
  const before = known.get(trace);
  if (before !== undefined) return before;
  const { marks, labels, tracks } = trace;
  const kinds = labels.map((text): HostEvent["what"] | null =>
    text === "crash" || text === "restart" ? text : PACE.test(text) ? "pace" : null,
  );
  const events: HostEvent[] = [];
  for (let row = 0; row < marks.count; row++) {
    const what = kinds[marks.label[row] ?? -1] ?? null;
    if (what === null) continue;
    const machine = tracks[marks.track[row] ?? -1]?.machine ?? "";
    events.push({ machine, what, at: marks.at[row] ?? 0, text: labels[marks.label[row] ?? -1] ?? "" });
  }
  known.set(trace, events);
  return events;
}

/** When a machine was down; to the end of time where it was not restarted. */
export function downTimes(trace: TraceData, machine: string): readonly Stretch[] {
  const down: Stretch[] = [];
  for (const event of hostEvents(trace)) {
    if (event.machine !== machine) continue;
    if (event.what === "crash") down.push({ from: event.at, to: Infinity });
    const last = down.at(-1);
    if (event.what === "restart" && last !== undefined) down[down.length - 1] = { ...last, to: event.at };
  }
  return down;
}

interface Band {
  readonly machine: string;
  readonly from: number;
  readonly to: number;
}

/** Along time and across the lanes, as the body: the figure with time running down turns them. */
export function hostShapes(trace: TraceData, bands: readonly Band[], rails: Rails): readonly Shape[] {
  const events = hostEvents(trace);
  if (events.length === 0) return [];
  const [low, high] = [rails.start, rails.start + rails.scale.length];
  const along = (time: number): number =>
    time === Infinity ? high : Math.min(high, Math.max(low, alongOf(rails, time)));
  return bands.flatMap(({ machine, from, to }): Shape[] => [
    ...downTimes(trace, machine).map((down) =>
      box(along(down.from), from, along(down.to) - along(down.from), to - from, {
        fill: "paper",
        hatch: "wide",
        opacity: 0.5,
      }),
    ),
    ...events.flatMap((event): Shape[] => {
      const at = alongOf(rails, event.at);
      if (event.machine !== machine || at < low || at > high) return [];
      return [
        event.what === "crash"
          ? line([at, from, at, to], { stroke: "lost", lineWidth: 2.2 })
          : line([at, from, at, to], {
              stroke: "ink",
              lineWidth: 1.2,
              ...(event.what === "pace" ? { dash: [5, 3] } : {}),
            }),
      ];
    }),
  ]);
}

export interface HostName {
  readonly machine: string;
  readonly along: number;
  readonly runs: readonly TextRun[];
}

/** What is written at each event in view. */
export function hostNames(trace: TraceData, rails: Rails): readonly HostName[] {
  return hostEvents(trace).flatMap(({ machine, at, what, text }): HostName[] => {
    const along = alongOf(rails, at);
    if (along < rails.start || along > rails.start + rails.scale.length) return [];
    const run: TextRun = { text: what === "crash" ? "× crash" : text, bold: true };
    return [{ machine, along, runs: [what === "crash" ? { ...run, ink: "lost" } : run] }];
  });
}

/** Places names where they stand free of all others; one that finds no place is left to the list. */
export function placeHostNames(
  names: readonly HostName[],
  places: (name: HostName) => readonly (readonly [x: number, y: number, anchor: Label["anchor"]])[],
  isFree: (set: Label) => boolean,
): readonly Label[] {
  const placed: Label[] = [];
  for (const name of names) {
    for (const [x, y, anchor] of places(name)) {
      const set = label(x, y, name.runs, { size: 11.5, anchor, halo: "band" });
      const clear = isFree(set) && placed.every((other) => Math.abs(other.y - y) > 13 || Math.abs(other.x - x) > 120);
      if (!clear) continue;
      placed.push(set);
      break;
    }
  }
  return placed;
}
