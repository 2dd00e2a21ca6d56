import { describe, expect, it } from "vitest";
import { numbers, paper, papers } from "../../engine/papers/index.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { readAt } from "./at.ts";
import { cellHref, columnHref, entryHref } from "../setup/paper-links.ts";

const queryOf = (href: string): string => href.slice(href.indexOf("?") + 1);

describe("a link to a published number", () => {
  it("points at its cell, for every number of every paper", () => {
    for (const paper of papers) {
      for (const table of paper.tables) {
        for (const { row, column } of numbers(paper, table)) {
          const href = cellHref({ paper: paper.id, table: table.id, row, column });
          expect(href.startsWith(`#/papers/${paper.id}/${table.id}?`)).toBe(true);
          expect(readAt(queryOf(href), table, [])).toEqual({ column, row, entry: null, problems: [] });
        }
      }
    }
  });

  it("says what of it cannot be used", () => {
    const table = paper("firefly").tables.find(({ id }) => id === "table-vi");
    if (table === undefined) throw new Error("there is no table-vi");
    const { row, column, problems } = readAt("column=us75&row=sender&entry=E-F04", table, []);
    expect([row, column]).toEqual([null, null]);
    expect(problems).toEqual([
      expect.stringContaining('column = "us75" is none of this table, which has side, action,'),
      expect.stringMatching(/^row = "sender" names \d+ rows of this table, want one\.$/),
      'entry = "E-F04" is not used: this page lists no claims or errata.',
    ]);
    expect(readAt("row=1", null, []).problems).toEqual(['row = "1" is not used: this page is no table.']);
  });

  it("points at a column, a claim or an erratum", () => {
    const [table] = paper("firefly").tables;
    if (table === undefined) throw new Error("there are no tables");
    const column = table.columns.at(-1)?.key ?? "";
    expect(readAt(queryOf(columnHref("firefly", table.id, column)), table, [])).toMatchObject({ column, problems: [] });
    const claims = claimsOf("firefly").map(({ id }) => id);
    const [claim = ""] = claims;
    expect(readAt(queryOf(entryHref("firefly", "claims", claim)), null, claims)).toMatchObject({
      entry: claim,
      problems: [],
    });
    expect(readAt("entry=nowhere", null, claims).problems[0]).toContain("there is none of this name here");
  });
});
