/** The tasks of every lesson can be passed, and only by what they ask for: their solutions are run, and neighbours. */
import { expect, it } from "vitest";
import { lintSolutions } from "./lint.ts";
import { findingText } from "./lint-text.ts";
import { runNow } from "./testing.ts";
import { LESSONS } from "./course.ts";
import { openRecall } from "./recalls.ts";

it.each(LESSONS)("$slug has solutions that pass, neighbours that fail and no lucky guess", async ({ slug }) => {
  const open = await openRecall(slug);
  if (open === null) throw new Error(`${slug} is not written.`);
  expect((await lintSolutions(open.lesson, runNow)).map(findingText)).toEqual([]);
});
