import { describe, expect, it } from "vitest";
import { LESSONS } from "../../../lessons/course.ts";
import { openData } from "../../../lessons/index.ts";
import type { Step } from "../../../lessons/types.ts";
import { EMPTY } from "../../record/record.ts";
import type { LessonRecord } from "../../record/record.ts";
import { openSteps } from "../../../lessons/hand-in/open-steps.ts";
import { transferSaid } from "../../../lessons/hand-in/said.ts";

/** The record with all that a step asks for. */
function answeredIn(record: LessonRecord, step: Step): LessonRecord {
  const { predict, explain, checkpoint, transfer } = step;
  const said = { pick: null, text: "because", shown: false };
  const prediction = { answers: [{ kind: "none" as const }], settled: true, told: true, variant: null };
  const passed = { passed: true, failures: 0, set: {}, faults: [], hints: 0, told: false };
  const parts = checkpoint?.parts ?? [];
  return {
    ...record,
    predictions: { ...record.predictions, ...(predict === undefined ? {} : { [predict.id]: prediction }) },
    explains: {
      ...record.explains,
      ...(explain === undefined ? {} : { [explain.id]: said }),
      ...(transfer === undefined ? {} : { [transferSaid(step, transfer).id]: said }),
    },
    checks: { ...record.checks, ...Object.fromEntries(parts.map(({ id }) => [`${checkpoint?.id}/${id}`, passed])) },
  };
}

describe.each(LESSONS)("the lesson $slug", ({ slug }) => {
  it("is finished with all its answers, and not while those of any step are missing", async () => {
    const lesson = await openData(slug);
    if (lesson === null) throw new Error(`${slug} is not written.`);
    const { steps } = lesson;
    const all = steps.reduce(answeredIn, EMPTY);
    expect(openSteps(lesson, all)).toEqual([]);
    const asking = steps.filter(({ predict, explain, checkpoint, transfer }) =>
      [predict, explain, checkpoint, transfer].some((part) => part !== undefined),
    );
    expect(openSteps(lesson, EMPTY)).toEqual(asking.map((step) => steps.indexOf(step) + 1));
    for (const step of asking) {
      const without = steps.filter((one) => one !== step).reduce(answeredIn, EMPTY);
      expect(openSteps(lesson, without)).toEqual([steps.indexOf(step) + 1]);
    }
  });
});
