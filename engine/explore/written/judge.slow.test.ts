/** The levels of *Write the rule* have solutions, and wrong rules fail them in the way that their replies say. */
import { describe, expect, it } from "vitest";
import { withRules } from "../../protocols/written/rules.ts";
import { judge, parOf } from "./judge.ts";
import { LEVELS, levelOf, rulesAt } from "./levels.ts";
import { exampleAt, WRONG_RULES } from "./wrong.ts";

describe.each(LEVELS)("level $number", (level) => {
  it("is solved by its solution, and not by what the reader finds", () => {
    const solved = judge(level, { rules: level.solution });
    expect(solved).toMatchObject({ tag: "solved", packets: parOf(level), broken: null, wrong: null });
    expect(solved.states).toBeGreaterThan(100);
    expect(judge(level, { rules: level.start }).tag).not.toBe("solved");
  });

  it("lets the reader set the cells in which solution and start differ", () => {
    expect(rulesAt(level, level.solution)).toEqual(level.solution);
  });
});

it("has so many packets as par", () => {
  expect(LEVELS.map(parOf)).toEqual([2, 2, 4, 2, 2]);
});

const cases = WRONG_RULES.flatMap((wrong) => wrong.levels.map((number) => ({ ...wrong, number })));

it("recognises more than twenty typical wrong rules, each with a reply of its own", () => {
  expect(WRONG_RULES.length).toBeGreaterThanOrEqual(20);
  expect(new Set(WRONG_RULES.map(({ reply }) => reply)).size).toBe(WRONG_RULES.length);
});

it.each(cases)("$id fails level $number, and is recognised", ({ id, number, example }) => {
  const verdict = judge(levelOf(number), { rules: exampleAt(levelOf(number), example) });
  expect(verdict.tag === "broken" || verdict.tag === "costly", JSON.stringify(verdict)).toBe(true);
  expect(verdict.wrong?.id).toBe(id);
  if (verdict.broken !== null) expect(verdict.broken, "the whole system shows it").toMatchObject({ isShown: true });
});

it("tells the shortest failing run in words", () => {
  const { broken } = judge(levelOf(2), { rules: withRules({ equal: "run" }) });
  expect(broken?.faults).toEqual(["drop result#1"]);
  expect(broken?.story).toEqual([
    "The client sends call 1.",
    "The server runs call 1.",
    "The server sends the result of call 1.",
    "The network loses the result of call 1.",
    "The client sends call 1 again.",
    "The server runs call 1 again: two seats.",
    "The server sends the result of call 1 again.",
    "Call 1 returns.",
    "The client sends call 2.",
    "The server runs call 2.",
    "The server sends the result of call 2.",
    "Call 2 returns.",
  ]);
});
