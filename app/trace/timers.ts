/** Timers of protocols: from the transition that sets one until it goes off, or until another transition stops it. */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";

export interface SetTimer {
  readonly machine: string;
  readonly instance: string;
  readonly from: number; // nanoseconds of the run
  /** When it goes off if nothing stops it. */
  readonly due: number;
  /** When the state that it belongs to was left; Infinity where it never was. */
  readonly left: number;
  /** The row with which it was left; NO_REF for none. */
  readonly leftBy: Ref;
}

/** What an instance waits for in the state that it is in: rows of the list, and the moments at which they are due. */
interface Open {
  readonly state: number;
  readonly rows: number[];
  readonly due: Set<number>;
}

/** The timers that the states of a call wait for, in the order in which they were set. */
export const timersOfCall = analysis((trace: TraceData, call: number): readonly SetTimer[] => {
  const { transitions, words } = trace;
  const timers: { -readonly [Key in keyof SetTimer]: SetTimer[Key] }[] = [];
  const open = new Map<string, Open>();
  for (let row = 0; row < transitions.count; row++) {
    if (transitions.call[row] !== call) continue;
    const [machine, instance] = [numberAt(transitions.machine, row), numberAt(transitions.instance, row)];
    const key = `${machine} ${instance} ${numberAt(transitions.protocol, row)}`;
    const [state, at, due] = [numberAt(transitions.to, row), timeAt(transitions.at, row), timeAt(transitions.due, row)];
    let here = open.get(key);
    if (here?.state !== state) {
      for (const one of here === undefined ? [] : here.rows) {
        const timer = itemAt(timers, one, "timer");
        timer.left = at;
        timer.leftBy = numberAt(transitions.cause, row);
      }
      here = { state, rows: [], due: new Set() };
      open.set(key, here);
    }
    if (due < 0 || here.due.has(due)) continue;
    here.rows.push(timers.length);
    here.due.add(due);
    const names = { machine: itemAt(words, machine, "word"), instance: itemAt(words, instance, "word") };
    timers.push({ ...names, from: at, due, left: Infinity, leftBy: NO_REF });
  }
  return timers;
});
