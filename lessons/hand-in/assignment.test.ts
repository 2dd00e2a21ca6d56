import fc from "fast-check";
import { expect, test } from "vitest";
import { LESSONS } from "../course.ts";
import { LONGEST, NOTHING_ASKED, readAssignment, writeAssignment } from "./assignment.ts";
import type { Assignment } from "./assignment.ts";

const steps = fc.oneof(
  fc.constant("all" as const),
  fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }).map((all) => all.sort((a, b) => a - b)),
);
const lessons = fc.uniqueArray(fc.record({ slug: fc.constantFrom(...LESSONS.map(({ slug }) => slug)), steps }), {
  selector: ({ slug }) => slug,
  maxLength: LESSONS.length,
});
const names = fc.uniqueArray(fc.constantFrom("parameters", "faults", "hints", "threads"));
const line = (maxLength: number) =>
  fc.string({ unit: "grapheme", maxLength }).map((text) => text.replaceAll(/\p{C}/gu, "").slice(0, maxLength).trim());
const assignment: fc.Arbitrary<Assignment> = fc.record({
  name: fc.constantFrom("", "Week 6: when the answer does not come", "4", "Übung (3), für alle!"),
  from: line(LONGEST.from),
  lessons,
  lock: names,
  hide: names,
  question: line(LONGEST.question),
  due: line(LONGEST.due),
  own: fc.boolean(),
});

test("an assignment’s link says all of it: it reads back the same, with nothing to complain about", () => {
  fc.assert(
    fc.property(assignment, (asked) => {
      expect(readAssignment(writeAssignment(asked))).toEqual({ assignment: asked, problems: [] });
    }),
  );
});

test("no query throws, and what is read of it stands in a link of its own", () => {
  const key = fc.constantFrom("assignment", "lessons", "lock", "hide", "numbers", "question", "due", "from");
  const pairs = fc.array(fc.tuple(key, fc.string({ unit: "binary", maxLength: 80 })));
  fc.assert(
    fc.property(pairs, (given) => {
      const { assignment: asked } = readAssignment(new URLSearchParams(given).toString());
      expect(readAssignment(writeAssignment(asked))).toEqual({ assignment: asked, problems: [] });
    }),
  );
});

test("the link of an assignment is readable, and leaves out what is at its default", () => {
  const asked: Assignment = {
    ...NOTHING_ASKED,
    name: "Week 6: no answer",
    lessons: [
      { slug: "exactly-once", steps: "all" },
      { slug: "callback", steps: [1, 2, 3, 5] },
    ],
    lock: ["faults"],
    own: true,
  };
  expect(writeAssignment(asked)).toBe(
    "assignment=Week+6:+no+answer&lessons=exactly-once,callback.1-3.5&lock=faults&numbers=own",
  );
  expect(writeAssignment(NOTHING_ASKED)).toBe("");
});

test.each([
  ["lessons=exactly-once,nothing", /^lessons = "nothing" is no lesson: across-the-wire, /],
  ["lessons=callback.0", /^lessons = "callback\.0" names no steps: numbers from 1, such as callback\.1-3\.5\./],
  ["lessons=callback.5-2", /names no steps/],
  ["lessons=callback,callback.2", /^lessons = "callback\.2" names its lesson again\. The first one counts\.$/],
  ["assignment=<b>x</b>", /^assignment = "<b>x<\/b>" is not allowed: up to 60 letters/],
  [`due=${"x".repeat(70)}`, /^due = .* has 70 characters; the first 60 are read\.$/],
  ["numbers=yes", /^numbers = "yes" is not allowed: own\. All students have the same\.$/],
])("%s gets one sentence: key, value, what is allowed", (query, sentence) => {
  const { problems } = readAssignment(query);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
});
