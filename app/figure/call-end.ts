/** Where a call ends: a hairline, and what the call took. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { itemAt, outcomeOf } from "../../engine/kernel/reads.ts";
import { firstFree, labelArea } from "../draw/place-label.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { timesOf } from "../trace/calls.ts";
import { durationText } from "../words/times.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

const SIZE = 12;

/** The shapes are along and across; the labels, where time runs to the right, stand where nothing else does. */
interface CallEnd {
  readonly shapes: readonly Shape[];
  readonly labels: readonly Label[];
}

const NOTHING: CallEnd = { shapes: [], labels: [] };

/** Where time runs down the end has a line alone, and none where nothing comes later. */
export function endOf(rails: Rails, names: readonly Label[], measure: MeasureText): CallEnd {
  const { shown, frame } = rails;
  const along = alongOf(rails, shown.call.to);
  if (along < frame.start || along > frame.start + frame.length) return NOTHING;
  const [from, to] = frame.down ? [frame.axis, frame.width] : [itemAt(frame.bands, 0, "band").from, frame.axis];
  const shapes = [line([along, from, along, to], { stroke: "ink", lineWidth: 1 })];
  if (frame.down) return shown.end === shown.call.to ? NOTHING : { shapes, labels: [] };
  const { call } = shown.story;
  const outcome = call < 1 || call > shown.trace.calls.count ? "pending" : outcomeOf(shown.trace, call - 1);
  return outcome === "pending" ? NOTHING : { shapes, labels: endLabels(rails, outcome, along, names, measure) };
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
function endLabels(
  { shown, frame }: Rails,
  outcome: string,
  x: number,
  names: readonly Label[],
  measure: MeasureText,
): readonly Label[] {
  const runs = tookRuns(shown.trace, shown.call.to - shown.call.from, outcome);
  const y = frame.axis - 13;
  const took = label(x - 10, y, runs, { size: SIZE, anchor: "end", halo: "paper" });
  const later = label(x + 10, y, [{ text: "later", ink: "ink-2" }], { size: SIZE, halo: "paper" });
  const others = names.map((one) => labelArea(one, measure));
  const free = (one: Label, x1: number): readonly Label[] => {
    const within = { x0: frame.start, x1, y0: -Infinity, y1: Infinity };
    return firstFree([{ area: labelArea(one, measure), value: one }], others, within) === null ? [] : [one];
  };
  const isLater = shown.end > shown.call.to;
  return [...free(took, Infinity), ...(isLater ? free(later, frame.start + frame.length + 8) : [])];
}
