/** `lab xdr`, both ways, and what it refuses. */
import { afterAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./testing.ts";

const POINT = "struct { int x; string name<8>; }";

describe("lab xdr", () => {
  it("writes the bytes of a value, and reads the value of bytes", async () => {
    const encoded = await ask(["xdr", "encode", "--type", POINT, "--value", '{"x": -1, "name": "one"}']);
    expect(encoded).toMatchObject({ code: 0, out: "ffffffff 00000003 6f6e6500", err: "" });
    const decoded = await ask(["xdr", "decode", "--type", POINT, "--hex", encoded.out]);
    expect(JSON.parse(decoded.out)).toEqual({ x: -1, name: "one" });
  });

  it.each(["16777217", "123456789", "3.4028235e38", "0.1"])(
    "rounds %s to the nearest float, and says so",
    async (text) => {
      const { code, err } = await ask(["xdr", "encode", "--type", "float", "--value", text]);
      expect(code).toBe(0);
      expect(err).toBe(
        `lab xdr encode: ${Number(text)} is rounded to ${Math.fround(Number(text))}, the nearest float.`,
      );
      const exact = await ask(["xdr", "encode", "--type", "float", "--value", String(Math.fround(Number(text)))]);
      expect(exact.err).toBe("");
    },
  );

  it("takes definitions in front of the type", async () => {
    const type = "struct node { int value; node *next; }; node *";
    const { out } = await ask(["xdr", "decode", "--type", type, "--hex", "00000001 00000007 00000000"]);
    expect(JSON.parse(out)).toEqual([7]);
  });

  it.each([
    [["encode"], "lab xdr encode: --type is missing; for example --type 'struct { int x; string name<8>; }'."],
    [["encode", "--type", "in"], 'lab xdr: --type, line 1, column 1: got "in", want a type: int, unsigned, hyper'],
    [["encode", "--type", "int", "--value", "one"], "lab xdr encode: --value is no JSON:"],
    [["encode", "--type", POINT, "--value", '{"x": 1}'], "lab xdr: --value, byte 4, name: got nothing, want a text of"],
    [["decode", "--type", "int", "--hex", "0"], 'lab xdr decode: --hex = "0", want hexadecimal digits, two a byte.'],
    [["decode", "--type", "bool", "--hex", "00000002"], "lab xdr: --hex, byte 0: got 2, want 0 or 1."],
    [
      ["encode", "--type", "hyper", "--value", "9007199254740993"],
      '9007199254740993 would be read as 9007199254740992. Write it as a text: "9007199254740993".',
    ],
    [["encode", "--type", "double", "--value", "1e400"], "1e400 would be read as Infinity."],
    [["encode", "--type", "double", "--value", "1e-400"], "1e-400 would be read as 0."],
    [["encode", "--type", "float", "--value", "3.5e38"], "got 3.5e+38, want a number that 32 bits can hold."],
    [["encode", "--type", "int", "--value", '{"x":1,000}'], "lab xdr encode: --value is no JSON:"],
    [["encode", "--type", "int", "--value", "4.5"], "got 4.5, want a whole number of -2147483648…2147483647."],
    [["encod"], 'lab xdr: there is no way "encod"; did you mean encode?'],
    [["decode", "--type", "int", "--definitions", "none.x"], 'lab xdr: --definitions "none.x" cannot be read:'],
  ])("refuses %j", async (args, message) => {
    const { code, err } = await ask(["xdr", ...args]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("lab xdr with interface files", () => {
  const folder = mkdtempSync(join(tmpdir(), "xdr-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const saved = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const types = saved("types.x", "typedef opaque handle<64>; enum device { DEVICE_TCP, DEVICE_UDP };");
  const main = saved(
    "main.x",
    `%#include "types.h"
     const LIMIT = SIZE;
     struct piece { handle h; opaque data[SIZE]; };
     program FILES { version TWO { piece READ(handle, unsigned int count) = 1; } = 2; } = 0x20000001;`,
  );

  it("lists what they declare, with parts that stand beside them, and says what is missing", async () => {
    const { code, out, err } = await ask(["xdr", "list", "--definitions", main]);
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        "program FILES = 536870913",
        "  version TWO = 2",
        "    1  piece READ(handle, unsigned int count)",
        "3 types, 4 constants, 1 programs",
      ].join("\n"),
    });
    expect(err).toContain('main.x, line 2, column 20: got "SIZE", want a number, or the name of one.');
    expect((await ask(["xdr", "list", "--definitions", main, "--define", "SIZE=4"])).err).toBe("");
  });

  it("reads and writes the bytes of a call", async () => {
    const call = ["--definitions", main, "--procedure", "READ"];
    const hex = "00000002 abcd0000 00000007";
    const encoded = await ask(["xdr", "encode", ...call, "--value", '{"arg1": "abcd", "count": 7}']);
    expect(encoded).toMatchObject({ code: 0, out: hex });
    const decoded = await ask(["xdr", "decode", ...call, "--hex", hex]);
    expect(decoded).toMatchObject({ code: 0, err: "" });
    expect(decoded.out).toMatch(/8\s+00000007\s+count\s+7\s+unsigned int/);
    const reply = await ask(["xdr", "decode", ...call, "--reply", "--hex", hex]);
    expect(reply).toMatchObject({ code: 1 });
    expect(reply.err).toContain("SIZE stands in another file of the interface.");
    const known = await ask([
      "xdr",
      "decode",
      ...call,
      "--reply",
      "--define",
      "SIZE=4",
      "--hex",
      "00000000 01020304",
      "--json",
    ]);
    expect(JSON.parse(known.out)).toMatchObject({ plain: { result: { h: "", data: "01020304" } }, left: 0 });
    expect((await ask(["xdr", "decode", "--definitions", main, "--procedure", "RAED", "--hex", "00"])).err).toContain(
      "did you mean READ?",
    );
  });

  it("refuses a type that needs what no file declares, and names the file", async () => {
    const { code, err } = await ask(["xdr", "decode", "--definitions", main, "--type", "piece", "--hex", "00000000"]);
    expect(code).toBe(2);
    expect(err).toContain(`lab xdr: ${main}, line 2, column 20: got "SIZE", want a number, or the name of one.`);
    const device = await ask(["xdr", "decode", "--definitions", types, "--type", "device", "--hex", "00000001"]);
    expect(device.out).toBe('"DEVICE_UDP"');
  });
});
