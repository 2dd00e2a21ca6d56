/** Short ways to make and read traces of hardware, for tests. */
import { itemAt, numberAt, ownerOf, timeAt } from "../kernel/reads.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref, type Step, type TraceData } from "../kernel/trace-data.ts";
import { micros } from "../kernel/time.ts";
import type { FrameInFlight } from "./deqna.ts";
import { segment, type Segment } from "./processors.ts";

/** A span in words: `CPU 0`, `Handle trap to Nub`, from and to in microseconds. */
export interface SpanRow {
  readonly track: string;
  readonly step: string;
  readonly owner: string; // "" for hardware and interrupts
  readonly from: number;
  readonly to: number;
  readonly cause: Ref;
}

export function spansOf(trace: TraceData): readonly SpanRow[] {
  const { spans, tracks, steps } = trace;
  return Array.from({ length: spans.count }, (_, row) => ({
    track: itemAt(tracks, numberAt(spans.track, row), "track").name,
    step: itemAt(steps, numberAt(spans.step, row), "step").name,
    owner: ownerOf(trace, row),
    from: timeAt(spans.start, row) / 1e3,
    to: timeAt(spans.end, row) / 1e3,
    cause: numberAt(spans.cause, row),
  }));
}

/** Work of one step. */
export function work(recorder: TraceRecorder, name: string, us: number): Segment {
  const step: Step = { name, layer: "other", source: { kind: "assumed", text: "a test’s" } };
  return segment(recorder, [{ step, duration: micros(us) }]);
}

/** A packet of this size. */
export const frame = (bytes: number, call = 1): FrameInFlight & { ref: Ref } => ({
  bytes,
  call,
  ref: NO_REF,
  raised: NO_REF,
});

/** Spans of one track must follow on one another. The first two that do not, or null. */
export function overlap(trace: TraceData): string | null {
  const { spans, tracks, steps } = trace;
  const rows = Array.from({ length: spans.count }, (_, row) => row);
  for (const [index, { machine, name }] of tracks.entries()) {
    const onTrack = rows.filter((row) => spans.track[row] === index);
    onTrack.sort(
      (a, b) => timeAt(spans.start, a) - timeAt(spans.start, b) || timeAt(spans.end, a) - timeAt(spans.end, b),
    );
    for (const [i, row] of onTrack.entries()) {
      const before = onTrack[i - 1];
      if (before === undefined || timeAt(spans.end, before) <= timeAt(spans.start, row)) continue;
      const [first, second] = [before, row].map((one) => itemAt(steps, numberAt(spans.step, one), "step").name);
      return `${machine} ${name} at ${timeAt(spans.start, row)} ns: "${first}" and "${second}"`;
    }
  }
  return null;
}
