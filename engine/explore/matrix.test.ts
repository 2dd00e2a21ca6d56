import { describe, expect, it } from "vitest";
import { defaultsOf } from "../experiments/settings.ts";
import { explorables } from "../experiments/echo-fixture/explore.ts";
import { experiments } from "../experiments/echo-fixture/experiments.ts";
import type { Explorable } from "../experiments/explorable.ts";
import { WITH_RULES } from "../experiments/explorable-ids.ts";
import { experimentOf } from "../experiments/testing.ts";
import { brokenText, EXACTLY_ONCE } from "../protocols/promises.ts";
import { explorableOf } from "./index.ts";
import { matrixRows, type MatrixRow } from "./matrix.ts";

const rowsOf = (id: string, faults: number): readonly MatrixRow[] => {
  const experiment = experimentOf(id);
  return [...matrixRows(experiment, { parameters: defaultsOf(experiment), faults }, explorableOf(id))];
};

/** "once 1" for each promise that breaks, with "=" where it breaks with all rules, too. */
const brokenIn = ({ cells }: MatrixRow): readonly string[] =>
  cells.flatMap(({ property, found, asWithAll }) =>
    found === null ? [] : [`${property} ${found.faults.length}${asWithAll ? " =" : ""}`],
  );

describe("the matrix of rules and promises", () => {
  it("says of each rule of Sun RPC what breaks without it, by faults that the whole system shows", () => {
    const rows = rowsOf("sun-rpc/call", 1);
    expect(rows.map((row) => [row.rule, ...brokenIn(row)])).toEqual([
      ["none"],
      ["xidMatch", "ownResult 1", "atLeastOnce 1"],
      ["clientMatch"],
      ["clientMatch", "ownResult 0"], // with two clients
      ["savedResult", "onceWhileUp 1"],
      ["udpChecksum", "onceWhileUp 1", "returns 1"],
      ["timeout", "ends 1"],
    ]);
    const saved = rows[4]?.cells.find(({ found }) => found !== null)?.found;
    expect(saved).toMatchObject({ faults: ["drop reply#1"], executions: 2, isShown: true });
    expect(rows[4]?.parameters).toMatchObject({ without: "savedResult", duplicateCache: "on" });
  });

  it("marks what breaks with all rules as well, and goes to another setting where the usual one shows nothing", () => {
    const [[echo, usual]] = [[experiments[0], explorables[0]]];
    if (echo === undefined || usual === undefined) throw new Error("The fixture has no experiment to explore.");
    const explorable: Explorable = {
      ...usual,
      ends: (parameters) => Object.assign(usual.ends(parameters), { promises: EXACTLY_ONCE }),
      rules: {
        switches: [
          { rule: "late", says: "It waits for long.", leftOut: { retryUs: 100 } },
          { rule: "idle", says: "It does nothing.", leftOut: {} },
        ],
        elsewhere: [{ rule: "idle", set: { retryUs: 100 }, why: "Here it waits for less." }],
      },
    };
    const rows = [...matrixRows(echo, { parameters: defaultsOf(echo), faults: 1 }, explorable)];
    expect(rows.map(({ rule }) => rule)).toEqual(["none", "late", "idle"]);
    expect(brokenIn(rows[0] as MatrixRow)).toContain("once 1");
    expect(brokenIn(rows[2] as MatrixRow)).toEqual(brokenIn(rows[0] as MatrixRow).map((text) => `${text} =`));
  });

  it("is there for every experiment with rules", () => {
    for (const id of WITH_RULES.flat()) expect(() => explorableOf(id)).not.toThrow();
    expect(WITH_RULES.flat()).toEqual(expect.arrayContaining(["cedar/call", "multirpc/call", "today/call"]));
  });
});

it("a broken promise is told as a sentence", () => {
  expect(brokenText("once", 2)).toBe("A call that returned was executed twice.");
  expect(brokenText("once", 0)).toBe("A call that returned was not executed.");
  expect(brokenText("atMostOnce", 5)).toBe("A call that failed was executed 5 times.");
});
