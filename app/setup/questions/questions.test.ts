/** What every question keeps to. Its numbers are held to its runs by questions.slow.test.ts. */
import { expect, it } from "vitest";
import { experimentOf } from "../../../engine/experiments/testing.ts";
import { QUESTIONS } from "./index.ts";
import { answerOf, changeText, isOfToday, nextOf } from "./reading.ts";

it("each answer is two sentences, with the numbers of its runs in it", () => {
  for (const question of QUESTIONS) {
    const answer = answerOf(question);
    expect(answer, question.id).not.toMatch(/[{}]/);
    expect(answer.split(/(?<=[.!?]) (?=[A-Z0-9])/).length, `${question.id}: ${answer}`).toBe(2);
  }
});

it("each question leads first to a run of today", () => {
  for (const { id, runs } of QUESTIONS) expect(isOfToday(runs[0]), id).toBe(true);
});

it("runs of today come first, and a sentence says what the older ones have in common with them", () => {
  for (const { id, runs, same } of QUESTIONS) {
    const today = runs.map(isOfToday);
    expect(today, id).toEqual([...today].sort((a, b) => Number(b) - Number(a)));
    expect(same !== undefined, id).toBe(today.includes(true) && today.includes(false));
  }
});

/** What a question might leave open, and the experiment with the parameter that shows it, once there is one. */
const SHOWN_BY: readonly (readonly [RegExp, string, string])[] = [
  [/deadline/, "services/graph", "travels"],
  [/choice by load|connections that stick|balanc/, "services/graph", "balancer"],
  [/budget/, "services/graph", "budget"],
  [/breaker/, "services/graph", "policy"],
  [/cancel/, "services/graph", "cancel"],
  [/behind a lost packet|head of line/, "tcp/transfer", "connections"],
  [/keys of an encrypted|TLS|handshake/, "tcp/transfer", "setup"],
  [/cache/, "services/cold-start", "hitShare"],
  [/key is kept|idempotency/, "services/idempotency", "keyLifeMs"],
  [/wait for a connection/, "services/pool", "pool"],
];

it("none leaves open what an experiment shows", () => {
  for (const [, experiment, parameter] of SHOWN_BY)
    expect(Object.keys(experimentOf(experiment).params), experiment).toContain(parameter);
  for (const { id, open = "" } of QUESTIONS) {
    for (const [words, experiment, parameter] of SHOWN_BY) {
      expect(words.test(open), `${id} leaves open what ${parameter} of ${experiment} shows: ${open}`).toBe(false);
    }
  }
});

it("what to change next is a change of the run that stands, or has a name", () => {
  for (const question of QUESTIONS) {
    const [first] = question.runs;
    const next = nextOf(question, first);
    if (next === null) continue;
    expect(next.experiment).toBe(first.experiment);
    const text = changeText(first, next, experimentOf(first.experiment).params);
    expect(text ?? next.says).not.toBe("");
  }
  const storm = QUESTIONS.find(({ id }) => id === "retry-storm");
  if (storm === undefined) throw new Error("the storm is missing");
  const next = nextOf(storm, storm.runs[0]);
  expect(next && changeText(storm.runs[0], next, experimentOf("services/storm").params)).toBe(
    "set “Budget: retries for each call” to 0.1",
  );
});
