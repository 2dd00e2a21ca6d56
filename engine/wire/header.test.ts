/** Fields of any width, at any bit, of 64 bits and constant ones: what is written is read, and nothing else changes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, header, headerTable, readHeader, writeHeader } from "./header.ts";
import { packetTable } from "./packet-table.ts";

const BITS = header("bits header", "A test’s.", {
  version: field("version", 0, 3, "", { value: 5 }),
  domain: field("domain", 0, 13, "", { bit: 3 }),
  kind: field("kind", 2, 3, "1 ask, 2 answer"),
  count: field("count", 2, 9, "", { bit: 3 }),
  rest: field("unused", 3, 4, "", { bit: 4, value: 0 }),
  entity: field("entity", 4, 64, "who calls"),
  near: field("near", 12, 24, "", { signed: true }),
});

const numbers = fc.record({
  domain: fc.nat(2 ** 13 - 1),
  kind: fc.constantFrom(1, 2),
  count: fc.nat(2 ** 9 - 1),
  entity: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  near: fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
});

describe("a header with fields of bits", () => {
  it("is read as it was written, with its constants, and changes no bytes around it", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const bytes = new Uint8Array(20).fill(0xa5);
        writeHeader(BITS, values, bytes, 3);
        expect(readHeader(BITS, bytes, 3)).toEqual(values);
        expect([bytes[0], bytes[2], bytes[18], bytes[19]]).toEqual([0xa5, 0xa5, 0xa5, 0xa5]);
        expect([Number(bytes[3]) >> 5, Number(bytes[6]) & 15]).toEqual([5, 0]);
      }),
    );
  });

  it("says which field has which other value, and where", () => {
    const bytes = new Uint8Array(BITS.bytes);
    const right = { domain: 1, kind: 1, count: 1, entity: 1n, near: 0 };
    writeHeader(BITS, right, bytes, 0);
    expect(() => readHeader(BITS, bytes.with(0, 0), 0)).toThrow("bits header, byte 0, version: got 0, want 5");
    const write = (values: object) => () => writeHeader(BITS, { ...right, ...values }, bytes, 0);
    expect(write({ count: 512 })).toThrow("bits header, byte 2, count: got 512, want a whole number of 0…511");
    expect(write({ entity: 2n ** 64n })).toThrow(
      "entity: got 18446744073709551616, want a bigint of 0n…18446744073709551615n",
    );
    expect(write({ entity: 7 })).toThrow("entity: got 7, want a bigint");
  });

  it("has a table of its bits", () => {
    expect(headerTable(BITS).split("\n").slice(6)).toEqual([
      "| 0, bit 0 | 3 bits | version | 5 |  |",
      "| 0, bit 3 | 13 bits | domain |  |  |",
      "| 2, bit 0 | 3 bits | kind |  | 1 ask, 2 answer |",
      "| 2, bit 3 | 9 bits | count |  |  |",
      "| 3, bit 4 | 4 bits | unused | 0 |  |",
      "| 4 | 8 | entity |  | who calls |",
      "| 12 | 3 | near | -8388608 to 8388607 |  |",
    ]);
  });

  it.each(["FIN", "last one", "große"])("has no kind %s, which no fault script could name", (kind) => {
    expect(() =>
      packetTable({ name: "Bits", header: BITS, kinds: { [kind]: [1, "request"] }, below: "UDP", keys: [7] }),
    ).toThrow(`Bits: the kind "${kind}" cannot stand in a fault script, want small letters, digits and hyphens.`);
  });

  it("makes a table of packets, whose writers give no constants", () => {
    const table = packetTable({
      name: "Bits",
      header: BITS,
      kinds: { ask: [1, "request"], answer: [2, "reply"] },
      below: "UDP",
      keys: [7],
    });
    const packet = { kind: "ask", domain: 2, count: 3, entity: 4n, near: -1, data: Uint8Array.of(9) } as const;
    expect(table.read(table.write(packet))).toEqual(packet);
    const bytes = table.write(packet);
    const taken = table.dissectors[0]?.read(bytes, 0, bytes.length, {
      name: "UDP",
      at: 0,
      keys: [],
      isFragment: false,
    });
    expect(taken).toMatchObject({
      layers: [
        {
          fields: expect.arrayContaining([
            expect.objectContaining({ name: "count", text: "3", at: 2, length: 2 }),
            expect.objectContaining({ name: "entity", text: "0x0000000000000004", at: 4, length: 8 }),
          ]),
        },
        { name: "data" },
      ],
    });
  });

  it.each([
    [{ a: field("a", 0, 4, ""), b: field("b", 0, 8, "", { bit: 3 }) }, "b starts at bit 3 of byte 0, inside the field"],
    [{ a: field("a", 0, 60, "") }, "a: 60 bits, want 1 to 48, or 64 without a value"],
    [{ a: field("a", 0, 5, "") }, "its last field ends inside a byte, 3 bits before the end of it"],
    [{ a: field("a", 0, 8, "", { bit: 9 }) }, "a: bit 9 of a byte, want 0 (the most significant) to 7"],
  ])("refuses fields that cannot be: case %#", (fields, message) => {
    expect(() => header("x", "", fields)).toThrow(message);
  });
});
