/** A reader's program is judged like a table, and what is wrong with it is said with its line. */
import { beforeAll, describe, expect, it } from "vitest";
import { judge } from "../../engine/explore/written/judge.ts";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { programOf } from "../../engine/protocols/written/program-of.ts";
import { RULE_BOOK, withRules } from "../../engine/protocols/written/rules.ts";
import { loadInterpreter, readProgram } from "./interpreter.ts";
import { verdictOn } from "./testing.ts";

beforeAll(loadInterpreter);

const BOOK = programOf(RULE_BOOK);
const SERVER = "function server(state, event) { return []; }";

describe("a program", () => {
  it("by the rule book solves a level, with the verdict of the table", async () => {
    const program = readProgram(await loadInterpreter(), BOOK);
    const level = levelOf(2);
    const verdict = judge(level, { code: program.call });
    program.end();
    expect(verdict).toMatchObject({ tag: "solved", packets: 2 });
    expect(judge(level, { rules: level.solution })).toMatchObject({ tag: "solved", packets: 2 });
  });

  it("that runs whatever comes books two seats, as the whole system shows", async () => {
    const verdict = await verdictOn(programOf(withRules({ larger: "run" })));
    const broken = { property: "once", executions: 2, faults: ["drop result#1"], isShown: true };
    expect(verdict).toMatchObject({ tag: "broken", broken, wrong: { id: "no-memory" } });
  });

  it("keeps nothing but its state between two events", async () => {
    const counting = BOOK.replace("state.row = { number", "seen++; if (seen > 1) throw 1; state.row = { number");
    expect(await verdictOn(`let seen = 0;\n${counting}`)).toMatchObject({ tag: "solved" });
  });
});

describe("a program that is wrong", () => {
  it.each([
    ["function client(state, event) {\n  return [];\n\n", "the program", /ends too early/, [4, 1]],
    [`function client(state, event) {\n  return row;\n}\n${SERVER}`, 'client, at "start"', /no “row” here/, [2, 10]],
    ["const server = 1;", "the program", /there is no function client/, null],
    [`function client() { while (true); } ${SERVER}`, 'client, at "start"', /runs without an end/, null],
    [
      `function client() { return [{ do: "run" }]; } ${SERVER}`,
      'client, at "start"',
      /the action \{"do":"run"\}/,
      null,
    ],
  ])("hears where, what and what to do: %j", async (text, where, what, at) => {
    const place = at === null ? null : { line: at[0], column: at[1] };
    const todo = expect.stringMatching(/^[A-Z].*\.$/) as string;
    const fault = { where, what: expect.stringMatching(what) as string, todo, place };
    expect(await verdictOn(text)).toMatchObject({ tag: "faulty", fault });
  });
});
