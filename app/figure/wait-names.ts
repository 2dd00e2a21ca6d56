/** Where a lane is free, and the reasons of waits there. */
import { alongOf, clip } from "./rails.ts";
import type { Along } from "./rails.ts";
import { LEAST_BAR } from "./work.ts";
import { label } from "../draw/scene.ts";
import type { Label } from "../draw/scene.ts";
import { runsWidth } from "../draw/text-width.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { belowMedium } from "../trace/lanes.ts";
import { PROCEDURE_RUNS } from "../trace/waits.ts";
import type { ShownPacket, ShownSpan } from "../trace/story.ts";
import type { Wait } from "../trace/waits.ts";
import { durationText } from "../words/times.ts";
import { NAME_SIZE } from "./step-names.ts";
import type { NameRequest, Taken } from "./step-names.ts";
import type { LanePlace } from "./frame.ts";
import type { ShownCall } from "./shown-call.ts";

/** Work in view, and the packets that pass lanes on their way to the medium. */
interface InView {
  readonly spans: readonly Pick<ShownSpan, "lane" | "from" | "to">[];
  readonly packets: readonly Pick<ShownPacket, "departs" | "arrives" | "fromLane" | "toLane">[];
  readonly dense: boolean;
}

/** Stretches of each lane that carry ink: spans in view and cables passing by. */
export function takenByLane(shown: ShownCall, rails: Along, picture: InView): Taken[][] {
  const taken: Taken[][] = shown.plan.lanes.map(() => []);
  for (const span of picture.spans) {
    taken[span.lane]?.push({ from: alongOf(rails, span.from), to: alongOf(rails, span.to) });
  }
  for (const { time, fromLane, toLane } of shown.story.cable.crossings) {
    const along = alongOf(rails, time);
    const [first, last] = [Math.min(fromLane, toLane), Math.max(fromLane, toLane)];
    for (let lane = first + 1; lane < last; lane++) taken[lane]?.push({ from: along - 5, to: along + 5 });
  }
  const below = belowMedium(shown.plan);
  for (const packet of picture.packets) {
    const [x0, x1] = [alongOf(rails, packet.departs), alongOf(rails, packet.arrives)];
    for (const lane of [packet.fromLane, packet.toLane]) {
      if (lane < 0) continue;
      const [first, last] = lane < below ? [lane + 1, below] : [below, lane];
      for (let i = first; i < last; i++) taken[i]?.push({ from: Math.min(x0, x1) - 6, to: Math.max(x0, x1) + 6 });
    }
  }
  for (const { lane, wait, from, to } of shown.story.cable.runs) {
    if (wait) taken[lane]?.push({ from: alongOf(rails, from), to: alongOf(rails, to) });
  }
  const end = alongOf(rails, shown.call.to);
  for (const list of taken) {
    list.push({ from: end - 1, to: end + 1 });
    // In a density view no lane has a free place.
    if (picture.dense) list.push({ from: 0, to: Infinity });
    for (const fold of rails.scale.folds)
      list.push({ from: rails.start + fold.at - 2, to: rails.start + fold.at + fold.size + 2 });
  }
  return taken;
}

/** A name needs so much more than its width. */
const ROOM_BESIDE = 24;

/** The longest free part of a wait's line, where its reason has room; null where none has. */
function roomOf(
  { shown, frame, rails, measure }: Placing,
  wait: Wait,
  held: readonly Taken[],
): { readonly x: number; readonly width: number; readonly onPath: boolean } | null {
  const [from, to] = clip(rails, wait.from, wait.to);
  if (to - from < ROOM_BESIDE) return null; // as most of many: no need to look further
  const onPath = shown.story.cable.runs.some(
    (run) => run.wait && run.lane === wait.lane && run.from <= wait.from && run.to >= wait.to,
  );
  const width = measure(wait.reason(), NAME_SIZE, false);
  const others = onPath ? held.filter((one) => !(one.from <= from + 1 && one.to >= to - 1)) : held;
  const free = longestFree(others, Math.max(from, frame.start), Math.min(to, frame.start + frame.length));
  if (free.to - free.from < width + ROOM_BESIDE) return null;
  return { x: free.from + Math.min(40, (free.to - free.from - width) / 2), width, onPath };
}

/** What the names of waits are placed by. */
interface Placing {
  readonly shown: ShownCall;
  /** Where the scale begins along, and how long it is. */
  readonly frame: { readonly start: number; readonly length: number };
  readonly rails: Along;
  readonly measure: MeasureText;
}

/**
 * The reasons of waits of one lane, each on its line. Of threads that wait for the same at once one says so.
 * @param isOffPath whether none is named on the cable
 */
export function waitLabels(
  placing: Placing,
  waits: readonly Wait[],
  taken: readonly Taken[],
  own: LanePlace,
  isOffPath: boolean,
): Label[] {
  const labels: Label[] = [];
  const held: Taken[] = [...taken];
  const named: Wait[] = [];
  for (const wait of waits) {
    const room = roomOf(placing, wait, held);
    if (room === null || (isOffPath && room.onPath)) continue;
    const reason = wait.reason();
    if (named.some((one) => one.from < wait.to && one.to > wait.from && one.reason() === reason)) continue;
    const { x, width, onPath } = room;
    held.push({ from: x - 6, to: x + width + 6 });
    named.push(wait);
    // On the cable the reason stands above the line or the open bar, off the yellow; else it interrupts the dots.
    const above = reason === PROCEDURE_RUNS ? own.at - 3 : own.at + 2;
    labels.push(
      label(x, onPath ? above : own.at + own.size / 2 + 4, [{ text: reason, ink: "ink-2" }], {
        size: NAME_SIZE,
        ...(onPath ? {} : { halo: "band" as const }),
      }),
    );
  }
  return labels;
}

/** The runs of a procedure whose open bars have no room for a name: each asks for a flag, so that it can be counted. */
export function runFlags(placing: Placing, lane: number, taken: readonly Taken[]): readonly NameRequest[] {
  const { shown, rails, measure } = placing;
  return shown.story.waits.all.flatMap((wait, i): readonly NameRequest[] => {
    if (wait.lane !== lane || wait.reason() !== PROCEDURE_RUNS) return [];
    const [from, to] = clip(rails, wait.from, wait.to);
    if (to - from < LEAST_BAR || roomOf(placing, wait, taken) !== null) return [];
    const [name, value] = [PROCEDURE_RUNS, durationText(wait.to - wait.from)];
    const width = runsWidth([{ text: value, bold: true }, { text: name }], NAME_SIZE, measure);
    return [{ id: -2 - i, at: (from + to) / 2, width, weight: wait.to - wait.from, name, value, from, to }];
  });
}

function longestFree(taken: readonly Taken[], from: number, to: number): Taken {
  let best: Taken = { from, to: from };
  let start = from;
  for (const one of [...taken].sort((a, b) => a.from - b.from)) {
    if (one.to <= start || one.from >= to) continue;
    if (one.from - start > best.to - best.from) best = { from: start, to: one.from };
    start = Math.max(start, one.to);
  }
  return to - start > best.to - best.from ? { from: start, to } : best;
}
