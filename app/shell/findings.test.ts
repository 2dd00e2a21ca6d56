import { describe, expect, it } from "vitest";
import { find, FINDINGS } from "./findings.ts";

describe("finding things by words", () => {
  it("finds all for no words, and nothing for words that stand nowhere", () => {
    expect(find("  ")).toEqual(FINDINGS);
    expect(find("zeppelin")).toEqual([]);
  });

  it("wants every word, in any order and any case", () => {
    const found = find("RESULT firefly experiment").map(({ title }) => title);
    expect(found).toContain("Firefly RPC: MaxResult(b)");
    expect(found).not.toContain("Firefly RPC: Null()");
  });

  it("leads somewhere or does something, never both, and to no place twice", () => {
    for (const { href, command } of FINDINGS) expect((href === null) !== (command === null)).toBe(true);
    const ways = FINDINGS.flatMap(({ href }) => (href === null ? [] : [href]));
    expect(new Set(ways).size).toBe(ways.length);
  });
});
