/** The lesson of the tests, whose code the page on writing a lesson shows, keeps all rules. */
import { describe, expect, it } from "vitest";
import { descriptions } from "../engine/experiments/echo-fixture/describe.ts";
import { experiments } from "../engine/experiments/echo-fixture/experiments.ts";
import { takeIn } from "../engine/experiments/lookup.ts";
import { withDefaults } from "../engine/experiments/settings.ts";
import type { ParamValues, Run } from "../engine/experiments/types.ts";
import { findLesson } from "./course.ts";
import { lesson } from "./echo-fixture/lesson.ts";
import { recall } from "./echo-fixture/recall.ts";
import { headProblems, partProblems } from "./head.ts";
import { lintWords } from "./lint-words.ts";
import { parseText } from "./parse-text.ts";
import { lintLesson, lintSolutions } from "./lint.ts";
import { gradeOf, HIGHEST_GRADE, lintProse } from "./lint-prose.ts";
import { findingText, paragraphsOf, plainSentence } from "./lint-text.ts";
import { sentencesOf } from "./sentences.ts";
import { said } from "./sources.ts";
import type { Lesson } from "./types.ts";
import { part } from "./parts/echo-fixture.ts";
import { treeOf } from "./testing.ts";

takeIn(descriptions);
const [echo] = experiments;
if (echo === undefined) throw new Error("The fixture has no experiment.");
const run = (set: ParamValues, seed = 1, faults: readonly string[] = []): Run["measures"] =>
  echo.run(withDefaults(echo, set), seed, faults, { keep: "none" }).measures;

describe("the lesson of the tests", () => {
  it("keeps the rules for a part, for data, for prose and for plain words", async () => {
    const tree = await treeOf(lesson.slug);
    expect(partProblems(part)).toEqual([]);
    expect(headProblems(lesson, { folder: lesson.slug, parts: [lesson.part], papers: [] })).toEqual([]);
    expect(lintLesson(lesson, recall, tree).map(findingText)).toEqual([]);
    const sentences = sentencesOf(lesson, recall).map(({ text }) => plainSentence(text));
    const texts = [...paragraphsOf(tree), ...lesson.can, ...sentences].filter((text) => text !== "");
    expect(texts.flatMap((text) => lintProse(text))).toEqual([]);
    expect(gradeOf(texts)).toBeLessThanOrEqual(HIGHEST_GRADE);
  });

  it("has a solution that passes, and no lucky guess", async () => {
    const found = await lintSolutions(lesson, ({ parameters, seed, faults }) =>
      Promise.resolve(run(parameters, seed, faults)),
    );
    expect(found.map(findingText)).toEqual([]);
  });

  it("states its numbers as its runs have them", () => {
    const stated = Object.values(lesson.numbers).flatMap((one) => (one.kind === "run" ? [one] : []));
    expect(stated).toHaveLength(2);
    for (const { set, seed, faults, measure, value } of stated) {
      expect(Number(run(set, seed, faults)[measure]?.value).toLocaleString("en-US", { maximumFractionDigits: 0 })).toBe(
        value,
      );
    }
  });

  it("is refused with a word that its runs do not bear out, and with one that is bound to nothing", async () => {
    const tree = await treeOf(lesson.slug);
    const findings = (changed: Partial<Lesson>): readonly string[] =>
      lintLesson({ ...lesson, ...changed }, recall, tree).map(findingText);
    const word = (phrase: string): Partial<Lesson> => ({
      numbers: { ...lesson.numbers, most: said(phrase, { waiting: "lost - whole", "the call": "lost" }) },
    });
    expect(findings(word("More than half"))).toEqual([]);
    expect(findings(word("Nearly all"))).toEqual([
      'lessons/echo-fixture/lesson.ts, step "twice": the word "most": "nearly all" is not so of waiting: ' +
        "the run says waiting 1,500, the call 2,252. Write the word that the run bears out, or compare other numbers.",
    ]);
    expect(findings({ general: {} })[0]).toContain(
      'step "check": "once" is not bound in "The client waits 5 ms before it asks again, and once more before',
    );
    expect(findings({ general: { ...lesson.general, "once again": "Never said." } })).toEqual([
      'lessons/echo-fixture/lesson.ts: general has "once again", which no sentence has. ' +
        "Leave it out, or write it as the sentence does.",
    ]);
  });

  it("is refused with such a word in what a try shows, though it names no number", async () => {
    const shown = (text: string) =>
      parseText(`<Step id="twice">\n\n<After id="lost">\n\n${text}\n\n</After>\n\n</Step>`);
    const findings: string[] = [];
    lintWords(lesson, [], await shown("The client always waits."), (_, what) => void findings.push(what));
    expect(findings).toContain('"always" is not bound in "The client always waits."');
  });

  it("is no part of the course", () => {
    expect(findLesson(lesson.slug)).toBeUndefined();
  });
});
