/** Bytes that the XDR routines of libtirpc 1.3.3 made, both ways. */
import { describe, expect, it } from "vitest";
import { digitsOf } from "../../wire/bytes.ts";
import recorded from "../../wire/sunrpc-fixtures/vectors.json" with { type: "json" };
import { fromHex } from "../../wire/test-bytes.ts";
import { decodeXdr } from "./decode.ts";
import { encodeXdr } from "./encode.ts";
import { parseType } from "./compile.ts";
import type { XdrValue } from "./values.ts";

/** Types that the recording names and does not spell out. */
const SPELT: ReadonlyMap<string, string> = new Map([
  ["string<><> (variable array of strings)", "string<><>"],
  [
    "pmaplist *",
    `struct mapping { unsigned int prog; unsigned int vers; unsigned int prot; unsigned int port; };
     struct pmaplist { mapping map; pmaplist *next; };
     pmaplist *`,
  ],
]);

const values = recorded.vectors.filter(({ type }) => type !== "rpc_msg" && type !== "tcp record");

describe("a recorded value", () => {
  it("stands for each of the 74 recordings that hold no message", () => {
    expect(values).toHaveLength(74);
  });

  it.each(values)("$name", ({ type, value, hex }) => {
    const schema = parseType(SPELT.get(type) ?? type);
    expect(digitsOf(encodeXdr(schema, value as XdrValue))).toBe(hex);
    expect(decodeXdr(schema, fromHex(hex))).toEqual(value);
  });
});
