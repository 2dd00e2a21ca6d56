import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TraceRecorder } from "../../engine/kernel/trace.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { busyWithin, firstOver, indexTrace, rowsWithin } from "./trace-index.ts";

function traceOf(spans: readonly (readonly [number, number])[]): TraceData {
  const recorder = new TraceRecorder("all");
  const track = recorder.track({ name: "CPU 0", machine: "caller", kind: "processor" });
  const step = recorder.step({ name: "work", layer: "kernel", source: { kind: "assumed", text: "a test" } });
  for (const [from, to] of spans) recorder.span(track, step, -1, from, to, NO_REF, 1);
  return recorder.finish(1e9);
}

const anySpans = fc.array(
  fc.tuple(fc.nat(1000), fc.nat(200)).map(([from, length]) => [from, from + length] as const),
  { maxLength: 40 },
);

const apartSpans = fc.array(fc.tuple(fc.nat(50), fc.nat(80)), { maxLength: 40 }).map((list) => {
  let at = 0;
  return list.map(([gap, length]) => {
    const from = at + gap;
    at = from + length;
    return [from, at] as const;
  });
});

describe("the index of a trace", () => {
  it("finds every row that touches the window, in whatever order the rows were recorded", () => {
    fc.assert(
      fc.property(anySpans, fc.nat(1200), fc.nat(400), (spans, from, length) => {
        const trace = traceOf(spans);
        const list = indexTrace(trace).tracks[0];
        if (list === undefined) throw new Error("no track");
        const [low, high] = rowsWithin(list, from, from + length);
        const found = new Set(list.rows.slice(low, high));
        for (const [row, [start, end]] of spans.entries()) {
          if (start <= from + length && end >= from) expect(found.has(row)).toBe(true);
          if (start > from + length) expect(found.has(row)).toBe(false);
        }
      }),
    );
  });

  it("adds up busy time as a slow count does", () => {
    fc.assert(
      fc.property(apartSpans, fc.nat(3000), fc.nat(1000), (spans, from, length) => {
        const list = indexTrace(traceOf(spans)).tracks[0];
        if (list === undefined) throw new Error("no track");
        const to = from + length;
        const slow = spans.reduce(
          (sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
          0,
        );
        expect(busyWithin(list, from, to)).toBe(slow);
      }),
    );
  });

  it("searches as a slow search does", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(60), fc.boolean(), (values, value, orEqual) => {
        const sorted = Float64Array.from(values).sort();
        const slow = sorted.findIndex((one) => (orEqual ? one >= value : one > value));
        expect(firstOver(sorted, value, orEqual)).toBe(slow < 0 ? sorted.length : slow);
      }),
    );
  });

  it("is made once a trace", () => {
    const trace = traceOf([[0, 10]]);
    expect(indexTrace(trace)).toBe(indexTrace(trace));
  });
});
