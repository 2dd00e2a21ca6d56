/** Short ways to look at what hardware did, for tests. */
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref, type Step, type TraceData } from "../kernel/trace-data.ts";
import { micros, type Nanos } from "../kernel/time.ts";
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

export function spansOf({ spans, tracks, steps, owners }: TraceData): readonly SpanRow[] {
  return Array.from({ length: spans.count }, (_, row) => ({
    track: tracks[spans.track[row] ?? -1]?.name ?? "",
    step: steps[spans.step[row] ?? -1]?.name ?? "",
    owner: owners[spans.owner[row] ?? -1] ?? "",
    from: (spans.start[row] ?? NaN) / 1e3,
    to: (spans.end[row] ?? NaN) / 1e3,
    cause: spans.cause[row] ?? NaN,
  }));
}

/** Work of one step. */
export function work(recorder: TraceRecorder, name: string, us: number): Segment {
  const step: Step = { name, layer: "other", source: { kind: "assumed", text: "a test's" } };
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
  const at = (column: Float64Array, row: number): Nanos => column[row] ?? NaN;
  for (const [index, { machine, name }] of tracks.entries()) {
    const mine = rows.filter((row) => spans.track[row] === index);
    mine.sort((a, b) => at(spans.start, a) - at(spans.start, b) || at(spans.end, a) - at(spans.end, b));
    for (const [i, row] of mine.entries()) {
      const before = mine[i - 1];
      if (before === undefined || at(spans.end, before) <= at(spans.start, row)) continue;
      const [first, second] = [before, row].map((one) => steps[spans.step[one] ?? -1]?.name);
      return `${machine} ${name} at ${at(spans.start, row)} ns: "${first}" and "${second}"`;
    }
  }
  return null;
}
