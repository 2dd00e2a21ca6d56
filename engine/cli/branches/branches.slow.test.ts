/**
 * Every branch of the machines' steps is reached by a search with few faults, or stands in unreached.txt with its
 * reason. `npm run audit` sets ROUNDTRIP_EVERY and runs all searches; `npm test` runs one, which may reach nothing
 * of the list.
 */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { instrumented, type Branch } from "./instrument.ts";
import { reach, readStepFiles, unreached } from "./reach.ts";
import { SEARCHES } from "./settings.ts";

const IS_AUDIT = process.env["ROUNDTRIP_EVERY"] === "1";
const ROOT = "engine/protocols/";
interface Listed {
  readonly branch: string; // "cedar/callee.ts | step: default"
  readonly reason: string;
}

const LISTED: readonly Listed[] = readFileSync(new URL("unreached.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const end = line.lastIndexOf(" | ");
    return { branch: line.slice(0, end), reason: line.slice(end + 3) };
  });

const lineOf = ({ file, words }: Branch): string => `${file.slice(ROOT.length)} | ${words}`;

const counted = (lines: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
  return counts;
};

describe("the list of branches that no search reaches", () => {
  it("names branches that there are, each with a sentence", () => {
    const branches: Branch[] = [];
    for (const [file, text] of readStepFiles()) instrumented(file, text, branches);
    const known = new Set(branches.map(lineOf));
    expect(LISTED.filter(({ branch }) => !known.has(branch))).toEqual([]);
    expect(LISTED.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  });

  it("has all of them, and none that a search reaches", async () => {
    const listed = LISTED.map(({ branch }) => branch);
    const searches = IS_AUDIT ? SEARCHES : SEARCHES.filter(({ id }) => id === "written/call").slice(0, 1);
    const halves = IS_AUDIT ? [0, 1].map((rest) => searches.filter((_, place) => place % 2 === rest)) : [searches];
    const found = await reach(halves);
    const reached = new Set(found.branches.filter((_, place) => found.came.has(place)).map(lineOf));
    const others = new Set(found.branches.filter((_, place) => !found.came.has(place)).map(lineOf));
    expect(reached.size).toBeGreaterThan(20);
    // Where a function has the same words twice, one of them may be reached.
    expect(listed.filter((line) => reached.has(line) && !others.has(line))).toEqual([]);
    if (IS_AUDIT) expect(counted(unreached(found).map(lineOf))).toEqual(counted(listed));
  });
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
