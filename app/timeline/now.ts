/** What happens under the playhead, in words. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stage } from "./stage.ts";
import { whatOf, whereOf } from "../trace/row-names.ts";

/** "Receiver (receive call packet), server CPU 4": the step of the critical path at `time`. */
export function nowText(stage: Stage, time: number): string {
  const { path, waits } = stage.story;
  const { trace, call } = stage;
  if (path.length === 0) return "";
  if (time >= call.to - 0.5) return endText(trace, stage.story.call);
  const segment = path.findLast(({ from }) => from <= time + 0.5);
  if (segment === undefined) return "";
  if (segment.part === "work") return `${whatOf(trace, segment.ref)}, ${whereOf(trace, segment.ref)}`;
  const wait = waits.find(({ from, to }) => from === segment.from && to === segment.to);
  return `${whereOf(trace, segment.ref)} ${wait?.reason() ?? "waits"}`;
}

const endText = (trace: TraceData, call: number): string =>
  trace.calls.outcome[call - 1] === 1 ? "The call has returned" : "The call has failed";
