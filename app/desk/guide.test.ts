import { expect, test } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { openData } from "../../lessons/index.ts";
import { guideItems } from "./guide.ts";

test.each(LESSONS)(
  "the guide of “$title” has each question with its answer, and no open name of a number",
  async ({ slug }) => {
    const lesson = await openData(slug);
    if (lesson === null) return expect.fail(slug);
    const items = lesson.steps.flatMap((step) => guideItems(lesson, step));
    const asked = lesson.steps.flatMap(({ predict, explain, checkpoint, transfer }) =>
      [predict, explain, checkpoint, transfer].filter((one) => one !== undefined),
    );
    expect(items).toHaveLength(asked.length);
    for (const { question, expected, wrong } of items) {
      const texts = [question, ...expected, ...wrong.map(({ answer }) => answer)];
      for (const text of texts) expect(text).not.toMatch(/^$|\{\w+\}|NaN|undefined/);
    }
    for (const { wrong, expected, kind } of items)
      if (kind === "Prediction") expect(wrong.map(({ answer }) => answer)).not.toContain(expected[0]);
  },
);
