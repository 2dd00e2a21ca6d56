/** The reader's viewpoint in a run: a call's start, the fault that was added, or the viewpoint before. */
import type { TracedRun } from "../../engine/experiments/types.ts";
import { startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { callAt, callTimes } from "../trace/calls.ts";
import { refExists } from "../trace/folds.ts";
import { whatOf, whereOf } from "../trace/row-names.ts";
import { KEPT_CALLS } from "../setup/setup.ts";
import type { BenchState } from "./store.ts";
import type { Viewpoint } from "./bench-work.ts";

/** @param call from 1; the trace may have kept less of the run than that, then nothing is selected */
export function viewpointOfCall(trace: TraceData, call: number): Viewpoint {
  const row = trace.packets.call.subarray(0, trace.packets.count).indexOf(call);
  return {
    call,
    time: callTimes(trace, call).from,
    selected: row < 0 ? NO_REF : packetRef(row),
    playing: false,
  };
}

const within = ({ calls }: TraceData, call: number, time: number): number =>
  Math.min(calls.end[call - 1] ?? time, Math.max(calls.start[call - 1] ?? time, time));

/** True where two runs differ by nothing but what goes wrong in them. */
function sameButFaults(a: TracedRun, b: TracedRun): boolean {
  const equal = Object.entries(a.parameters).every(([key, value]) => b.parameters[key] === value);
  return a.experiment === b.experiment && a.seed === b.seed && equal;
}

/** Whether a row says the same in two traces: up to a fault, runs that differ by it are one. */
function isSame(a: TraceData, b: TraceData, ref: Ref): boolean {
  if (!refExists(a, ref) || !refExists(b, ref) || startOf(a, ref) !== startOf(b, ref)) return false;
  const plain = (trace: TraceData): string => `${whatOf(trace, ref).split(",")[0]} ${whereOf(trace, ref)}`;
  return plain(a) === plain(b);
}

type Before = Pick<BenchState, "work" | "call" | "time" | "selected">;

/**
 * The viewpoint in a run that has come, after the run and the action before it.
 * @param keepCalls the first of its calls, whose trace is kept
 */
export function viewpointAfter(
  { work: { shown, aim }, call, time, selected }: Before,
  run: TracedRun,
  keepCalls: number = KEPT_CALLS,
): Viewpoint {
  const { trace } = run;
  const kept = Math.min(keepCalls, trace.calls.count);
  if (aim !== null) {
    const aimed = aim.call ?? (aim.time === null ? call : callAt(trace, aim.time, call));
    const start = viewpointOfCall(trace, aimed <= kept ? aimed : 1);
    if (aim.time === null || start.call !== aimed) return start;
    return { ...start, time: within(trace, aimed, aim.time), selected: aim.selected };
  }
  const here = call <= kept ? call : 1;
  if (shown === null || here !== call || !sameButFaults(shown.run, run)) return viewpointOfCall(trace, here);
  const still = isSame(shown.run.trace, trace, selected) ? selected : NO_REF;
  return { call, time: within(trace, call, time), selected: still, playing: false };
}
