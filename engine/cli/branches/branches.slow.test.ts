/**
 * How many branches of the machines' steps are reached by searches with few faults. `npm run audit` sets
 * ROUNDTRIP_EVERY, runs all searches and prints the branches that none reaches; `npm test` runs one search.
 */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { instrumented, type Branch } from "./instrument.ts";
import { reach, unreached } from "./reach.ts";
import { SEARCHES } from "./settings.ts";

const IS_AUDIT = process.env["ROUNDTRIP_EVERY"] === "1";
const ROOT = "engine/protocols/";
/** Of all branches that do not only throw, the searches of the audit reach so much. The rest is beyond their limits. */
const LEAST_SHARE = 0.84;

const lineOf = ({ file, words }: Branch): string => `${file.slice(ROOT.length)} | ${words}`;

it("searches with few faults reach most branches of the machines’ steps; the audit prints the others", async () => {
  const searches = IS_AUDIT ? SEARCHES : SEARCHES.filter(({ id }) => id === "written/call").slice(0, 1);
  const halves = IS_AUDIT ? [0, 1].map((rest) => searches.filter((_, place) => place % 2 === rest)) : [searches];
  const found = await reach(halves);
  expect(found.came.size).toBeGreaterThan(20);
  if (!IS_AUDIT) return;
  const others = unreached(found).map(lineOf);
  console.log(`${others.length} branches that no search reaches:\n${others.join("\n")}`);
  expect(found.came.size / (found.came.size + others.length)).toBeGreaterThan(LEAST_SHARE);
});

const SOURCE = `
  export function of(one: number, names: readonly string[] = []): string {
    if (one > 1 && names.length > 0) return names[0] ?? "none";
    for (const name of names) if (name === "x") { return name; }
    switch (one) {
      case 0: return "zero";
      default: throw new RangeError("no");
    }
  }
  export const twice = (one: number) => (one === 0 ? { of: 0 } : { of: 2 * one });
`;

describe("a copy that says where it comes", () => {
  /** The words of the branches that the calls come to. */
  async function cameBy(calls: (module: Module) => void): Promise<readonly string[]> {
    const branches: Branch[] = [];
    const copy = instrumented("one.ts", SOURCE, branches);
    const { outputText } = ts.transpileModule(copy, { compilerOptions: { module: ts.ModuleKind.ESNext } });
    const came = new Uint8Array(branches.length);
    Object.assign(globalThis, { __came: came });
    calls((await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as Module);
    return branches.filter((_, place) => came[place] === 1).map(({ words }) => words);
  }

  interface Module {
    of(one: number, names?: readonly string[]): string;
    twice(one: number): { readonly of: number };
  }

  it("names both ways of a condition, what is left out, clauses, loops and functions", async () => {
    const called = await cameBy(({ of }) => expect(of(0)).toBe("zero"));
    expect(called).toEqual([
      "names: readonly string[] = []",
      "of: whole function",
      "of: if (one > 1 && names.length > 0), not so",
      "of: case 0",
    ]);
    expect(await cameBy(({ of }) => expect(of(2, ["a"])).toBe("a"))).toEqual([
      "of: whole function",
      "of: one > 1 && names.length > 0",
      "of: if (one > 1 && names.length > 0)",
    ]);
    expect(await cameBy(({ of }) => expect(of(0, ["y"])).toBe("zero"))).toContain('of: if (name === "x"), not so');
    expect(await cameBy(({ twice }) => expect(twice(3)).toEqual({ of: 6 }))).toEqual([
      "twice: whole function",
      "twice: one === 0 ? … : { of: 2 * one }",
    ]);
  });

  it("knows branches that only throw, and those inside of others", () => {
    const branches: Branch[] = [];
    instrumented("one.ts", SOURCE, branches);
    expect(branches.filter(({ throws }) => throws).map(({ words }) => words)).toEqual(["of: default"]);
    const inner = branches.find(({ words }) => words === 'of: if (name === "x")');
    expect(branches[inner?.inside ?? -1]?.words).toBe("of: for (const name of names) …");
  });
});
