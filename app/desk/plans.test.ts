import { expect, test } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { readAssignment, writeAssignment } from "../../lessons/hand-in/assignment.ts";
import { openData } from "../../lessons/index.ts";
import { PLANS } from "./plans.ts";
import { withNeeded } from "./step-needs.ts";

const ALL = PLANS.flatMap(({ assignments }) => assignments);

test.each(ALL)("the plan “$name” opens as a link, and each of its steps has what it needs", async (asked) => {
  expect(readAssignment(writeAssignment(asked))).toEqual({ assignment: asked, problems: [] });
  for (const { slug, steps } of asked.lessons) {
    const lesson = await openData(slug);
    expect(lesson === null ? null : withNeeded(lesson, steps)).toEqual(steps);
  }
});

test("the course of a term has each lesson once", () => {
  const term = PLANS.find(({ id }) => id === "term")?.assignments.flatMap(({ lessons }) => lessons) ?? [];
  expect(term.map(({ slug }) => slug).sort()).toEqual(LESSONS.map(({ slug }) => slug).sort());
  expect(term.every(({ steps }) => steps === "all")).toBe(true);
});
