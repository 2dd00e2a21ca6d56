/** A reader's program is judged like a table, and what is wrong with it is said with its line. */
import { beforeAll, describe, expect, it } from "vitest";
import { judge } from "../../engine/explore/written/judge.ts";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { FIRST_CODE, SOLUTION_CODE } from "./example-code.ts";
import { loadInterpreter, readProgram } from "./interpreter.ts";
import { verdictOn } from "./testing.ts";

beforeAll(loadInterpreter);

const SERVER = "function server(state, event) { return []; }";

describe("a program", () => {
  it("by the rule book solves a level, with the verdict of the table", async () => {
    const program = readProgram(await loadInterpreter(), SOLUTION_CODE);
    const level = levelOf(2);
    const verdict = judge(level, { code: program.call });
    program.end();
    expect(verdict).toMatchObject({ tag: "solved", packets: 2 });
    expect(judge(level, { rules: level.solution })).toMatchObject({ tag: verdict.tag, packets: verdict.packets });
  });

  it("that runs whatever comes books two seats, as the whole system shows", async () => {
    const { broken } = await verdictOn(FIRST_CODE);
    expect(broken).toMatchObject({ property: "once", faults: ["drop result#1"], isShown: true });
  });

  it("keeps nothing but its state between two events", async () => {
    const counting = SOLUTION_CODE.replace(
      "state.row = { number",
      "seen++; if (seen > 1) throw 1; state.row = { number",
    );
    expect(await verdictOn(`let seen = 0;\n${counting}`)).toMatchObject({ tag: "solved" });
  });
});

describe("a program that is wrong", () => {
  it.each([
    ["function client(state, event) {\n  return [];\n\n", "the program", /cannot be read/, 4],
    [`function client(state, event) {\n  return row;\n}\n${SERVER}`, 'client, at "start"', /no row here \(line 2\)/, 2],
    ["const server = 1;", "the program", /there is no function client/, null],
    [`function client() { while (true); } ${SERVER}`, 'client, at "start"', /runs without an end/, null],
    [
      `function client() { return [{ do: "run" }]; } ${SERVER}`,
      'client, at "start"',
      /the action \{"do":"run"\}/,
      null,
    ],
  ])("hears where, what and what to do: %j", async (text, where, what, line) => {
    const { tag, fault } = await verdictOn(text);
    expect(tag).toBe("faulty");
    expect(fault).toMatchObject({ where, what: expect.stringMatching(what) as string, line });
    expect(fault?.todo).toMatch(/^[A-Z].*\.$/);
  });
});
