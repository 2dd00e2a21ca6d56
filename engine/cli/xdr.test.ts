/** `lab xdr`, both ways, and what it refuses. */
import { describe, expect, it } from "vitest";
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
