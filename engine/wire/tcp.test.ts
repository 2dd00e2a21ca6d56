import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flip, fromHex, messageOf } from "./test-bytes.ts";
import { station, stationNumber } from "./station.ts";
import {
  describeFlags,
  describeTcp,
  emitTcp,
  parseTcp,
  tcpChecksum,
  tcpDataOffset,
  TCP_FLAG,
  tcpHeaderBytes,
  type TcpHeader,
} from "./tcp.ts";
import { BSD } from "./ip-stack.ts";
import { decodeTcpFrame, emitTcpFrame, TCP_MAX_DATA, tcpFrameDataAt } from "./tcp-frame.ts";

const ADDRESSES = { from: 0xc0000201, to: 0xc0000202 };

// 192.0.2.1:49152 to 192.0.2.2:51990, PSH and ACK, with time stamps and the data "ab". The checksum was added up apart.
const SEGMENT = fromHex("c000 cb16 00000001 00000001 80 18 ffff 062b 0000 0101080a 00000005 00000004 6162");
const FIELDS: TcpHeader = {
  from: 49152,
  to: 51990,
  sequence: 1,
  acknowledgement: 1,
  flags: TCP_FLAG.psh | TCP_FLAG.ack,
  window: 65535,
  maxSegment: null,
  timeStamps: { value: 5, echo: 4 },
};

const header: fc.Arbitrary<TcpHeader> = fc.record({
  from: fc.nat(0xffff),
  to: fc.nat(0xffff),
  sequence: fc.nat(0xffffffff),
  acknowledgement: fc.nat(0xffffffff),
  flags: fc.nat(0x3f),
  window: fc.nat(0xffff),
  maxSegment: fc.option(fc.nat(0xffff)),
  timeStamps: fc.option(fc.record({ value: fc.nat(0xffffffff), echo: fc.nat(0xffffffff) })),
});

describe("TCP header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    expect(parseTcp(SEGMENT, 0, SEGMENT.length, ADDRESSES)).toEqual(FIELDS);
    const out = new Uint8Array(SEGMENT.length);
    out.set(SEGMENT.subarray(32), 32);
    emitTcp(FIELDS, out, 0, out.length, ADDRESSES);
    expect(out).toEqual(SEGMENT);
    expect(tcpDataOffset(SEGMENT, 0)).toBe(32);
  });

  it("comes back from its bytes, whatever its fields, options and data", () => {
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 40 }), fc.nat(9), (fields, data, at) => {
        const from = tcpHeaderBytes(fields);
        const bytes = new Uint8Array(at + from + data.length);
        bytes.set(data, at + from);
        emitTcp(fields, bytes, at, bytes.length, ADDRESSES);
        expect(parseTcp(bytes, at, bytes.length, ADDRESSES)).toEqual(fields);
        expect(parseTcp(bytes, at, bytes.length, null)).toEqual(fields);
        expect(tcpDataOffset(bytes, at)).toBe(from);
      }),
    );
  });

  it("is refused with any one bit wrong, in the header, the data or the addresses", () => {
    for (let bit = 0; bit < SEGMENT.length * 8; bit++) {
      const damaged = flip(SEGMENT, bit);
      expect(
        messageOf(() => parseTcp(damaged, 0, damaged.length, ADDRESSES)),
        `bit ${bit}`,
      ).toMatch(/^TCP header, byte/);
    }
    expect(messageOf(() => parseTcp(SEGMENT, 0, SEGMENT.length, { ...ADDRESSES, to: 1 }))).toMatch(/checksum/);
  });

  it("says what is wrong with bytes that are no header", () => {
    expect(messageOf(() => parseTcp(SEGMENT.subarray(0, 19), 0, 19, null))).toBe(
      "TCP header, byte 0, length: got 19 bytes, want at least 20. Was the capture cut short?",
    );
    const short = Uint8Array.from(SEGMENT);
    short[12] = 0x40;
    expect(messageOf(() => parseTcp(short, 0, short.length, null))).toBe(
      "TCP header, byte 12, header length: got 16, want 20…34.",
    );
    const options = Uint8Array.from(SEGMENT);
    options.set([3, 0], 20); // a window scale of no length
    expect(messageOf(() => parseTcp(options, 0, options.length, null))).toBe(
      "TCP header, byte 21, option length: got 0, want 2…12.",
    );
  });

  it("passes over options that it does not know, and stops at their end", () => {
    const bytes = Uint8Array.from(SEGMENT);
    bytes.set(fromHex("03 03 07 02 04 05b4 00 ff ff ff ff"), 20);
    expect(parseTcp(bytes, 0, bytes.length, null)).toMatchObject({ maxSegment: 1460, timeStamps: null });
  });

  it("says in one line who sends what to whom", () => {
    expect(describeTcp(FIELDS)).toBe("TCP 49152 > 51990, PSH, ACK, sequence 1, acknowledgement 1");
    expect(describeFlags(0)).toBe("none");
  });
});

describe("a frame with a TCP segment", () => {
  const addresses = { from: station(1), to: station(2) };
  const frameOf = (fields: TcpHeader, data: Uint8Array): Uint8Array => {
    const at = tcpFrameDataAt(fields);
    const frame = new Uint8Array(at + data.length);
    frame.set(data, at);
    emitTcpFrame(fields, addresses, frame);
    return frame;
  };

  it("comes back from its bytes, and holds 1448 bytes of data with time stamps", () => {
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 40 }), (fields, data) => {
        expect(decodeTcpFrame(frameOf(fields, data))).toEqual({ ...addresses, stack: BSD, header: fields, data });
      }),
    );
    expect(TCP_MAX_DATA).toBe(1448);
    expect(frameOf(FIELDS, new Uint8Array(TCP_MAX_DATA)).length).toBe(1514);
  });

  it("is refused by who checks it where its data is damaged, and taken by who trusts his interface", () => {
    const frame = flip(frameOf(FIELDS, Uint8Array.of(1, 2, 3)), 8 * 67);
    expect(messageOf(() => decodeTcpFrame(frame))).toMatch(/^TCP header, byte 50, checksum/);
    expect(decodeTcpFrame(frame, false).data.length).toBe(3);
  });

  it("is refused where it is another protocol’s", () => {
    const frame = frameOf(FIELDS, new Uint8Array(0));
    frame[12] = 0x86;
    expect(messageOf(() => decodeTcpFrame(frame))).toMatch(/^Ethernet header, byte 12, type/);
  });

  it("has a checksum over the pseudo-header, the header and the data", () => {
    expect(tcpChecksum(SEGMENT, 0, SEGMENT.length, ADDRESSES)).toBe(0x062b);
  });
});

describe("a station", () => {
  it("is known by its address, and nobody else’s", () => {
    for (const n of [1, 7, 254]) expect(stationNumber(station(n).ip)).toBe(n);
    expect([0xc0000200, 0xc00002ff, 0].map(stationNumber)).toEqual([0, 0, 0]);
  });
});
