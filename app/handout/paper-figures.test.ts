import { expect, it } from "vitest";
import { lesson } from "../../lessons/more-threads/lesson.ts";
import { lesson as calls } from "../../lessons/forty-calls/lesson.ts";
import { isDrawn } from "./paper-figures.ts";

it("a step has its chart, crowd or distribution on paper, and none that its question covers", () => {
  const drawn = [...lesson.steps, ...calls.steps].filter(isDrawn);
  const heroes = new Set(drawn.map(({ stage }) => stage.hero));
  expect(heroes).toEqual(new Set(["chart", "timeline", "distribution", "crowd"]));
  expect(lesson.steps.find(({ id }) => id === "predict-curve")?.stage.hero).toBe("chart");
  expect(drawn.map(({ id }) => id)).not.toContain("predict-curve");
});
