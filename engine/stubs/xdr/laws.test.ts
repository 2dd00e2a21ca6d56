/** Laws of XDR: a type and its values survive their way through text and bytes, and nothing else does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf } from "../../wire/bytes.ts";
import { fromHex } from "../../wire/test-bytes.ts";
import { thrownBy, type Pick } from "../testing.ts";
import { decodeXdr, readXdr } from "./decode.ts";
import { encodeXdr } from "./encode.ts";
import { XdrError, XdrTextError } from "./error.ts";
import { compileType, compileXdr, missingError, parseType, parseXdr } from "./compile.ts";
import { randomType, randomValue, typeText } from "./testing.ts";
import { leastBytes } from "./types.ts";

/** Drawn by fast-check, so that a failure is made small. */
const picking =
  (g: fc.GeneratorValue): Pick =>
  (min, max) =>
    g(fc.integer, { min, max });

describe("a type", () => {
  it("is read from its own text as it was: values have the same bytes", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const schema = { type: randomType(pick, 3), types: new Map() };
        const value = randomValue(pick, schema);
        expect(encodeXdr(parseType(typeText(schema.type)), value)).toEqual(encodeXdr(schema, value));
      }),
      { numRuns: 300 },
    );
  });

  it("holds values that come back from their bytes, four at a time and never fewer than the least", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const schema = { type: randomType(pick, 3), types: new Map() };
        const value = randomValue(pick, schema);
        const bytes = encodeXdr(schema, value);
        expect(bytes.length % 4).toBe(0);
        expect(bytes.length).toBeGreaterThanOrEqual(leastBytes(schema));
        expect(decodeXdr(schema, bytes)).toEqual(value);
        const among = Uint8Array.of(7, 7, 7, 7, ...bytes, 9, 9, 9, 9);
        expect(readXdr(schema, among, 4)).toEqual({ value, next: 4 + bytes.length });
      }),
      { numRuns: 600 },
    );
  });

  it("reads changed and random bytes as a value of the very same bytes, or refuses them and says where", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const schema = { type: randomType(pick, 3), types: new Map() };
        const bytes = Uint8Array.from(
          pick(0, 3) === 0
            ? Array.from({ length: pick(0, 40) }, () => pick(0, 255))
            : encodeXdr(schema, randomValue(pick, schema)),
        );
        for (let i = 0; i < 2 && bytes.length > 0; i++) bytes[pick(0, bytes.length - 1)] = pick(0, 255);
        const given = bytes.subarray(0, bytes.length - pick(0, Math.min(5, bytes.length)));
        const error = thrownBy(XdrError, () => {
          const value = decodeXdr(schema, given);
          // Only a NaN has several encodings, and JSON one word for it.
          if (!JSON.stringify(value).includes("NaN")) expect(digitsOf(encodeXdr(schema, value))).toBe(digitsOf(given));
        });
        if (error === undefined) return;
        expect(error.offset).toBeLessThanOrEqual(given.length);
        expect(error.want).not.toBe("");
      }),
      { numRuns: 1500 },
    );
  });
});

const LANGUAGE = `
/* An example with all of the language. */
%#include <stdio.h>
const MAX_NAME = 0x20;
const OLD = 017;
enum colour { RED = 0, GREEN = 1, BLUE = -5 };
typedef opaque key[8];
typedef struct node *list;
struct node { unsigned hyper value; key k; list next; };
union answer switch (colour shade) {
  case RED: case GREEN: string name<MAX_NAME>;
  case BLUE: void;
  default: double d<OLD>;
};
program LAB {
  version ONE { int SUM(int<>) = 1; void PING(void) = 0; answer ASK(colour, unsigned) = 2; } = 1;
} = 0x20004c41;
`;

describe("a text", () => {
  it("gives its types, constants and programs", () => {
    const { types, constants, programs } = parseXdr(LANGUAGE);
    expect([...types.keys()]).toEqual(["colour", "key", "list", "node", "answer"]);
    expect(constants.get("MAX_NAME")).toBe(32n);
    expect(constants.get("OLD")).toBe(15n);
    expect(programs).toMatchObject([
      { name: "LAB", number: 0x20004c41, versions: [{ name: "ONE", number: 1, procedures: [{}, {}, {}] }] },
    ]);
    expect(programs[0]?.versions[0]?.procedures.map(({ takes }) => takes.length)).toEqual([1, 0, 2]);
  });

  it("that is changed at some places is read, or refused with line and column", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        let text = LANGUAGE;
        for (let i = pick(1, 3); i > 0; i--) {
          const at = pick(0, text.length);
          const put = pick(0, 2) === 0 ? "" : "{}()[]<>*:;,=09azZ_ \n".charAt(pick(0, 20));
          text = text.slice(0, at) + put + text.slice(at + pick(0, 3));
        }
        const error = thrownBy(XdrTextError, () => parseXdr(text));
        if (error !== undefined) expect(error.line).toBeLessThanOrEqual(text.split("\n").length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["struct a { a inside; };", "line 1, column 8: got a type that holds itself, want one behind a * or in a <>."],
    ["typedef a b; typedef b a;", "line 1, column 11: got a type that holds itself, want a type."],
    ["struct a { int x; int x; };", 'line 1, column 23: got "x", want a name that no other field has.'],
    ["struct a { int x };", 'line 1, column 18: got "}", want ";".'],
    ["struct a { nothing x; };", 'line 1, column 12: got "nothing", want a type'],
    [
      "union u switch (hyper h) { case 0: void; };",
      "line 1, column 7: got a union by h, want a whole number, a bool or an enum",
    ],
    ["union u switch (bool b) { case 2: void; };", "line 1, column 7: got a case 2, want a value of b."],
    ["union u switch (int b) { case 2: case 2: void; };", 'line 1, column 39: got "2", want a value that no other'],
    ["const A = 1; const A = 2;", 'line 1, column 20: got "A", want a name that is not taken.'],
    ["const A = 089;", 'line 1, column 11: got "089", want a number of at most 64 bits, octal behind 0'],
    ["typedef string s;", 'line 1, column 17: got ";", want <, as in string name<>.'],
    ["typedef string s[4];", 'line 1, column 17: got "[", want <: a string has no fixed length.'],
    ["/* no end", "line 1, column 1: got a comment without an end, want */ behind it."],
    ["int x;", 'line 1, column 1: got "int", want const, typedef, enum, struct, union or program.'],
  ])("is refused: %s", (text, message) => {
    expect(thrownBy(XdrTextError, () => parseXdr(text))?.message).toContain(message);
  });
});

describe("a value", () => {
  it.each([
    ["int", 2 ** 31, "byte 0: got 2147483648, want a whole number of -2147483648…2147483647."],
    ["unsigned int<2>", [1, 2, 3], "byte 0: got a list of 3, want a list of at most 2."],
    ["struct { int x; bool y; }", { x: 1, y: 1 }, "byte 4, y: got 1, want true or false."],
    ["struct { int x; }", { x: 1, z: 1 }, "byte 0, z: got 1, want only x."],
    ["struct { int x; }", {}, "byte 0, x: got nothing, want a whole number of"],
    ["opaque[2]", "012", 'byte 0: got "012", want 4 hexadecimal digits, two a byte.'],
    ["string<3>", "four", 'byte 0: got "four", want a text of at most 3 bytes, or {"bytes"'],
    ["union switch (int a) { case 1: void; }", { a: 2 }, "byte 0, a: got 2, want the value of an arm."],
    ["hyper", "9223372036854775808", "want the digits of a whole number of -9223372036854775808…"],
  ])("of %s is refused: %j", (type, value, message) => {
    expect(thrownBy(XdrError, () => encodeXdr(parseType(type), value))?.message).toContain(message);
  });

  it.each([
    ["bool", "00000002", "byte 0: got 2, want 0 or 1."],
    ["opaque<>", "0000000161ff0000", "byte 5: got 255 as filling, want 0."],
    ["int<>", "ffffffff00000001", "byte 0: got the length 4294967295, want at most 1: 4 bytes are left."],
    ["struct { int a; string names<3>; }", "0000000000000004", "byte 4, names: got the length 4, want at most 3."],
    [
      "struct { opaque none[0]; } [3000]",
      "",
      "byte 0, [512].none: got one more value without bytes, want at most 1024",
    ],
    ["int", "0000000000", "byte 4: got 1 bytes more, want the end of the value."],
    ["hyper", "00000000", "byte 0: got 4 bytes, want at least 8."],
    ["enum { A = 1 }", "00000003", "byte 0: got 3, want 1 (A)."],
    ["struct { opaque none[0]; }<>", "7fffffff", "byte 0: got the length 2147483647, want at most 1024"],
    ["short", "00010000", "byte 0: got 65536, want a short: -32768…32767."],
  ])("is not read from wrong bytes of %s: %s", (type, hex, message) => {
    const bytes = fromHex(hex);
    expect(thrownBy(XdrError, () => decodeXdr(parseType(type), bytes))?.message).toContain(message);
  });

  it("may be a list of any length, but no tree of any depth", () => {
    const list = parseType("struct node { int value; node *next; }; node *");
    const long = Array.from({ length: 100_000 }, (_, i) => i);
    expect(decodeXdr(list, encodeXdr(list, long))).toEqual(long);
    const tree = parseType("struct tree { tree *left; tree *right; }; tree *");
    const deep = new Uint8Array(4000).fill(0).map((_, i) => (i % 4 === 3 ? 1 : 0));
    expect(thrownBy(XdrError, () => decodeXdr(tree, deep))?.message).toContain("at most 64 inside each other");
  });
});

describe("an interface as rpcgen reads it", () => {
  it("may have a plus, a name for a number, values that count on, a lone string, and names that begin with _", () => {
    const text = `
      const FIRST = +5; const AGAIN = FIRST;
      enum _colour { RED, GREEN = 4, BLUE };
      program _MESSAGES { version ONE { int PRINT(string) = FIRST; string NAME(void) = 2; } = 1; } = 0x20000001;`;
    const { types, constants, programs } = parseXdr(text);
    expect(constants.get("AGAIN")).toBe(5n);
    expect(types.get("_colour")).toMatchObject({ members: [{ value: 0 }, { value: 4 }, { value: 5 }] });
    expect(programs[0]?.versions[0]?.procedures).toMatchObject([
      { name: "PRINT", number: 5, takes: [{ name: "arg1", type: { kind: "string" } }] },
      { name: "NAME", number: 2, takes: [], gives: { kind: "string" } },
    ]);
  });

  it.each([
    ["#if 0", "x"],
    ["#if 1", "x y"],
    ["#ifdef RPC_HDR", "x"],
    ["#ifndef RPC_HDR", "x y"],
    ["  # ifdef ME", "x y"],
    ["#if defined(ME) && !defined RPC_HDR", "x y"],
    ["#if RPC_HDR", "x"],
    ["#if 0\n#elif 4 > 3 /* so */", "x y"],
    ["#if VERSION >= 3", "x y"],
  ])("has its lines chosen by %s", (line, fields) => {
    const defined = "#define ME\n#define VERSION (1 + 2)";
    const text = `${defined}\nstruct p {\n int x;\n${line}\n int y;\n#else\n%skipped\n#endif\n};\np`;
    const { types } = parseType(text);
    expect(types.get("p")).toMatchObject({ fields: fields.split(" ").map((name) => ({ name })) });
  });

  it.each([
    ["#include <x.h>\nint", 'line 1, column 1: got #include "x.h", want a part that is here. Put the file beside'],
    ["#define F(x) 1\nint<F(1)>", 'line 2, column 5: got "F", want a name that is no macro with arguments. Run the C'],
    ["#define N 2 @\nint<N>", 'line 2, column 5: got #define N "2 @", want numbers, names and symbols of XDR.'],
    ["#if (A\nint\n#endif", 'got "#if (A", want a line that is read here'],
    ["#if defined\nint\n#endif", 'got "#if defined", want a line that is read here'],
    ["#error no\nint", 'line 1, column 1: got #error "no", want another choice of lines.'],
    ["#if 1\nint\n#else\n#else\n#endif", "line 4, column 1: got #else, want #if, #ifdef or #ifndef before it."],
    ["#if 1\nint", "line 1, column 1: got a condition without an end, want #endif behind it."],
    ["int\n#endif", "line 2, column 1: got #endif, want #if, #ifdef or #ifndef before it."],
    ["int<'", "line 1, column 5: got a text without an end, want ' behind it."],
    ["int\u200b<>", "line 1, column 4: got the character U+200B, want"],
  ])("is refused, and never read as another type: %j", (text, message) => {
    expect(thrownBy(XdrTextError, () => parseType(text))?.message).toContain(message);
  });

  it("has numbers by #define, and names the text that an error is in", () => {
    const definitions = { name: "a.x", text: "#define SIZE 3 /* bytes */\ntypedef opaque id[SIZE];" };
    expect(compileType([definitions, { name: "--type", text: "id" }]).types.get("id")).toMatchObject({ length: 3 });
    const wrong = thrownBy(XdrTextError, () => compileType([definitions, { name: "--type", text: "id y" }]));
    expect(wrong?.message).toContain("--type, line 1, column 4");
    const strange = { name: "a.x", text: "struct s { in x; };" };
    const [missing] = compileType([strange, { name: "--type", text: "s" }]).missing;
    expect(missing === undefined ? "" : missingError(missing).message).toContain("a.x, line 1, column 12");
  });

  it("may be long, in many lines or in one, and its names may stand for names", () => {
    for (const end of ["\n", " "]) {
      const text = Array.from({ length: 20_000 }, (_, i) => `struct s${i} { int a; };${end}`).join("");
      expect(parseXdr(text).types.size).toBe(20_000);
    }
    const chain = Array.from({ length: 5000 }, (_, i) => `typedef t${i + 1} t${i};`).join("");
    expect(encodeXdr(parseType(`${chain} typedef int t5000; t0`), 7)).toEqual(fromHex("00000007"));
    const deep = Array.from({ length: 5000 }, (_, i) => `struct s${i} { s${i + 1} a; };`).join("");
    const error = thrownBy(XdrTextError, () => parseXdr(`${deep} struct s5000 { int a; };`));
    expect(error?.message).toContain("at most 64 inside each other");
  });
});

describe("interface files of the field", () => {
  const text = (body: string): string => `/* c */ // another\n${body}`;

  it.each([
    ["union verdict switch (int why) { case 0: void; case 1: int why; };"], // RFC 5531, rejected_reply
    ["union u switch (int v) { case 0: int a; case 1: short a; };"],
    ["struct f { uint64_t n; int32_t x; u_char c; unsigned u; netobj o; };"],
    ["const FOREVER = 0xffffffffffffffff; const KEY = \"abc\"; const LEAST = -0x8000000000000000; const A = 'a';"],
    ['namespace shop { struct a { int x; };; namespace b::c { typedef a d; } }\npackage "shop"; typedef a e;'],
    ["struct t { opaque data<MAX_SIZE>; opaque id[OTHER]; name n; }; const MAX = LATER; const LATER = 7;"],
    ["enum e { A, B = 4, C, };"],
    ["struct *pmaplist { int map; pmaplist next; };"], // RFC 1833, section 3.2
    ["enum e { A = 0xffffffff }; typedef unsigned long u_long; typedef struct node node; struct node { node *next; };"],
    ["program P { version V { int ADD(int a, s *b, string c<9>) = 1; } = 1; } = 536870913; struct s { int x; };"],
    ["struct spec { kind k; }; union kind switch (int t) { case 0: void; case 1: spec s; };"],
    ["const N = 3; const N = 3; typedef int four; typedef int four; struct v { int version; int program; };"],
    ["#define SIZES <8>\ntypedef int ints SIZES;"],
    ["%#define ONE 1\n%#define TWO ONE + 1\n%#define LONG (a \\\n b)\ntypedef opaque two[TWO];"],
  ])("compile: %s", (body) => {
    expect(compileXdr([{ name: "a.x", text: text(body) }]).types.size).toBeGreaterThanOrEqual(0);
  });

  it("have numbers for the C compiler, exact beyond 2^53, and names that stand below", () => {
    const { constants, types } = compileXdr([
      {
        name: "a.x",
        text: `%#define N (M + 1)
%#define M 2
typedef opaque id[N]; typedef int l<LATER>; const LATER = 9; const B = 0xffffffffffffffff;`,
      },
    ]);
    expect(types.get("id")).toMatchObject({ length: 3 });
    expect(types.get("l")).toMatchObject({ length: 9 });
    expect(constants.get("B")).toBe(2n ** 64n - 1n);
  });

  it("have parts: those that #include names, and the sources of headers that %#include names", () => {
    const parts = new Map([
      ["object.x", "struct object { int x; };"],
      ["types.x", '%#include "main.h"\ntypedef opaque key[4];'],
    ]);
    const part = (name: string) => {
      const found = parts.get(name.replace(/^.*\//, ""));
      return found === undefined ? null : { name, text: found };
    };
    const main = '%#include "xdr/types.h"\n#include "object.x"\nstruct pair { object o; key k; };';
    const { types, missing } = compileXdr([{ name: "main.x", text: main }], { part });
    expect([...types.keys()]).toEqual(["key", "object", "pair"]);
    expect(missing).toEqual([]);
    parts.set("object.x", '#include "object.x"');
    const endless = thrownBy(XdrTextError, () => compileXdr([{ name: "main.x", text: main }], { part }));
    expect(endless?.message).toContain("at most 32 parts in each other");
  });

  it("say which name stands in another file, and read what does not need it", () => {
    const source = {
      name: "a.x",
      text: "struct t { int a; opaque id[SIZE]; };\nunion u switch (int v) { case OTHER: int x; case 1: int y; };",
    };
    const { missing } = compileXdr([source]);
    const want = "want a number, or the name of one. Another file may have it: give that one as well, or --define it.";
    expect(missing.map((one) => missingError(one).message)).toEqual([
      `a.x, line 1, column 29: got "SIZE", ${want}`,
      `a.x, line 2, column 31: got "OTHER", ${want}`,
    ]);
    const u = compileType([source, { name: "--type", text: "u" }]);
    expect(decodeXdr(u, fromHex("0000000100000007"))).toEqual({ v: 1, y: 7 });
    const unknown = thrownBy(XdrError, () => decodeXdr(u, fromHex("0000000200000007")));
    expect(unknown?.message).toContain("a case of OTHER: a name that one of the files declares");
  });

  it("never hang, whatever their macros and parts do", () => {
    const doubling = Array.from({ length: 30 }, (_, i) => `#define A${i} A${i + 1} A${i + 1}\n`).join("");
    for (const end of ["", "#define A30\n", "#define A30 1\n"]) {
      const error = thrownBy(XdrTextError, () => compileXdr([{ name: "a.x", text: `${doubling}${end}const X = A0;` }]));
      expect(error?.message).toMatch(/^a\.x, line 3[12], column 11: /);
    }
    const comments = thrownBy(XdrTextError, () => parseXdr(`#${"/*".repeat(200_000)}`));
    expect(comments?.message).toContain("line 1, column");
  });
});

describe("values that are easily changed", () => {
  const tree = parseType("struct tree { int v; tree *left; tree *right; }; tree");
  const list = parseType("struct node { string item<>; node *next; }; node *");

  it("a tree is nested, a list is a list, and a list may be written node by node", () => {
    const value = { v: 1, left: { v: 2, left: null, right: null }, right: null };
    expect(decodeXdr(tree, encodeXdr(tree, value))).toEqual(value);
    const nodes = { item: "a", next: { item: "b", next: null } };
    expect(encodeXdr(list, nodes)).toEqual(encodeXdr(list, ["a", "b"]));
    expect(encodeXdr(list, null)).toEqual(encodeXdr(list, []));
    const odd = thrownBy(XdrError, () => encodeXdr(list, { item: "a", next: 3 }));
    expect(odd?.message).toContain("want a list of the elements, or nodes that end with null");
  });

  it("keep the bits of a NaN and the bytes of a text that is none", () => {
    for (const hex of ["7fa00001", "ffc00000", "7fc00000", "7f800001"]) {
      const value = decodeXdr(parseType("float"), fromHex(hex));
      expect(encodeXdr(parseType("float"), value)).toEqual(fromHex(hex));
    }
    const text = fromHex("00000002fe410000");
    const value = decodeXdr(parseType("string<>"), text);
    expect(value).toEqual({ bytes: "fe41" });
    expect(encodeXdr(parseType("string<>"), value)).toEqual(text);
  });

  it("are refused where they would become others", () => {
    for (const value of [1e39, 1e-60]) {
      expect(thrownBy(XdrError, () => encodeXdr(parseType("float"), value))?.message).toContain("32 bits can hold");
    }
    const nested = Array.from({ length: 40 }, (_, i) => `struct s${i + 1} { s${i} a; s${i} b; };`).join("");
    const empty = parseType(`struct s0 { opaque none[0]; }; ${nested} s40`);
    expect(thrownBy(XdrError, () => decodeXdr(empty, new Uint8Array()))?.message).toContain("at most 1024 of them");
  });
});
