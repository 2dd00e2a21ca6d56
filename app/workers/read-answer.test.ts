import { describe, expect, it } from "vitest";
import { Ended, readAnswer } from "./read-answer.ts";

const problem = (parts: object): string =>
  JSON.stringify({ tag: "problem", problem: { type: "E", detail: "x", line: 1, column: null, ...parts } });

describe("an answer from the room", () => {
  it("is so many finite numbers, or a fault with its place", () => {
    expect(readAnswer('{"tag":"values","values":[1,2.5]}', 2)).toEqual({ tag: "values", values: [1, 2.5] });
    expect(readAnswer(problem({}), 2)).toEqual({
      tag: "problem",
      problem: { type: "E", detail: "x", line: 1, column: null },
    });
  });

  it.each([
    ["no JSON", "x"],
    ["a number", "1"],
    ["a list", "[]"],
    ["nothing", "null"],
    ["too few values", '{"tag":"values","values":[1]}'],
    ["a text among the values", '{"tag":"values","values":[1,"2"]}'],
    ["an infinite value", '{"tag":"values","values":[1,1e999]}'],
    ["values behind a prototype", '{"tag":"values","__proto__":{"values":[1,2]}}'],
    ["a problem without words", '{"tag":"problem","problem":null}'],
    ["a message that is too long", problem({ detail: "x".repeat(2001) })],
    ["a type that is no text", problem({ type: {} })],
    ["a line below 1", problem({ line: 0 })],
    ["half a column", problem({ column: 1.5 })],
  ])("is refused where it is %s", (_, text) => {
    expect(() => readAnswer(text, 2)).toThrow(Ended);
    expect(() => readAnswer(text, 2)).toThrow("Your text sent the page something else than its values");
  });

  it("takes nothing else along than what it checked", () => {
    expect(readAnswer('{"tag":"values","values":[1],"more":"x"}', 1)).toEqual({ tag: "values", values: [1] });
    expect(Object.keys(readAnswer(problem({ more: "x" }), 1))).toEqual(["tag", "problem"]);
  });

  it("says that the text ended Python where the worker failed", () => {
    expect(() => readAnswer('{"tag":"failed","message":"Exit: 1"}', 1)).toThrow("Your text ended Python itself.");
  });
});
