/** When servers run the procedure of a call, by the names that the steps and marks of all systems have for it. */
import { endOf } from "../../../engine/kernel/critical-path.ts";
import { numberAt, timeAt } from "../../../engine/kernel/reads.ts";
import { NO_REF, spanRef } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { trackAt } from "../../trace/tables.ts";
import { analysis } from "../../trace/analysis.ts";

interface Procedure {
  readonly machine: string;
  readonly from: number; // nanoseconds of the run
  readonly to: number;
}

/** “Null (the server procedure)”, “Run the procedure”, and the names that do not say it. */
const STEP = /\bprocedure\b|^(?:Compute|Process the call|Serve the request|Book a seat)$/;
/** The end of a wait that belongs to the procedure: its span, where there is one, ended before. */
const END_OF_WAIT = /^end of the procedure$|^slow procedure ends$/;

/** In the order in which they began. */
export const proceduresOf = analysis((trace: TraceData, call: number): readonly Procedure[] => {
  const runs = spansOf(trace, call);
  for (const [cause, run] of waitsOf(trace, call)) {
    const before = runs.get(cause);
    runs.set(cause, before === undefined ? run : { ...before, to: run.to });
  }
  return [...runs.values()].toSorted((a, b) => a.from - b.from);
});

/** By their last rows; a later part of a span has the part before it as its cause. */
function spansOf(trace: TraceData, call: number): Map<Ref, Procedure> {
  const { spans, steps } = trace;
  const isProcedure = steps.map(({ name }) => STEP.test(name));
  const runs = new Map<Ref, Procedure>();
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] !== call || isProcedure[numberAt(spans.step, row)] !== true) continue;
    const cause = numberAt(spans.cause, row);
    const part = runs.get(cause);
    runs.delete(cause);
    const { machine } = trackAt(trace, spans.track[row]);
    runs.set(spanRef(row), { machine, from: part?.from ?? timeAt(spans.start, row), to: timeAt(spans.end, row) });
  }
  return runs;
}

/** By the span before the wait. */
function waitsOf(trace: TraceData, call: number): readonly (readonly [Ref, Procedure])[] {
  const { marks, labels } = trace;
  const isEnd = labels.map((label) => END_OF_WAIT.test(label));
  const waits: (readonly [Ref, Procedure])[] = [];
  for (let row = 0; row < marks.count; row++) {
    if (marks.call[row] !== call || isEnd[numberAt(marks.label, row)] !== true) continue;
    const at = timeAt(marks.at, row);
    const begun = numberAt(marks.cause, row);
    const { machine } = trackAt(trace, marks.track[row]);
    waits.push([begun, { machine, from: begun === NO_REF ? at : endOf(trace, begun), to: at }]);
  }
  return waits;
}
