/** A wrong rule that is written as a program gets the reply of the table; a program that is like no table gets none. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { judge, type Verdict } from "../../engine/explore/written/judge.ts";
import { levelOf, LEVELS } from "../../engine/explore/written/levels.ts";
import { exampleAt, WRONG_RULES } from "../../engine/explore/written/wrong.ts";
import type { CallCode } from "../../engine/protocols/written/code.ts";
import { programOf } from "../../engine/protocols/written/program-of.ts";
import { withRules, type WrittenRules } from "../../engine/protocols/written/rules.ts";
import { withoutTypes } from "./strip-types.ts";
import { headline } from "./words.ts";

type Step = (who: string, state: string, event: string) => readonly [string, string];

/** Calls a program without the interpreter, which would take a minute for all of them. */
function callOf(program: string): CallCode {
  const step = runInNewContext(`${withoutTypes(program)};
    (who, state, event) => {
      const before = JSON.parse(state);
      const actions = (who === "client" ? client : server)(before, JSON.parse(event));
      return [JSON.stringify(before), JSON.stringify(actions)];
    }`) as Step;
  return (who, state, event) => {
    const [after, actions] = step(who, state, event);
    return { state: after, actions };
  };
}

const verdictOn = (level: number, program: string): Verdict => judge(levelOf(level), { code: callOf(program) });
const beliefOf = (verdict: Verdict): string | undefined =>
  verdict.tag === "broken" || verdict.tag === "costly" ? verdict.wrong?.id : verdict.tag;

/** `npm run audit` sets ROUNDTRIP_EVERY and tries each level that knows a wrong rule; else the first one does. */
const EVERY = process.env["ROUNDTRIP_EVERY"] === "1";

const cases = WRONG_RULES.flatMap(({ levels, id, example }) =>
  levels.slice(0, EVERY ? undefined : 1).map((level) => ({ id, level, example })),
);

it.each(cases)("$id at level $level, as a program, is told as the table is", ({ id, level, example }) => {
  expect(beliefOf(verdictOn(level, programOf(exampleAt(levelOf(level), example))))).toBe(id);
});

it.each(LEVELS)("what level $number begins with, as a program, is told as the table is", ({ number, start }) => {
  const belief = beliefOf(judge(levelOf(number), { rules: start }));
  expect(belief).toBeDefined();
  expect(beliefOf(verdictOn(number, programOf(start)))).toBe(belief);
});

it.each(LEVELS)("the solution of level $number, as a program, solves it", ({ number, solution }) => {
  expect(verdictOn(number, programOf(solution)).tag).toBe("solved");
});

/** The rule book’s program with a text in another’s place. */
function bookWith(text: string, other: string, rules: Partial<WrittenRules> = {}): string {
  const program = programOf(withRules(rules));
  expect(program).toContain(text);
  return program.replaceAll(text, other);
}

describe("a program of another make", () => {
  it("is recognised where it does the same in other words", () => {
    const booked = `function server(state: { done: number[] }, event: ServerEvent): ServerAction[] {
      if (event.what === "start") state.done = [];
      if (event.what === "call") return [{ do: "run", number: event.number, argument: event.argument }];
      if (event.what === "done") return [{ do: "result", number: event.number, value: event.value }];
      return [];
    }`;
    const [client = ""] = programOf(withRules({})).split("interface ServerState");
    expect(beliefOf(verdictOn(2, client + booked))).toBe("no-memory");
  });

  it("is recognised where it counts and waits in another way", () => {
    const longer = bookWith("ms: 20 }", "ms: 30 }", { equal: "run" }).replaceAll("* 1000", "* 5000 + 7");
    expect(beliefOf(verdictOn(2, longer))).toBe("run-again");
  });

  it("may take fewer packets than par, which is that of tables", () => {
    const patient = bookWith("ms: 20 }", "ms: 400 }");
    const verdict = verdictOn(3, patient);
    expect(verdict).toMatchObject({ tag: "solved", packets: 2, par: 4 });
    expect(headline(verdict)).toBe("No promise breaks with two faults; 2 packets a call. No table takes fewer than 4.");
  });

  it("gets no reply where its mistake is none of the known ones", () => {
    // It answers a call that comes again with the number in place of the result.
    const wrong = bookWith('{ do: "result", number, value: row.value }', '{ do: "result", number, value: 9 }');
    const verdict = verdictOn(2, wrong);
    expect(verdict).toMatchObject({ tag: "broken", wrong: null });
  });

  it("gets no reply where the run breaks for another reason than the known mistake", () => {
    // A smaller number runs, as in a known mistake; but what breaks is a client that takes no result.
    const deaf = bookWith('case "result":', 'case "result":\n      return [];', { smaller: "run" });
    expect(verdictOn(2, deaf)).toMatchObject({ tag: "broken", wrong: null });
  });
});
