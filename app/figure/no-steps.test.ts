import { expect, it } from "vitest";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { shownCall } from "./shown-call.ts";
import { drawnAt } from "./testing.ts";
import { isKept } from "../trace/calls.ts";

it("a call that no machine worked on is shown by its packets, as far as the run kept any", () => {
  const storm = experimentOf("services/storm");
  const { trace } = storm.run(withDefaults(storm, {}), 1, [], { keep: { calls: 800 } });
  const idle = trace.calls.first.findIndex((step) => step < 0) + 1;
  expect(idle).toBeLessThan(800);
  expect(isKept(trace, idle)).toBe(true);
  expect(drawnAt(shownCall(trace, idle, "linear", false), 900).targets().length).toBeGreaterThan(0);
  expect(isKept(trace, trace.calls.count)).toBe(false);
});
