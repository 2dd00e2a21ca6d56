import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf } from "./bytes.ts";
import {
  CEDAR_MAX_DATA,
  CEDAR_TYPES,
  decodeFrame,
  describeCedar,
  encodeFrame,
  type CedarPacket,
  type PupNetwork,
} from "./cedar.ts";
import { WireError } from "./error.ts";
import { dissect } from "./layers.ts";
import { asCaptured, pupChecksum } from "./pup.ts";

const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const packet: fc.Arbitrary<CedarPacket> = fc.record({
  type: fc.constantFrom(...CEDAR_TYPES),
  pleaseAck: fc.boolean(),
  lastFragment: fc.boolean(),
  fragment: u16,
  activity: fc.record({ machine: u16, space: fc.constant(0), thread: u16 }),
  conversation: u32,
  sequence: u32,
  serverSpace: fc.constant(0),
  serverThread: u16,
  interface: u16,
  binding: u32,
  procedure: u16,
  data: fc.uint8Array({ maxLength: CEDAR_MAX_DATA }),
});
const host = fc.integer({ min: 1, max: 254 });
const network = fc.constantFrom<PupNetwork>("3 Mbit/s", "10 Mbit/s");

const CALL: CedarPacket = {
  type: "call",
  pleaseAck: false,
  lastFragment: true,
  fragment: 0,
  activity: { machine: 1, space: 0, thread: 5 },
  conversation: 7,
  sequence: 9,
  serverSpace: 0,
  serverThread: 3,
  interface: 2,
  binding: 0x1234_5678,
  procedure: 4,
  data: Uint8Array.of(1, 2),
};

describe("a Cedar RPC frame", () => {
  it("comes back as it was written, on either Ethernet", () => {
    fc.assert(
      fc.property(packet, host, host, network, (sent, from, to, over) => {
        expect(decodeFrame(encodeFrame(sent, { from, to }, over))).toEqual({ from, to, packet: sent });
      }),
      { numRuns: 300 },
    );
  });

  it("has the bytes that its tables say: 52 for an empty packet on the 3 Mbit/s Ethernet, 62 on the other", () => {
    const empty = { ...CALL, data: new Uint8Array(0) };
    expect(encodeFrame(empty, { from: 1, to: 2 }, "3 Mbit/s")).toHaveLength(4 + 20 + 26 + 2);
    expect(encodeFrame(empty, { from: 1, to: 2 }, "10 Mbit/s")).toHaveLength(14 + 20 + 26 + 2);
    const frame = encodeFrame(CALL, { from: 1, to: 2 }, "3 Mbit/s");
    const hex = digitsOf(frame);
    expect(hex.slice(0, -4)).toBe(
      "02010200" + // to 2, from 1, a Pup
        "0032008000000009" + // 50 bytes, no gateway, Cedar RPC, call 9
        "010200000003" + // to process 3 of host 2
        "010100000005" + // from process 5 of host 1
        "01020000" + // a call, the last packet of its message, number 0
        "00010005" + // machine 1, process 5
        "0000000700000009" + // conversation 7, sequence number 9
        "0003000212345678" + // process 3, table index 2, unique identifier
        "0004" + // procedure 4
        "0102",
    );
  });

  it("is taken apart into layers that tile it", () => {
    fc.assert(
      fc.property(packet, network, (sent, over) => {
        const frame = encodeFrame(sent, { from: 1, to: 2 }, over);
        const layers = dissect(frame);
        const names = ["Pup", "Cedar RPC", ...(sent.data.length > 0 ? ["data"] : []), "Pup checksum"];
        expect(layers.map(({ name }) => name).slice(1)).toEqual(names);
        expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
      }),
      { numRuns: 100 },
    );
  });

  it("stands in a capture behind the header of the 10 Mbit/s Ethernet, with the same Pup", () => {
    const captured = asCaptured(encodeFrame(CALL, { from: 1, to: 2 }, "3 Mbit/s"));
    expect(captured).toEqual(encodeFrame(CALL, { from: 1, to: 2 }, "10 Mbit/s"));
    expect(asCaptured(captured)).toBe(captured);
  });

  it("that is damaged or cut is refused, with the place; the readers throw nothing else", () => {
    const frame = encodeFrame(CALL, { from: 1, to: 2 }, "3 Mbit/s");
    const damaged = frame.slice();
    damaged[30] = 0xff;
    expect(() => decodeFrame(damaged)).toThrow(/Pup, byte 52, checksum: got 0x[0-9a-f]{4}, want 0x/);
    expect(() => encodeFrame({ ...CALL, data: new Uint8Array(507) }, { from: 1, to: 2 }, "3 Mbit/s")).toThrow(
      "data: got 507, want at most 506 bytes",
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

  it("is described in a line", () => {
    expect(describeCedar(CALL)).toBe("call 9 of activity 1.5, procedure 4 of export 2, 2 bytes");
  });
});

it("the checksum of a Pup is never the value that means none", () => {
  expect(pupChecksum(Uint8Array.of(0xff, 0xff), 0, 2)).toBe(0);
  expect(pupChecksum(Uint8Array.of(0x12, 0x34, 0x80, 0x01), 0, 4)).toBe(0x48d3);
});
