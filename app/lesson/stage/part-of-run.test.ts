import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { criticalPath } from "../../../engine/kernel/critical-path.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { shownCall } from "../../figure/shown-call.ts";
import { handlesOf } from "../../timeline/handle/handles.ts";
import { foldText } from "../../trace/row-names.ts";
import { deadIn } from "../../trace/machine-events.ts";
import { runUntil, runDuring } from "./part-of-run.ts";

const run = runOf("firefly/null", { set: { calls: 12, threads: 2 } });
const { trace } = run;
const traceUntil = (until: number) => runUntil(run, 1, until).run.trace;

describe("a run that is covered after a moment", () => {
  it("shows nothing that ends later, and all that ends by then", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_600_000 }), (until) => {
        const { spans, packets } = traceUntil(until);
        for (const end of [...spans.end, ...packets.arrives]) expect(end).toBeLessThanOrEqual(until);
        expect(spans.count).toBe(trace.spans.end.slice(0, trace.spans.count).filter((end) => end <= until).length);
      }),
    );
  });

  it("names causes that it shows, and the same ones as before", () => {
    const part = traceUntil(1_000_000);
    for (let row = 0; row < part.spans.count; row++) {
      const cause = part.spans.cause[row] ?? NO_REF;
      if (cause === NO_REF) continue;
      const table = part[`${refTable(cause)}s`];
      expect(refRow(cause)).toBeLessThan(table.count);
      const ended = refTable(cause) === "span" ? part.spans.end[refRow(cause)] : undefined;
      if (ended !== undefined) expect(ended).toBeLessThanOrEqual(part.spans.start[row] ?? 0);
    }
  });

  it("says in a fold what the caller waits for: the call has no path yet", () => {
    const hour = runOf("cedar/call", { set: { serverMs: 60_000 } });
    const shown = shownCall(runUntil(hour, 1, 26_400_000).run.trace, 1, "folded");
    expect(shown.folds.map((fold) => foldText(shown, fold).split(": ")[1])).toEqual([
      "waits for the result",
      "waits for the result",
    ]);
    expect(shown.story.path).toEqual([]);
  });

  it("leaves its call under way and the run itself as it was", () => {
    const before = trace.calls.outcome[0];
    const part = traceUntil(500_000);
    expect([part.calls.count, part.calls.outcome[0], part.calls.end[0], part.complete]).toEqual([1, 0, 500_000, false]);
    expect(trace.calls.outcome[0]).toBe(before);
  });
});

describe("a run trimmed to one call", () => {
  it("has the same critical path, row by row, and names every row as the whole does", () => {
    for (const call of [1, 5, 12]) {
      const { run: part, refInWhole, refInPart } = runDuring(run, call);
      const whole = criticalPath(trace, call);
      const trimmed = criticalPath(part.trace, call);
      expect(trimmed.map((segment) => ({ ...segment, ref: refInWhole(segment.ref) }))).toEqual(whole);
      for (const { ref } of whole) expect(refInWhole(refInPart(ref))).toBe(ref);
    }
  });

  it("has the same things to take hold of, which stay at the same moments", () => {
    const setup = { experiment: run.experiment, parameters: run.parameters, seed: run.seed, faults: run.faults };
    const found = ({ trace: shown }: { readonly trace: TraceData }, call: number) =>
      handlesOf({ ...run, trace: shown }, shownCall(shown, call, "linear"), setup).map(({ key, snaps }) => [
        key,
        snaps,
      ]);
    for (const call of [1, 5, 12]) expect(found(runDuring(run, call).run, call)).toEqual(found(run, call));
  });

  it("leaves out what has nothing to do with it", () => {
    const { run: part } = runDuring(run, 1);
    const end = trace.calls.end[0] ?? 0;
    expect(part.trace.spans.count).toBeLessThan(trace.spans.count);
    for (let row = 0; row < part.trace.spans.count; row++) {
      const mine = part.trace.spans.call[row] === 1;
      expect(mine || (part.trace.spans.start[row] ?? 0) < end).toBe(true);
    }
  });

  it("keeps that a machine was dead before it began", () => {
    const told = runOf("multirpc/callback-break", { set: { workstations: 10, deadFraction: 0.2 } });
    expect(deadIn(told.trace)).toHaveLength(2);
    expect(deadIn(runDuring(told, 1).run.trace)).toEqual(deadIn(told.trace));
  });
});

describe("the whole run", () => {
  it("is drawn from its beginning, with what comes before the first call", () => {
    const imported = runOf("cedar/call", { set: { calls: 1, load: 0, binding: "type" } });
    const { run: whole } = runDuring(imported, 0);
    const kinds = (packets: typeof trace.packets, names: readonly string[]): readonly (string | undefined)[] =>
      Array.from(packets.kind.subarray(0, packets.count), (kind) => names[kind]);
    expect(kinds(whole.trace.packets, whole.trace.packetKinds)).toContain("look-up");
    expect(whole.trace.packets.count).toBe(imported.trace.packets.count);
    expect(shownCall(whole.trace, 0, "folded")).toMatchObject({ kept: true, call: { from: 0 } });
    const { run: first } = runDuring(imported, 1);
    expect(kinds(first.trace.packets, first.trace.packetKinds)).toEqual([
      ...["call", "result"],
      ...["result", "acknowledgement"], // later: no other call acknowledges the result
    ]);
  });
});
