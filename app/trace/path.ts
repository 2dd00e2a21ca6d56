/** The critical path of a call, and the lanes that it goes along. */
import { criticalPath } from "../../engine/kernel/critical-path.ts";
import type { PathSegment } from "../../engine/kernel/critical-path.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { numberAt } from "../../engine/kernel/reads.ts";
import { analysis } from "./analysis.ts";
import type { LanePlan } from "./lanes.ts";

/**
 * The critical path, or nothing where the call has not ended or was not kept; nor where it ended before its first row:
 * a caller that crashes at once has done nothing that could be drawn.
 */
export const pathOf = analysis((trace: TraceData, call: number): readonly PathSegment[] => {
  try {
    const path = criticalPath(trace, call);
    return path.some(({ ref }) => ref === NO_REF) ? [] : path;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
});

/**
 * The lane of a stretch of the path. A packet that waits for the medium waits on the lane that sends it. A wait for a
 * timer or another mark stays on the lane `before`, or is where the mark stands if there is none.
 */
export function laneOfSegment(trace: TraceData, plan: LanePlan, ref: Ref, before: number): number {
  const table = refTable(ref);
  if (table === "packet") return numberAt(plan.laneOf, numberAt(trace.packets.from, refRow(ref)));
  return table === "mark" && before >= 0 ? before : laneOfRef(trace, plan, ref);
}

/** The lane on which a row of the trace stands; -1 for packets, and where there is no row. */
function laneOfRef(trace: TraceData, plan: LanePlan, ref: Ref): number {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet" || ref === NO_REF) return -1;
  return numberAt(plan.laneOf, numberAt(table === "span" ? trace.spans.track : trace.marks.track, row));
}
