/** Lupine by example: what a reader of its errors sees, and which words go into the packet. */
import { describe, expect, it } from "vitest";
import { parseInterface } from "./parser.ts";
import { interfaceText } from "./print.ts";
import { lupine } from "./lupine.ts";
import { procedureAt, signalAt, type Stub, type StubProcedure } from "./stub.ts";

const FILES = `Files: DEFINITIONS = BEGIN
  -- A page of a disk on another machine.
  Page: TYPE = ARRAY [0..3) OF CARDINAL;
  Handle: TYPE = RECORD [volume: CARDINAL, file: LONG CARDINAL];
  Missing: ERROR [name: STRING [9]];
  Full: SIGNAL [free: LONG INTEGER] RETURNS [retry: BOOLEAN];
  Open: PROCEDURE [name: STRING [9], mode: {read, write}] RETURNS [handle: Handle];
  Read: PROCEDURE [handle: Handle, at: INTEGER] RETURNS [page: Page, last: BOOLEAN];
  Write: PROCEDURE [words: DESCRIPTOR FOR ARRAY OF CARDINAL, mark, next: CHARACTER];
  Ping: PROC;
END.
`;

const files = lupine(FILES);
const wordsIn = (bytes: Uint8Array): readonly number[] =>
  Array.from({ length: bytes.length / 2 }, (_, i) => new DataView(bytes.buffer).getUint16(2 * i));
const fromWords = (...words: readonly number[]): Uint8Array =>
  Uint8Array.from(words.flatMap((word) => [word >>> 8, word & 0xff]));

function procedure(name: string, of: Stub = files): StubProcedure {
  const found = of.procedures.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

describe("the words of a message", () => {
  it("stand as the fields are declared: strings two characters a word, long numbers high word first", () => {
    const open = procedure("Open").encodeArguments({ name: "boot!", mode: "write" });
    expect(wordsIn(open)).toEqual([5, 0x626f, 0x6f74, 0x2100, 1]);
    const read = procedure("Read");
    const handle = { volume: 7, file: 0x12345678 };
    expect(wordsIn(read.encodeArguments({ handle, at: -2 }))).toEqual([7, 0x1234, 0x5678, 0xfffe]);
    expect(wordsIn(read.encodeResults({ page: [1, 2, 3], last: true }))).toEqual([1, 2, 3, 1]);
    const write = procedure("Write").encodeArguments({ words: [8, 9], mark: "A", next: "\u00ff" });
    expect(wordsIn(write)).toEqual([2, 8, 9, 65, 255]);
    expect(procedure("Ping").encodeArguments({})).toHaveLength(0);
  });

  it("are one a value for integers and for elements of arrays, as in Table I", () => {
    const table = lupine(`Test: DEFINITIONS = BEGIN
      TenArgs: PROCEDURE [a, b, c, d, e, f, g, h, i, j: INTEGER] RETURNS [r: RECORD [a, b, c, d, e: LONG INTEGER]];
      Array: PROCEDURE [a: ARRAY [0..100) OF INTEGER] RETURNS [b: ARRAY [0..100) OF INTEGER];
    END.`);
    const words = table.procedures.map(({ argumentPlan, resultPlan }) =>
      [argumentPlan, resultPlan].map((plan) => plan.reduce((sum, { leastWords }) => sum + leastWords, 0)),
    );
    expect(words).toEqual([
      [10, 10],
      [100, 100],
    ]);
    const a = Array.from({ length: 100 }, (_, i) => i - 50);
    expect(procedure("Array", table).argumentWords({ a })).toBe(100);
  });

  it("are planned: each argument with its type and its least and most words", () => {
    expect(procedure("Open").argumentPlan).toEqual([
      { name: "name", type: "STRING [9]", leastWords: 1, mostWords: 6 },
      { name: "mode", type: "{read, write}", leastWords: 1, mostWords: 1 },
    ]);
    expect(procedure("Write").argumentPlan[0]).toMatchObject({ leastWords: 1, mostWords: null });
    expect(procedure("Read").argumentPlan[0]).toMatchObject({ type: "Handle", leastWords: 3, mostWords: 3 });
  });

  it.each([
    ["Open", [10], "Files.Open, arguments, name, word 0: got 10, want at most 9."],
    ["Open", [1, 0x4101, 0], "Files.Open, arguments, name, word 1: got a byte 1 behind the text, want 0."],
    ["Open", [1, 0x4100, 2], "Files.Open, arguments, mode, word 2: got 2, want at most 1."],
    ["Open", [1, 0x4100], "Files.Open, arguments, mode, word 2: got the end of the words, want one word more."],
    ["Open", [0, 1, 7], "Files.Open, arguments, word 2: got 3 words, want 2."],
    ["Write", [4, 1, 2, 3], "Files.Write, arguments, words, word 0: got 4, want at most 3."],
    ["Write", [1, 8, 256, 0], "Files.Write, arguments, mark, word 2: got 256, want at most 255."],
    ["Read", [7, 1], "Files.Read, arguments, handle.file, word 2: got the end of the words, want one word more."],
  ] as const)("are refused where they are no arguments of %s: %j", (name, words, message) => {
    expect(() => procedure(name).decodeArguments(fromWords(...words))).toThrow(message);
  });

  it("are whole, and name the element where they are wrong", () => {
    const said = "Files.Ping, arguments, word 1: got 3 bytes, want whole words of two bytes.";
    expect(() => procedure("Ping").decodeArguments(Uint8Array.of(1, 2, 3))).toThrow(said);
    const flags = lupine("F: DEFINITIONS = BEGIN P: PROC RETURNS [r: ARRAY [0..2) OF RECORD [b: BOOLEAN]]; END.");
    const wrong = "F.P, results, r[1].b, word 1: got 2, want at most 1.";
    expect(() => procedure("P", flags).decodeResults(fromWords(0, 2))).toThrow(wrong);
  });

  it.each([
    ["Open", { name: "ten letters", mode: "read" }, 'name: got "ten letters", want at most 9 characters'],
    ["Open", { name: "Ω", mode: "read" }, 'name: got "Ω", want at most 9 characters with codes up to 255.'],
    ["Open", { name: "a", mode: "append" }, 'mode: got "append", want one of read, write.'],
    ["Open", { name: "a" }, "mode: got nothing, want one of read, write."],
    ["Open", { name: "a", mode: "read", at: 1 }, 'arguments: got a field "at", want name, mode.'],
    ["Ping", { a: 1 }, 'Files.Ping, arguments: got a field "a", want none.'],
    ["Read", { handle: 3, at: 0 }, "handle: got 3, want an object with the fields."],
    [
      "Read",
      { handle: { volume: 1, file: 1 }, at: 0x8000 },
      "at: got 32768, want a whole number from -32768 to 32767.",
    ],
    [
      "Read",
      { handle: { volume: 0.5, file: 1 }, at: 0 },
      "handle.volume: got 0.5, want a whole number from 0 to 65535.",
    ],
    ["Write", { words: [1, -1], mark: "a", next: "b" }, "words[1]: got -1, want a whole number"],
    ["Write", { words: [], mark: "ab", next: "b" }, 'mark: got "ab", want one character with a code up to 255.'],
  ] as const)("are not made of values that do not fit %s: %j", (name, values, message) => {
    expect(() => procedure(name).encodeArguments(values)).toThrow(message);
  });
});

describe("a stub", () => {
  it("has the procedures and the exceptions of its interface, numbered apart", () => {
    expect(files.procedures.map(({ number, name }) => [number, name])).toEqual([
      [0, "Open"],
      [1, "Read"],
      [2, "Write"],
      [3, "Ping"],
    ]);
    expect(files.signals.map(({ number, name, resumable }) => [number, name, resumable])).toEqual([
      [0, "Missing", false],
      [1, "Full", true],
    ]);
    expect(procedure("Open").signals).toBe(files.signals);
  });

  it("carries a signal to the caller and what it is resumed with back", () => {
    const full = signalAt(files, 1);
    expect(full.decodeArguments(full.encodeArguments({ free: -1 }))).toEqual({ free: -1 });
    expect(wordsIn(full.encodeResults({ retry: false }))).toEqual([0]);
    expect(() => signalAt(files, 0).encodeResults({ retry: false })).toThrow("Files.Missing, results: got a field");
  });

  it("finds a procedure by the number in a packet, and says so where there is none", () => {
    expect(procedureAt(files, 3).name).toBe("Ping");
    expect(() => procedureAt(files, 4)).toThrow("Files, arguments: got 4, want the number of a procedure, 0 to 3.");
    const empty = lupine("Empty: DEFINITIONS = BEGIN END.");
    expect(() => signalAt(empty, 0)).toThrow("want no number: it has no signal.");
  });

  it("has the name of its module and a version that any change of a declaration changes", () => {
    expect(files.typeName).toBe(`Files-${files.version}`);
    expect(files.version).toMatch(/^[0-9a-f]{8}$/);
    expect(lupine(FILES.replaceAll(/--.*/g, "").replaceAll("  ", "\n")).version).toBe(files.version);
    expect(lupine(interfaceText(parseInterface(FILES))).version).toBe(files.version);
    for (const [from, to] of [
      ["at: INTEGER", "at: CARDINAL"],
      ["STRING [9]", "STRING [8]"],
      ["read, write", "write, read"],
      ["Ping", "Pong"],
    ] as const) {
      expect(lupine(FILES.replace(from, to)).version, to).not.toBe(files.version);
    }
  });
});

describe("a text that is no interface", () => {
  const inModule = (line: string): string => `M: DEFINITIONS = BEGIN\n${line}\nEND.`;

  it.each([
    ["P: PROCEDURE [a: FOO];", 'line 2, column 18: got "FOO", want a type: INTEGER, CARDINAL, LONG, BOOLEAN,'],
    ["P: PROCEDURE [a: POINTER TO INTEGER];", "An address means nothing on another machine."],
    ["P: PROCEDURE [a: PROC];", "A procedure stays on its machine; export an interface instead."],
    ["P: PROCEDURE [a: SEQUENCE n: CARDINAL OF INTEGER];", "Write DESCRIPTOR FOR ARRAY OF for an array"],
    ["P: PROCEDURE [a: LONG POINTER];", 'column 23: got "POINTER", want INTEGER or CARDINAL. An address'],
    ["P: PROCEDURE [a: INTEGER] RETURNS;", 'line 2, column 34: got ";", want "[".'],
    ["P: PROCEDURE [a: INTEGER, a: INTEGER];", 'column 27: got "a", want a name that is not taken above.'],
    ["P: PROC; P: PROC;", 'column 10: got "P", want a name that is not taken above.'],
    ["T: TYPE = ARRAY [1..3) OF INTEGER;", 'line 2, column 18: got "1", want 0.'],
    ["T: TYPE = ARRAY [0..0) OF INTEGER;", 'column 21: got "0", want a number from 1 to 65535.'],
    ["T: TYPE = ARRAY [0..3] OF INTEGER;", 'column 22: got "]", want ")".'],
    ["T: TYPE = ARRAY [0..40000) OF LONG INTEGER;", "line 2, column 11: got 80000 words, want at most 65535."],
    ["P: PROC [a, b: ARRAY [0..40000) OF INTEGER];", "line 2, column 4: got 80000 words, want at most 65535."],
    ["T: TYPE = RECORD [];", 'line 2, column 18: got "[]", want at least one field.'],
    ["T: TYPE = {a, b, a};", 'line 2, column 18: got "a", want a name that is not taken above.'],
    ["T: TYPE = T;", 'line 2, column 11: got "T", want a type'],
    ["T: TYPE = END;", 'line 2, column 11: got "END", want a type'],
    ["E: ERROR RETURNS [a: INTEGER];", 'got "RETURNS", want ";". An error cannot be resumed; a SIGNAL can.'],
    ["P: INTEGER;", 'line 2, column 4: got "INTEGER", want TYPE, PROCEDURE, ERROR or SIGNAL.'],
    ["TYPE: TYPE = INTEGER;", 'line 2, column 1: got "TYPE", want the name of a declaration, or END.'],
    ["P: PROC [é: INTEGER];", 'line 2, column 10: got "é", want a name, a number or a symbol of Mesa.'],
    ["P: PROC [-- 😀 -- a INTEGER];", 'line 2, column 20: got "INTEGER", want ":".'],
    [`T: TYPE = ${"DESCRIPTOR FOR ARRAY OF ".repeat(40)}INTEGER;`, "want at most 32 types inside each other."],
  ])("says what is wrong with %s", (line, message) => {
    expect(() => lupine(inModule(line))).toThrow(message);
  });

  it.each([
    ["", "line 1, column 1: got the end of the text, want the name of the interface."],
    [
      "M: DEFINITIONS = BEGIN\nP: PROC;\n",
      "line 3, column 1: got the end of the text, want the name of a declaration, or END.",
    ],
    ["M: DEFINITIONS = BEGIN END", 'line 1, column 27: got the end of the text, want ".".'],
    ["M: DEFINITIONS = BEGIN END. x", 'line 1, column 29: got "x", want the end of the text.'],
    ["M: PROGRAM = BEGIN END.", 'line 1, column 4: got "PROGRAM", want "DEFINITIONS".'],
  ])("says where %j ends too soon or too late", (text, message) => {
    expect(() => lupine(text)).toThrow(message);
  });
});
