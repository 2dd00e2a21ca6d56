/** The levels of *Write the rule* have solutions, and wrong rules fail them in the way that their replies say. */
import { describe, expect, it } from "vitest";
import { withRules } from "../../protocols/written/rules.ts";
import { judge, type Verdict } from "./judge.ts";
import { LEVELS, levelOf, rulesAt } from "./levels.ts";
import { parOf } from "./runs.ts";
import { exampleAt, WRONG_RULES } from "./wrong.ts";

describe.each(LEVELS)("level $number", (level) => {
  it("is solved by its solution, and not by what the reader finds", () => {
    const solved = judge(level, { rules: level.solution });
    expect(solved).toMatchObject({ tag: "solved", packets: parOf(level) });
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

/** The wrong rule that a verdict recognises; a tag where it recognises none. */
const beliefOf = (verdict: Verdict): string | undefined =>
  verdict.tag === "broken" || verdict.tag === "costly" ? verdict.wrong?.id : verdict.tag;

const cases = WRONG_RULES.flatMap((wrong) => wrong.levels.map((number) => ({ ...wrong, number })));

it("recognises more than twenty typical wrong rules, each with a reply of its own", () => {
  expect(WRONG_RULES.length).toBeGreaterThanOrEqual(20);
  expect(new Set(WRONG_RULES.map(({ reply }) => reply)).size).toBe(WRONG_RULES.length);
});

it.each(cases)("$id fails level $number, and is recognised", ({ id, number, example }) => {
  const verdict = judge(levelOf(number), { rules: exampleAt(levelOf(number), example) });
  expect(beliefOf(verdict), JSON.stringify(verdict)).toBe(id);
  if (verdict.tag === "broken") expect(verdict.broken, "the whole system shows it").toMatchObject({ isShown: true });
});

it("tells the shortest failing run in words", () => {
  const verdict = judge(levelOf(2), { rules: withRules({ equal: "run" }) });
  expect(verdict).toMatchObject({ tag: "broken", broken: { faults: ["drop result#1"], executions: 2 } });
  expect(verdict.tag === "broken" && verdict.broken.story).toEqual([
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

it("counts steps that come again and again", () => {
  const verdict = judge(levelOf(2), { rules: withRules({ equal: "ack" }) });
  expect(verdict.tag === "broken" && verdict.broken.story.slice(4)).toEqual([
    "The client sends call 1 again.",
    "The server sends an acknowledgement for call 1.",
    "The client sends call 1 again.",
    "The server sends an acknowledgement for call 1 again.",
    expect.stringMatching(/^These 2 steps happen \d+ more times\.$/),
    "Call 1 waits for ever.",
  ]);
});
