/** The rows of the event list: everything of a call, or everything that happens while it lasts. */
import { markRef, packetRef, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "./folds.ts";

export interface TimedRef {
  readonly ref: Ref;
  readonly at: number;
}

/** So many rows stand on the page at once: more are slow to set, and nobody reads them. */
export const PAGE_ROWS = 200;

/** By time. A mark is made at the moment at which something begins: it stands first. Else the order of the trace. */
export const byTime = (a: TimedRef, b: TimedRef): number => a.at - b.at || (b.ref % 4) - (a.ref % 4) || a.ref - b.ref;

export function eventsOf(trace: TraceData, call: number, stretch: Stretch, everything: boolean): readonly TimedRef[] {
  const rows: TimedRef[] = [];
  for (const [table, starts, refOf] of [
    [trace.spans, trace.spans.start, spanRef],
    [trace.packets, trace.packets.departs, packetRef],
    [trace.marks, trace.marks.at, markRef],
  ] as const) {
    for (let row = 0; row < table.count; row++) {
      const at = starts[row] ?? 0;
      const mine = table.call[row] === call;
      if (mine || (everything && at >= stretch.from && at <= stretch.to)) rows.push({ ref: refOf(row), at });
    }
  }
  return rows.sort(byTime);
}

/** The last row at or before `time`; -1 before the first. */
export function currentEvent(rows: readonly TimedRef[], time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // Half a nanosecond of slack: a playhead that was set by hand stands between nanoseconds.
    if ((rows[middle]?.at ?? 0) <= time + 0.5) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
