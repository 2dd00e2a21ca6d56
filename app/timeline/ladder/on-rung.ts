/** Which handles stand on a rung: those of what is drawn by itself there. */
import { itemAt, numberAt } from "../../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { depthOf } from "../../trace/rungs.ts";
import { WHOLE_RUNG } from "../../words/rungs.ts";

interface OfRow {
  readonly ref: Ref;
  readonly kind: string; // of a handle
}

export function isOnRung(trace: TraceData, { ref, kind }: OfRow, position: number): boolean {
  if (kind !== "bar" || refTable(ref) !== "span") return true;
  const depth = depthOf(itemAt(trace.steps, numberAt(trace.spans.step, refRow(ref)), "step"));
  // Until the next row has opened, a row holds more than its own work.
  const rung = Math.round(position);
  return depth !== null && (rung >= WHOLE_RUNG || depth < rung);
}
