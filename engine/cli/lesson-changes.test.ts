import { describe, expect, it } from "vitest";
import { LESSON_STEPS } from "../../e2e/places.ts";
import { lessonChanges } from "./lesson-changes.ts";

describe("the changes that the audit times", () => {
  const setups = lessonChanges();

  it("are about a hundred, some at each set-up, none of them twice", () => {
    const all = setups.flatMap(({ address, changes }) =>
      changes.map(({ label, value }) => `${address} ${label} ${value}`),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(90);
    expect(setups.filter(({ changes }) => changes.length === 0)).toEqual([]);
  });

  it("are made at set-ups of the lessons, each once, most with new runs of the chart", () => {
    expect(new Set(setups.map(({ address }) => address)).size).toBe(setups.length);
    expect(setups.length).toBeLessThan(LESSON_STEPS.length);
    const sweeping = setups.filter(({ changes }) => changes.some(({ sweeps }) => sweeps));
    expect(sweeping.length).toBeGreaterThan(0.85 * setups.length);
  });
});
