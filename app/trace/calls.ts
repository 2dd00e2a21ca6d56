/** The calls of a trace whose rows were kept, and which of them is under way when. */
import { startOf } from "../../engine/kernel/critical-path.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";
import type { Stretch } from "./folds.ts";

/** A moment and a row in a call of the run. */
export interface Elsewhere {
  readonly call: number;
  readonly time: number;
  readonly selected: Ref;
}

/** Stands for the figures of a run whose client stopped before its first call. */
export const NO_CALL = "The run made no call.";

/** How the times of a trace came about, as its figures say it; a colour has the same name. */
export const timesOf = ({ measured }: TraceData): "measured" | "simulated" =>
  measured === true ? "measured" : "simulated";

/**
 * Whether there is anything of a call to be drawn; of call 0, which is the whole run, wherever it has steps. What was
 * recorded may be packets alone.
 */
export function isKept(trace: TraceData, call: number): boolean {
  if (call === 0) return trace.spans.count > 0;
  if (trace.measured === true) return call <= trace.calls.count;
  if (call > trace.calls.count) return false;
  const first = numberAt(trace.calls.first, call - 1);
  // A call that no machine worked on has packets alone, and they are kept up to the last call whose steps are.
  return first < 0 ? trace.complete || call < lastWithSteps(trace) : refRow(first) < trace.spans.count;
}

/** The last call whose first step was kept; 0 for none. */
const lastWithSteps = analysis(({ calls: { first, count }, spans }: TraceData): number => {
  let call = count;
  while (call > 0 && !(numberAt(first, call - 1) >= 0 && refRow(numberAt(first, call - 1)) < spans.count)) call--;
  return call;
});

/** When a call began and ended; 0 and 0 of one without a row: call 0, or one that the trace does not hold. */
export function callTimes({ calls }: TraceData, call: number): Stretch {
  if (call < 1 || call > calls.count) return { from: 0, to: 0 };
  return { from: timeAt(calls.start, call - 1), to: timeAt(calls.end, call - 1) };
}

/** The kept call under way at a moment: `first` where it is, else the first that is, else the last begun before. */
export function callAt(trace: TraceData, time: number, first: number): number {
  const { start, end, count } = trace.calls;
  const covers = (call: number): boolean =>
    isKept(trace, call) && timeAt(start, call - 1) <= time && time <= timeAt(end, call - 1);
  if (covers(first)) return first;
  let last = 1;
  for (let call = 1; call <= count; call++) {
    if (covers(call)) return call;
    if (isKept(trace, call) && timeAt(start, call - 1) <= time) last = call;
  }
  return last;
}

/** The call that a row serves; 0 for none. */
export const callOf = (trace: TraceData, ref: Ref): number => numberAt(trace[`${refTable(ref)}s`].call, refRow(ref));

/**
 * The place that shows a row: its own call. A row that serves no call is shown in a call that it falls into, in `call`
 * if possible.
 */
export function placeOf(trace: TraceData, ref: Ref, call: number, at = startOf(trace, ref)): Elsewhere {
  const own = callOf(trace, ref);
  return { call: own > 0 ? own : callAt(trace, at, call), time: at, selected: ref };
}
