/** The work of hardware by which a packet leaves its machine. */
import { numberAt } from "../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData, TrackKind } from "../../engine/kernel/trace-data.ts";

/** The spans of bus and controller that a packet comes from, in order of time. */
export function sendingSpans(trace: TraceData, packet: number): readonly number[] {
  const { packets, spans } = trace;
  const rows: number[] = [];
  let ref = numberAt(packets.cause, packet);
  while (ref !== NO_REF && refTable(ref) === "span") {
    const row = refRow(ref);
    const kind = kindOf(trace, row);
    if (kind !== "bus" && kind !== "controller") break;
    rows.push(row);
    ref = numberAt(spans.cause, row);
  }
  return rows.reverse();
}

/** The kind of the track that a span is on. */
export const kindOf = (trace: TraceData, row: number): TrackKind | undefined =>
  trace.tracks[numberAt(trace.spans.track, row)]?.kind;
