import { describe, expect, it } from "vitest";
import { callsAround, callsWithTries } from "../../engine/experiments/crowd-calls.ts";
import { runOf } from "../../engine/experiments/testing.ts";

describe.each([
  [
    "services/graph",
    {
      graph: "single",
      servers: 1,
      workers: 1,
      serverMs: 10,
      loadPerS: 80,
      seconds: 12,
      timeoutMs: 500,
      retries: 4,
      deadlineMs: 10_000,
    },
  ],
  ["services/graph", {}],
  ["today/retry-storm", { calls: 600 }],
] as const)("the calls of a storm of %s", (id, set) => {
  const { trace } = runOf(id, { set });
  const at = 6e9;
  const { numbers, of } = callsAround(trace, at, 3e8);
  const calls = callsWithTries(trace, numbers);

  it("are spread over all that are under way, each with its tries in their order", () => {
    expect(numbers.length).toBe(Math.min(9, of));
    for (const { start, end, tries } of calls) {
      expect(tries.length).toBeGreaterThan(0);
      expect(tries.map(({ sent }) => sent)).toEqual(tries.map(({ sent }) => sent).toSorted((a, b) => a - b));
      for (const { sent, givenUp } of tries) {
        expect(sent).toBeGreaterThanOrEqual(start);
        expect(givenUp ?? end).toBeLessThanOrEqual(end);
      }
    }
  });

  it("have one useful try where they return, and none where they fail", () => {
    for (const { outcome, tries } of calls)
      expect(tries.filter(({ isUseful }) => isUseful)).toHaveLength(outcome === "returned" ? 1 : 0);
  });
});
