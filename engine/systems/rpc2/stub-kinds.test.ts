/** Descriptors and generated stubs: our estimate against what the paper says of them, and its own laws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import { EXAMPLE } from "../../stubs/rp2gen/example.ts";
import { parseSubsystem } from "../../stubs/rp2gen/parser.ts";
import { packTimes, sizesFor, stubSizes } from "./stub-kinds.ts";

const sizes = (text: string) => stubSizes(parseSubsystem(text));
const times = (text: string, values: Readonly<Record<string, unknown>>) => {
  const [procedure] = parseSubsystem(text).procedures;
  if (procedure === undefined) throw new Error("There is no procedure.");
  return packTimes(procedure, values);
};
const PROCEDURES = ["p(IN Integer a);", "p(IN String s, OUT Double d);", "p(IN OUT BoundedBS b, IN EncryptionKey k);"];

describe("the size", () => {
  it("of the paper’s example is two arrays of two descriptors each, and a stub for each procedure", () => {
    const { procedures, descriptors, each } = sizes(EXAMPLE);
    expect({ procedures, descriptors }).toEqual({ procedures: 2, descriptors: 64 });
    expect(each).toEqual([
      { name: "double_it", descriptors: 32, generated: 3 * (60 + 20 + 2 * 3) },
      { name: "triple_it", descriptors: 32, generated: 3 * (60 + 20 + 2 * 3) },
    ]);
  });

  it("is smaller with descriptors from the crossing on, and not before", () => {
    const many = fc.tuple(fc.constantFrom(...PROCEDURES), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(many, ([procedure, count]) => {
        const lines = Array.from({ length: count }, (_, i) => procedure.replace("p(", `p${i}(`));
        const found = sizes(`Subsystem "S"; ${lines.join(" ")}`);
        const total = found.interpreter + found.descriptors;
        expect(sizesFor(found, count)).toEqual({ interpreted: total, generated: found.generated });
        expect(total < found.generated).toBe(count >= (found.smallerFrom ?? Infinity));
      }),
      { numRuns: 40 },
    );
  });

  it("of descriptors stays larger for a procedure of so many fields that its code is shorter", () => {
    const fields = Array.from({ length: 60 }, (_, i) => `Integer f${i};`).join(" ");
    const text = `Subsystem "S"; typedef RPC2_Struct { ${fields} } Wide; put(IN Wide w);`;
    expect(sizes(text).smallerFrom).toBeNull();
    const twice = parseSubsystem(`${text} get(IN Wide w);`);
    expect(stubSizes(twice, true).descriptors).toBeLessThan(stubSizes(twice).descriptors);
    expect(sizes('Subsystem "Empty";')).toMatchObject({ descriptors: 0, generated: 0, smallerFrom: null });
  });
});

describe("the time to pack a call", () => {
  it("with descriptors is the paper’s 0.56 ms for one integer, and a little less with a generated stub", () => {
    const { interpretedUs, generatedUs } = times(EXAMPLE, { testval: 21 });
    expect(interpretedUs).toBeCloseTo(1000 * RT_PC.pack.value, 9);
    expect(interpretedUs - generatedUs).toBeCloseTo(2 * 16 * 0.5, 9);
  });

  it("grows with a word for both kinds alike, since both copy its bytes with the same routine", () => {
    const text = 'Subsystem "S"; p(IN String word, OUT Integer n);';
    const [short, long] = [times(text, { word: "abcd" }), times(text, { word: "roundtrip" })];
    expect(long.interpretedUs - short.interpretedUs).toBeCloseTo(long.generatedUs - short.generatedUs, 9);
    expect(long.generatedUs - short.generatedUs).toBeCloseTo(5 * (2 + 3) * 0.5, 9);
  });

  it("counts every element of a list and every field of a structure", () => {
    const text =
      'Subsystem "S"; typedef RPC2_Struct { Integer x, y; } P; typedef RPC2_Struct { P a; P b; } L; ' +
      "draw(IN L line, IN P more[]);";
    const point = { x: 1, y: 2 };
    const of = (more: readonly unknown[]) => times(text, { line: { a: point, b: point }, more });
    const [none, one, two] = [of([]), of([point]), of([point, point])];
    expect(two.interpretedUs - one.interpretedUs).toBeCloseTo(one.interpretedUs - none.interpretedUs, 9);
    expect(one.generatedUs - none.generatedUs).toBeCloseTo((8 + 2 * 3) * 0.5, 9);
    expect(one.interpretedUs - none.interpretedUs).toBeCloseTo((8 + 2 * 3 + 2 * (14 + 2 * 16)) * 0.5, 9);
  });
});
