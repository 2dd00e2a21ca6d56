/** Every number that a lesson states is what its cell, its model or its run says, to the digits printed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython } from "../../engine/cli/python-node.ts";
import type { Python } from "../../engine/cli/python-node.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import { cell } from "../../engine/papers/index.ts";
import { LESSONS } from "../../lessons/course.ts";
import { openLesson } from "../../lessons/index.ts";
import { paperFor } from "../../lessons/named.ts";
import { addressOf, stated, valueOf } from "../../lessons/numbers.ts";
import type { Lesson, LessonNumber, RunNumber } from "../../lessons/types.ts";
import { runValue } from "../lesson/stage/run-value.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function measured(number: RunNumber): number {
  const { experiment, set, faults, seed } = number;
  const value = runValue(runOf(experiment, { set, faults, seed, keep: { calls: 1 } }), number.measure);
  if (value === null) throw new Error(`${JSON.stringify(number)} has no value.`);
  return value;
}

/** The value at the number's source. */
function sourceValue(lesson: Lesson, number: LessonNumber): number {
  switch (number.kind) {
    case "cell": {
      const { value } = cell(addressOf(lesson.paper, number));
      return Number(value) * (number.scale ?? 1);
    }
    case "model":
      return python.call(paperFor(lesson.paper, number.fn), number.fn, number.args);
    case "run":
      return measured(number);
    case "ours":
      return valueOf(lesson.paper, number, lesson.numbers);
    case "word":
      throw new Error(`"${number.phrase}" has no value: its numbers have, and lint.ts checks the word.`);
  }
}

async function numbersOf(
  slug: string,
): Promise<{ lesson: Lesson; numbers: readonly (readonly [string, LessonNumber])[] }> {
  const open = await openLesson(slug);
  if (open === null) throw new Error(`${slug} is not written.`);
  const { lesson } = open;
  return { lesson, numbers: Object.entries(lesson.numbers).filter(([, { kind }]) => kind !== "word") };
}

describe.each(LESSONS)("the lesson $slug", ({ slug }) => {
  it("states every number as its cell, its model or its run has it", async () => {
    const { lesson, numbers } = await numbersOf(slug);
    const printed = numbers.map(([name, number]) => `${name} ${stated(lesson.paper, number, lesson.numbers).text}`);
    const atSource = numbers.map(([name, number]) => {
      const { text } = stated(lesson.paper, number, lesson.numbers);
      const digits = decimalsOf(text);
      const value = sourceValue(lesson, number);
      const grouped = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return `${name} ${grouped}`;
    });
    expect(printed.length).toBeGreaterThan(0);
    expect(printed).toEqual(atSource);
  });
});
