/** What a script of faults has made of a machine by a moment: told by marks that every system makes alike. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { DEAD } from "../host-events.ts";

export interface Condition {
  readonly up: boolean;
  /** Down, and so from the beginning. */
  readonly dead: boolean;
  readonly since: number; // nanoseconds of the run
  /** How many times as slow as its own pace. */
  readonly times: number;
}

export function conditionAt({ marks, labels, tracks }: TraceData, machine: string, time: number): Condition {
  let condition: Condition = { up: true, dead: false, since: 0, times: 1 };
  for (let row = 0; row < marks.count && (marks.at[row] ?? 0) <= time + 0.5; row++) {
    if (tracks[marks.track[row] ?? -1]?.machine !== machine) continue;
    const label = labels[marks.label[row] ?? -1] ?? "";
    const slow = /^([\d.]+) times as slow$/.exec(label)?.[1];
    if (label === "crash" || label === "restart" || label === DEAD) {
      condition = { ...condition, up: label === "restart", dead: label === DEAD, since: marks.at[row] ?? 0 };
    } else if (slow !== undefined) condition = { ...condition, times: Number(slow) };
    else if (label === "at its own pace again") condition = { ...condition, times: 1 };
  }
  return condition;
}
