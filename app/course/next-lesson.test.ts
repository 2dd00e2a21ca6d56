import { describe, expect, it } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { EMPTY } from "../record/record.ts";
import { nextLesson } from "./next-lesson.ts";

const slugs = LESSONS.map(({ slug }) => slug);
const [first = "", second = "", third = ""] = slugs;

describe("where a reader goes on", () => {
  it("is the first lesson for a new reader", () => {
    expect(nextLesson({})).toMatchObject({ lesson: { slug: first }, step: null });
  });

  it("is the step where the reader left the lesson that was opened last", () => {
    const lessons = { [third]: { ...EMPTY, turn: 2, at: 4 }, [first]: { ...EMPTY, turn: 1, at: 2 } };
    expect(nextLesson(lessons)).toMatchObject({ lesson: { slug: third }, step: 4 });
  });

  it("is the next unfinished lesson once the others are finished, and none in the end", () => {
    const done = { ...EMPTY, turn: 1, finished: true };
    expect(nextLesson({ [first]: done })).toMatchObject({ lesson: { slug: second }, step: null });
    expect(nextLesson(Object.fromEntries(slugs.map((slug) => [slug, done])))).toBeNull();
  });
});
