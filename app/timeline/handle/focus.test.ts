import { describe, expect, it } from "vitest";
import { successor } from "./focus.ts";
import type { Handle } from "./handle.ts";
import { handleIn, handlesIn, setupFor } from "./testing.ts";

const ONE = setupFor("cedar/call", { calls: 1, load: 0, oneWayMs: 1 });
const whole = handlesIn(ONE);
const crashed = handlesIn({ ...ONE, faults: ["crash server at 3ms"] });
const keyAfter = (handle: Handle, at: number, handles: readonly Handle[]): string | undefined =>
  successor({ handle, at }, handles)?.key;

describe("the focus after a change", () => {
  it("stays on the same thing of the next run", () => {
    const call = handleIn(whole, "packet call#1");
    expect(keyAfter(call, call.to, handlesIn({ ...ONE, faults: ["drop call#1"] }))).toBe("packet call#1");
  });

  it("goes from an edge to the crash that it became, and from a crash that was taken back to the edge", () => {
    expect(keyAfter(handleIn(whole, "edge server"), 3e6, crashed)).toBe("crash server 0");
    expect(keyAfter(handleIn(crashed, "crash server 0"), 3e6, whole)).toBe("edge server");
  });

  it("goes nowhere where the thing is gone", () => {
    expect(keyAfter(handleIn(whole, "packet call#1"), 0, [])).toBe(undefined);
  });
});
