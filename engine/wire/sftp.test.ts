import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUdpFrame } from "./udp-frame.ts";
import { dissect } from "./layers.ts";
import {
  describeSftp,
  encodeSftp,
  encodeSftpParameters,
  parseSftp,
  parseSftpParameters,
  SFTP_DEFAULTS,
  SFTP_OPCODES,
  sftpMask,
  sftpMaskNumbers,
  type SftpPacket,
} from "./sftp.ts";
import { fromHex, messageOf } from "./test-bytes.ts";

const ACK: SftpPacket = {
  opcode: "ACK",
  remoteHandle: 0x101,
  localHandle: 0x102,
  retry: false,
  ackMe: false,
  seqNumber: 3,
  moreData: false,
  first: false,
  gotEmAll: 8,
  bitMask: sftpMask(8, [10, 11, 41]),
  thisRpcCall: 4,
  timeStamp: 5,
  timeEcho: 6,
  body: new Uint8Array(0),
};
const ACK_BYTES = fromHex(`
  00000003 00000101 00000102 00000000 00000000 00000003 00000002 00000000 00000008 000004a5 60000000 80000000 00000004
  00000005 00000006`);

const u32 = fc.nat(0xffff_ffff);
const anyPacket: fc.Arbitrary<SftpPacket> = fc.record({
  opcode: fc.constantFrom(...SFTP_OPCODES),
  remoteHandle: u32,
  localHandle: u32,
  retry: fc.boolean(),
  ackMe: fc.boolean(),
  seqNumber: u32,
  moreData: fc.boolean(),
  first: fc.boolean(),
  gotEmAll: u32,
  bitMask: fc.tuple(u32, u32),
  thisRpcCall: u32,
  timeStamp: u32,
  timeEcho: u32,
  body: fc.uint8Array({ maxLength: 2840 }),
});

describe("an SFTP packet", () => {
  it("is read from literal bytes and written as the same bytes, in the fields of an RPC2 header", () => {
    expect(parseSftp(ACK_BYTES)).toEqual(ACK);
    expect(encodeSftp(ACK)).toEqual(ACK_BYTES);
  });

  it("comes back from its bytes, whatever its fields and body", () => {
    fc.assert(
      fc.property(anyPacket, (packet) => {
        expect(parseSftp(encodeSftp(packet))).toEqual(packet);
      }),
    );
  });

  it("has 1084 bytes with a full block of the file", () => {
    const data: SftpPacket = { ...ACK, opcode: "DATA", body: new Uint8Array(SFTP_DEFAULTS.packetSize) };
    expect(encodeSftp(data)).toHaveLength(1084);
  });

  it("says in one line what it is", () => {
    expect(describeSftp(ACK)).toBe("ACK of all up to 8 and 10, 11, 41, call 4");
    const data: SftpPacket = {
      ...ACK,
      opcode: "DATA",
      moreData: true,
      ackMe: true,
      seqNumber: 9,
      body: fromHex("0102"),
    };
    expect(describeSftp(data)).toBe("DATA 9, call 4, more to come, acknowledge, 2 bytes");
    expect(describeSftp({ ...ACK, opcode: "START", retry: true })).toBe("RETRY START, call 4");
  });

  it("is refused with what is wrong about it", () => {
    const changed = (at: number, value: number): Uint8Array => {
      const bytes = ACK_BYTES.slice();
      bytes[at] = value;
      return bytes;
    };
    expect(messageOf(() => parseSftp(changed(3, 8)))).toContain("protocol version: got 8, want 3");
    expect(messageOf(() => parseSftp(changed(15, 2)))).toContain("flags: got 0x00000002, want ACKME");
    expect(messageOf(() => parseSftp(changed(27, 7)))).toContain("opcode: got 7, want 1 START, 2 ACK, 3 DATA");
    expect(messageOf(() => parseSftp(changed(39, 0)))).toContain("subsystem: got 1024, want 1189");
    expect(messageOf(() => encodeSftp({ ...ACK, body: new Uint8Array(2841) }))).toContain("body length: got 2841");
  });

  it("is dissected into fields that name their bytes", () => {
    const station = (n: number) => ({ mac: n, ip: n, port: 40_000 + n });
    const layers = dissect(encodeUdpFrame(ACK_BYTES, station(1), station(2)));
    expect(layers.map(({ name }) => name)).toEqual(["Ethernet", "IPv4", "UDP", "SFTP"]);
    const mask = layers[3]?.fields.find(({ name }) => name === "bit mask");
    expect(mask).toEqual({ name: "bit mask", text: "0x60000000 0x80000000", at: 82, length: 8, note: "10, 11, 41" });
  });
});

describe("an acknowledgement’s bit mask", () => {
  it("names the data packets beyond GotEmAll, up to 64 of them", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.uniqueArray(fc.integer({ min: 1, max: 64 })), (gotEmAll, ahead) => {
        const numbers = ahead.map((n) => gotEmAll + n).sort((a, b) => a - b);
        expect(sftpMaskNumbers(gotEmAll, sftpMask(gotEmAll, numbers))).toEqual(numbers);
      }),
    );
    expect(sftpMask(8, [8, 73])).toEqual([0, 0]);
  });
});

describe("the parameters in a START", () => {
  it("come back from their 44 bytes", () => {
    const body = encodeSftpParameters(SFTP_DEFAULTS);
    expect(body).toHaveLength(44);
    expect(parseSftpParameters(body)).toEqual(SFTP_DEFAULTS);
    expect(messageOf(() => parseSftpParameters(body.subarray(1)))).toContain("got 43 bytes, want at least 44");
  });
});
