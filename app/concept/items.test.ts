import { describe, expect, it } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { answerOf } from "../setup/questions/reading.ts";
import { BELIEFS } from "./beliefs.ts";
import { ITEMS } from "./items.ts";
import { NONE } from "./sitting.ts";

const FORMS = ITEMS.flatMap(({ id, forms }) => [
  { name: `${id} a`, ...forms.a },
  { name: `${id} b`, ...forms.b },
]);

describe("the concept test", () => {
  it("has fourteen items in two forms, and asks nothing twice", () => {
    expect(ITEMS).toHaveLength(14);
    expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(14);
    expect(new Set(ITEMS.map(({ about }) => about)).size).toBe(14);
    expect(new Set(FORMS.map(({ asked }) => asked)).size).toBe(28);
  });

  it("has in each form one right option of three, and wrong ones of different beliefs that a lesson treats", () => {
    const slugs = LESSONS.map(({ slug }) => slug);
    for (const { name, options } of FORMS) {
      expect(options, name).toHaveLength(3);
      expect(new Set([NONE, ...options.map(({ id }) => id)]).size, name).toBe(4);
      const beliefs = options.flatMap(({ belief }) => belief ?? []);
      expect(new Set(beliefs).size, name).toBe(2);
      for (const belief of beliefs) expect(slugs, `${name}: ${belief}`).toContain(BELIEFS[belief].lesson);
    }
    const used = new Set(FORMS.flatMap(({ options }) => options.flatMap(({ belief }) => belief ?? [])));
    expect([...used].sort()).toEqual(Object.keys(BELIEFS).sort());
  });

  it("needs the same for both forms of an item, and proves them by different runs", () => {
    for (const { id, forms } of ITEMS) {
      expect(forms.a.needs, id).toEqual(forms.b.needs);
      expect(forms.a.needs.length, id).toBeGreaterThan(0);
      expect(
        forms.a.runs.map((run) => [run.set, run.experiment, run.faults]),
        id,
      ).not.toEqual(forms.b.runs.map((run) => [run.set, run.experiment, run.faults]));
      const places = (["a", "b"] as const).map((form) =>
        forms[form].options.findIndex(({ belief }) => belief === null),
      );
      expect(places[0], `${id}: the right one stands at one place in both forms`).not.toBe(places[1]);
    }
  });

  it("says in each answer only what its runs show", () => {
    for (const { name, answer, runs } of FORMS)
      expect(answerOf({ id: name, asked: "", words: "", answer, runs }), name).not.toMatch(/[{}]/);
  });
});
