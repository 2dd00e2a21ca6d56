import { describe, expect, it } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { openLesson } from "../../lessons/index.ts";
import type { Step } from "../../lessons/types.ts";
import { ownParams } from "./stage/own-params.ts";
import { ownTries, runTries, tryAt } from "./own-tries.ts";
import { setupOf } from "./stage-state.ts";

const opened = await Promise.all(LESSONS.map(({ slug }) => openLesson(slug)));
const steps: readonly Step[] = opened.flatMap((one) => one?.lesson.steps ?? []);
const withOwn = steps.filter((step) => ownTries(step).length > 0);

describe("the tries that stand below the figure", () => {
  it("are most of those of the course; the others show another figure, or compare", () => {
    const withTries = steps.filter(({ tries }) => tries !== undefined);
    expect(withOwn.length).toBeGreaterThan(withTries.length / 2);
    for (const step of withTries.filter((one) => !withOwn.includes(one))) {
      const keys = [step.stage, ...(step.tries ?? []).map(({ stage }) => stage)].flatMap(Object.keys);
      expect(keys.some((key) => ["twin", "hero", "experiment", "draft", "rung", "open", "figures"].includes(key))).toBe(
        true,
      );
    }
  });

  it("are found again from the run that each of them shows, however it came to the stage", () => {
    const mixed = steps.filter((step) => runTries(step).length > 0 && !withOwn.includes(step));
    expect(mixed.map(({ id }) => id)).toContain("lose"); // one of its tries shows another figure
    for (const step of [...withOwn, ...mixed]) {
      for (const one of runTries(step)) {
        expect(tryAt(step, setupOf({ ...step.stage, ...one.stage }), one.id)?.id).toBe(one.id);
      }
      expect(tryAt(step, { ...setupOf(step.stage), seed: 12345 }, null)).toBeNull();
    }
  });

  it("come with a control for each number in which they differ", () => {
    for (const step of withOwn) {
      const { params } = experimentNamed(step.stage.experiment);
      const keys = ownParams(step).map(([key]) => key);
      for (const [key, param] of Object.entries(params)) {
        const values = [{}, ...ownTries(step).map(({ stage }) => stage)].map(
          (stage) => setupOf({ ...step.stage, ...stage }).parameters[key],
        );
        if (param.kind === "number") expect(keys.includes(key), `${step.id} ${key}`).toBe(new Set(values).size > 1);
      }
    }
  });
});
