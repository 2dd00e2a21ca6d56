/** The search follows every way to call many: what each promises holds, and what it does not promise is found. */
import { describe, expect, it } from "vitest";
import { withDefaults } from "../experiments/settings.ts";
import { experimentOf } from "../experiments/testing.ts";
import type { Property } from "../protocols/promises.ts";
import { WAY_TITLES } from "../systems/many/titles.ts";
import { explore, type Exploration } from "./index.ts";

const explored = (way: string, property: Property | null = null): Exploration => {
  const experiment = experimentOf("many/call");
  return explore(experiment, { parameters: withDefaults(experiment, { way }), faults: 1, property });
};

describe.each(Object.keys(WAY_TITLES))("a call and the next by %s", (way) => {
  it("keep what the way promises, whatever one fault does", () => {
    const { counterexample, violations, states } = explored(way);
    expect(counterexample).toBeNull();
    expect(Object.values(violations).every((count) => count === 0)).toBe(true);
    expect(states).toBeGreaterThan(100);
  });
});

describe("what a way does not promise", () => {
  it.each([
    ["sun-broadcast", "onceWhileUp", 0], // it sends again by itself
    ["sun-broadcast", "atLeastOnce", 1],
    ["v-group", "atLeastOnce", 1],
    ["circus", "atLeastOnce", 1],
  ] as const)("%s breaks %s by so few faults, and the whole system shows it: %i", (way, property, faults) => {
    const { counterexample } = explored(way, property);
    expect(counterexample?.faults).toHaveLength(faults);
    expect(counterexample?.isShown).toBe(true);
  });

  it("MultiRPC, Gemini, Mercury and the chain return only when every callee has run", () => {
    for (const way of ["multirpc", "multirpc-multicast", "gemini", "mercury", "flexrpc-serial"]) {
      expect(explored(way, "atLeastOnce").counterexample, way).toBeNull();
    }
  });
});
