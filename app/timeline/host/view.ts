/** What a machine knows at a moment, as the page shows it: the same for every protocol. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { Condition } from "./condition.ts";

export interface Field {
  readonly name: string;
  readonly value: string;
  /** A moment of the run in nanoseconds, told on the shown call's clock; the value then stands behind it. */
  readonly at?: number;
}

/** When something became as it is, from what, and by which row of the trace; -1 for the run's beginning. */
export interface Became {
  readonly at: number;
  readonly from: string; // "" where there was nothing before
  readonly on: string; // "result", "tick": what came
  readonly cause: Ref;
}

/** One thing that the machine keeps: an outstanding call, a row of its call table. */
export interface Entry {
  readonly key: string;
  readonly name: string; // "caller thread 1"
  readonly state: string; // as the paper names it: "calling"
  readonly what: string; // the state in words
  readonly call: number; // 0 where it speaks of none
  readonly fields: readonly Field[];
  readonly became: Became;
}

/** One of many alike things that the machine keeps, on a line of its own. */
export interface ListRow {
  readonly name: string; // "server4"
  readonly state: string; // "awaited"
  readonly note: string; // "asked 3 times"
  /** Since when, and the row of the trace that made it so; NO_REF for the run's beginning. */
  readonly since: number;
  readonly cause: Ref;
}

export interface HostList {
  readonly head: readonly [string, string, string, string]; // of the columns
  readonly left: string; // "3 of 10 left"
  readonly rows: readonly ListRow[];
  /** How many are not shown, there being too many. */
  readonly more: number;
  readonly empty: string; // what it means that there are none
}

export interface HostView extends Condition {
  readonly machine: string;
  /** What it keeps: "Outstanding calls"; null where the trace does not tell. */
  readonly title: string | null;
  readonly fields: readonly Field[];
  readonly entries: readonly Entry[];
  /** Why it must not crash, where it must not. */
  readonly mustRun?: string;
  /** In place of entries, where what it keeps is many alike. */
  readonly list?: HostList;
}

/** The entry that changed last; null where nothing has happened yet. */
export function changedLast({ entries }: HostView): Entry | null {
  let last: Entry | null = null;
  for (const entry of entries) {
    if (entry.became.cause >= 0 && (last === null || entry.became.at >= last.became.at)) last = entry;
  }
  return last;
}
