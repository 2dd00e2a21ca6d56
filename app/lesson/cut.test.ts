import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import { cutTrace } from "./cut.ts";

const { trace } = runOf("firefly/null", { set: { calls: 3 } });

describe("a run that is covered after a moment", () => {
  it("shows nothing that ends later, and all that ends by then", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_600_000 }), (until) => {
        const { spans, packets } = cutTrace(trace, 1, until);
        for (const end of [...spans.end, ...packets.arrives]) expect(end).toBeLessThanOrEqual(until);
        expect(spans.count).toBe(trace.spans.end.slice(0, trace.spans.count).filter((end) => end <= until).length);
      }),
    );
  });

  it("names causes that it shows, and the same ones as before", () => {
    const cut = cutTrace(trace, 1, 1_000_000);
    for (let row = 0; row < cut.spans.count; row++) {
      const cause = cut.spans.cause[row] ?? NO_REF;
      if (cause === NO_REF) continue;
      const table = cut[`${refTable(cause)}s`];
      expect(refRow(cause)).toBeLessThan(table.count);
      const ended = refTable(cause) === "span" ? cut.spans.end[refRow(cause)] : undefined;
      if (ended !== undefined) expect(ended).toBeLessThanOrEqual(cut.spans.start[row] ?? 0);
    }
  });

  it("leaves its call under way and the run itself as it was", () => {
    const before = trace.calls.outcome[0];
    const cut = cutTrace(trace, 1, 500_000);
    expect([cut.calls.count, cut.calls.outcome[0], cut.calls.end[0], cut.complete]).toEqual([1, 0, 500_000, false]);
    expect(trace.calls.outcome[0]).toBe(before);
  });
});
