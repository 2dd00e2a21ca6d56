/** Where a call ends: a hairline, and what the call took. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { itemAt, outcomeOf } from "../../engine/kernel/reads.ts";
import { label, line } from "../draw/scene.ts";
import type { Shape, TextRun } from "../draw/scene.ts";
import { timesOf } from "../trace/calls.ts";
import { durationText } from "../words/times.ts";
import { ANYWHERE } from "./placer.ts";
import type { Placer } from "./placer.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

const SIZE = 12;

/**
 * A line along and across, and what the call took, which the placer sets. Where time runs down the end has a line
 * alone, and none where nothing comes later.
 */
export function placeEnd(rails: Rails, placer: Placer): readonly Shape[] {
  const { shown, frame } = rails;
  const along = alongOf(rails, shown.call.to);
  if (along < frame.start || along > frame.start + frame.length) return [];
  const [from, to] = frame.down ? [frame.axis, frame.width] : [itemAt(frame.rows, 0, "row").from, frame.axis];
  const shapes = [line([along, from, along, to], { stroke: "ink", lineWidth: 1 })];
  if (frame.down) return shown.end === shown.call.to ? [] : shapes;
  const { call } = shown.story;
  const outcome = call < 1 || call > shown.trace.calls.count ? "pending" : outcomeOf(shown.trace, call - 1);
  if (outcome === "pending") return [];
  placeWords(rails, outcome, along, placer);
  return shapes;
}

/** "2.66 ms simulated"; of a call that did not return, how it ended. */
export function tookRuns(trace: TraceData, took: number, outcome: string): readonly TextRun[] {
  const times = timesOf(trace);
  return [
    { text: durationText(took), bold: true, ink: times },
    { text: outcome === "returned" ? times : `${times}, ${outcome}`, ink: "ink-2" },
  ];
}

/** What the call took, and that something comes later, each where it stands free. */
function placeWords({ shown, frame }: Rails, outcome: string, x: number, placer: Placer): void {
  const runs = tookRuns(shown.trace, shown.call.to - shown.call.from, outcome);
  const y = frame.axis - 13;
  const within = { ...ANYWHERE, x0: frame.start };
  placer.placeOne([label(x - 10, y, runs, { size: SIZE, anchor: "end", halo: "paper" })], { within });
  if (shown.end === shown.call.to) return;
  const later = label(x + 10, y, [{ text: "later", ink: "ink-2" }], { size: SIZE, halo: "paper" });
  placer.placeOne([later], { within: { ...within, x1: frame.start + frame.length + 8 } });
}
