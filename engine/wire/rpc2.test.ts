import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCapture } from "./capture.ts";
import { parseEthernet } from "./ethernet.ts";
import { dissect } from "./layers.ts";
import {
  describeRpc2,
  encodeRpc2,
  emitRpc2,
  NO_HANDLE,
  NO_SEQUENCE,
  parseRpc2,
  RPC2_OPCODE,
  RPC2_PORT,
  rpc2Kind,
  type Rpc2Packet,
} from "./rpc2.ts";
import { LINUX } from "./ip-stack.ts";
import { decodeUdpFrame, encodeUdpFrame } from "./udp-frame.ts";
import { encodeInit1, parseInit1 } from "./rpc2-init.ts";
import { SFTP_PORT } from "./sftp.ts";
import { RECORDED, type Recording } from "./rpc2-recorded.ts";
import { flip, fromHex, messageOf } from "./test-bytes.ts";
import { WireError } from "./error.ts";

/** `double_it(21)`, frame 3 of rpc2-single. */
const REQUEST: Rpc2Packet = {
  protoVersion: 8,
  remoteHandle: 0x47c37113,
  localHandle: 0x266b502f,
  flags: 0,
  seqNumber: 0,
  opcode: 1,
  seFlags: 0,
  seDataOffset: 0,
  subsysId: 1001,
  returnCode: 0,
  lamport: 3,
  uniquefier: 0x257e5e1b,
  timeStamp: 0xf73202fb,
  bindTime: 0,
  body: Uint8Array.of(0, 0, 0, 21),
};
const REQUEST_BYTES = fromHex(`
  00000008 47c37113 266b502f 00000000 00000004 00000000 00000001 00000000 00000000 000003e9 00000000 00000003 257e5e1b
  f73202fb 00000000 00000015`);

const u32 = fc.nat(0xffff_ffff);
const i32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
const opcodes = fc.oneof(fc.integer({ min: 1, max: 0x7fff_ffff }), fc.constantFrom(...Object.values(RPC2_OPCODE)));
const flags = fc
  .tuple(fc.constantFrom(0, 1, 4, 8, 0x10, 0x15), fc.nat(0xffff))
  .map(([low, high]) => low + high * 65536);
const anyPacket: fc.Arbitrary<Rpc2Packet> = fc.record({
  protoVersion: fc.constantFrom(7, 8),
  remoteHandle: u32,
  localHandle: u32,
  flags,
  seqNumber: u32,
  opcode: opcodes,
  seFlags: u32,
  seDataOffset: u32,
  subsysId: u32,
  returnCode: i32,
  lamport: u32,
  uniquefier: u32,
  timeStamp: u32,
  bindTime: u32,
  body: fc.uint8Array({ maxLength: 4200 }),
});

const capture = (name: string): readonly Uint8Array[] =>
  readCapture(new Uint8Array(readFileSync(new URL(`./rpc2-fixtures/${name}.pcap`, import.meta.url)))).packets.map(
    ({ bytes }) => bytes,
  );

const recordings: readonly Recording[] = Object.values(RECORDED);

describe("recorded RPC2 frames", () => {
  it.each(recordings)("of $name decode to the fields that are listed for them", ({ name, frames }) => {
    const decoded = capture(name).map((bytes) => {
      const { from, to, packet } = decodeUdpFrame(bytes);
      return { from: from.port, to: to.port, bytes: packet.length, packet: parseRpc2(packet) };
    });
    expect(decoded).toEqual(frames.map(({ from, to, bytes, packet }) => ({ from, to, bytes, packet })));
  });

  it.each(recordings)("of $name are encoded to the same bytes again, checksums and all", ({ name, frames }) => {
    for (const [index, bytes] of capture(name).entries()) {
      const { from, to, identification } = decodeUdpFrame(bytes);
      const { to: toMac, from: fromMac } = parseEthernet(bytes);
      const again = encodeRpc2(frames[index]?.packet ?? REQUEST);
      const stations = [
        { ...from, mac: fromMac },
        { ...to, mac: toMac },
      ] as const;
      expect(encodeUdpFrame(again, ...stations, { identification, stack: LINUX })).toEqual(bytes);
    }
  });

  it("hold INIT1 bodies that are read and written to the same bytes", () => {
    for (const { packet, kind } of recordings.flatMap(({ frames }) => frames)) {
      if (kind !== "INIT1OPENKIMONO") continue;
      const body = parseInit1(packet.body);
      expect(body).toMatchObject({ securityLevel: "openKimono", version: "Version 15.0: JH, 10 Dec 1998, 12:00" });
      expect(encodeInit1(body)).toEqual(packet.body);
    }
  });

  it("are named as their list names them", () => {
    for (const { packet, kind } of recordings.flatMap(({ frames }) => frames)) {
      expect(kind.replace("RETRY ", "")).toBe(rpc2Kind(packet.opcode));
      expect(kind.startsWith("RETRY")).toBe((packet.flags & 1) === 1);
    }
  });

  it.each(recordings)(
    "of $name are dissected into layers that tile them, every word of the header linked",
    ({ name }) => {
      for (const bytes of capture(name)) {
        const layers = dissect(bytes);
        expect(layers.map((layer) => layer.name).slice(0, 4)).toEqual(["Ethernet", "IPv4", "UDP", "RPC2"]);
        expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
        const words = layers[3]?.fields.map(({ at, length }) => [at, length]);
        expect(words).toEqual(Array.from({ length: 15 }, (_, index) => [42 + 4 * index, 4]));
      }
    },
  );
});

describe("an RPC2 packet", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    expect(parseRpc2(REQUEST_BYTES)).toEqual(REQUEST);
    expect(encodeRpc2(REQUEST)).toEqual(REQUEST_BYTES);
  });

  it("comes back from its bytes, whatever its fields and body", () => {
    fc.assert(
      fc.property(anyPacket, fc.nat(9), (packet, at) => {
        const bytes = new Uint8Array(at + 60 + packet.body.length);
        emitRpc2(packet, bytes, at);
        expect(parseRpc2(bytes, at)).toEqual(packet);
      }),
    );
  });

  it("says in one line what it is", () => {
    expect(describeRpc2(REQUEST)).toBe("request 1 seq 0 of subsystem 1001, 4 bytes");
    expect(describeRpc2({ ...REQUEST, opcode: -8, flags: 1, returnCode: -3 })).toBe(
      "RETRY REPLY seq 0, returns -3 (INVALIDOPCODE), 4 bytes",
    );
    expect(describeRpc2({ ...REQUEST, opcode: -14, seqNumber: NO_SEQUENCE, body: new Uint8Array(0) })).toBe(
      "BUSY without a sequence number, 0 bytes",
    );
    expect(describeRpc2({ ...REQUEST, opcode: -2016, localHandle: NO_HANDLE })).toBe("NAK");
  });

  it("is refused with what is wrong about it", () => {
    const changed = (at: number, value: number): Uint8Array => {
      const bytes = REQUEST_BYTES.slice();
      bytes[at] = value;
      return bytes;
    };
    expect(messageOf(() => parseRpc2(changed(3, 9)))).toBe(
      "RPC2 header, byte 0, protocol version: got 9, want 7 (1987) or 8 (2025); 3 would be SFTP.",
    );
    expect(messageOf(() => parseRpc2(changed(15, 0x20)))).toContain("byte 12, flags: got 0x00000020, want RETRY 1");
    expect(messageOf(() => parseRpc2(changed(15, 2)))).toContain("Open it with its connection’s key first.");
    expect(messageOf(() => parseRpc2(changed(19, 5)))).toContain("body length: got 5, want 4, the bytes behind");
    expect(messageOf(() => parseRpc2(changed(27, 0)))).toContain("byte 24, opcode: got 0, want above 0");
    expect(messageOf(() => parseRpc2(REQUEST_BYTES.subarray(0, 59)))).toContain("got 59 bytes, want at least 60");
    const long = Uint8Array.of(...encodeRpc2({ ...REQUEST, body: new Uint8Array(4200) }), 0);
    expect(messageOf(() => parseRpc2(long))).toContain("body length: got 4200, want at most 4200");
  });

  it("is not written where a value does not fit its field", () => {
    expect(messageOf(() => encodeRpc2({ ...REQUEST, seqNumber: -1 }))).toContain(
      "byte 20, sequence number: got -1, want a",
    );
    expect(messageOf(() => encodeRpc2({ ...REQUEST, opcode: 2 ** 31 }))).toContain("byte 24, opcode: got 2147483648");
    expect(messageOf(() => encodeRpc2({ ...REQUEST, body: new Uint8Array(4201) }))).toContain("body length: got 4201");
  });

  it("in a frame is refused when any one bit behind the Ethernet addresses is flipped", () => {
    const station = (n: number) => ({ mac: n, ip: 0xc000_0200 + n, port: 3000 });
    const frame = encodeUdpFrame(REQUEST_BYTES, station(1), station(2));
    expect(parseRpc2(decodeUdpFrame(frame).packet)).toEqual(REQUEST);
    for (let bit = 12 * 8; bit < frame.length * 8; bit++) {
      expect(() => decodeUdpFrame(flip(frame, bit)), `bit ${bit}`).toThrow(WireError);
    }
  });
});

describe("the ports of RPC2 and of its side effects", () => {
  it("are Coda’s in IANA’s registry, codasrv and codasrv-se: Wireshark takes them for nothing else", () => {
    expect([RPC2_PORT, SFTP_PORT]).toEqual([2432, 2433]);
  });
});
