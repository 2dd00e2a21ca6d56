import { describe, expect, it } from "vitest";
import { LESSONS } from "./course.ts";
import { openLesson } from "./index.ts";
import { answersSaying } from "./lint-beliefs.ts";
import { freshReply } from "./miss.ts";
import { openRecall } from "./recalls.ts";
import type { CurvePrediction, Lesson, NumberPrediction } from "./types.ts";
import { wrongNumbers, isRight, otherReading, truthCurve, truthOf } from "./verdict.ts";

async function curveOf(slug: string): Promise<{ readonly lesson: Lesson; readonly predict: CurvePrediction }> {
  const open = await openLesson(slug);
  const predict = open?.lesson.steps.map((step) => step.predict).find((one) => one?.kind === "curve");
  if (open === null || predict?.kind !== "curve") throw new Error(`${slug} asks for no curve.`);
  return { lesson: open.lesson, predict };
}

describe("the published curve of a prediction", () => {
  it("of a table with one key goes over the rows asked for", async () => {
    const { predict } = await curveOf("more-threads");
    expect(truthCurve("firefly", predict).map(({ x }) => x)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("of a table with two keys is that of the rows asked for, over the other key", async () => {
    const { predict } = await curveOf("ceiling");
    const points = truthCurve("multirpc", predict);
    expect(points.map(({ x }) => x)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(points.map(({ y }) => y)).toEqual([1.08, 1.94, 3.72, 4.7, 4.71, 4.72, 4.73]);
    expect(truthCurve("multirpc", { ...predict, truth: { ...predict.truth, at: [1, 3, 100] } })).toHaveLength(2);
  });

  it("is right where it is drawn as published, wrong as one server the more, one time the faster", async () => {
    const { lesson, predict } = await curveOf("ceiling");
    const points = truthCurve("multirpc", predict);
    const drawn = (ys: readonly number[]): boolean => isRight(lesson, predict, { kind: "curve", ys });
    expect(drawn(points.map(({ y }) => y))).toBe(true);
    expect(drawn(points.map(({ x }) => Math.min(x, predict.max)))).toBe(false);
  });
});

describe("wrong answers one after another", () => {
  it("are each answered by their own reply, once", async () => {
    for (const { slug } of LESSONS) {
      const open = await openLesson(slug);
      for (const { predict } of open?.lesson.steps ?? []) {
        if (open === null || predict?.kind !== "choice") continue;
        const wrong = predict.options.filter(({ right }) => right !== true);
        const answers = wrong.map(({ id }) => ({ kind: "choice", option: id }) as const);
        const replies = answers.map((_, i) => freshReply(open.lesson, predict, answers.slice(0, i + 1)));
        expect(replies, slug).toEqual(wrong.map(({ reply }) => reply));
        expect(freshReply(open.lesson, predict, [...answers, ...answers.slice(0, 1)]), slug).toBeNull();
      }
    }
  });
});

describe("a number with another right reading", () => {
  it.each([
    ["across-the-wire", "faster-wire", 950, 912, 700],
    ["three-orders", "how-many-times", 1890, 1020, 1400],
  ])(
    "of %s: both are right, each with its own reply, and what is far from both is not",
    async (slug, id, truth, other, far) => {
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
      expect(judged(far * 0.99, far * 1.01).right).toBe(false);
      const guessed = (value: number) => otherReading(open.lesson, predict, { kind: "number", value, interval: null });
      expect(guessed(other)?.number, "a guess alone means the reading that it is nearer to").toBeDefined();
      expect(guessed(truth)).toBeNull();
    },
  );
});

const NUMBER_QUESTIONS: readonly (readonly [string, Lesson, NumberPrediction])[] = (
  await Promise.all(LESSONS.map(async ({ slug }) => (await openRecall(slug))?.lesson ?? []))
)
  .flat()
  .flatMap((lesson) =>
    lesson.steps.flatMap(({ predict }) =>
      predict?.kind === "number" ? [[`${lesson.slug}: ${predict.id}`, lesson, predict] as const] : [],
    ),
  );

describe.each(NUMBER_QUESTIONS)("the number question of %s", (_, lesson, prediction) => {
  const truth = truthOf(lesson, prediction);
  const said = (value: number): boolean => isRight(lesson, prediction, { kind: "number", value, interval: null });

  it("lets no listed wrong belief pass, however its number is rounded or bet on", () => {
    const right = wrongNumbers(lesson, prediction).flatMap((belief) =>
      answersSaying(belief, truth).filter((answer) => isRight(lesson, prediction, answer)),
    );
    expect(right).toEqual([]);
  });

  it("takes the truth, and what is counted no more than a hair beside it", () => {
    expect(said(truth)).toBe(true);
    expect(said(Number(truth.toPrecision(3)))).toBe(true);
    expect([said(truth - 1), said(truth + 1)].includes(true)).toBe(prediction.near > 0 && prediction.near >= 1);
    expect(said(truth + 0.01)).toBe(prediction.near > 0);
  });
});

describe("an estimate", () => {
  const judgedOf = async (slug: string, value: number) => {
    const open = await openLesson(slug);
    const predict = open?.lesson.steps.map((step) => step.predict).find((one) => one?.kind === "number");
    if (open === null || predict === undefined) throw new Error(`${slug} asks for no number.`);
    return isRight(open.lesson, predict, { kind: "number", value, interval: null });
  };

  it.each([
    ["too-big", [8], [7, 9]], // a count of a few must be exact
    ["xdr", [44], [42, 43, 45, 46]],
    ["across-the-wire", [950, 960, 940, 908, 889], [850, 1020, 323]], // an estimate may be near
    ["where-2-66-ms-go", [4.5, 5, 4, 5.43], [3, 6, 50]],
    ["callback", [184.6, 185, 183, 187], [180, 190]],
    ["three-orders", [1020, 1750, 1895, 2050], [100, 500, 1400, 10_000]],
  ])("of %s is right near the truth", async (slug, right, wrong) => {
    for (const value of right) expect(await judgedOf(slug, value), `${value}`).toBe(true);
    for (const value of wrong) expect(await judgedOf(slug, value), `${value}`).toBe(false);
  });
});
