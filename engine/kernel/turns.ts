/** The turns of a piece of work in a trace. */
import { itemAt, numberAt, timeAt } from "./reads.ts";
import { NO_REF, refRow, refTable, type TraceData } from "./trace-data.ts";
import type { Nanos } from "./time.ts";

/** Something was done for a call. */
export interface Turn {
  readonly call: number; // from 1; 0 for none
  readonly machine: string;
  readonly at: Nanos; // when it began
}

/** The turns of the step with this name, in their order; the parts of one that was interrupted are one turn. */
export function turnsOf({ spans, steps, tracks }: TraceData, name: string): readonly Turn[] {
  const step = steps.findIndex((one) => one.name === name);
  const turns: Turn[] = [];
  for (let row = 0; row < spans.count; row++) {
    if (spans.step[row] !== step) continue;
    const cause = numberAt(spans.cause, row);
    const before = cause !== NO_REF && refTable(cause) === "span" ? refRow(cause) : -1;
    if (spans.step[before] === step && spans.call[before] === spans.call[row]) continue;
    const { machine } = itemAt(tracks, numberAt(spans.track, row), "track");
    turns.push({ call: numberAt(spans.call, row), machine, at: timeAt(spans.start, row) });
  }
  return turns;
}
