import { describe, expect, it } from "vitest";
import { openLesson } from "./index.ts";
import type { CurvePrediction, Lesson } from "./types.ts";
import { isRight, otherReading, truthCurve } from "./verdict.ts";

async function curveOf(slug: string): Promise<{ readonly lesson: Lesson; readonly predict: CurvePrediction }> {
  const open = await openLesson(slug);
  const predict = open?.lesson.steps.map((step) => step.predict).find((one) => one?.kind === "curve");
  if (open === null || predict?.kind !== "curve") throw new Error(`${slug} asks for no curve.`);
  return { lesson: open.lesson, predict };
}

describe("the published curve of a prediction", () => {
  it("of a table with one key goes over all its rows", async () => {
    const { predict } = await curveOf("more-threads");
    expect(truthCurve("firefly", predict).map(({ x }) => x)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("of a table with two keys is that of the rows asked for, over the other key", async () => {
    const { predict } = await curveOf("ceiling");
    const points = truthCurve("multirpc", predict);
    expect(points.map(({ x }) => x)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(points.map(({ y }) => y)).toEqual([1.08, 1.94, 3.72, 4.7, 4.71, 4.72, 4.73]);
    const { at: _, ...whole } = predict.truth;
    expect(truthCurve("multirpc", { ...predict, truth: whole })).toHaveLength(14);
  });

  it("is right where it is drawn as published, wrong as one server the more, one time the faster", async () => {
    const { lesson, predict } = await curveOf("ceiling");
    const points = truthCurve("multirpc", predict);
    const drawn = (ys: readonly number[]): boolean => isRight(lesson, predict, { kind: "curve", ys });
    expect(drawn(points.map(({ y }) => y))).toBe(true);
    expect(drawn(points.map(({ x }) => Math.min(x, predict.max)))).toBe(false);
  });
});

describe("a number with another right reading", () => {
  it.each([
    ["across-the-wire", "faster-wire", 950, 912],
    ["three-orders", "how-many-times", 1890, 1020],
  ])("of %s: both are right, each with its own reply, and what lies between is not", async (slug, id, truth, other) => {
    const open = await openLesson(slug);
    const predict = open?.lesson.steps.map((step) => step.predict).find((one) => one?.id === id);
    if (open === null || predict?.kind !== "number") throw new Error(`${slug} does not ask ${id}.`);
    const said = (low: number, high: number) => ({ kind: "number", value: low, interval: { low, high } }) as const;
    const judged = (low: number, high: number) => ({
      right: isRight(open.lesson, predict, said(low, high)),
      reply: otherReading(open.lesson, predict, said(low, high))?.number ?? null,
    });
    expect(judged(truth * 0.99, truth * 1.01)).toEqual({ right: true, reply: null });
    expect(judged(other * 0.995, other * 1.005).right).toBe(true);
    expect(judged(other * 0.995, other * 1.005).reply).not.toBeNull();
    const [low, high] = [Math.min(truth, other) * 1.02, Math.max(truth, other) * 0.98].toSorted((a, b) => a - b);
    expect(judged(low ?? 0, high ?? 0).right).toBe(false);
    const guessed = (value: number) => otherReading(open.lesson, predict, { kind: "number", value, interval: null });
    expect(guessed(other)?.number, "a guess alone means the reading that it is nearer to").toBeDefined();
    expect(guessed(truth)).toBeNull();
  });
});

describe("a guess without an interval", () => {
  const judgedOf = async (slug: string, value: number) => {
    const open = await openLesson(slug);
    const predict = open?.lesson.steps.map((step) => step.predict).find((one) => one?.kind === "number");
    if (open === null || predict === undefined) throw new Error(`${slug} asks for no number.`);
    return isRight(open.lesson, predict, { kind: "number", value, interval: null });
  };

  it.each([
    ["too-big", [8], [7, 9]], // a count of a few must be exact
    ["across-the-wire", [950, 960, 940], [850, 1020]], // else a twentieth of the truth is near
    ["where-2-66-ms-go", [4.5, 5, 4], [3, 6, 50]], // or what the question says
    ["three-orders", [1020, 1700, 1895, 2100], [100, 500, 1400, 10_000]],
  ])("of %s is right near the truth", async (slug, right, wrong) => {
    for (const value of right) expect(await judgedOf(slug, value), `${value}`).toBe(true);
    for (const value of wrong) expect(await judgedOf(slug, value), `${value}`).toBe(false);
  });
});
