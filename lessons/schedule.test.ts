import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosenFor, lessonOf, MIXED, mixedOf, openingOf, RETURNS_AFTER } from "./schedule.ts";
import type { Asking, QuestionName, Questions } from "./schedule.ts";

const COURSE = Array.from({ length: 22 }, (_, i) => `lesson-${i + 1}`);
const KINDS = ["prediction", "second", "third"] as const;
const named = (lesson: string): readonly QuestionName[] => KINDS.map((kind) => `${lesson}/${kind}` as const);
const ALL: Questions = new Map(COURSE.map((lesson) => [lesson, named(lesson)]));

/** What the reader is asked as they open a lesson. */
function opens(lesson: string, turn: number, askings: readonly Asking[], known = COURSE): readonly QuestionName[] {
  const wanted = openingOf({ lesson, turn, order: COURSE, known: new Set(known), askings });
  return chosenFor(wanted, ALL, askings);
}

const missed = (question: QuestionName, turn: number): Asking => ({ question, turn, right: false });
const right = (question: QuestionName, turn: number): Asking => ({ question, turn, right: true });

describe("a lesson opens", () => {
  it("with the prediction of the lesson before it, and one from five back", () => {
    expect(opens("lesson-8", 8, [])).toEqual(["lesson-7/prediction", "lesson-3/prediction"]);
  });

  it("with another question where that one was asked before", () => {
    expect(opens("lesson-8", 8, [right("lesson-3/prediction", 4)])).toEqual(["lesson-7/prediction", "lesson-3/second"]);
  });

  it("with two of the lesson before it where nothing is five back, and nothing where there is none before it", () => {
    expect(opens("lesson-2", 2, [])).toEqual(["lesson-1/prediction", "lesson-1/second"]);
    expect(opens("lesson-1", 1, [])).toEqual([]);
  });

  it("with the nearest that can be asked about where lessons between are not known", () => {
    expect(opens("lesson-8", 2, [], ["lesson-2", "lesson-5"])).toEqual(["lesson-5/prediction", "lesson-2/prediction"]);
  });

  it("with what was missed two lessons ago, not with what was missed in the last", () => {
    expect(opens("lesson-8", 8, [missed("lesson-5/second", 6)])).toContain("lesson-5/second");
    expect(opens("lesson-8", 8, [missed("lesson-5/second", 7)])).not.toContain("lesson-5/second");
  });

  it("with what was missed no more, once it was right", () => {
    const askings = [missed("lesson-5/second", 6), right("lesson-5/second", 8)];
    expect(opens("lesson-10", 10, askings)).not.toContain("lesson-5/second");
  });

  it("two lessons later in the reader’s own order, whatever the course’s is", () => {
    const askings = [missed("lesson-2/second", 1)];
    expect(opens("lesson-12", 2, askings)).not.toContain("lesson-2/second");
    expect(opens("lesson-5", 3, askings)).toContain("lesson-2/second");
  });
});

/** A reader who opens lessons in some order and answers everything, rightly or not. */
const readers = fc.record({
  order: fc.shuffledSubarray(COURSE, { minLength: 1 }),
  hits: fc.infiniteStream(fc.boolean()),
});

function history({ order, hits }: { order: readonly string[]; hits: Iterable<boolean> }) {
  const answers = hits[Symbol.iterator]();
  const askings: Asking[] = [];
  return order.map((lesson, i) => {
    const turn = i + 1;
    const before = [...askings];
    const asked = opens(lesson, turn, before);
    for (const question of asked) askings.push({ question, turn, right: answers.next().value === true });
    return { lesson, turn, before, asked };
  });
}

describe("for every reader", () => {
  it("a lesson asks at most four questions, each once, all about lessons before it in the course", () => {
    fc.assert(
      fc.property(readers, (reader) => {
        for (const { lesson, asked } of history(reader)) {
          expect(asked.length).toBeLessThanOrEqual(4);
          expect(new Set(asked).size).toBe(asked.length);
          for (const question of asked) expect(COURSE.indexOf(lessonOf(question))).toBeLessThan(COURSE.indexOf(lesson));
        }
      }),
    );
  });

  it("two are asked wherever a lesson comes before, beside what returns", () => {
    fc.assert(
      fc.property(readers, (reader) => {
        for (const { lesson, asked } of history(reader)) {
          if (lesson !== "lesson-1") expect(asked.length).toBeGreaterThanOrEqual(2);
        }
      }),
    );
  });

  it("what was missed returns two lessons later or, where more waits, is asked after older misses only", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (hits) => {
        // In the order of the course, every question is about a lesson before.
        for (const { turn, before, asked } of history({ order: COURSE, hits })) {
          const last = new Map(before.map((one) => [one.question, one]));
          const due = [...last.values()].filter((one) => one.right === false && turn - one.turn >= RETURNS_AFTER);
          const waiting = due.filter(({ question }) => !asked.includes(question));
          for (const one of waiting) {
            const older = due.filter((other) => asked.includes(other.question) && other.turn <= one.turn);
            expect(older.length).toBeGreaterThanOrEqual(2);
          }
        }
      }),
    );
  });

  it("a part ends with five of its questions, no two neighbours of one lesson while another has some left", () => {
    const parts = fc.shuffledSubarray(COURSE, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, readers, (part, reader) => {
        const askings = history(reader).flatMap(({ asked, turn }) => asked.map((question) => missed(question, turn)));
        const mixed = mixedOf(new Map(part.map((lesson) => [lesson, named(lesson)])), askings);
        expect(mixed.length).toBe(Math.min(MIXED, part.length * KINDS.length));
        expect(new Set(mixed).size).toBe(mixed.length);
        const twice = mixed.filter((question, i) => i > 0 && lessonOf(mixed[i - 1] ?? question) === lessonOf(question));
        expect(twice.length).toBe(part.length === 1 ? mixed.length - 1 : 0);
      }),
    );
  });
});

describe("a part ends", () => {
  it("with what was missed before what is new, and with what is known last", () => {
    const own = new Map([["lesson-1", named("lesson-1")]]);
    const askings = [right("lesson-1/prediction", 2), missed("lesson-1/third", 2)];
    expect(mixedOf(own, askings)).toEqual(["lesson-1/third", "lesson-1/second", "lesson-1/prediction"]);
  });

  it("with nothing that is known while something of its lessons is not", () => {
    const two = new Map([
      ["lesson-1", named("lesson-1")],
      ["lesson-2", named("lesson-2")],
    ]);
    const askings = [right("lesson-1/prediction", 2), missed("lesson-1/second", 2)];
    expect(mixedOf(two, askings)).toEqual([
      "lesson-2/prediction",
      "lesson-1/second",
      "lesson-2/second",
      "lesson-1/third",
      "lesson-2/third",
    ]);
  });
});
