import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MISCONCEPTIONS } from "../../lessons/misconceptions.ts";
import type { Misconception } from "../../lessons/misconceptions.ts";
import { answers, keep, recordOf, reset, see, update } from "./answers.ts";
import { EMPTY, NOTHING_KEPT } from "./record.ts";
import type { LessonRecord, LogEntry, MemoryRecord } from "./record.ts";
import { answersText } from "./answers-text.ts";
import { answersFrom } from "./kept-answers.ts";
import { readAnswers } from "./read-answers.ts";

const name = fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== "__proto__");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const dictionary = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });

const interval = fc.record({ low: number, high: number });
const committed = fc.oneof(
  fc.record({ kind: fc.constant("none" as const) }),
  fc.record({ kind: fc.constant("choice" as const), option: name }),
  fc.record({ kind: fc.constant("number" as const), value: number, interval: fc.option(interval) }),
  fc.record({ kind: fc.constant("curve" as const), ys: fc.array(number, { maxLength: 8 }) }),
  fc.record({
    kind: fc.constant("crossing" as const),
    curves: fc.array(fc.array(number, { maxLength: 8 }), { maxLength: 2 }),
  }),
);
const part = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes("/"));
const question = fc.tuple(part, part).map(([lesson, id]) => `${lesson}/${id}` as const);
const memory: fc.Arbitrary<MemoryRecord> = fc.record({
  asked: fc.uniqueArray(question, { maxLength: 5 }),
  given: dictionary(fc.record({ first: name, option: name, right: fc.boolean() })),
});
const beliefs = fc.subarray(Object.keys(MISCONCEPTIONS) as Misconception[]);
const entry: fc.Arbitrary<LogEntry> = fc.record({
  about: name,
  kind: fc.constantFrom("prediction", "again", "variant", "checkpoint", "memory"),
  form: fc.constantFrom("none", "choice", "number", "curve", "crossing", "run"),
  right: fc.boolean(),
  could: beliefs,
  showed: beliefs,
  caught: fc.option(fc.boolean()),
});
const lessonRecord: fc.Arbitrary<LessonRecord> = fc.record({
  turn: fc.nat(30),
  visit: fc.nat(99),
  seen: fc.array(name),
  at: fc.nat(9),
  predictions: dictionary(
    fc.record({
      answers: fc.array(committed, { minLength: 1, maxLength: 3 }),
      settled: fc.boolean(),
      told: fc.boolean(),
      variant: fc.option(name),
    }),
  ),
  explains: dictionary(fc.record({ pick: fc.option(name), text: fc.string(), shown: fc.boolean() })),
  checks: dictionary(
    fc.record({
      passed: fc.boolean(),
      failures: fc.nat(9),
      set: dictionary(fc.oneof(name, number)),
      faults: fc.array(name),
      hints: fc.nat(3),
      told: fc.boolean(),
    }),
  ),
  variants: dictionary(name),
  opening: memory,
  ending: memory,
  log: fc.array(entry, { maxLength: 4 }),
  finished: fc.boolean(),
});

describe("answers as text", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(dictionary(lessonRecord), (lessons) => {
        expect(readAnswers(answersText(lessons))).toEqual(lessons);
      }),
    );
  });

  it("are never read as something else, whatever the file holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof readAnswers(text)).toBe("string");
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (lessons) => {
        const read = readAnswers(JSON.stringify({ format: "roundtrip-answers", version: 1, lessons }));
        if (typeof read === "string") throw new Error(read);
        for (const one of Object.values(read)) expect(Object.keys(one).sort()).toEqual(Object.keys(EMPTY).sort());
      }),
    );
  });

  it("of an older page had an interval with each number, and say by it whether the truth was caught", () => {
    const log = [{ about: "a", kind: "prediction", form: "number", right: true, could: [], showed: [] }];
    const predictions = { a: { answers: [{ kind: "number", value: 3, low: 1, high: 5 }], settled: true } };
    const lessons = { one: { predictions, log } };
    const read = readAnswers(JSON.stringify({ format: "roundtrip-answers", version: 1, lessons }));
    if (typeof read === "string") throw new Error(read);
    const answer = { kind: "number", value: 3, interval: { low: 1, high: 5 } };
    expect(read["one"]?.predictions["a"]?.answers).toEqual([answer]);
    expect(read["one"]?.log[0]?.caught).toBe(true);
  });

  it("say what is wrong with a file that is not theirs", () => {
    const large = readAnswers(JSON.stringify({ format: "roundtrip-answers", version: "9".repeat(1_000_000) }));
    expect(large).toMatch(/^Their version is "9{19}…; this page reads version \d+\.$/);
    expect(readAnswers("{")).toContain("not JSON");
    expect(readAnswers("{}")).toContain('format is not "roundtrip-answers"');
    expect(readAnswers('{"format":"roundtrip-answers","version":9}')).toContain(
      "version is 9; this page reads version 1",
    );
  });
});

describe("answers in this browser", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    keep({});
  });
  afterEach(() => vi.unstubAllGlobals());

  it("are kept as they are given, one lesson beside the other", () => {
    update("one", (record) => ({ ...record, finished: true }));
    update("two", (record) => ({ ...record, seen: ["a"] }));
    expect(readAnswers([...stored.values()].join())).toEqual({
      one: { ...EMPTY, finished: true },
      two: { ...EMPTY, seen: ["a"] },
    });
  });

  it("give a lesson its turn when its first step is seen, in the reader’s own order", () => {
    see("two", "a", 1);
    see("one", "x", 3);
    see("two", "b", 2);
    see("two", "a", 1);
    expect(recordOf("two")).toMatchObject({ turn: 1, seen: ["a", "b"], at: 1 });
    expect(recordOf("one")).toMatchObject({ turn: 2, seen: ["x"], at: 3 });
  });

  it("tell which lesson the reader was in last, also of two that were begun before", () => {
    for (const slug of ["two", "one", "two"]) see(slug, "a", 1);
    expect(recordOf("two").visit).toBeGreaterThan(recordOf("one").visit);
  });

  it("can be forgotten, one lesson or all", () => {
    update("one", (record) => record);
    update("two", (record) => record);
    reset("one");
    expect(Object.keys(answers.getState().lessons)).toEqual(["two"]);
    reset();
    expect(answers.getState().lessons).toEqual({});
  });

  it("last as long as the page where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", {
      setItem: () => {
        throw new Error("no room");
      },
    });
    see("one", "a", 0);
    expect(answers.getState()).toMatchObject({ kept: false, problem: null });
    update("one", (record) => ({ ...record, finished: true }));
    expect(recordOf("one").finished).toBe(true);
    // The first answer that is not kept is told, once.
    expect(answers.getState().problem).toBe(NOTHING_KEPT);
    answers.setState({ problem: null });
    update("one", (record) => record);
    expect(answers.getState().problem).toBeNull();
  });

  it("are set aside, each text once, where this page cannot read them", () => {
    const later = '{"format":"roundtrip-answers","version":99,"lessons":{}}';
    for (const text of [later, "{", later]) {
      const { lessons, problem } = answersFrom(text);
      expect(lessons).toEqual({});
      expect(problem).toContain("are set aside in this browser’s storage as roundtrip-answers-set-aside");
    }
    expect(stored.get("roundtrip-answers-set-aside")).toBe(later);
    expect(stored.get("roundtrip-answers-set-aside-2")).toBe("{");
    expect(answersFrom(answersText({}))).toEqual({ lessons: {}, problem: null });
  });

  it("say so where there is no room to set them aside", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new Error("no room");
      },
    });
    expect(answersFrom("{").problem).toContain("has no room to set them aside");
  });
});

it("a tab that the browser had frozen takes in another tab’s answers before it writes its own", async () => {
  const other = answersText({ xdr: { ...EMPTY, at: 1 } });
  let kept: string | null = null;
  const heard = new Map<string, () => void>();
  const addEventListener = (type: string, listener: () => void): void => void heard.set(type, listener);
  vi.stubGlobal("localStorage", {
    getItem: () => kept,
    setItem: (_key: string, text: string) => (kept = text),
  });
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener });
  vi.resetModules();
  const tab = await import("./answers.ts");
  await tab.takeInAnswers();
  for (const event of ["pageshow", "visibilitychange"]) {
    tab.keep({});
    kept = other;
    heard.get(event)?.();
    await vi.waitFor(() => expect(Object.keys(tab.answers.getState().lessons)).toEqual(["xdr"]));
  }
  tab.update("relay", (record) => ({ ...record, at: 2 }));
  expect(kept).toContain('"xdr"');
  expect(kept).toContain('"relay"');
});
