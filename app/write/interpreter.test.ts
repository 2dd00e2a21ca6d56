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

/** A client that does this at each event, and a server that does nothing. */
const doing = (body: string): string => `function client(state, event) { ${body} } ${SERVER}`;
const atCall = (gives: string): string => doing(`return event.what === "call" ? ${gives} : [];`);

describe("what is no plain data, or no list of actions,", () => {
  it.each([
    [doing("state.rows = new Map(); return [];"), "its state holds rows: a Map"],
    [doing("state.f = () => 1; return [];"), "its state holds f: a function"],
    [doing("state.n = 10n; return [];"), "its state holds n: a bigint"],
    [doing("state.n = Infinity; return [];"), "its state holds n: Infinity"],
    [atCall('[{ do: "timer", ms: 0 / 0 }]'), "its actions hold ms: NaN"],
    [`async function client() { return []; } ${SERVER}`, "its actions hold a Promise"],
    [doing("state.me = state; return [];"), "its state or its actions hold themselves, in a circle"],
    [doing("state.toJSON = () => 3; return [];"), "its state has become 3"],
    [doing("Object.defineProperty(state, 'x', { enumerable: true, get() { throw Error('no'); } }); return [];"), "no"],
    [doing("state.p = new Proxy({}, { ownKeys() { throw new Error('trap'); } }); return [];"), "trap"],
    [doing("state.a = new Array(1e5).fill(1); return [];"), "its state has 200,007 characters"],
    [doing("return new Array(2 ** 31);"), "it runs without an end"],
    [atCall("undefined"), "it gives nothing, not a list of actions"],
    [atCall('"call"'), 'it gives "call", not a list of actions'],
    [atCall('[{ do: "call", number: 1, nubmer: 2 }]'), 'in "call" there is a field nubmer'],
    [`const client = 1; ${SERVER}`, "there is no function client"],
    [`throw new Error("at load"); ${SERVER}`, "it throws an error: at load"],
    [`while (true); ${SERVER}`, "it runs without an end"],
    [`// ${"x".repeat(1_000_000)}`, "it has 1,000,003 characters"],
    ["enum A { B }", "an enum is more than a type"],
    ["", "there is no function client"],
  ])("is said in one sentence, case %#", async (text, said) => {
    const what = expect.stringContaining(said) as string;
    const todo = expect.stringMatching(/^[A-Z][^\n]*\.$/) as string;
    expect(await verdictOn(text)).toMatchObject({ tag: "faulty", fault: { what, todo } });
  });

  it("does not stop the search for its belief: a client that sends nothing", async () => {
    expect(await verdictOn(doing("return [];"))).toMatchObject({ tag: "broken", wrong: null });
  });
});
