/** The event under the playhead, in words. */
import { outcomeOf } from "../../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable, type Ref, type TraceData } from "../../../engine/kernel/trace-data.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { machineName } from "../../trace/machine-names.ts";
import { currentEvent, eventsOfCall } from "../../trace/events.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";
import { trackAt } from "../../trace/tables.ts";
import { OUTCOME_WORDS } from "../../words/outcomes.ts";
import { capital } from "../../words/sentences.ts";

/** "Receiver (receive call packet), server CPU 4": the step of the critical path at `time`. */
export function nowText(shown: ShownCall, time: number): string {
  const { path, waits } = shown.story;
  const { trace, call } = shown;
  if (path.length === 0) return "";
  if (time >= call.to - 0.5) {
    const later = time > call.to + 0.5 ? lastEvent(shown, time) : NO_REF;
    return later === NO_REF
      ? endText(trace, shown.story.call)
      : `Later: ${whatOf(trace, later)}, ${whereOf(trace, later)}`;
  }
  const segment = path.findLast(({ from }) => from <= time + 0.5);
  if (segment === undefined) return "";
  if (segment.part === "work") return `${whatOf(trace, segment.ref)}, ${whereOf(trace, segment.ref)}`;
  const wait = waits.find(({ from, to }) => from === segment.from && to === segment.to);
  return capital(`${waiterOf(trace, segment.ref)} ${wait?.reason() ?? "waits"}`);
}

/** The last row of the call that has begun by `time` and after the call's end. */
function lastEvent({ trace, call, story }: ShownCall, time: number): Ref {
  const rows = eventsOfCall(trace, story.call);
  const row = rows[currentEvent(rows, time)];
  return row === undefined || row.at <= call.to ? NO_REF : row.ref;
}

/** The machine that waits. A processor or a wire does not wait until it is free; something on its machine does. */
function waiterOf(trace: TraceData, ref: Ref): string {
  const tracks = { span: trace.spans.track, mark: trace.marks.track, packet: trace.packets.from };
  return machineName(trace, trackAt(trace, tracks[refTable(ref)][refRow(ref)]).machine);
}

const endText = (trace: TraceData, call: number): string =>
  `The call ${OUTCOME_WORDS[outcomeOf(trace, call - 1)].over}`;
