/** Bodies of RPC2’s packets by a specification: recorded ones, cut ones, hostile ones, and ones that are written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import recorded from "../../wire/rpc2-fixtures/rp2gen-encodings.json" with { type: "json" };
import { fromHex } from "../../wire/test-bytes.ts";
import type { DeclaredProcedure } from "../declared.ts";
import { plainValues } from "../named-value.ts";
import { rp2Declarations } from "./declared.ts";
import { compileSubsystem } from "./parser.ts";

const ASKED = { family: "rpc2", program: 1001, version: 8, procedure: 1 } as const;

function declared(text: string): DeclaredProcedure {
  const found = rp2Declarations(compileSubsystem({ name: "s.rpc2", text }))(ASKED);
  if (found === null) throw new Error("want procedure 1");
  return found;
}

const TYPES = `typedef RPC2_Enum { red = 0, white = 1, blue = 7 } Color;
typedef RPC2_Struct { RPC2_Integer x, y; } Point;
typedef RPC2_Struct { RPC2_Unsigned id; Point place; Color tint; RPC2_Byte flag; } Thing;
`;
const ofSignature = (signature: string): DeclaredProcedure =>
  declared(`Subsystem "Recorded";\n${TYPES}${signature.replace(/ with .*/, "")};`);
const THING = ofSignature("m_struct(IN Thing a, OUT Thing b)");

describe("a body", () => {
  it.each(recorded.vectors)("has the values that were sent: $name", ({ signature, direction, value, hex }) => {
    const bytes = fromHex(hex);
    const found = ofSignature(signature).read(direction === "request" ? "call" : "reply", bytes);
    // The recorded structure has the number of its colour; ours has the colour's name.
    const wanted = JSON.parse(JSON.stringify(value).replace('"tint":1', '"tint":"white"')) as unknown;
    expect([plainValues(found.values), found.next, found.stopped]).toEqual([wanted, bytes.length, null]);
  });

  it("has its values up to the byte where it is cut, with their lines", () => {
    const { values, next, stopped } = THING.read("call", fromHex("0000004effffffff0000"));
    expect(plainValues(values)).toEqual({ a: { id: 78, place: { x: -1 } } });
    const x = values[0]?.parts[1]?.parts[0];
    expect([x?.from, x?.to, x?.type, x?.place?.line, x?.place?.source]).toEqual([4, 8, "RPC2_Integer", 3, "s.rpc2"]);
    expect([next, stopped]).toEqual([8, "byte 8, a.place.y: got 2 bytes, want at least 4."]);
  });

  it("ends in values or a sentence, whatever its bytes are", () => {
    const parameters = "IN RPC2_String s, IN RPC2_CountedBS c, IN RPC2_Double d, OUT RPC2_BoundedBS b";
    const all = ofSignature(`f(IN Thing pts[], ${parameters})`);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const { next, values } = all.read("call", bytes);
        expect(next).toBeLessThanOrEqual(bytes.length);
        JSON.stringify(plainValues(values));
      }),
      { numRuns: 300 },
    );
    const many = all.read("call", new Uint8Array(400_000).fill(0x01)).stopped;
    expect(many).toMatch(/^byte \d+, pts\[\d+\].*: more than 10000 values\.$/);
  });

  it("is written with one value changed, and refuses one that does not fit", () => {
    const bytes = fromHex("0000004effffffff00000002000000017f000000");
    const withTint = (tint: string) => (values: unknown) => ({ a: { ...(values as { a: object }).a, tint } });
    expect(
      [...THING.write("call", bytes, withTint("blue"))].flatMap((byte, i) => (byte === bytes[i] ? [] : [i])),
    ).toEqual([15]);
    expect(() => THING.write("call", bytes, withTint("green"))).toThrow(
      'm_struct, arguments, a.tint: got "green", want one of red, white, blue.',
    );
  });
});

it("a file with the number of a subsystem names that subsystem’s calls alone, one without it those of all", () => {
  const text = (define: string): string => `Subsystem "S"; ${define} f(IN Integer a);`;
  const names = (define: string, program: number) =>
    rp2Declarations(compileSubsystem({ name: "s.rpc2", text: text(define) }))({ ...ASKED, program })?.procedure;
  expect([names("#define SSUBSYS 151\n", 151), names("#define SSUBSYS 151\n", 1001), names("", 1001)]).toEqual([
    "f",
    undefined,
    "f",
  ]);
});
