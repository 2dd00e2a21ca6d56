/** The rows of the event list: everything of a call, or everything that happens while it lasts. */
import { itemAt, timeAt } from "../../engine/kernel/reads.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "./folds.ts";
import { analysis } from "./analysis.ts";
import { firstWhere } from "../../engine/kernel/first-where.ts";
import { tablesOf } from "./tables.ts";

export interface TimedRef {
  readonly ref: Ref;
  readonly at: number;
}

/** So many rows stand on the page at once: more are slow to set, and nobody reads them. */
export const PAGE_ROWS = 100;

/** By time. A mark is made at the moment at which something begins: it stands first. Else the order of the trace. */
export const byTime = (a: TimedRef, b: TimedRef): number => a.at - b.at || (b.ref % 4) - (a.ref % 4) || a.ref - b.ref;

/** Everything of a call, or everything that happens while it lasts. */
export const eventsOf = (trace: TraceData, call: number, stretch: Stretch, everything: boolean): readonly TimedRef[] =>
  everything ? eventsWithin(trace, call, stretch) : eventsOfCall(trace, call);

export const eventsOfCall = analysis((trace: TraceData, call: number) => eventsWithin(trace, call, null));

/** @param stretch when events that serve no call or another are taken in too; null for never */
function eventsWithin(trace: TraceData, call: number, stretch: Stretch | null): readonly TimedRef[] {
  const rows: TimedRef[] = [];
  for (const { table, starts, refOf } of tablesOf(trace)) {
    for (let row = 0; row < table.count; row++) {
      const at = timeAt(starts, row);
      const within = stretch !== null && at >= stretch.from && at <= stretch.to;
      if (within || table.call[row] === call) rows.push({ ref: refOf(row), at });
    }
  }
  return rows.sort(byTime);
}

/** The index of a row in a list that is in order of time; -1 where the list does not have it. */
export function placeIn(rows: readonly TimedRef[], sought: TimedRef): number {
  const place = firstWhere(rows.length, (at) => byTime(itemAt(rows, at, "row"), sought) >= 0);
  return rows[place]?.ref === sought.ref ? place : -1;
}

/** A playhead that was set by hand stands between nanoseconds. */
const SLACK = 0.5;

/** The last row at or before `time`; -1 before the first. */
export const currentEvent = (rows: readonly TimedRef[], time: number): number =>
  firstWhere(rows.length, (place) => itemAt(rows, place, "row").at > time + SLACK) - 1;
