import { describe, expect, it } from "vitest";
import { COURSE, findLesson, LESSONS } from "./course.ts";
import { aboutLesson } from "./about.ts";
import { TO_MEND } from "./catalogue.ts";

describe("the course", () => {
  it("builds every lesson only on what comes before it", () => {
    const later = LESSONS.flatMap(({ slug }, place) =>
      aboutLesson(slug)
        .buildsOn.filter((before) => {
          const at = LESSONS.findIndex((one) => one.slug === before);
          return at < 0 || at >= place;
        })
        .map((before) => `${slug} builds on ${before}`),
    );
    expect(later).toEqual([]);
  });

  it("has nothing to be mended, so that no lesson is left out", () => {
    expect(TO_MEND).toEqual([]);
  });

  it("finds each lesson in its part, at its place", () => {
    for (const part of COURSE) {
      for (const lesson of part.lessons) {
        expect(findLesson(lesson.slug)).toEqual({ part, lesson, place: LESSONS.indexOf(lesson) + 1 });
      }
    }
    expect(findLesson("nowhere")).toBeUndefined();
  });
});
