/** Bytes of calls as named values: what is read of whole, cut and hostile ones. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex } from "../../wire/test-bytes.ts";
import { plainValues } from "../named-value.ts";
import type { NamedValue } from "../named-value.ts";
import { decodeCall } from "./decode-call.ts";
import type { DecodedCall } from "./decode-call.ts";
import { parseXdr } from "./compile.ts";

const FILES = parseXdr(`
enum status { OK = 0, NOENT = 2 };
typedef opaque handle<64>;
struct entry { unsigned hyper id; string name<>; entry *next; };
struct listed { entry *entries; bool eof; };
union answer switch (status is) { case OK: listed list; default: void; };
struct tree { tree *left; tree *right; };
program FILES { version TWO {
  void NULL(void) = 0;
  answer LIST(handle dir, int count) = 1;
  void GROW(tree) = 2;
  void WRITE(opaque_bytes) = 3;
} = 2; } = 0x20000001;
typedef opaque opaque_bytes<>;
`);

function decoded(procedure: number, direction: "call" | "reply", hex: string): DecodedCall {
  const found = decodeCall(FILES, { program: 0x20000001, version: 2, procedure, direction }, fromHex(hex));
  if (found === null) throw new Error("not declared");
  return found;
}

describe("the bytes of a call", () => {
  it("become arguments with names, types and ranges", () => {
    const { values, ...rest } = decoded(1, "call", "00000002 abcd0000 00000007".replaceAll(" ", ""));
    const at = (line: number, column: number) => ({ source: "", line, column });
    const names = { program: "FILES", version: "TWO", procedure: "LIST" };
    expect(rest).toEqual({ ...names, place: at(10, 10), next: 12, stopped: null });
    expect(values).toEqual([
      { name: "dir", type: "handle", from: 0, to: 8, value: "abcd", parts: [], note: null, place: at(10, 15) },
      { name: "count", type: "int", from: 8, to: 12, value: 7, parts: [], note: null, place: at(10, 27) },
    ]);
  });

  it("become results, with a linked list as a list", () => {
    const list =
      "00000001 00000000000000ff 00000001 61000000 00000001 0000000000000001 00000002 62630000 00000000 00000001";
    const { values, stopped } = decoded(1, "reply", `00000000${list.replaceAll(" ", "")}`);
    expect(stopped).toBeNull();
    const entries = [
      { id: "255", name: "a" },
      { id: "1", name: "bc" },
    ];
    expect(plainValues(values)).toEqual({ result: { is: "OK", list: { entries, eof: true } } });
    const lineOf = ({ name, place, parts }: NamedValue): unknown[] => [
      [name, place?.line ?? null],
      ...parts.map(lineOf),
    ];
    expect(values.map(lineOf)[0]?.[2]).toEqual([["list", 6], expect.anything(), [["eof", 5]]]);
  });

  it("that no interface declares are nothing; procedure 0 always is declared", () => {
    const asked = { program: 0x20000001, version: 2, procedure: 9, direction: "call" } as const;
    expect(decodeCall(FILES, asked, new Uint8Array())).toBeNull();
    expect(decodeCall(FILES, { ...asked, version: 3 }, new Uint8Array())).toBeNull();
    expect(decodeCall(FILES, { ...asked, procedure: 0 }, new Uint8Array())?.values).toEqual([]);
  });

  it.each([
    [1, "call", "", "byte 0, dir: 0 bytes are left, want 4."],
    [1, "call", "ffffffff00000000", "byte 0, dir: the length 4294967295, and its type has at most 64."],
    [1, "reply", "00000000000000010000000000000001ffffffff", "byte 20, result.list.entries[0].name: 0 bytes are left"],
    [1, "reply", "0000000000000005", "byte 4, result.list.entries: 5 where 0 or 1 says whether a value follows."],
    [2, "call", "00000001".repeat(100), "inside each other."],
  ] as const)("of procedure %i stop where they are wrong: %s %s", (procedure, direction, hex, sentence) => {
    expect(decoded(procedure, direction, hex).stopped).toContain(sentence);
  });

  it("that are cut show what there is, and what is odd is said beside its value", () => {
    const cut = decoded(3, "call", "000000ffaabb");
    expect(cut.values).toMatchObject([{ value: "aabb", note: "cut: 2 of 255 bytes", from: 0, to: 6 }]);
    const odd = decoded(1, "reply", "00000009");
    expect(odd.values[0]?.parts).toMatchObject([{ name: "is", value: 9, note: "no value of this enumeration" }]);
  });

  it("never end in an error, never hang and never grow, whatever they are", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const words = Array.from({ length: g(fc.integer, { min: 0, max: 60 }) }, () =>
          g(fc.integer, { min: 0, max: 3 }) === 0
            ? g(fc.integer, { min: 0, max: 2 ** 32 - 1 })
            : g(fc.integer, { min: 0, max: 3 }),
        );
        const hex = words.map((word) => word.toString(16).padStart(8, "0")).join("");
        for (const direction of ["call", "reply"] as const) {
          for (const procedure of [1, 2, 3]) {
            const { next, stopped, values } = decoded(procedure, direction, hex);
            expect(next).toBeLessThanOrEqual(hex.length / 2);
            expect(stopped ?? "byte 0: x.").toMatch(/^byte \d+[^\n]*\.$/);
            plainValues(values);
          }
        }
      }),
      { numRuns: 2000 },
    );
    const long = decoded(1, "reply", `00000000${"00000001000000000000000000000000".repeat(20_000)}`);
    expect(long.stopped).toContain("more than 10000 values");
  });
});
