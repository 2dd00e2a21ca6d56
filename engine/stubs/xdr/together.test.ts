/** Files that are given together: in any order, with parts among them, and with names that two of them have. */
import { describe, expect, it } from "vitest";
import type { Source } from "../parts.ts";
import { compileTogether } from "./together.ts";

const program = (name: string, number: number, type: string): string =>
  `program ${name} { version ONE { ${type} GET(${type}) = 1; } = 1; } = ${number};`;
const file = (name: string, text: string): Source => ({ name, text });
const names = (sources: readonly Source[]): readonly (readonly string[])[] =>
  compileTogether(sources).map(({ programs }) => programs.map(({ name }) => name));

describe("interface files that are given together", () => {
  it("may include each other, whatever their order", () => {
    const types = file("types.x", "struct point { int x; int y; };");
    const whole = file("whole.x", `#include "types.x"\n${program("POINTS", 77, "point")}`);
    const forC = file("forc.x", `%#include "types.h"\n${program("MORE", 78, "point")}`);
    expect(names([types, whole])).toEqual([["POINTS"]]);
    expect(names([whole, types])).toEqual([["POINTS"]]);
    expect(names([forC, types, whole])).toEqual([["MORE"], ["POINTS"]]);
  });

  it("may name one type in two ways, as two programs do", () => {
    const one = file("one.x", `typedef opaque handle[32];\n${program("ONE_", 1, "handle")}`);
    const two = file("two.x", `typedef opaque handle<64>;\n${program("TWO_", 2, "handle")}`);
    expect(names([one, two])).toEqual([["ONE_"], ["TWO_"]]);
  });

  it("are one text where one needs another that it does not include", () => {
    const [types, uses] = [file("a.x", "typedef int count;"), file("b.x", program("USES", 3, "count"))];
    const [only, ...others] = compileTogether([uses, types]);
    expect([only?.missing, others]).toEqual([[], []]);
  });

  it("are refused with file and line", () => {
    const wrong = file("wrong.x", "struct point {\n  int x\n};");
    expect(() => compileTogether([file("a.x", "typedef int count;"), wrong])).toThrow(
      'wrong.x, line 3, column 1: got "}", want',
    );
  });
});
