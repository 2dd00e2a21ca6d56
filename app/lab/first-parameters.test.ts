import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { firstParameters } from "./first-parameters.ts";

describe("the parameters before the door of a form", () => {
  it("are three or four of every experiment’s own, where it has so many, and the axis of its chart is one", () => {
    for (const experiment of experiments) {
      const first = firstParameters(experiment);
      const all = Object.keys(experiment.params);
      expect(first.length, experiment.id).toBeGreaterThanOrEqual(Math.min(3, all.length));
      expect(first.length, experiment.id).toBeLessThanOrEqual(4);
      expect(new Set(first).size, experiment.id).toBe(first.length);
      expect(all, experiment.id).toEqual(expect.arrayContaining([...first]));
      expect(first, experiment.id).toContain(experiment.sweep.over);
    }
  });
});
