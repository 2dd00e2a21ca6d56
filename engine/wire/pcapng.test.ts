import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCapture } from "./capture.ts";
import type { Capture } from "./captured.ts";
import { WireError } from "./error.ts";
import { writePcapng, type PacketToWrite } from "./pcapng.ts";
import { fromHex, messageOf } from "./test-bytes.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

// Section header (little-endian, version 1.0, length unknown), interface (Ethernet, no limit, nanoseconds, no check
// sequence), one packet of two bytes at 2^32 + 5 ns with the comment "a".
const FILE = fromHex(`
  0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000
  01000000 28000000 0100 0000 00000000 0900 0100 09000000 0d00 0100 00000000 0000 0000 28000000
  06000000 30000000 00000000 01000000 05000000 02000000 02000000 abcd0000 0100 0100 61000000 0000 0000 30000000`);
const PACKET: PacketToWrite = { timeNs: 2 ** 32 + 5, bytes: fromHex("abcd"), comment: "a" };

const anyText = fc.string({ minLength: 1 });
const anyPacket: fc.Arbitrary<PacketToWrite> = fc.record(
  { timeNs: fc.nat(Number.MAX_SAFE_INTEGER), bytes: fc.uint8Array({ maxLength: 60 }), comment: anyText },
  { requiredKeys: ["timeNs", "bytes"] },
);
const read = (packet: PacketToWrite): Capture["packets"][number] => ({
  epochNs: BigInt(packet.timeNs),
  bytes: packet.bytes,
  originalLength: packet.bytes.length,
  linkType: 1,
  ...(packet.comment === undefined ? {} : { comment: packet.comment }),
});

describe("pcapng", () => {
  it("is written as literal bytes and read from them", () => {
    expect(writePcapng([PACKET])).toEqual(FILE);
    expect(readCapture(FILE)).toEqual({ format: "pcapng", packets: [read(PACKET)] });
  });

  it("comes back whole: packets, times, comments and what the section says", () => {
    const info = fc.record({ comment: anyText, application: anyText });
    fc.assert(
      fc.property(fc.array(anyPacket, { maxLength: 8 }), info, (packets, { comment, application }) => {
        const file = writePcapng(packets, { comment, application, interfaces: ["Ethernet"] });
        expect(readCapture(file)).toEqual({ format: "pcapng", packets: packets.map(read), comment, application });
      }),
    );
  });

  it("keeps a comment of any language, and cuts one beyond 65,535 bytes between two characters", () => {
    const comment = "délai de 5 µs → 🐦";
    expect(readCapture(writePcapng([{ ...PACKET, comment }])).packets[0]?.comment).toBe(comment);
    const long = readCapture(writePcapng([], { comment: "ü".repeat(40_000) }));
    expect(long.comment).toBe("ü".repeat(32_767));
  });

  it("refuses a time that is not a whole number of nanoseconds", () => {
    expect(messageOf(() => writePcapng([{ ...PACKET, timeNs: 0.5 }]))).toBe(
      "pcapng, byte 0, time stamp: got 0.5, want whole nanoseconds of 0…2^53 - 1.",
    );
    expect(() => writePcapng([{ ...PACKET, timeNs: -1 }])).toThrow(WireError);
  });

  it("is read in big-endian order, in microseconds, in powers of two and with an offset, over several sections", () => {
    const section = "0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c";
    const packetAt1000 = "00000006 00000024 00000000 00000000 000003e8 00000002 00000002 abcd0000 00000024";
    const plain = "00000001 00000014 0001 0000 00000000 00000014";
    const binary = "00000001 00000020 0001 0000 00000000 0009 0001 8a000000 0000 0000 00000020";
    const offset = "00000001 00000020 0001 0000 00000000 000e 0008 0000000000000002 00000020";
    const unknownBlock = "00000bad 00000010 12345678 00000010";
    const file = fromHex([section, plain, packetAt1000, section, binary, unknownBlock, packetAt1000].join(""));
    expect(readCapture(file).packets.map((packet) => packet.epochNs)).toEqual([1_000_000n, 976_562_500n]);
    const later = fromHex([section, offset, packetAt1000].join(""));
    expect(readCapture(later).packets[0]?.epochNs).toBe(2_001_000_000n);
  });

  it("names what is damaged, and where", () => {
    const changed = (at: number, value: number): Uint8Array => {
      const bytes = FILE.slice();
      bytes[at] = value;
      return bytes;
    };
    expect(messageOf(() => readCapture(changed(8, 0)))).toContain("byte 8, byte-order magic: got 0x003c2b1a");
    expect(messageOf(() => readCapture(changed(4, 0x1d)))).toContain("byte 4, block length: got 29, want a multi");
    expect(messageOf(() => readCapture(changed(24, 0)))).toContain("byte 24, block length at the end: got 0, want 28");
    expect(messageOf(() => readCapture(changed(76, 1)))).toContain("byte 76, interface: got 1, want one of the 1");
    expect(messageOf(() => readCapture(changed(88, 99)))).toContain("byte 88, captured length: got 99, want at most");
    expect(messageOf(() => readCapture(changed(46, 2)))).toContain("length of option 9: got 2, want 1");
    expect(messageOf(() => readCapture(changed(68, 3)))).toContain("Save the file again as pcapng in Wireshark.");
    expect(messageOf(() => readCapture(FILE.subarray(0, 110)))).toContain("block length: got 48, want a multiple of 4");
  });

  it("never throws anything but a WireError on a damaged file", () => {
    const damage = fc.array(fc.tuple(fc.nat(FILE.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(damage, fc.nat(FILE.length), (changes, length) => {
        const bytes = FILE.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expect(typeof messageOf(() => readCapture(bytes.subarray(0, length)))).toBe("string");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("classic pcap", () => {
  const record = {
    little: "01000000 02000000 02000000 05000000 abcd",
    big: "00000001 00000002 00000002 00000005 abcd",
  };
  const header = {
    little: "0200 0400 00000000 00000000 ffff0000 01000000",
    big: "0002 0004 00000000 00000000 0000ffff 00000001",
  };

  it.each([
    ["microseconds, little-endian", "d4c3b2a1", "little", 1_000_002_000n],
    ["microseconds, big-endian", "a1b2c3d4", "big", 1_000_002_000n],
    ["nanoseconds, little-endian", "4d3cb2a1", "little", 1_000_000_002n],
    ["nanoseconds, big-endian", "a1b23c4d", "big", 1_000_000_002n],
  ] as const)("is read in %s", (_name, magic, order, epochNs) => {
    const file = fromHex(magic + header[order] + record[order]);
    const packet = { epochNs, bytes: fromHex("abcd"), originalLength: 5, linkType: 1 };
    expect(readCapture(file)).toEqual({ format: "pcap", packets: [packet] });
  });

  it("names what is damaged, and where", () => {
    const file = fromHex(`a1b2c3d4 ${header.big} ${record.big}`);
    expect(messageOf(() => readCapture(file.subarray(0, 20)))).toContain("pcap header, byte 0, length: got 20 bytes");
    expect(messageOf(() => readCapture(file.subarray(0, 30)))).toContain("pcap record, byte 24, length: got 6 bytes");
    expect(messageOf(() => readCapture(file.subarray(0, 41)))).toContain("pcap packet, byte 40, length: got 1 bytes");
    expect(messageOf(() => readCapture(fromHex("504b0304")))).toContain("Only pcap and pcapng files are read.");
    expect(messageOf(() => readCapture(new Uint8Array(0)))).toContain("magic number: got 0 bytes");
  });
});

describe("UTF-8", () => {
  it("agrees with the platform’s encoder and decoder on any text and any bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 12 }), (text, bytes) => {
        expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
        expect(decodeUtf8(encodeUtf8(text))).toBe(text);
        expect(decodeUtf8(bytes).replaceAll("\ufffd", "")).toBe(
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll("\ufffd", ""),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("turns a lone surrogate into the replacement character", () => {
    expect([...encodeUtf8("\ud800")]).toEqual([0xef, 0xbf, 0xbd]);
  });
});
