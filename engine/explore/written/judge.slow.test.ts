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

it("says so where more faults than a level’s make too many runs to try them all, and tries as many as it can", () => {
  const level = levelOf(3);
  const forever = { rules: { ...level.solution, timer: "forever" } } as const;
  expect(judge(level, forever, { faults: 3 })).toMatchObject({ tag: "solved", faults: 2, tooMany: 3 });
});

/** The wrong rule that a verdict recognises; a tag where it recognises none. */
const beliefOf = (verdict: Verdict): string | undefined =>
  verdict.tag === "broken" || verdict.tag === "costly" ? verdict.wrong?.id : verdict.tag;

const cases = WRONG_RULES.flatMap((wrong) => wrong.levels.map((number) => ({ ...wrong, number })));

it("recognises more than twenty typical wrong rules, each with a reply of its own", () => {
  expect(WRONG_RULES.length).toBeGreaterThanOrEqual(20);
  expect(new Set(WRONG_RULES.map(({ reply }) => reply)).size).toBe(WRONG_RULES.length);
});

const known = new Map<(typeof cases)[number], Verdict>();

/** What becomes of wrong rules at their level. */
function verdictOn(wrong: (typeof cases)[number]): Verdict {
  const level = levelOf(wrong.number);
  const verdict = known.get(wrong) ?? judge(level, { rules: exampleAt(level, wrong.example) });
  known.set(wrong, verdict);
  return verdict;
}

it.each(cases)("$id fails level $number, and is recognised", (wrong) => {
  const { id } = wrong;
  const verdict = verdictOn(wrong);
  expect(beliefOf(verdict), JSON.stringify(verdict)).toBe(id);
  if (verdict.tag === "broken") expect(verdict.broken, "the whole system shows it").toMatchObject({ isShown: true });
});

/** Faults of every kind, and a promise that no belief is about. */
const ELSEWHERE = {
  tag: "broken",
  broken: {
    property: "timers",
    faults: ["drop call#1", "duplicate call#1 by 1ms", "crash server at 1ms"],
  },
} as const;

it.each(cases)("$id is behind no other rules at level $number, and behind no other promise", (wrong) => {
  const { solution } = levelOf(wrong.number);
  expect(wrong.when(exampleAt({ solution }, wrong.example), ELSEWHERE)).toBe(false);
  for (const other of cases.filter(({ number }) => number === wrong.number)) {
    const { tag, ...verdict } = verdictOn(other);
    const broken = "broken" in verdict ? verdict.broken : null;
    if (tag === "broken" || tag === "costly") expect(wrong.when(solution, { tag, broken })).toBe(false);
  }
});

it("tells how long it took by the clock that it is given", () => {
  const times = [1000, 1030];
  expect(judge(levelOf(1), { rules: levelOf(1).solution }, { clock: () => times.shift() ?? 0 }).ms).toBe(30);
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

it("a table’s belief counts where another mistake still breaks the run that was found", () => {
  const level = levelOf(2);
  const rules = withRules({ ...level.solution, equal: "run", larger: "runRow" }); // both of them run a copy
  expect(beliefOf(judge(level, { rules }))).toBe("write-when-done");
});
