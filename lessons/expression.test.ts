import { describe, expect, it } from "vitest";
import { evaluate, namesIn } from "./expression.ts";

const known: Readonly<Record<string, number>> = { wire: 60, sum: 2514 };
const of = (expression: string): number => evaluate(expression, (name) => known[name] ?? NaN);

describe("arithmetic on named numbers", () => {
  it("multiplies before it adds, from the left, and minds parentheses", () => {
    expect(of("2 + 3 * 4")).toBe(14);
    expect(of("(2 + 3) * 4")).toBe(20);
    expect(of("20 - 5 - 3")).toBe(12);
    expect(of("24 / 4 / 2 * -1")).toBe(-3);
  });

  it("takes names from the lesson and tells which it needs", () => {
    expect(of("100 * 2 * wire / sum")).toBeCloseTo(4.773, 3);
    expect(namesIn("100 * 2 * wire / sum")).toEqual(["wire", "sum"]);
  });

  it.each(["2 +", "2 2", "(2", "2 ^ 2", "* 3"])("refuses %s with a word about it", (expression) => {
    expect(() => of(expression)).toThrow(JSON.stringify(expression));
  });
});
