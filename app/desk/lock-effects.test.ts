import { expect, test } from "vitest";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { LESSONS } from "../../lessons/course.ts";
import { openData } from "../../lessons/index.ts";
import { experimentNamed } from "../../lessons/named.ts";
import type { CheckpointPart, Lesson, Step } from "../../lessons/types.ts";
import { lockOf } from "../lab/locks.ts";
import type { Setup } from "../setup/setup.ts";
import { openFields } from "../setup/step-locks.ts";
import { lockEffects } from "./lock-effects.ts";
import { neededBy, needing, withNeeded } from "./step-needs.ts";

const WRITTEN = (await Promise.all(LESSONS.map(({ slug }) => openData(slug)))) as readonly Lesson[];
const ALL = WRITTEN.flatMap((lesson) => lesson.steps.map((step, i) => ({ lesson, step, number: i + 1 })));
const HELD = [["parameters"], ["faults"], ["experiment"], ["seed"], ["parameters", "faults", "experiment", "seed"]];
const lessonOf = (slug: string): Lesson => WRITTEN.find((one) => one.slug === slug) ?? expect.fail(slug);

/** A part of a checkpoint before it is worked on, and solved. */
function ends(part: CheckpointPart): readonly [Setup, Setup] {
  const of = (set: CheckpointPart["solution"], faults: readonly string[]): Setup => ({
    experiment: part.experiment,
    parameters: withDefaults(experimentNamed(part.experiment), { ...part.set, ...set }),
    seed: 1,
    faults,
  });
  return [of(part.begin ?? {}, []), of(part.solution, part.breaks?.solution ?? [])];
}

const effectsOf = (lesson: Lesson, number: number, lock: readonly string[], hide: readonly string[] = []) =>
  lockEffects(lesson, (step) => step === number, { lock, hide });
const partsOf = ({ checkpoint }: Step): readonly CheckpointPart[] => checkpoint?.parts ?? [];

test.each(HELD)(
  "with %s locked every checkpoint of every lesson can be solved, and the desk names what stays open",
  (...lock) => {
    for (const { lesson, step, number } of ALL) {
      const named = effectsOf(lesson, number, lock).filter(({ kind }) => kind === "open");
      const refused = partsOf(step).filter((part) => lockOf({ lock, open: [] })(...ends(part)) !== null);
      for (const part of partsOf(step)) expect(lockOf({ lock, open: openFields(step) })(...ends(part))).toBeNull();
      if (refused.length > 0) expect([lesson.slug, number, named.length]).not.toEqual([lesson.slug, number, 0]);
      if (partsOf(step).length === 0) expect(named).toEqual([]);
    }
  },
);

test("a step whose figure is hidden is named as lost, unless its checkpoint is set in that figure", () => {
  expect(effectsOf(lessonOf("stub-compiler"), 1, [], ["parameters"])).toContainEqual(
    expect.objectContaining({ kind: "lost", what: "the figure that it is about" }),
  );
  const rules = lessonOf("what-rules-are-for");
  const asked =
    rules.steps.findIndex(({ stage, checkpoint }) => stage.hero === "rules" && checkpoint !== undefined) + 1;
  expect(asked).toBeGreaterThan(0);
  expect(effectsOf(rules, asked, [], ["parameters"]).filter(({ kind }) => kind === "lost")).toEqual([]);
});

test("bars that a reader pushes are named as lost where the parameters are locked", () => {
  const pushed = ALL.filter(({ step }) => step.push !== undefined);
  expect(pushed.length).toBeGreaterThan(0);
  for (const { lesson, number } of pushed)
    expect(effectsOf(lesson, number, ["parameters"]).map(({ kind }) => kind)).toContain("lost");
});

test("without a lock nothing is said, of any step", () => {
  for (const { lesson, number } of ALL) expect(effectsOf(lesson, number, [])).toEqual([]);
});

test("a step whose figure is covered brings the step with its prediction along, in every lesson", () => {
  for (const { lesson, step, number } of ALL) {
    const needed = neededBy(lesson, number);
    const steps = withNeeded(lesson, [number]);
    const first = lesson.steps[(needed ?? number) - 1];
    if (step.cover === undefined) expect(steps).toEqual([number]);
    else expect(first?.predict?.id).toBe(step.cover.until);
    if (needed === null) continue;
    expect(steps).toContain(needed);
    expect(needing(lesson, needed, [number])).toEqual([number]);
  }
});
