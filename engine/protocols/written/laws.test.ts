/** Laws of the written protocol, over any schedule of losses, copies, delays, slow procedures, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import { crashes, endingsOf, executionsOf, fatesOf, netOf, play, resultOf, WIRE } from "../testing/laws.ts";
import { writtenEnds } from "./ends.ts";
import { RETRY_AFTER } from "./message.ts";
import { CELL_NAMES, readRules, RULE_BOOK, rulesText, valuesOf, withRules, type WrittenRules } from "./rules.ts";

const LONGEST = seconds(20);

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 40 }).map(fatesOf(200)),
  runs: fc.array(fc.constantFrom(WIRE, millis(50), millis(700)), { maxLength: 4 }),
  calls: fc.integer({ min: 1, max: 3 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const played = ({ calls, ...fortune }: Schedule, rules: WrittenRules, disturb?: ReturnType<typeof crashes>) => {
  const ends = writtenEnds({ rules, retryAfter: RETRY_AFTER });
  return play(netOf(ends, fortune), { sizes: Array.from({ length: calls }, () => 1), longest: LONGEST }, disturb);
};

/** Any rules: a value for each cell. */
const anyRules = fc
  .tuple(...CELL_NAMES.map((name) => fc.constantFrom(...valuesOf(name))))
  .map((values) => Object.fromEntries(CELL_NAMES.map((name, i) => [name, values[i]])) as WrittenRules);

describe("the rule book", () => {
  it("ends every call, runs none twice, and gives each its own result", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const run = played(given, RULE_BOOK);
        const ended = endingsOf(run);
        expect(ended.map(({ call }) => call)).toEqual(Array.from({ length: given.calls }, (_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          expect(executionsOf(run, call).length).toBeLessThanOrEqual(1);
          if (ending.tag === "returned") expect([...ending.data]).toEqual(resultOf(call, 1));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("runs no call twice where a host crashes and restarts, whenever it does", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(200), fc.nat(900), (given, host, at, down) => {
        const run = played(given, RULE_BOOK, crashes(host, at, down));
        for (let call = 1; call <= given.calls; call++) expect(executionsOf(run, call).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it("takes two packets a call where nothing goes wrong", () => {
    const run = played({ fates: [], runs: [], calls: 3 }, RULE_BOOK);
    const sent = run.steps.flatMap(({ effects }) => effects.filter(({ tag }) => tag === "send"));
    expect(sent).toHaveLength(6);
  });
});

describe("rules as a text", () => {
  it("are read back as they were written, whatever they are", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(readRules(rulesText(rules))).toMatchObject({ rules });
      }),
    );
    expect(rulesText(RULE_BOOK)).toBe("");
  });

  it("that make no sense are refused with what there is", () => {
    expect(readRules("eqal=run")).toEqual({ problem: expect.stringMatching(/no cell "eqal"\. The cells are number,/) });
    expect(readRules("equal=walk")).toEqual({
      problem: 'The cell equal cannot be "walk". It can be resultAck, result, ack, reject, ignore, run.',
    });
    expect(readRules("toString=1")).toHaveProperty("problem");
  });

  it("make a protocol that takes every step, whatever they are", () => {
    fc.assert(
      fc.property(schedule, anyRules, (given, rules) => {
        played({ ...given, runs: [WIRE] }, withRules({ ...rules, timer: "again", ack: "ignore" }));
      }),
      { numRuns: 100 },
    );
  });
});
