/** RP2Gen on the paper's example, on recorded bodies, and on specifications with a mistake. */
import { describe, expect, it } from "vitest";
import recorded from "../../wire/rpc2-fixtures/rp2gen-encodings.json" with { type: "json" };
import { thrownBy } from "../testing.ts";
import { argsOf } from "./args.ts";
import { Rp2GenError } from "./error.ts";
import { EXAMPLE } from "./example.ts";
import { parseSubsystem } from "./parser.ts";
import { stubFiles } from "./stub-text.ts";
import { pack, unpack, type Packet, type Rp2Record } from "./values.ts";

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The only procedure of a specification. */
function procedureIn(text: string) {
  const [procedure] = parseSubsystem(text).procedures;
  if (procedure === undefined) throw new Error("A specification without procedures.");
  return procedure;
}

describe("the example of Appendix II", () => {
  const example = parseSubsystem(EXAMPLE);

  it("is a subsystem of two procedures with the numbers 1 and 2", () => {
    expect(example).toMatchObject({
      name: "Example",
      serverPrefix: "serv",
      definitions: [
        { name: "EXPORTAL", value: 3000 },
        { name: "EXSUBSYS", value: 151 },
      ],
      procedures: [
        { name: "double_it", opcode: 1, parameters: [{ mode: "IN OUT", name: "testval", type: { tag: "integer" } }] },
        { name: "triple_it", opcode: 2 },
      ],
    });
  });

  it("has one ARG for each procedure: usage, type and size", () => {
    const arrays = argsOf(example).arrays.map(({ name, args }) => [name, ...args]);
    const testval = { mode: "IN OUT", name: "testval", type: "RPC2_INTEGER_TAG", size: 4 };
    expect(arrays).toEqual([
      ["double_it_ARGS", testval],
      ["triple_it_ARGS", testval],
    ]);
  });

  it("gives the header file of Figure 2, stubs for the client, and a server stub that calls serv_double_it", () => {
    const { header, client, server, args } = stubFiles(example);
    for (const line of [
      "#define EXPORTAL 3000",
      "#define EXSUBSYS 151",
      "extern long double_it();",
      "#define double_it_OP 1",
      "extern ARG double_it_ARGS[];",
      "#define double_it_PTR double_it_ARGS",
      "#define triple_it_OP 2",
    ]) {
      expect(header.split("\n")).toContain(line);
    }
    expect(client).toContain("long double_it(RPC2_Handle cid, RPC2_Integer *testval)");
    expect(server).toContain("code = serv_double_it(cid, &testval);");
    expect(args).toContain("{ IN_OUT_MODE, RPC2_INTEGER_TAG, 4, NULL }, /* testval */");
  });
});

const TYPES = `
  typedef RPC2_Struct { RPC2_Integer x, y; } Point;
  typedef RPC2_Enum { red = 0, white = 1, blue = 7 } Color;
  typedef RPC2_Struct { RPC2_Unsigned id; Point place; Color tint; RPC2_Byte flag; } Thing;`;

describe("bodies that programs of RPC2’s library sent", () => {
  it.each(recorded.vectors)(
    "$name: the compiled procedure packs the same bytes, but for those that fill up",
    (vector) => {
      const procedure = procedureIn(`Subsystem "S"; ${TYPES} ${vector.signature.replace(/ with .*/, "")};`);
      const packet = vector.direction as Packet;
      const mask = bytesOf(vector.mask);
      const masked = (bytes: Uint8Array): string => hex(bytes.map((byte, i) => byte & (mask[i] ?? 0)));
      expect(masked(pack(procedure, packet, vector.value).bytes)).toBe(masked(bytesOf(vector.hex)));
      const values = unpack(procedure, packet, bytesOf(vector.hex));
      expect(masked(pack(procedure, packet, values).bytes)).toBe(masked(bytesOf(vector.hex)));
    },
  );
});

describe("the sizes that the lesson asks for", () => {
  const length = (packet: Packet, parameters: string, values: Rp2Record): number =>
    pack(procedureIn(`Subsystem "S"; p(${parameters});`), packet, values).bytes.length;

  it("are 12 bytes for the word abcd, and 16 for roundtrip", () => {
    expect(length("request", "IN String word", { word: "abcd" })).toBe(12);
    expect(length("request", "IN String word", { word: "roundtrip" })).toBe(16);
  });

  it("are 20 and 8 bytes for a word, a number both ways and a number back", () => {
    const parameters = "IN String word, IN OUT Integer both, OUT Integer back";
    expect(length("request", parameters, { word: "roundtrip", both: 1 })).toBe(20);
    expect(length("reply", parameters, { both: 1, back: 2 })).toBe(8);
  });

  it("come with the place of each value, and with what fills its last unit up", () => {
    const text = `Subsystem "S"; typedef RPC2_Struct { Integer x; String s; } P; p(IN String word, IN P at[]);`;
    const values = { word: "abcd", at: [{ x: 1, s: "" }] };
    expect(pack(procedureIn(text), "request", values).parts).toEqual([
      { path: "word.length", at: 0, length: 4, padding: 0 },
      { path: "word", at: 4, length: 8, padding: 3 },
      { path: "at.count", at: 12, length: 4, padding: 0 },
      { path: "at[0].x", at: 16, length: 4, padding: 0 },
      { path: "at[0].s.length", at: 20, length: 4, padding: 0 },
      { path: "at[0].s", at: 24, length: 4, padding: 3 },
    ]);
  });
});

/** Twenty subsystems as programmers write them. */
const SPECIFICATIONS: readonly string[] = [
  'Subsystem "Empty";',
  'Subsystem "Ping"; ping();',
  'Subsystem "Clock"; now(OUT Unsigned seconds, OUT Unsigned micros);',
  'Subsystem "Echo"; echo(IN String word, IN OUT BoundedBS answer);',
  'Subsystem "Names"; #define LOOKUP 7\nLOOKUP: lookup(IN String name, OUT Unsigned host, OUT Unsigned port);',
  'Subsystem "Mail"; typedef RPC2_Struct { Unsigned id, bytes; } Letter; fetch(IN Unsigned box, OUT Letter mail[]);',
  'Subsystem "Files"; store(IN String name, IN OUT SE_Descriptor data); fetch(IN String s, IN OUT SE_Descriptor d);',
  'Subsystem "Calls"; 10: first(); second(); 20: third();',
  'Client Prefix "c_"; Server Prefix "s_"; Subsystem "Prefix"; both(IN OUT Integer n);',
  'Subsystem "Colours"; typedef RPC2_Enum { red, white, blue = 7 } Colour; mix(IN Colour a, OUT Colour c);',
  'Subsystem "Nested"; typedef RPC2_Struct { Integer x, y; } P; typedef RPC2_Struct { P a; P b; } L; draw(IN L line);',
  'Subsystem "Keys"; open(IN EncryptionKey key, OUT EncryptionKey session);',
  'Subsystem "Hosts"; typedef RPC2_Byte Address[6]; who(IN Address a, OUT String name);',
  'Subsystem "Bytes"; typedef RPC2_Struct { RPC2_Byte name[12]; Byte flag; } Row; put(IN Row r);',
  'Subsystem "Quorum"; vote(IN Unsigned ballot, OUT Unsigned accepted); learn(IN Unsigned ballot, IN CountedBS value);',
  'Subsystem "Callback"; break_callback(IN Unsigned volume, IN Unsigned file, OUT Integer was);',
  'Subsystem "Bench"; start(IN Unsigned ms, IN Double spread); stop(OUT Double mean);',
  'Subsystem "Log"; append(IN CountedBS entry, OUT Unsigned at); read(IN Unsigned at, OUT CountedBS entry);',
  'Subsystem "Paxos"; #define NODES 5\ntypedef RPC2_Byte Votes[NODES]; count(IN Votes v, OUT Integer n);',
  'Subsystem "Lists"; typedef RPC2_Struct { Integer x; } One; sum(IN One all[], OUT Integer s);',
];

it.each(SPECIFICATIONS)("compiles: %s", (text) => {
  const subsystem = parseSubsystem(text);
  for (const isSharing of [false, true]) {
    const { header, client, server, args } = stubFiles(subsystem, isSharing);
    for (const { name } of subsystem.procedures) {
      expect(header).toContain(`#define ${name}_OP`);
      expect(client).toContain(`${name}(RPC2_Handle cid`);
      expect(server).toContain(`${name}(cid`);
      expect(args).toContain(`ARG ${name}_ARGS[]`);
    }
    expect([...client, ...server].filter((c) => c === "{").length).toBe(
      [...client, ...server].filter((c) => c === "}").length,
    );
  }
});

it.each([
  ['Subsystem "S" p();', 'line 1, column 15: got "p", want ";".'],
  ['Subsystem "S"; p(IN Integer a IN Integer b);', 'line 1, column 31: got "IN", want "," or ")".'],
  ['Subsystem "S";\np(Integer a);', 'line 2, column 3: got "Integer", want IN, OUT or IN OUT.'],
  [
    'Subsystem "S"; p(INOUT Integer a);',
    'line 1, column 18: got "INOUT", want IN, OUT or IN OUT. Write IN OUT with a space.',
  ],
  [
    'Subsystem "S"; p(IN int a);',
    /column 21: got "int", want a type: Integer, .*\. Write Integer, which has four bytes/,
  ],
  ['Subsystem "S"; p(IN Integer a, OUT Integer a);', /column 44: got "a", want a name that is not taken above\./],
  ['Subsystem "S"; p(); p();', /column 21: got "p", want a name that is not taken above\./],
  ['Subsystem "S"; p(IN Integer a[]);', /column 31: .* Only a structure can come as often as one likes: name\[\]\./],
  ['Subsystem "S"; 1: a(); 1: b();', 'line 1, column 24: got "1", want a number that no procedure has; a has 1.'],
  ['Subsystem "S"; typedef RPC2_Byte B[0];', /column 36: got "0", want the number of bytes, from 1 to 4200\./],
  ['Subsystem "S"; typedef RPC2_Integer I[3];', /column 38: got "\[", want ";"\. Only RPC2_Byte can have a number/],
  [
    'Subsystem "S"; typedef RPC2_Enum { a = 1, b = 1 } E;',
    /column 43: got "b", want a name with a number of its own, not 1\./,
  ],
  [
    'Subsystem "S"; typedef RPC2_Enum { a = 2147483647, b } E;',
    'line 1, column 52: got "b", want a number of its own; no number follows 2147483647.',
  ],
  [
    'Subsystem "S"; 2147483647: p(); q();',
    'line 1, column 33: got "q", want a number of its own; no number follows 2147483647.',
  ],
  [
    'Subsystem "S"; #define N 4294967296',
    /column 26: got "4294967296", want a number from -2147483648 to 4294967295, or/,
  ],
  ['Subsystem "a*/b";', /column 11: got .* want the name of the subsystem, in quotes: a letter or "_", then letters,/],
  ['Server Prefix "a b"; Subsystem "S";', /column 15: got .* want a prefix, in quotes: a letter or "_", then letters,/],
  [
    'Subsystem "S"; p(IN Integer while);',
    /column 29: got "while", want the name of the parameter\. "while" is a word of C/,
  ],
  ['Subsystem "S;', 'line 1, column 11: got a text without an end, want " behind it, on the same line.'],
  ['/* Subsystem "S";', "line 1, column 1: got a comment without an end, want */ behind it."],
  ['#include "common.rpc2"', /line 1, column 1: got #include "common.rpc2", want a part that is here\. Put the file/],
  ["#if (A\n#endif", /got "#if \(A", want a condition that is read here/],
  ["#if defined\n#endif", /got "#if defined", want a condition that is read here/],
  ["#endif", /got #endif, want #if, #ifdef or #ifndef before it/],
  ["p();", 'line 1, column 1: got "p", want "Subsystem" with its name, or a prefix before it.'],
  ['Subsystem "S"; p(IN Integer a)', 'line 1, column 31: got the end of the text, want ";".'],
])("says where a text is wrong, what stands there and what may: %s", (text, message) => {
  const error = thrownBy(Rp2GenError, () => parseSubsystem(text));
  if (typeof message === "string") expect(error?.message).toBe(message);
  else expect(error?.message).toMatch(message);
});

describe("a specification of the field", () => {
  const PARTS = new Map([
    [
      "common.rpc2",
      "%{\n#define SIZE 4\n#ifndef X\ntypedef struct c C; /* for C alone */\n#endif\n%}\ntypedef RPC2_Byte Name[SIZE];",
    ],
  ]);
  const part = (name: string) => ({ name, text: PARTS.get(name) ?? "" });
  const TEXT = `%{ /* for C
#*/
#include <stdio.h>
%}
server prefix "S"; Subsystem "shop" 1 1; TimeOut(30);
#define LIMIT (SIZE * 2)
#include "common.rpc2"
#ifdef EXTRA
9: Extra();
#endif
NewConnection (IN RPC2_Integer n) NEW_CONNECTION;
Get (IN Name name, in out RPC2_Integer n, IN CallCountEntry counts[]) Timeout(SIZE);
LIMIT: Put ();`;

  it("has parts, lines for C, new connections, times, and numbers that the preprocessor gives", () => {
    const { name, serverPrefix, procedures, types } = parseSubsystem(TEXT, { part });
    expect({ name, serverPrefix }).toEqual({ name: "shop", serverPrefix: "S" });
    expect(procedures.map(({ name: own, opcode }) => [own, opcode])).toEqual([
      ["NewConnection", -13],
      ["Get", 1],
      ["Put", 8],
    ]);
    expect(types).toMatchObject([{ name: "Name", type: { tag: "bytes", length: 4 } }]);
    expect(stubFiles(parseSubsystem(TEXT, { part })).client).not.toContain("NewConnection");
  });

  it("says in which part an error stands, and that it includes itself", () => {
    PARTS.set("broken.rpc2", "typedef\n  nothing N;");
    expect(() => parseSubsystem('#include "broken.rpc2"\nSubsystem "s";', { part })).toThrow(
      /^broken\.rpc2, line 2, column 3: got "nothing", want a type/,
    );
    PARTS.set("again.rpc2", '#include "again.rpc2"');
    expect(() => parseSubsystem('#include "again.rpc2"\nSubsystem "s";', { part })).toThrow("at most 32 parts");
  });
});
