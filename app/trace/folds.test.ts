import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { callStretch } from "./folds.ts";

it("a whole run is seen up to its last packet or work, and not to the timer that only lets a machine forget", () => {
  const { trace } = runOf("cedar/call", { set: { calls: 1, load: 0, binding: "type" } });
  expect(trace.elapsed).toBeGreaterThan(299e9);
  const { from, to } = callStretch(trace, 0);
  expect(from).toBe(0);
  expect(to).toBeGreaterThan(20e6);
  expect(to).toBeLessThan(40e6);
});
