import { describe, expect, it } from "vitest";
import { claimEntries, ENTRIES } from "./palette-entries.ts";
import { find } from "./palette-search.ts";

describe("finding things by words", () => {
  it("finds all for no words, and the lists to look through for words that stand nowhere", () => {
    expect(find("  ")).toEqual(ENTRIES);
    expect(find("zeppelin").map(({ href }) => href)).toEqual(["#/reference/questions", "#/reference/glossary"]);
  });

  it("puts what has every word first, in any order and any case", () => {
    const found = find("MAXRESULT firefly experiment").map(({ title }) => title);
    expect(found[0]).toBe("Firefly RPC: MaxResult(b)");
  });

  it("finds terms, machines, keys and published figures, with or without their point", () => {
    const kinds = (query: string): readonly string[] => find(query).map(({ kind }) => kind);
    expect(kinds("retransmission").slice(0, 3)).toEqual(["question", "question", "term"]);
    expect(kinds("firefly machine")).toContain("machine");
    expect(find("export").some(({ title }) => title.includes("xport"))).toBe(true);
    expect(find("2661")[0]?.title).toMatch(/^26\.61 s: Null\(\): time for 10,000, 1 \(Table I\)$/);
    expect(find("26.61")[0]?.href).toBe(find("2661")[0]?.href);
  });

  it("finds the claims of every paper, each at its entry", async () => {
    const found = find("retransmission", await claimEntries());
    expect(found.length).toBeGreaterThan(0);
    for (const { href } of found) expect(href).toMatch(/^#\/papers\/\w+\/claims\?entry=/);
  });

  it("leads somewhere or does something, never both, and to no place twice", () => {
    for (const { href, command } of ENTRIES) expect((href === null) !== (command === null)).toBe(true);
    const ways = ENTRIES.flatMap(({ href, kind }) => (href === null || kind === "question" ? [] : [href]));
    expect(new Set(ways).size).toBe(ways.length);
  });
});
