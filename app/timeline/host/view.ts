/** A machine's state at a moment, as the page shows it: the same for every protocol. */
import { BEGIN } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { Condition } from "../../trace/machine-events.ts";

export interface Field {
  readonly name: string;
  readonly value: string;
  /** A moment of the run in nanoseconds, shown on the shown call's clock; the value then stands behind it. */
  readonly at?: number;
}

/** A step of a protocol's machine. */
export interface Step {
  readonly row: number; // of the trace's transitions
  readonly at: number;
  readonly from: string; // the state before; "" where there was none
  readonly on: string; // the input: "result packet", "tick"
  readonly cause: Ref; // the row that the input came with; NO_REF for none
}

/** One thing that the machine keeps: an instance of a protocol. */
export interface Entry {
  readonly key: string;
  readonly protocol: string; // "Firefly caller"
  readonly name: string; // "caller thread 1"
  readonly state: string; // as the paper names it: "calling"
  readonly what: string; // the state in words
  readonly call: number; // that of its last step; 0 where that served none
  readonly fields: readonly Field[];
  /** The step by which it came to its state, and its last one, by which it may have stayed in it. */
  readonly became: Step;
  readonly last: Step;
}

/** One of many alike things that the machine keeps, on a line of its own. */
export interface ListRow {
  readonly key: string;
  readonly name: string; // "server4"
  readonly state: string; // "awaited"
  readonly note: string; // "asked 3 times"
  /** Since when, and the row of the trace that made it so; NO_REF for the run's beginning. */
  readonly since: number;
  readonly cause: Ref;
}

/** More are not listed: nobody reads them. */
export const MOST_LISTED = 200;

export interface HostList {
  readonly head: readonly [string, string, string, string]; // of the columns
  readonly left: string; // "3 of 10 left"
  readonly rows: readonly ListRow[];
  /** The number of rows that are not shown, because there are too many. */
  readonly more: number;
  readonly empty: string; // what it means that there are none
}

export interface HostView extends Condition {
  readonly machine: string;
  /** The protocols that it takes part in: "FlexRPC callee, TCP"; null where the trace has none of its steps. */
  readonly title: string | null;
  readonly entries: readonly Entry[];
  /** Why it must not crash, where it must not. */
  readonly whyUp?: string;
  /** In place of entries, where what it keeps is many alike. */
  readonly list?: HostList;
}

/** The entry that took a step last; null where all have only begun. */
export function changedLast(entries: readonly Entry[]): Entry | null {
  let last: Entry | null = null;
  for (const entry of entries) {
    if (entry.last.on !== BEGIN && (last === null || entry.last.row > last.last.row)) last = entry;
  }
  return last;
}
