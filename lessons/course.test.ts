import { describe, expect, it } from "vitest";
import { COURSE, findLesson, LESSONS } from "./course.ts";
import { written } from "./index.ts";
import { PLANNED } from "./planned.ts";
import { runOf } from "../engine/experiments/testing.ts";
import { table } from "../engine/papers/lookup.ts";

describe("the course", () => {
  it("builds every lesson only on what comes before it", () => {
    const later = LESSONS.flatMap(({ slug, buildsOn }, place) =>
      buildsOn
        .filter((before) => {
          const at = LESSONS.findIndex((one) => one.slug === before);
          return at < 0 || at >= place;
        })
        .map((before) => `${slug} builds on ${before}`),
    );
    expect(later).toEqual([]);
  });

  it("marks exactly the lessons that have files as written", () => {
    expect(LESSONS.filter((one) => one.written).map(({ slug }) => slug)).toEqual(written);
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

describe("a lesson that is planned", () => {
  const planned = LESSONS.filter((one) => !one.written).map(({ slug }) => slug);

  it("has its way to what is here today, and no other lesson has one", () => {
    expect(Object.keys(PLANNED)).toEqual(expect.arrayContaining(planned));
    expect(planned).toEqual(expect.arrayContaining(Object.keys(PLANNED)));
  });

  it.each(planned)("%s leads to tables that its paper has, and to a run that can be made", (slug) => {
    const found = PLANNED[slug];
    for (const name of found?.tables ?? []) expect(table(found?.paper ?? "", name).id).toBe(name);
    const run = found?.run;
    expect(run).toBeDefined();
    if (run !== undefined) expect(runOf(run.experiment, run).unusedFaults).toEqual([]);
  });
});
