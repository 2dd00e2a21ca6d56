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

interface Open {
  readonly row: number; // in the list
  readonly state: number;
  readonly due: number;
}

/** The timers that the states of a call wait for, in the order in which they were set. */
export const timersOfCall = analysis((trace: TraceData, call: number): readonly SetTimer[] => {
  const { transitions, words } = trace;
  const timers: { -readonly [Key in keyof SetTimer]: SetTimer[Key] }[] = [];
  const open = new Map<string, Open[]>();
  for (let row = 0; row < transitions.count; row++) {
    if (transitions.call[row] !== call) continue;
    const [machine, instance] = [numberAt(transitions.machine, row), numberAt(transitions.instance, row)];
    const key = `${machine} ${instance} ${numberAt(transitions.protocol, row)}`;
    const [state, at, due] = [numberAt(transitions.to, row), timeAt(transitions.at, row), timeAt(transitions.due, row)];
    const before = open.get(key) ?? [];
    for (const one of before) {
      const timer = timers[one.row];
      if (timer === undefined || one.state === state) continue;
      timer.left = at;
      timer.leftBy = numberAt(transitions.cause, row);
    }
    const still = before.filter((one) => one.state === state);
    open.set(key, still);
    if (due < 0 || still.some((one) => one.due === due)) continue;
    still.push({ row: timers.length, state, due });
    const names = { machine: itemAt(words, machine, "word"), instance: itemAt(words, instance, "word") };
    timers.push({ ...names, from: at, due, left: Infinity, leftBy: NO_REF });
  }
  return timers;
});
