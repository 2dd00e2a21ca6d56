/** Codes of phones: each answer comes back as it was given, and a slip of the finger is found. */
import { beforeAll, expect, it } from "vitest";
import "../../engine/papers/index.ts";
import { ALL_LESSONS } from "../all.ts";
import { answerCode, bareCode, readCode, toldBy } from "./answer-code.ts";
import { scaleOf, shareOn } from "./answer-scale.ts";
import { rightAnswer } from "./invented.ts";

const QUESTIONS = ALL_LESSONS.flatMap((lesson) =>
  lesson.steps.flatMap(({ predict }) => (predict === undefined ? [] : [{ lesson, prediction: predict }])),
);

beforeAll(async () => {
  await import("../../engine/experiments/descriptions.ts");
});

it("the right answer, and no idea, come back from the code of every question of the course", () => {
  for (const { lesson, prediction } of QUESTIONS) {
    const answer = rightAnswer(lesson, prediction);
    const code = answerCode(lesson, prediction, answer, "Ada");
    expect(code).toMatch(/^\w{4}-\w{4}-\w{3}$/);
    const [told, meant] = [readCode(lesson, prediction, code.toLowerCase()), toldBy(lesson, prediction, answer)];
    if (typeof told === "string") expect.fail(told);
    expect(told.right).toBe(true);
    if (prediction.kind === "choice") expect(told.at).toBe(meant.at);
    else {
      const scale = scaleOf(lesson, prediction);
      expect(shareOn(scale, told.at ?? NaN)).toBeCloseTo(shareOn(scale, meant.at ?? NaN), 3);
    }
    const none = answerCode(lesson, prediction, { kind: "none" }, "Ada");
    expect(readCode(lesson, prediction, none)).toEqual({ right: false, at: null });
  }
});

it("a code of one question is none of another, and two phones with one answer show two codes", () => {
  const codes = QUESTIONS.map(({ lesson, prediction }) => answerCode(lesson, prediction, { kind: "none" }, "Ada"));
  expect(new Set(codes.map((code) => code.slice(0, 3))).size).toBe(codes.length);
  const [first, second] = QUESTIONS;
  if (first === undefined || second === undefined) return expect.fail();
  expect(readCode(second.lesson, second.prediction, codes[0] ?? "")).toMatch(/answers another question\.$/);
  expect(answerCode(first.lesson, first.prediction, { kind: "none" }, "Bea")).not.toBe(codes[0]);
});

it("a code with one other letter, or one too few, is refused with one sentence", () => {
  const [first] = QUESTIONS;
  if (first === undefined) return expect.fail();
  const { lesson, prediction } = first;
  const code = bareCode(answerCode(lesson, prediction, rightAnswer(lesson, prediction), "Ada"));
  for (let at = 0; at < code.length; at++) {
    const slip = code.slice(0, at) + (code[at] === "7" ? "8" : "7") + code.slice(at + 1);
    expect(readCode(lesson, prediction, slip)).toMatch(/^“[^”]+” has a slip in it/);
  }
  expect(readCode(lesson, prediction, code.slice(1))).toMatch(/^“[^”]+” is no code: a code has 11/);
});
