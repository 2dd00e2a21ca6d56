import { describe, expect, it } from "vitest";
import { openLesson } from "../../lessons/index.ts";
import { truthCurve } from "../../lessons/verdict.ts";
import type { Committed } from "../../lessons/verdict.ts";
import { fitting } from "./fitting.ts";
import { EMPTY } from "./record.ts";

/** Whether an answer to the drawn question of a lesson still counts as given. */
async function counts(slug: string, answerOf: (points: number) => Committed): Promise<boolean> {
  const lesson = (await openLesson(slug))?.lesson;
  const predict = lesson?.steps
    .map((step) => step.predict)
    .find((one) => one?.kind === "curve" || one?.kind === "crossing");
  if (lesson === undefined || predict === undefined) throw new Error(`${slug} asks for no curve.`);
  const points = predict.kind === "curve" ? truthCurve(lesson.paper, predict).length : predict.x.values.length;
  const answered = { answers: [answerOf(points)], settled: false, told: false, variant: null };
  const record = { ...EMPTY, predictions: { [predict.id]: answered } };
  const now = fitting(lesson, record);
  expect(now === record).toBe(predict.id in now.predictions);
  return predict.id in now.predictions;
}

const curve = (points: number): readonly number[] => Array.from({ length: points }, (_, i) => i);

describe("a kept answer", () => {
  it("counts while its curve has the points of the question, and not with one more or one less", async () => {
    const drawn = (more: number) => counts("more-threads", (points) => ({ kind: "curve", ys: curve(points + more) }));
    expect(await Promise.all([-1, 0, 1].map(drawn))).toEqual([false, true, false]);
  });

  it("of two curves counts where both have the points of the question", async () => {
    const drawn = (...more: readonly number[]) =>
      counts("parallel-or-serial", (points) => ({ kind: "crossing", curves: more.map((one) => curve(points + one)) }));
    expect([await drawn(0, 0), await drawn(0, 1), await drawn(0)]).toEqual([true, false, false]);
  });

  it("that says nothing of points always counts", async () => {
    expect(await counts("more-threads", () => ({ kind: "none" }))).toBe(true);
  });
});
