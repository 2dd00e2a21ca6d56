import { errataOf } from "./errata.ts";
import { describe, expect, it } from "vitest";
import type { Arithmetic, Claim, Erratum, Table } from "./index.ts";
import { claimsOf } from "./claims.ts";
import { correctionsOf } from "./corrections.ts";
import { addressText, keyOf, numbers, papers, role } from "./index.ts";

const SCALAR = ["string", "number", "boolean"];
const isScalar = (value: unknown): boolean => value === null || SCALAR.includes(typeof value);

/** The value of a sum of numbers with + - * / and parentheses. */
function evaluate(expression: string): number {
  const tokens = expression.match(/[\d.]+(?:e\d+)?|[-+*/()]/g) ?? [];
  if (tokens.join("") !== expression.replaceAll(" ", "")) throw new Error(`cannot read ${expression}`);
  let at = 0;
  const factor = (): number => {
    if (tokens[at] !== "(") return Number(tokens[at++]);
    at++;
    const value = sum();
    at++;
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  return sum();
}

const decimals = (value: number): number => String(value).split(".")[1]?.length ?? 0;
const holds = ({ expression, gives }: Arithmetic): boolean =>
  Math.abs(Number(evaluate(expression).toFixed(decimals(gives))) - gives) < 1e-9;

describe.each(papers)("the data of $id", (paper) => {
  const tableIds = paper.tables.map((t) => t.id);

  it.each(paper.tables)("$id has a scalar in every column of every row, and keys that name one row", (t: Table) => {
    const columns = t.columns.map((c) => c.key);
    for (const row of t.rows) {
      expect(Object.keys(row)).toEqual(columns);
      expect(Object.values(row).every(isScalar)).toBe(true);
    }
    expect(columns).toEqual(expect.arrayContaining([...t.keys]));
    expect(new Set(t.rows.map((row) => JSON.stringify(keyOf(t, row)))).size).toBe(t.rows.length);
  });

  it.each(paper.tables)("$id holds the value that each of its corrections names", (t: Table) => {
    for (const c of correctionsOf(paper.id).filter(({ table }) => table === t.id)) {
      expect(["certain", "likely"]).toContain(c.certainty);
      expect([c.ocr, c.why].every((text) => text.length > 0)).toBe(true);
      if (c.row === null || c.column === null) continue;
      expect(t.rows[c.row]).toMatchObject({ ...c.rowKey, [c.column]: c.value });
    }
    for (const u of t.uncertain) expect(t.rows[u.row]).toMatchObject({ ...u.rowKey, [u.column]: u.value });
  });

  it("gives every published number one role, and no role to anything else", () => {
    const all = paper.tables.flatMap((t) => numbers(paper, t));
    for (const number of all) expect(["input", "identity", "result"]).toContain(role(number));
    const used = paper.roles.filter((rule) =>
      all.some((n) => n.table === rule.table && rule.columns.includes(n.column)),
    );
    expect(used).toEqual(paper.roles);
    for (const { table, columns, rows = [] } of paper.roles) {
      for (const row of rows) {
        for (const column of columns) expect(() => role({ paper: paper.id, table, row, column })).not.toThrow();
      }
    }
  });

  it("has claims of one id each, about tables and errata that exist", () => {
    const errata = errataOf(paper.id).map((e) => e.id);
    for (const c of claimsOf(paper.id) satisfies readonly Claim[]) {
      expect(tableIds).toEqual(expect.arrayContaining([...c.tables]));
      expect(errata).toEqual(expect.arrayContaining([...c.errata]));
      expect([c.statement, c.section, c.check].every((text) => text.length > 0)).toBe(true);
      expect(c.value === null || typeof c.value === "number").toBe(true);
      expect(c.unit === null, `${c.id}: a number has a unit`).toBe(c.value === null && c.quantity === null);
    }
    expect(new Set(claimsOf(paper.id).map((c) => c.id)).size).toBe(claimsOf(paper.id).length);
  });

  it.each(errataOf(paper.id))("$id follows from its arithmetic", (e: Erratum) => {
    expect(tableIds).toEqual(expect.arrayContaining([...e.tables]));
    expect(e.arithmetic.length).toBeGreaterThan(0);
    for (const sum of e.arithmetic) expect(holds(sum), `${sum.expression} is ${evaluate(sum.expression)}`).toBe(true);
  });

  it("answers a cell by its model once at most, and names functions and arguments that exist", () => {
    const addresses = paper.modelCells.map((c) => addressText({ ...c, paper: paper.id }));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const c of paper.modelCells) {
      const fn = paper.modelFunctions.find((f) => f.name === c.function);
      expect(fn?.returns, c.function).toBe("number");
      expect(fn?.arguments.map((a) => a.name)).toEqual(expect.arrayContaining(Object.keys(c.arguments)));
    }
  });
});
