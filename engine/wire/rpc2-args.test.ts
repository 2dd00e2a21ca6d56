import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "./rpc2-fixtures/rp2gen-encodings.json" with { type: "json" };
import {
  packReply,
  packRequest,
  unpackReply,
  unpackRequest,
  type Arg,
  type ArgField,
  type ArgRecord,
  type ArgValue,
} from "./rpc2-args.ts";
import { fromHex, messageOf } from "./test-bytes.ts";

type Tag = Exclude<ArgField["type"]["tag"], "bytes" | "struct" | "structs">;
const arg = (mode: Arg["mode"], name: string, tag: Tag): Arg => ({ mode, name, type: { tag } });
const field = (name: string, tag: Tag): ArgField => ({ name, type: { tag } });
const POINT = [field("x", "integer"), field("y", "integer")];
const THING = [
  field("id", "unsigned"),
  { name: "place", type: { tag: "struct", fields: POINT } } as const,
  field("tint", "enum"),
  field("flag", "byte"),
];
const COLOURS: Readonly<Record<string, number>> = { red: 0, white: 1, blue: 7 };

/** The procedures of the recorded interface: the table of descriptors that RP2Gen would write for each. */
const PROCEDURES: Readonly<Record<string, readonly Arg[]>> = {
  m_null: [],
  m_int: [arg("IN", "a", "integer"), arg("OUT", "b", "integer"), arg("IN OUT", "c", "integer")],
  m_uns: [arg("IN", "a", "unsigned"), arg("OUT", "b", "unsigned")],
  m_byte: [arg("IN", "a", "byte"), arg("OUT", "b", "byte")],
  m_str: [arg("IN", "a", "string"), arg("IN", "after", "integer")],
  m_cbs: [arg("IN", "a", "counted"), arg("IN", "after", "integer")],
  m_bbs: [arg("IN OUT", "a", "bounded"), arg("IN", "after", "integer")],
  m_key: [arg("IN", "a", "key")],
  m_enum: [arg("IN", "a", "enum"), arg("OUT", "b", "enum")],
  m_struct: [
    { mode: "IN", name: "a", type: { tag: "struct", fields: THING } },
    { mode: "OUT", name: "b", type: { tag: "struct", fields: THING } },
  ],
  m_structs: [{ mode: "IN", name: "pts", type: { tag: "structs", fields: POINT } }, arg("IN", "n", "unsigned")],
};

/** The fixture writes bytes in hexadecimal and an enum by name. */
function valueOf({ name, type }: ArgField, json: unknown): ArgValue {
  if (type.tag === "counted" || type.tag === "key") return fromHex(json as string);
  if (type.tag === "bounded") {
    const { max, bytes } = json as { max: number; bytes: string };
    return { max, bytes: fromHex(bytes) };
  }
  if (type.tag === "enum" && typeof json === "string") return COLOURS[json] ?? Number.NaN;
  if (json === undefined) throw new Error(`The fixture has no value for ${name}.`);
  return json as ArgValue;
}

const cases = vectors.vectors.map(({ name, signature, direction, value, hex, mask }) => {
  const args = PROCEDURES[signature.slice(0, signature.indexOf("("))] ?? [];
  const given = value as Readonly<Record<string, unknown>>;
  const sent = args.filter(({ mode }) => mode !== (direction === "request" ? "OUT" : "IN"));
  const record = Object.fromEntries(sent.map((one) => [one.name, valueOf(one, given[one.name])]));
  return { name, args, direction, record, bytes: fromHex(hex), mask: fromHex(mask) };
});

const masked = (bytes: Uint8Array, mask: Uint8Array): number[] => [...bytes].map((byte, i) => byte & (mask[i] ?? 0xff));

describe("recorded RP2Gen parameters", () => {
  it.each(cases)("$name: are unpacked to the listed values, whatever stands in the padding", (vector) => {
    const unpacked = vector.direction === "request" ? unpackRequest : unpackReply;
    expect(unpacked(vector.args, vector.bytes)).toEqual(vector.record);
  });

  it.each(cases)("$name: are packed to the same bytes, padding aside", (vector) => {
    const packed = (vector.direction === "request" ? packRequest : packReply)(vector.args, vector.record);
    expect(packed.length).toBe(vector.bytes.length);
    expect(masked(packed, vector.mask)).toEqual(masked(vector.bytes, vector.mask));
  });
});

const ALL: readonly Arg[] = [
  ...(["integer", "unsigned", "enum", "byte", "string", "counted", "bounded", "key", "double", "bulk"] as const).map(
    (tag) => arg("IN OUT", tag, tag),
  ),
  { mode: "IN OUT", name: "bytes", type: { tag: "bytes", length: 5 } },
  { mode: "IN OUT", name: "thing", type: { tag: "struct", fields: THING } },
  { mode: "IN OUT", name: "points", type: { tag: "structs", fields: POINT } },
];
const i32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
const point = fc.record({ x: i32, y: i32 }, { noNullPrototype: true });
const anyRecord: fc.Arbitrary<ArgRecord> = fc.record(
  {
    integer: i32,
    unsigned: fc.nat(0xffff_ffff),
    enum: i32,
    byte: fc.nat(255),
    string: fc.string({ maxLength: 40 }).map((text) => text.replaceAll("\0", "")),
    counted: fc.uint8Array({ maxLength: 40 }),
    bounded: fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ max: bytes.length + 3, bytes })),
    key: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    double: fc.double(),
    bytes: fc.uint8Array({ minLength: 5, maxLength: 5 }),
    thing: fc.record(
      { id: fc.nat(0xffff_ffff), place: point, tint: i32, flag: fc.nat(255) },
      { noNullPrototype: true },
    ),
    points: fc.array(point, { maxLength: 5 }),
  },
  { noNullPrototype: true },
);

describe("RP2Gen parameters", () => {
  it("come back from request and reply as they went in, in whole words", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const request = packRequest(ALL, record);
        expect(request.length % 4).toBe(0);
        expect(unpackRequest(ALL, request)).toEqual(record);
        expect(unpackReply(ALL, packReply(ALL, record))).toEqual(record);
      }),
    );
  });

  it("go out by their mode: IN in the request alone, OUT in the reply alone", () => {
    const args = [arg("IN", "a", "integer"), arg("OUT", "b", "integer"), arg("IN OUT", "c", "integer")];
    const record = { a: 1, b: 2, c: 3 };
    expect(packRequest(args, record)).toEqual(fromHex("00000001 00000003"));
    expect(packReply(args, record)).toEqual(fromHex("00000002 00000003"));
  });

  it("of type double are their eight bytes as they lie in a PC’s memory, the least significant first", () => {
    const args = [arg("IN OUT", "a", "double"), arg("IN OUT", "after", "integer")];
    const bytes = fromHex("182d4454fb210940 00000007"); // IEEE 754: 0x400921fb54442d18 is π
    expect(packRequest(args, { a: Math.PI, after: 7 })).toEqual(bytes);
    expect(unpackReply(args, bytes)).toEqual({ a: Math.PI, after: 7 });
    expect(messageOf(() => packRequest(args, { a: "π", after: 7 }))).toContain("want a number");
    expect(messageOf(() => unpackRequest(args, fromHex("00000000")))).toContain("got 4 bytes, want at least 8");
  }); // no recording has one: the encoding is what the library's stub compiler writes

  it("tell in the request how much room there is for bounded bytes that only come back", () => {
    const args = [arg("OUT", "a", "bounded")];
    const request = packRequest(args, { a: { max: 16, bytes: fromHex("0102") } });
    expect(request).toEqual(fromHex("00000010 00000000"));
    expect(unpackRequest(args, request)).toEqual({ a: { max: 16, bytes: new Uint8Array(0) } });
    expect(messageOf(() => packRequest(args, {}))).toContain(
      "value: got nothing, want { max, bytes } also where it is",
    );
  });

  it("are refused with their name and what is allowed", () => {
    const one = (tag: Tag) => [arg("IN", "a", tag)];
    expect(messageOf(() => packRequest(one("integer"), { a: 2 ** 31 }))).toContain("RP2Gen parameter a");
    expect(messageOf(() => packRequest(one("byte"), { a: 256 }))).toContain("got 256, want a whole number of 0…255");
    expect(messageOf(() => packRequest(one("string"), { a: "a\0" }))).toContain("a text without a zero byte");
    expect(messageOf(() => packRequest(one("key"), { a: new Uint8Array(7) }))).toContain("want 8 bytes");
    expect(messageOf(() => packRequest(one("bounded"), { a: { max: 1, bytes: new Uint8Array(2) } }))).toContain(
      "got 2",
    );
    expect(messageOf(() => packRequest(one("counted"), { a: new Uint8Array(4200) }))).toContain("as a side effect");
    expect(messageOf(() => unpackRequest(one("integer"), fromHex("0000")))).toContain("got 2 bytes, want at least 4");
    expect(messageOf(() => unpackRequest(one("integer"), new Uint8Array(8)))).toContain("bytes left over: got 4");
    expect(messageOf(() => unpackRequest(one("string"), fromHex("00000001 41420000")))).toContain(
      "got none, want one at 1",
    );
  });
});
