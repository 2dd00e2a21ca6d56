/** Variants: the same code gives the same numbers, they can be solved, and the texts say what is drawn. */
import { describe, expect, it } from "vitest";
import "../../engine/papers/index.ts";
import { ALL_LESSONS } from "../all.ts";
import { untagged } from "../lint-text.ts";
import { stated } from "../numbers.ts";
import { piecesOf } from "../prose.ts";
import { runNow } from "../testing.ts";
import { sentencesOf } from "../sentences.ts";
import { openOwn, openVariant, OWN_FILES } from "./open-variant.ts";
import { tryVariants } from "./try-variants.ts";
import { codeOf, countOf, lessonsId, variantOf } from "./variant.ts";

/** Quick lessons: a limit, faults, two bounds, a text of two parts. The audit tries all. */
const QUICK = ["across-the-wire", "exactly-once", "marshalling", "xdr"];
const codes = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `student ${i + 1}`);
const DECLARED = import.meta.glob("../*/own.ts");

describe("a variant", () => {
  it("is the same for the same student, however the name is typed, and another for another", async () => {
    const [lesson] = ALL_LESSONS;
    if (lesson === undefined) throw new Error("There is no lesson.");
    const one = await openVariant(lesson, " Ada  Lovelace ");
    expect(await openVariant(lesson, "ada lovelace")).toEqual(one);
    expect(await openVariant(lesson, "Zoë".normalize("NFD"))).toEqual(await openVariant(lesson, "ZOË"));
    expect(await openVariant(lesson, "Ada Lovelacf")).not.toEqual(one);
    expect(codeOf("\tAda\u00a0 B ")).toBe("ada b");
  });

  it("has the questions of its lesson, with ids of its own", async () => {
    for (const lesson of ALL_LESSONS) {
      const { steps } = await openVariant(lesson, "ada");
      const idsOf = (all: typeof steps) =>
        all.flatMap(({ checkpoint }) => (checkpoint?.parts ?? []).map(({ id }) => `${checkpoint?.id}/${id}`));
      const own = idsOf(steps);
      expect(own.map(lessonsId)).toEqual(idsOf(lesson.steps));
      expect(own.some((id) => idsOf(lesson.steps).includes(id))).toBe(false);
    }
  });

  it("changes each part that is declared, and declares parts that there are", async () => {
    expect(
      Object.keys(DECLARED)
        .map((path) => path.split("/")[1])
        .sort(),
    ).toEqual(Object.keys(OWN_FILES).sort());
    for (const slug of Object.keys(OWN_FILES)) {
      const lesson = ALL_LESSONS.find((one) => one.slug === slug);
      const checkpoints = (lesson?.steps ?? []).flatMap(({ checkpoint }) => checkpoint ?? []);
      for (const [id, own] of Object.entries(await openOwn(slug))) {
        const parts = checkpoints.find((one) => one.id === id)?.parts.map((part) => part.id) ?? [];
        expect(parts, `${slug} ${id}`).toEqual(expect.arrayContaining(Object.keys(own.parts)));
        expect(parts, `${slug} ${id}`).not.toEqual([]);
        for (const name of [...Object.keys(own.draws), ...Object.keys(own.also ?? {})])
          expect(Object.keys(lesson?.numbers ?? {}), `${slug}: a number of the lesson is called so`).not.toContain(
            name,
          );
      }
    }
  });

  it("is not the lesson’s own example, and there are enough of them", async () => {
    for (const lesson of ALL_LESSONS) {
      for (const [id, own] of Object.entries(await openOwn(lesson.slug))) {
        if (own.texts === undefined) continue;
        expect(countOf(own), `${lesson.slug} ${id}`).toBeGreaterThanOrEqual(10);
        const of = ({ steps }: typeof lesson) =>
          steps
            .flatMap(({ checkpoint }) => checkpoint?.parts ?? [])
            .map(({ set, conditions }) => ({ set, bounds: conditions.map((one) => [one.set, one.bound]) }));
        for (const code of codes(20))
          expect(of(variantOf(lesson, { [id]: own }, code)), `${lesson.slug} ${code}`).not.toEqual(of(lesson));
      }
    }
  });

  it("names only numbers that it has, and has no figure without an address", async () => {
    for (const plain of ALL_LESSONS) {
      const lesson = await openVariant(plain, "ada");
      for (const { text } of sentencesOf(lesson, [])) {
        for (const piece of piecesOf(text)) {
          if ("text" in piece) expect(untagged(piece.text), text).toBeNull();
          else {
            const number = lesson.numbers[piece.number];
            expect(number, `${lesson.slug}: {${piece.number}} in “${text}”`).toBeDefined();
            if (number !== undefined) expect(stated(lesson.paper, number, lesson.numbers).text).not.toBe("");
          }
        }
      }
    }
  });

  it.each(QUICK)("of %s can be solved for ten students", async (slug) => {
    const lesson = ALL_LESSONS.find((one) => one.slug === slug);
    if (lesson === undefined) throw new Error(`There is no lesson ${slug}.`);
    const tried = await tryVariants(lesson, await openOwn(slug), codes(10), runNow);
    expect(tried.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(tried).not.toEqual([]);
  });
});
