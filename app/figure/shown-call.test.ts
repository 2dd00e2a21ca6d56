/** What comes of a call after its end: whether there is anything, and how far the figure goes. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { laterEnd } from "../trace/folds.ts";
import { shownCall } from "./shown-call.ts";

const MS = 1e6;
const QUIET = { calls: 2, load: 0 };

describe("what comes of a call after its end", () => {
  const { trace } = runOf("cedar/call", { set: QUIET });

  it("is nothing for a call that the next one acknowledges: the figure ends with the call", () => {
    expect(laterEnd(trace, 1)).toBeNull();
    expect(shownCall(trace, 1, "folded")).toMatchObject({ hasLater: false, end: trace.calls.end[0] });
  });

  it("is the copy of the last result and its acknowledgement, 20 ms later, and not the timer of five minutes", () => {
    const [end, last] = [trace.calls.end[1] ?? NaN, laterEnd(trace, 2) ?? NaN];
    expect((last - end) / MS).toBeGreaterThan(20);
    expect((last - end) / MS).toBeLessThan(25);
    expect(trace.elapsed).toBeGreaterThan(300_000 * MS);
  });

  it("is fitted where the page wants it, and else the figure ends with the call, which says that more comes", () => {
    expect(shownCall(trace, 2, "folded").end).toBe(laterEnd(trace, 2));
    expect(shownCall(trace, 2, "folded", false)).toMatchObject({ hasLater: true, end: trace.calls.end[1] });
    expect(shownCall(trace, 2, "folded", false).fit.to).toBeLessThan(shownCall(trace, 2, "folded").fit.to);
  });

  it("is kept of a run’s last calls, and of others until the next call begins", () => {
    const part = (calls: number) => runOf("cedar/call", { set: QUIET, keep: { calls } }).trace;
    expect(laterEnd(part(2), 2)).toBe(laterEnd(trace, 2));
    expect(part(1).packets.count).toBe(2);
    expect(part(1).complete).toBe(false);
  });
});
