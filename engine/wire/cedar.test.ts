import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf } from "./bytes.ts";
import { CEDAR_MAX_DATA } from "./cedar-header.ts";
import { CEDAR_TYPES, decodeFrame, encodeFrame, type CedarPacket, type CedarType, type PupNetwork } from "./cedar.ts";
import { WireError } from "./error.ts";
import { dissect } from "./layers.ts";
import { asCaptured, pupChecksum } from "./pup.ts";

const CALLER = 1;
const CALLEE = 2;
const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const network = fc.constantFrom<PupNetwork>("3 Mbit/s", "10 Mbit/s");

/** Types of packets that a caller sends with dispatcher details, and those that come from the one end alone. */
const ASKING: readonly CedarType[] = ["call", "data", "probe", "open", "close"];
const FROM_CALLER: readonly CedarType[] = ["call", "resume", "unwind", "close"];
const FROM_CALLEE: readonly CedarType[] = ["result", "exception", "reject"];

interface Sent {
  readonly packet: CedarPacket;
  readonly from: number;
  readonly to: number;
}

/** A packet between caller and callee, in the direction that its type has. */
const sent: fc.Arbitrary<Sent> = fc
  .record({
    type: fc.constantFrom(...CEDAR_TYPES),
    pleaseAck: fc.boolean(),
    lastFragment: fc.boolean(),
    fragment: u16,
    thread: fc.integer({ min: 1, max: 100 }),
    conversation: fc.nat(0x7fff_ffff),
    sequence: u32,
    serverThread: fc.constantFrom(0, 101, 1023),
    interface: u16,
    binding: fc.integer({ min: 1, max: 0xffff_ffff }),
    procedure: u16,
    data: fc.uint8Array({ maxLength: CEDAR_MAX_DATA }),
    isCaller: fc.boolean(),
  })
  .map(({ isCaller, thread, interface: index, binding, procedure, ...rest }) => {
    const { type } = rest;
    const fromCaller = FROM_CALLER.includes(type) || (isCaller && !FROM_CALLEE.includes(type));
    const asks = fromCaller && ASKING.includes(type);
    const packet = {
      ...rest,
      activity: { machine: CALLER, space: 0, thread },
      serverSpace: 0,
      interface: asks ? index : 0,
      binding: asks ? binding : 0,
      procedure: asks ? procedure : 0,
    };
    return fromCaller ? { packet, from: CALLER, to: CALLEE } : { packet, from: CALLEE, to: CALLER };
  });

const CALL: CedarPacket = {
  type: "call",
  pleaseAck: false,
  lastFragment: true,
  fragment: 0,
  activity: { machine: CALLER, space: 0, thread: 5 },
  conversation: 7,
  sequence: 9,
  serverSpace: 0,
  serverThread: 103,
  interface: 2,
  binding: 0x1234_5678,
  procedure: 4,
  data: Uint8Array.of(1, 2),
};
const OUT = { from: CALLER, to: CALLEE };
const BACK = { from: CALLEE, to: CALLER };

/** The packet that the callee of `CALL` sends back. */
const answer = (type: CedarType, more: Partial<CedarPacket> = {}): CedarPacket => ({
  ...CALL,
  type,
  interface: 0,
  binding: 0,
  procedure: 0,
  ...more,
});

/** The type byte of a packet in octal, as Cedar's file has it. */
const typeOf = (packet: CedarPacket, addresses: { readonly from: number; readonly to: number }): string =>
  (encodeFrame(packet, addresses, "3 Mbit/s")[4 + 3] as number).toString(8);

describe("a Cedar RPC frame", () => {
  it("comes back as it was written, on either Ethernet", () => {
    fc.assert(
      fc.property(sent, network, ({ packet, ...way }, over) => {
        expect(decodeFrame(encodeFrame(packet, way, over))).toEqual({ ...way, packet });
      }),
      { numRuns: 500 },
    );
  });

  it("has the words of Cedar’s own header: 46 bytes for an empty packet on the 3 Mbit/s Ethernet", () => {
    const empty = { ...CALL, data: new Uint8Array(0) };
    expect(encodeFrame(empty, OUT, "3 Mbit/s")).toHaveLength(4 + 20 * 2 + 2);
    expect(encodeFrame(empty, OUT, "10 Mbit/s")).toHaveLength(14 + 20 * 2 + 2);
    const words = (packet: CedarPacket, way: typeof OUT): string =>
      digitsOf(encodeFrame(packet, way, "3 Mbit/s")).slice(0, -4);
    expect(words(CALL, OUT)).toBe(
      "02010200" + // to 2, from 1, a Pup
        "002c" + // word 0: 22 words, no odd byte
        "0060" + // word 1: 140 octal, the end of a call that asks for no acknowledgement
        "00670005" + // words 2 and 3: to process 103, from process 5
        "01020000001e" + // words 4 to 6: network 1, host 2, socket 36 octal
        "01010000001e" + // words 7 to 9
        "00070000" + // words 10 and 11: conversation 7, the lower word first
        "0005000900000000" + // words 12 to 15: activity 5, call 9, packet 0
        "0002567812340004" + // words 16 to 19: table index 2, unique identifier 0x12345678, procedure 4
        "0102",
    );
    const raised = answer("exception", { pleaseAck: true, fragment: 1, data: Uint8Array.of(3) });
    expect(words(raised, BACK)).toBe(
      "01020200" +
        "002b" + // 21 words and an odd byte
        "0069" + // 151 octal: the end of data that asks for an acknowledgement
        "00050067" +
        "01010000001e" +
        "01020000001e" +
        "00070000" +
        "0005000900000001" +
        "0002000000000000" + // outcome 2, a signal; the words behind it are not used
        "0300", // and a byte to fill the word
    );
  });

  it("has the types of Cedar’s own table, 140 to 174 octal", () => {
    const more = { lastFragment: false };
    const asks = { pleaseAck: true };
    expect(typeOf(CALL, OUT)).toBe("140");
    expect(typeOf(answer("result"), BACK)).toBe("141");
    expect(typeOf(answer("acknowledgement"), BACK)).toBe("142");
    expect(typeOf({ ...CALL, type: "probe", ...asks }, OUT)).toBe("154");
    expect(typeOf({ ...CALL, ...asks }, OUT)).toBe("150");
    expect(typeOf({ ...CALL, ...more }, OUT)).toBe("160");
    expect(typeOf({ ...CALL, ...more, ...asks }, OUT)).toBe("170");
    expect(typeOf({ ...CALL, type: "data", ...more, ...asks }, OUT)).toBe("171");
  });

  it.each([
    ["result", 0, BACK],
    ["reject", 1, BACK],
    ["exception", 2, BACK],
    ["resume", 0, OUT],
    ["unwind", 3, OUT],
  ] as const)("says in word 16 that it is the outcome %s: %i", (type, outcome, way) => {
    const frame = encodeFrame(answer(type), way, "3 Mbit/s");
    expect(digitsOf(frame.subarray(4 + 32, 4 + 40))).toBe(`000${outcome}000000000000`);
  });

  it("refuses what a reader could not tell apart: equal processes, and further arguments without an export", () => {
    expect(() => encodeFrame({ ...CALL, serverThread: 5 }, OUT, "3 Mbit/s")).toThrow(
      "activity: got 5, want another process than the callee’s",
    );
    expect(() => encodeFrame({ ...CALL, type: "data", binding: 0 }, OUT, "3 Mbit/s")).toThrow(
      "unique identifier: got 0, want at least 1",
    );
    expect(() => encodeFrame(CALL, { from: 7, to: 8 }, "3 Mbit/s")).toThrow("caller: got 1");
  });

  it("is taken apart into layers that tile it", () => {
    fc.assert(
      fc.property(sent, network, ({ packet, ...way }, over) => {
        const frame = encodeFrame(packet, way, over);
        const layers = dissect(frame);
        const names = ["Pup", "Cedar RPC", ...(packet.data.length > 0 ? ["data"] : []), "Pup checksum"];
        expect(layers.map(({ name }) => name).slice(1)).toEqual(names);
        expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
      }),
      { numRuns: 100 },
    );
  });

  it("shows its fields by names, with the values of the table", () => {
    const fields = dissect(encodeFrame({ ...CALL, pleaseAck: true }, OUT, "3 Mbit/s")).flatMap((layer) => layer.fields);
    const texts = Object.fromEntries(fields.map(({ name, text }) => [name, text]));
    expect(texts).toMatchObject({
      type: "0x68",
      class: "call",
      "last packet of its message": "yes",
      "please acknowledge": "yes",
      "destination process": "103",
      "source process": "5",
      encrypted: "no",
      "destination socket": "30",
      conversation: "7",
      activity: "5",
      "call number": "9",
      "packet number": "0",
      "table index": "2",
      "unique identifier": String(0x1234_5678),
      procedure: "4",
    });
    const back = dissect(encodeFrame(answer("reject"), BACK, "3 Mbit/s")).flatMap((layer) => layer.fields);
    expect(back).toContainEqual(expect.objectContaining({ name: "outcome", text: "1", note: "unbound" }));
    expect(back.map(({ name }) => name)).not.toContain("procedure");
  });

  it("stands in a capture behind the header of the 10 Mbit/s Ethernet, with the same Pup", () => {
    const captured = asCaptured(encodeFrame(CALL, OUT, "3 Mbit/s"));
    expect(captured).toEqual(encodeFrame(CALL, OUT, "10 Mbit/s"));
    expect(asCaptured(captured)).toBe(captured);
  });

  it("that is damaged or cut is refused, with the place; the readers throw nothing else", () => {
    const frame = encodeFrame(CALL, OUT, "3 Mbit/s");
    const damaged = frame.slice();
    damaged[30] = 0xff;
    expect(() => decodeFrame(damaged)).toThrow(/Pup, byte 46, checksum: got 0x[0-9a-f]{4}, want 0x/);
    expect(() => encodeFrame({ ...CALL, data: new Uint8Array(513) }, OUT, "3 Mbit/s")).toThrow(
      "data: got 513, want at most 512 bytes",
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(79), fc.nat(255), (bytes, at, value) => {
        const mutated = frame.slice();
        mutated[at % mutated.length] = value;
        for (const given of [bytes, mutated]) {
          try {
            decodeFrame(given);
          } catch (error) {
            expect(error).toBeInstanceOf(WireError);
          }
          expect(dissect(given).reduce((sum, { length }) => sum + length, 0)).toBe(given.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it("the checksum of a Pup is never the value that means none", () => {
  expect(pupChecksum(Uint8Array.of(0xff, 0xff), 0, 2)).toBe(0);
  expect(pupChecksum(Uint8Array.of(0x12, 0x34, 0x80, 0x01), 0, 4)).toBe(0x48d3);
});
