import { describe, expect, it } from "vitest";
import { lintLesson, lintSolutions } from "./lint.ts";
import { findingText } from "./lint-text.ts";
import { runNow, treeOf } from "./testing.ts";
import { openLesson, written } from "./index.ts";
import type { Lesson, Step } from "./types.ts";

async function lessonOf(slug: string): Promise<Lesson> {
  const open = await openLesson(slug);
  if (open === null) throw new Error(`${slug} is not written.`);
  return open.lesson;
}

describe.each(written)("the lesson %s", (slug) => {
  it("keeps the rules for prose and data", async () => {
    const found = lintLesson(await lessonOf(slug), await treeOf(slug));
    expect(found.map(findingText)).toEqual([]);
  });

  it("has solutions that pass, neighbours that fail and no lucky guess", async () => {
    const found = await lintSolutions(await lessonOf(slug), runNow);
    expect(found.map(findingText)).toEqual([]);
  }, 120_000);
});

/** The findings for a lesson that was changed. */
async function findings(change: (lesson: Lesson) => Lesson, slug = "where-2-66-ms-go"): Promise<string> {
  return lintLesson(change(await lessonOf(slug)), await treeOf(slug))
    .map(findingText)
    .join("\n");
}

const changeStep = (lesson: Lesson, id: string, change: (step: Step) => Step): Lesson => ({
  ...lesson,
  steps: lesson.steps.map((step) => (step.id === id ? change(step) : step)),
});

describe("the linter names file, step, what is wrong and what to do", () => {
  it("for a stage with a parameter that the experiment does not have", async () => {
    const text = await findings((lesson) =>
      changeStep(lesson, "check", (step) => ({ ...step, stage: { ...step.stage, set: { networkMBps: 3 } } })),
    );
    expect(text).toContain(
      'lessons/where-2-66-ms-go/lesson.ts, step "check": firefly/null has no parameter "networkMBps". It has threads',
    );
  });

  it("for a number in a reply that has no address", async () => {
    const text = await findings((lesson) =>
      changeStep(lesson, "check", (step) => ({ ...step, action: "Try 3.1 first." })),
    );
    expect(text).toContain('step "check": the number 3.1 in "Try 3.1 first." has no address.');
  });

  it("for an option without a reply, a prediction without a truth and a checkpoint without a solution", async () => {
    const text = await findings((lesson) => {
      const asked = changeStep(lesson, "predict-wire", (step) => {
        const { predict } = step;
        if (predict?.kind !== "number") throw new Error("predict-wire asks for a number");
        const [first, ...others] = predict.variant.options;
        const options = first === undefined ? [] : [{ ...first, reply: " " }, ...others];
        return { ...step, predict: { ...predict, truth: "nowhere", variant: { ...predict.variant, options } } };
      });
      return changeStep(asked, "check", (step) => {
        const parts = step.checkpoint?.parts.map(({ solution: _, ...part }) => part) ?? [];
        return step.checkpoint === undefined ? step : { ...step, checkpoint: { ...step.checkpoint, parts } };
      });
    });
    expect(text).toContain('option "half" of the variant of prediction "wire-share" has no reply.');
    expect(text).toContain('prediction "wire-share" has no truth');
    expect(text).toContain('checkpoint part "wire" has no solution.');
  });

  it("for a part that the prose does not place, and steps in another order", async () => {
    const text = await findings((lesson) => ({ ...lesson, steps: lesson.steps.slice(1) }));
    expect(text).toContain("text.mdx has the steps follow, predict-wire");
  });

  it("for a lesson that builds on what comes later, and one that the course does not have", async () => {
    const asked = { id: "x", from: "relay", question: "?", options: [] };
    expect(await findings((lesson) => ({ ...lesson, retrieval: [asked] }))).toContain(
      'builds on "relay", which does not come before',
    );
    expect(await findings((lesson) => ({ ...lesson, slug: "nowhere" }))).toContain(
      'course.ts has no lesson "nowhere".',
    );
  });

  it("for a solution that does not pass, whose neighbour passes too, and for a lucky guess", async () => {
    const wrong = changeStep(await lessonOf("where-2-66-ms-go"), "check", (step) => {
      const parts =
        step.checkpoint?.parts.map((part) => ({
          ...part,
          solution: { networkMbps: 3 },
          fails: [{ networkMbps: 3.1 }],
        })) ?? [];
      return step.checkpoint === undefined ? step : { ...step, checkpoint: { ...step.checkpoint, parts } };
    });
    const text = (await lintSolutions(wrong, runNow)).map(findingText).join("\n");
    expect(text).toContain(
      "its solution does not pass: longestStep Transmission time on Ethernet; networkMbps = 3.1 passes too.",
    );
    expect(text).toContain('{"networkMbps":3.1} passes, which should fail.');
  });
});
