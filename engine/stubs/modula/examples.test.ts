/** The bytes and the copies of the paper's own procedures, and of one of each kind of argument. */
import { describe, expect, it } from "vitest";
import { StubError } from "../error.ts";
import { thrownBy } from "../testing.ts";
import { ModulaError } from "./error.ts";
import { modula, procedureAt, type StubProcedure } from "./stub.ts";

const TEST = modula(`
DEFINITION MODULE Test; (* Section 2 of the paper, and one of each kind *)
TYPE
  Point = RECORD x, y: INTEGER; END;
  Cell = RECORD value: CARDINAL; next: REF Cell; END;
PROCEDURE Null();
PROCEDURE MaxResult(VAR OUT buf: ARRAY OF CHAR);
PROCEDURE MaxArg(VAR IN buf: ARRAY OF CHAR);
PROCEDURE Add(a, b: INTEGER);
PROCEDURE Block(VAR OUT buf: ARRAY [0..399] OF CHAR);
PROCEDURE Say(text: Text.T);
PROCEDURE Move(where: Point; VAR list: REF Cell; VAR IN name, rest: ARRAY OF CHAR);
END Test.
`);

const stub = (name: string): StubProcedure => {
  const found = TEST.procedures.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");

const copies = (name: string, packet: "call" | "result", values: Parameters<StubProcedure["encodeCall"]>[0]) =>
  stub(name)
    .copies(packet, values, 1440)
    .map(({ end, kind, bytes, allocates }) => `${end} ${kind} ${bytes}${allocates ? " allocates" : ""}`);

describe("bytes", () => {
  it("of a call of Null() and of MaxResult(buf) are none: a VAR OUT argument is in the result alone", () => {
    expect(stub("Null").encodeCall({}).length).toBe(0);
    expect(stub("Null").encodeResult({}).length).toBe(0);
    expect(stub("MaxResult").encodeCall({}).length).toBe(0);
  });

  it("of a full buffer fill a packet: an array that ends a message needs no length", () => {
    const buf = new Uint8Array(1440).fill(7);
    expect(stub("MaxResult").encodeResult({ buf })).toEqual(buf);
    expect(stub("MaxArg").encodeCall({ buf })).toEqual(buf);
    expect(stub("MaxArg").decodeCall(buf)).toEqual({ buf });
  });

  it("lie as in a VAX’s memory", () => {
    expect(hex(stub("Add").encodeCall({ a: 1, b: -2 }))).toBe("01 00 00 00 fe ff ff ff");
    expect(hex(stub("Say").encodeCall({ text: "Firefly" }))).toBe("07 00 00 00 46 69 72 65 66 6c 79");
    expect(hex(stub("Say").encodeCall({ text: null }))).toBe("ff ff ff ff");
    const last = { value: 9, next: null };
    const first = { value: 8, next: last };
    const name = Uint8Array.of(1, 2);
    const moved = stub("Move").encodeCall({ where: { x: 1, y: 2 }, list: first, name, rest: name });
    expect(hex(moved)).toBe(
      "01 00 00 00 02 00 00 00 01 00 00 00 02 00 00 00 01 02 02 00 00 00 01 02 " +
        "08 00 00 00 02 00 00 00 09 00 00 00 00 00 00 00",
    );
  });

  it.each([
    ["Add", [1, 0, 0], "Test.Add, arguments, a, byte 0: got 3 bytes more, want 4."],
    ["Add", [1, 0, 0, 0, 2, 0, 0, 0, 3], "Test.Add, arguments, byte 8: got 9 bytes, want 8."],
    ["Say", [5, 0, 0, 0, 65], "Test.Say, arguments, text, byte 0: got 5, want at most 1."],
  ])("that are no call of %s are refused: %s", (name, bytes, message) => {
    expect(thrownBy(StubError, () => stub(name).decodeCall(Uint8Array.from(bytes)))?.message).toBe(message);
  });
});

describe("copies", () => {
  it("of an array are one, the caller’s, whichever way it goes", () => {
    const buf = new Uint8Array(1440);
    expect(copies("MaxResult", "result", { buf })).toEqual(["caller open 1440"]);
    expect(copies("MaxArg", "call", { buf })).toEqual(["caller open 1440"]);
    expect(copies("Block", "result", { buf: new Uint8Array(400) })).toEqual(["caller block 400"]);
    expect(copies("MaxResult", "call", {})).toEqual([]);
  });

  it("are two where a message needs several packets: its parts have no address in one", () => {
    expect(copies("MaxArg", "call", { buf: new Uint8Array(1441) })).toEqual(["caller open 1441", "server block 1441"]);
  });

  it("of an integer are two", () => {
    expect(copies("Add", "call", { a: 1, b: 2 })).toEqual([
      "caller scalar 4",
      "server scalar 4",
      "caller scalar 4",
      "server scalar 4",
    ]);
  });

  it("of a text are two, and the server allocates another; NIL has nothing to copy", () => {
    expect(copies("Say", "call", { text: "ab" })).toEqual(["caller text 2", "server text 2 allocates"]);
    expect(copies("Say", "call", { text: null })).toEqual(["caller nil 0", "server nil 0"]);
  });

  it("of a structure are two for each of its objects, once however many pointers reach it", () => {
    const list: Record<string, unknown> = { value: 1, next: null };
    list["next"] = list;
    const values = { list } as Parameters<StubProcedure["encodeCall"]>[0];
    expect(copies("Move", "result", values)).toEqual(["caller object 4 allocates", "server object 4"]);
  });
});

describe("a text of a module", () => {
  it.each([
    ["PROCEDURE P(): INTEGER;", 'got ":", want ";". Pass a result by VAR OUT.'],
    ["PROCEDURE P(a: REF Nothing);", 'got "Nothing", want a RECORD type of this module.'],
    ["TYPE A = ARRAY OF CHAR;", "An array of any length is the type of a parameter only."],
    ["TYPE A = RECORD END;", "want at least one field before END."],
    ["PROCEDURE P(a: MUTEX);", "A lock stays in its address space."],
    ["(* no end", "got a comment without an end, want *) behind it."],
  ])("is refused with the place and the reason: %s", (declaration, message) => {
    const text = `DEFINITION MODULE M;\n${declaration}\nEND M.`;
    expect(thrownBy(ModulaError, () => modula(text))?.message).toContain(message);
  });

  it("is found by the number of a procedure, or refused", () => {
    expect(procedureAt(TEST, 1).text).toBe("PROCEDURE MaxResult(VAR OUT buf: ARRAY OF CHAR);");
    expect(thrownBy(StubError, () => procedureAt(TEST, 7))?.message).toBe(
      "Test, arguments: got 7, want the number of a procedure, 0 to 6.",
    );
  });
});
