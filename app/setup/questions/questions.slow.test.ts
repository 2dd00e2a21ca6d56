/** Every number on the page of questions is what its run measures, to the digits printed. */
import { describe, expect, it } from "vitest";
import { experimentOf, runOf } from "../../../engine/experiments/testing.ts";
import { findLesson } from "../../../lessons/course.ts";
import { readLink } from "../link.ts";
import { readPlace } from "../location.ts";
import { addressProblems } from "../address-problems.ts";
import { presentationOf } from "../presentation.ts";
import { answeringHref } from "./answering-link.ts";
import { QUESTIONS } from "./index.ts";

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

/** The value as the page prints it: with the digits of `like`. */
function printed(value: unknown, like: string): string {
  if (typeof value !== "number") return String(value);
  return value.toLocaleString("en", {
    minimumFractionDigits: decimalsOf(like),
    maximumFractionDigits: decimalsOf(like),
  });
}

describe("the questions", () => {
  it.each(QUESTIONS.flatMap((question) => question.runs.map((run) => ({ id: question.id, ...run }))))(
    "$id: $says",
    ({ experiment, set, faults = [], shows }) => {
      const known = Object.keys(experimentOf(experiment).measures);
      expect(known).toEqual(expect.arrayContaining(Object.keys(shows)));
      const { measures } = runOf(experiment, { set, faults, keep: { calls: 1 } });
      const found = Object.entries(shows).map(([key, like]) => [key, printed(measures[key]?.value, like)]);
      expect(Object.fromEntries(found)).toEqual(shows);
    },
  );

  it("lead by their links to the runs", () => {
    for (const { id, run } of QUESTIONS.flatMap(({ id, runs }) => runs.map((run) => ({ id, run })))) {
      const place = readPlace(answeringHref(run, id));
      const { setup, problems } = readLink(place);
      expect(presentationOf(place).asked).toBe(id);
      expect(addressProblems(place)).toEqual([]);
      expect(problems, run.says).toEqual([]);
      const { experiment, parameters, faults } = setup;
      expect(experiment).toBe(run.experiment);
      expect(parameters).toMatchObject(run.set);
      expect(faults).toEqual(run.faults ?? []);
    }
  });

  it("name lessons of the course, and no name twice", () => {
    for (const { lesson } of QUESTIONS) if (lesson !== undefined) expect(findLesson(lesson)).toBeDefined();
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
    for (const { runs } of QUESTIONS)
      expect(new Set(runs.map((run) => JSON.stringify([run.experiment, run.set, run.faults]))).size).toBe(runs.length);
  });
});
