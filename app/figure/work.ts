/** Work and waiting. */
import { refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { alongOf, clip, laneAt } from "./rails.ts";
import { box, line } from "../draw/scene.ts";
import type { Shape, Target } from "../draw/scene.ts";
import { analysis } from "../trace/analysis.ts";
import { PROCEDURE_RUNS, waitsOn } from "../trace/waits.ts";
import type { ShownSpan } from "../trace/story.ts";
import type { Wait } from "../trace/waits.ts";
import type { Ink } from "../draw/palette.ts";
import { isTeller, isTold } from "./arrange.ts";
import type { Arrangement } from "./arrange.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import type { Group } from "./groups.ts";
import { phasesWithin } from "./phases.ts";
import type { Rails } from "./rails.ts";
import { trafficOf } from "./traffic.ts";
import type { WorkStream } from "./traffic.ts";
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { firstOver } from "../trace/trace-index.ts";

const SPAN_INKS: Readonly<Record<ShownSpan["layer"], Ink>> = {
  rpc: "span-rpc",
  kernel: "span-sys",
  hardware: "span-hw",
  wire: "span-hw",
  other: "band",
};

/** Hatching in a narrower or lower bar cannot be seen; between two machines an outline can. */
const HATCHED_FROM = 6;
const OUTLINED_FROM = 2.5;

export function barShapes(rails: Rails, bars: readonly Group<WorkStream>[]): readonly Shape[] {
  return bars.flatMap((bar): Shape | readonly Shape[] => {
    const { lane, layer, mine } = bar.stream;
    const [from, to] = clip(rails, startOf(bar), endOf(bar));
    const length = Math.max(1.5, to - from - (to - from > 4 ? 1 : 0));
    const { at, size } = laneAt(rails, lane);
    const opacity = mine ? 1 : 0.32;
    const outlined = length >= (rails.frame.wire === null ? HATCHED_FROM : OUTLINED_FROM) && size >= HATCHED_FROM;
    switch (layer) {
      case "wire": // mirrors its packets
        if (!rails.frame.apart && !outlined) return [];
        return box(from + 0.5, at + 0.5, length, size - 1, { stroke: "edge", lineWidth: 1, opacity: 0.5 * opacity });
      case "other":
        return box(from + 0.5, at, length, size, { fill: "band", stroke: "edge", lineWidth: 1, opacity: 0.7 });
      case "hardware":
        return outlined
          ? box(from + 0.5, at + 0.5, length, size - 1, { fill: "span-hw", stroke: "ink", hatch: "fine", opacity })
          : box(from, at, length, size, { fill: "edge", opacity });
      default: {
        const outline = outlined ? ({ stroke: "span-line", lineWidth: 1 } as const) : {};
        return box(from, at, length, size, { fill: SPAN_INKS[layer], opacity, ...outline });
      }
    }
  });
}

const CHOICE_PIXELS = 8;

/** The targets of work: each bar, or some rows of a bar whose rows are too close to be told apart. */
export function barTargets(rails: Rails, bars: readonly Group<WorkStream>[]): readonly Target[] {
  return bars.flatMap((bar) => {
    const { stream, first } = bar;
    const [from, to] = [alongOf(rails, startOf(bar)), alongOf(rails, endOf(bar))];
    const { at: y0, size } = laneAt(rails, stream.lane);
    const count = countOf(bar);
    const [low, high] = [Math.max(from, rails.start), Math.min(to, rails.start + rails.scale.length)];
    const parts = count === 1 ? 1 : Math.max(1, Math.min(count, Math.floor((high - low) / CHOICE_PIXELS)));
    return Array.from({ length: parts }, (_, i): Target => {
      const [x0, x1] =
        parts === 1 ? [from, to] : [low + ((high - low) * i) / parts, low + ((high - low) * (i + 1)) / parts];
      const place = parts === 1 ? first : rowAt(rails, bar, (x0 + x1) / 2);
      return { ref: spanRef(numberAt(stream.rows, place)), x0, y0, x1, y1: y0 + size, slanted: false };
    });
  });
}

/** The last row of a bar that has begun at a place along. */
function rowAt(rails: Rails, { stream, first, last }: Group<WorkStream>, along: number): number {
  const place = firstOver(stream.starts, rails.scale.time(along - rails.start)) - 1;
  return Math.min(last, Math.max(first, place));
}

const SHORTEST_WAIT = 8;
/** Closer rows of dots would be all that is seen. */
export const WAITS_FROM = 16;

export function waitShapes(rails: Rails): readonly Shape[] {
  if (rails.frame.pitch < WAITS_FROM) return [];
  return waitsTold(rails).flatMap((wait): Shape[] => {
    const [from, to] = clip(rails, wait.from, wait.to);
    const { at, size } = laneAt(rails, wait.lane);
    const middle = at + size / 2;
    return to - from < SHORTEST_WAIT
      ? []
      : [line([from + 2, middle, to - 2, middle], { stroke: "edge", lineWidth: 1.2, dash: [2, 3] })];
  });
}

/** A shorter wait is not looked at: whether it is the procedure, its bar could not say. */
export const LEAST_BAR = 24; // px

/** A procedure that waits is at work for its caller all the same: an open bar, so that runs of it can be counted. */
export const procedureShapes = (rails: Rails): readonly Shape[] =>
  waitsTold(rails).flatMap((wait): Shape[] => {
    const [from, to] = clip(rails, wait.from, wait.to);
    if (to - from < LEAST_BAR || wait.reason() !== PROCEDURE_RUNS) return [];
    const { at, size } = laneAt(rails, wait.lane);
    return [box(from + 0.5, at + 0.5, to - from - 1, size - 1, { fill: "paper", stroke: "ink", lineWidth: 1 })];
  });

/** Waits of the machines that speak for their rows. */
export const waitsTold = ({ frame }: Rails): readonly Wait[] => tellersWaits(frame.arrangement);

export const tellersWaits = analysis((arrangement: Arrangement): readonly Wait[] => {
  const { trace, plan, call } = arrangement;
  const { machineOfLane } = trafficOf(arrangement);
  return [...waitsOn(trace, plan, call, (lane) => isTeller(arrangement, numberAt(machineOfLane, lane)))];
});

/** Phases in view of the machines that are told of. */
export const phasesTold = ({ shown, scale, frame }: Rails): ReturnType<typeof phasesWithin> =>
  phasesWithin(shown, scale.from, scale.to).filter(({ machine }) => isTold(frame.arrangement, machine));

/** The fill of a phase by its number: told apart by how dark they are, and named where there is room. */
export const PHASE_FILLS = [
  { fill: "rule", opacity: 0.75 },
  { fill: "edge", opacity: 0.75 },
  { fill: "edge", opacity: 0.35 },
] as const;

export function phaseShapes(rails: Rails): readonly Shape[] {
  const { frame } = rails;
  return phasesTold(rails).flatMap(({ machine, kind, from, to }): Shape[] => {
    const row = frame.rows[numberAt(frame.rowOf, machine)];
    const [low, high] = clip(rails, from, to);
    if (row === undefined || row.stripSize === 0) return [];
    const filled = PHASE_FILLS[kind % PHASE_FILLS.length] ?? PHASE_FILLS[0];
    return [box(low, row.strip, Math.max(1, high - low - 1), row.stripSize, filled)];
  });
}

/** The place of a row of the trace, for the ring about the chosen one; null where it has no place of its own. */
export function placeOfSpan(rails: Rails, ref: Ref): Target | null {
  if (refTable(ref) !== "span") return null;
  const { spans } = rails.trace;
  const row = refRow(ref);
  const lane = numberAt(rails.shown.plan.laneOf, numberAt(spans.track, row));
  if (lane < 0) return null;
  const [x0, x1] = clip(rails, timeAt(spans.start, row), timeAt(spans.end, row));
  const { at: y0, size } = laneAt(rails, lane);
  return x1 < x0 ? null : { ref, x0, y0, x1, y1: y0 + size, slanted: false };
}

/** The phase that a mark says a machine enters, in its strip, or where there is none for want of room, in its lanes. */
export function placeOfPhase(rails: Rails, ref: Ref): Target | null {
  if (refTable(ref) !== "mark") return null;
  const { marks, tracks } = rails.trace;
  const at = timeAt(marks.at, refRow(ref));
  const name = itemAt(tracks, numberAt(marks.track, refRow(ref)), "track").machine;
  const machine = rails.shown.plan.machines.indexOf(name);
  const phase = phasesWithin(rails.shown, at, at).find((one) => one.machine === machine && one.from === at);
  if (phase === undefined) return null;
  const row = itemAt(rails.frame.rows, numberAt(rails.frame.rowOf, machine), "row");
  const [x0, x1] = clip(rails, phase.from, phase.to);
  const [y0, size] = row.stripSize === 0 ? [row.at, row.size] : [row.strip, row.stripSize];
  return x1 < x0 ? null : { ref, x0, y0, x1, y1: y0 + size, slanted: false };
}
