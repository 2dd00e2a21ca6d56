/** No lesson has two numbers for one thing without a word on it; `npm run audit` looks at all of them. */
import { expect, it } from "vitest";
import { LESSONS } from "./course.ts";
import { findingText } from "./lint-text.ts";
import { openRecall } from "./recalls.ts";
import { runNow, treeOf } from "./testing.ts";
import { twoNumbers } from "./two-numbers.ts";

const LOOKS_AT_ALL = process.env["ROUNDTRIP_EVERY"] === "1";
const SOME = ["callback", "relay"];

it.each(LESSONS.filter(({ slug }) => LOOKS_AT_ALL || SOME.includes(slug)))(
  "$slug has one number for one thing",
  async ({ slug }) => {
    const open = await openRecall(slug);
    if (open === null) throw new Error(`${slug} is not written.`);
    const found = await twoNumbers(open.lesson, open.recall, await treeOf(slug), runNow);
    expect(found.map(findingText)).toEqual([]);
  },
);
