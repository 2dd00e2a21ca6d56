import { describe, expect, it } from "vitest";
import { openLesson } from "../../../lessons/index.ts";
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import { EMPTY } from "../../record/record.ts";
import type { LogEntry } from "../../record/record.ts";
import { ledgerOf, ledgerText } from "./ledger.ts";
import { missOf, sideOf } from "../../../lessons/miss.ts";
import { beliefsOf, choiceEntry, logged, predictionEntry } from "./log.ts";

async function asked(slug: string): Promise<{ readonly lesson: Lesson; readonly prediction: Prediction }> {
  const lesson = (await openLesson(slug))?.lesson;
  const prediction = lesson?.steps.find(({ predict }) => predict !== undefined)?.predict;
  if (lesson === undefined || prediction === undefined) throw new Error(`${slug} asks for no prediction.`);
  return { lesson, prediction };
}

const interval = (low: number, high: number): Committed => ({
  kind: "number",
  value: (low + high) / 2,
  interval: { low, high },
});

describe("a number that misses", () => {
  it("is told on which side, by the reasoning that leads there, and shows a belief on that side only", async () => {
    const { lesson, prediction } = await asked("where-2-66-ms-go");
    expect(sideOf(lesson, prediction, interval(30, 70))).toBe("tooHigh");
    expect(missOf(lesson, prediction, interval(30, 70))?.reply).toContain("A network feels slow");
    expect(missOf(lesson, prediction, interval(0, 1))?.reply).toContain("You leave the wire almost no time");
    expect(predictionEntry(lesson, prediction, interval(30, 70), "prediction").showed).toEqual(["M1"]);
    expect(predictionEntry(lesson, prediction, interval(0, 1), "again").showed).toEqual([]);
  });

  it("is told on its side without an interval too, and then no interval is counted", async () => {
    const { lesson, prediction } = await asked("where-2-66-ms-go");
    const guess = { kind: "number", value: 50, interval: null } as const;
    expect(sideOf(lesson, prediction, guess)).toBe("tooHigh");
    expect(predictionEntry(lesson, prediction, guess, "prediction")).toMatchObject({ right: false, caught: null });
    expect(predictionEntry(lesson, prediction, interval(30, 70), "prediction").caught).toBe(false);
    expect(predictionEntry(lesson, prediction, interval(1, 30), "prediction").caught).toBe(true);
  });

  it("is no miss where the interval holds the truth and no wrong belief, wherever the guess lies in it", async () => {
    const { lesson, prediction } = await asked("where-2-66-ms-go");
    expect(sideOf(lesson, prediction, interval(4, 9))).toBeNull();
    expect(predictionEntry(lesson, prediction, interval(4, 9), "prediction")).toMatchObject({
      right: true,
      could: ["M1"],
      showed: [],
    });
    expect(sideOf(lesson, prediction, interval(1, 30)), "a tenth is in it, too").toBe("tooHigh");
  });
});

describe("two curves that should cross", () => {
  const drawn = async (parallel: readonly number[], serial: readonly number[]) => {
    const { lesson, prediction } = await asked("parallel-or-serial");
    const ends = ([from = 0, to = 0]: readonly number[]) =>
      Array.from({ length: 8 }, (_, i) => from + ((to - from) * i) / 7);
    const answer = { kind: "crossing", curves: [ends(parallel), ends(serial)] } as const;
    return {
      entry: predictionEntry(lesson, prediction, answer, "prediction"),
      miss: missOf(lesson, prediction, answer),
    };
  };

  it("are right where they cross near the published place, whatever their heights", async () => {
    expect((await drawn([60, 110], [45, 180])).entry.right).toBe(true); // at 17.8 KB
    expect((await drawn([120, 220], [90, 360])).entry.right).toBe(true);
  });

  it("are answered by which is ahead throughout, or by where they cross", async () => {
    expect((await drawn([60, 110], [50, 100])).miss?.reply).toContain("seven hops always take longer than one");
    expect((await drawn([50, 100], [60, 110])).miss?.reply).toContain("the chain always wins");
    expect((await drawn([60, 110], [50, 115])).miss?.reply).toContain("too late");
    expect((await drawn([60, 110], [59, 180])).miss?.reply).toContain("too early");
    expect((await drawn([50, 110], [60, 100])).miss?.reply).toContain("Think of the smallest argument");
  });
});

describe("a curve that misses", () => {
  const drawn = async (change: (y: number, i: number) => number) => {
    const { lesson, prediction } = await asked("more-threads");
    if (prediction.kind !== "curve") throw new Error("more-threads asks for a curve");
    const ys = truthCurve(lesson.paper, prediction).map(({ y }, i) => change(y, i));
    return { lesson, prediction, answer: { kind: "curve", ys } as const };
  };

  it("is told by where it ends up: a line to the wire, a flat one, or the right end by another way", async () => {
    const line = await drawn((_, i) => (10 * (i + 1)) / 8);
    expect(missOf(line.lesson, line.prediction, line.answer)?.tags).toEqual(["M8", "M1"]);
    const flat = await drawn(() => 1.82);
    expect(missOf(flat.lesson, flat.prediction, flat.answer)?.reply).toContain("disturb each other early");
    const late = await drawn((y, i) => (i < 5 ? 1.82 : y));
    expect(sideOf(late.lesson, late.prediction, late.answer)).toBeNull();
    expect(missOf(late.lesson, late.prediction, late.answer)?.reply).toContain("but its shape differs");
  });

  it("is none where it is the measured one", async () => {
    const same = await drawn((y) => y);
    expect(predictionEntry(same.lesson, same.prediction, same.answer, "prediction")).toMatchObject({ right: true });
  });
});

const entry = (about: string, more: Partial<LogEntry>): LogEntry => ({
  about,
  kind: "prediction",
  form: "choice",
  right: false,
  could: ["M1"],
  showed: [],
  caught: null,
  ...more,
});
const lessons = {
  second: { ...EMPTY, turn: 2, log: [entry("c", { could: ["M1"], right: true })] },
  first: {
    ...EMPTY,
    turn: 1,
    log: [entry("a", { showed: ["M1"], could: ["M1", "M8"] }), entry("b", { showed: ["M8"], could: ["M8"] })],
  },
};

describe("the log over all lessons", () => {
  it("says which beliefs persist: those that the last answer that could show them showed", () => {
    expect(beliefsOf(lessons)).toEqual([
      { tag: "M8", showed: 1, asked: 2, persists: true },
      { tag: "M1", showed: 1, asked: 2, persists: false },
    ]);
    expect(beliefsOf({ second: lessons.second })).toEqual([]);
  });

  it("takes an option’s tags, and all that its question could have shown", () => {
    const options = [
      { id: "a", text: "a", reply: "", tags: ["M1"] as const },
      { id: "b", text: "b", reply: "", right: true as const },
      { id: "c", text: "c", reply: "", tags: ["M5", "M1"] as const },
    ];
    const wrong = choiceEntry("q", "variant", options, "c");
    expect(wrong).toMatchObject({ right: false, could: ["M1", "M5"], showed: ["M5", "M1"] });
    expect(choiceEntry("q", "variant", options, "b")).toMatchObject({ right: true, showed: [] });
    expect(logged(EMPTY, wrong, 7).log).toEqual([{ ...wrong, at: 7 }]);
  });

  it("counts the intervals that caught the truth, first commitments only", () => {
    const number = { form: "number", kind: "prediction", caught: false } as const;
    const log = [
      entry("a", number),
      entry("a", { ...number, kind: "again", caught: true }),
      entry("b", { ...number, caught: true }),
      entry("f", { ...number, right: true, caught: null }), // a guess alone
      entry("c", { form: "none" }),
      entry("d", { form: "curve" }),
    ];
    const ledger = ledgerOf({ one: { ...EMPTY, log }, two: { ...EMPTY, log: [entry("e", number)] } });
    expect(ledger).toEqual({ caught: 1, given: 3, noIdea: 1 });
    expect(ledgerText(ledger)).toContain("1 of your 3 intervals contained the true value.");
    expect(ledgerText(ledger)).toContain("You had no idea once.");
    expect(ledgerText(ledgerOf({}))).toBe("You have given no interval yet.");
    const said = (caught: number, given: number) => ledgerText({ caught, given, noIdea: 0 });
    expect(said(0, 7)).toBe("None of your 7 intervals contained the true value.");
    expect(said(7, 7)).toBe("All of your 7 intervals contained the true value.");
    expect(said(0, 1)).toBe("Your interval did not contain the true value.");
  });
});
