import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WireError } from "./error.ts";
import { describeEthernet, emitEthernet, parseEthernet } from "./ethernet.ts";
import { describeIpv4, emitIpv4, formatIp, parseIpv4, type Ipv4Header } from "./ipv4.ts";
import { flip, fromHex, messageOf } from "./test-bytes.ts";
import { describeUdp, emitUdp, parseUdp, udpChecksum } from "./udp.ts";

const ETHERNET = fromHex("020000000002 020000000001 0800");
const ETHERNET_FIELDS = { to: 0x020000000002, from: 0x020000000001, type: 0x0800 };

describe("Ethernet header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    expect(parseEthernet(ETHERNET)).toEqual(ETHERNET_FIELDS);
    const out = new Uint8Array(16).fill(0xee);
    emitEthernet(ETHERNET_FIELDS, out, 1);
    expect(out).toEqual(Uint8Array.of(0xee, ...ETHERNET, 0xee));
  });

  it("says in one line who sends to whom", () => {
    expect(describeEthernet(ETHERNET_FIELDS)).toBe("Ethernet 02:00:00:00:00:01 > 02:00:00:00:00:02, type 0x0800");
  });

  it("comes back from its bytes, whatever its fields", () => {
    const mac = fc.nat(2 ** 48 - 1);
    const header = fc.record({ to: mac, from: mac, type: fc.integer({ min: 0x0600, max: 0xffff }) });
    fc.assert(
      fc.property(header, fc.nat(9), (fields, at) => {
        const bytes = new Uint8Array(at + 14);
        emitEthernet(fields, bytes, at);
        expect(parseEthernet(bytes, at)).toEqual(fields);
      }),
    );
  });

  it("refuses a short header, a length in the type’s place, and an address of more than 48 bits", () => {
    expect(messageOf(() => parseEthernet(ETHERNET.subarray(0, 13)))).toBe(
      "Ethernet header, byte 0, length: got 13 bytes, want at least 14. Was the capture cut short?",
    );
    expect(messageOf(() => parseEthernet(fromHex("020000000002 020000000001 0040")))).toContain(
      "byte 12, type: got 0x0040, want at least 0x0600",
    );
    expect(messageOf(() => emitEthernet({ ...ETHERNET_FIELDS, to: 2 ** 48 }, new Uint8Array(14), 0))).toContain(
      "destination: got 281474976710656, want a whole number of 0…281474976710655",
    );
  });
});

// The other words add up to 0x24950, folded 0x4952, complemented 0xb6ad.
const IPV4 = fromHex("4500 003c 0000 4000 4011 b6ad c000 0201 c000 0202");
const IPV4_FIELDS: Ipv4Header = {
  typeOfService: 0,
  totalLength: 60,
  identification: 0,
  dontFragment: true,
  timeToLive: 64,
  protocol: 17,
  from: 0xc0000201,
  to: 0xc0000202,
};

const anyIpv4 = fc.record({
  typeOfService: fc.nat(0xff),
  totalLength: fc.integer({ min: 20, max: 60 }),
  identification: fc.nat(0xffff),
  dontFragment: fc.boolean(),
  timeToLive: fc.nat(0xff),
  protocol: fc.nat(0xff),
  from: fc.nat(0xffffffff),
  to: fc.nat(0xffffffff),
});

describe("IPv4 header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    const datagram = new Uint8Array(60);
    datagram.set(IPV4);
    expect(parseIpv4(datagram)).toEqual(IPV4_FIELDS);
    const out = new Uint8Array(60);
    emitIpv4(IPV4_FIELDS, out, 0);
    expect(out).toEqual(datagram);
  });

  it("says in one line who sends to whom", () => {
    expect(describeIpv4(IPV4_FIELDS)).toBe("IPv4 192.0.2.1 > 192.0.2.2, protocol 17, 60 bytes");
    expect(formatIp(0xffffffff)).toBe("255.255.255.255");
  });

  it("comes back from its bytes, whatever its fields", () => {
    fc.assert(
      fc.property(anyIpv4, fc.nat(9), (fields, at) => {
        const bytes = new Uint8Array(at + 60);
        emitIpv4(fields, bytes, at);
        expect(parseIpv4(bytes, at)).toEqual(fields);
      }),
    );
  });

  it("is refused when any one of its bits is flipped", () => {
    fc.assert(
      fc.property(anyIpv4, fc.nat(159), (fields, bit) => {
        const bytes = new Uint8Array(60);
        emitIpv4(fields, bytes, 0);
        expect(() => parseIpv4(flip(bytes, bit))).toThrow(WireError);
      }),
    );
  });

  it("names what it refuses: options, another version, a wrong length, a fragment, a wrong checksum", () => {
    const changed = (at: number, value: number): Uint8Array => {
      const bytes = new Uint8Array(60);
      bytes.set(IPV4);
      bytes[at] = value;
      return bytes;
    };
    expect(messageOf(() => parseIpv4(changed(0, 0x46)))).toContain("got 0x46, want 0x45, version 4 without options");
    expect(messageOf(() => parseIpv4(changed(3, 61)))).toContain("total length: got 61, want 20…60");
    expect(messageOf(() => parseIpv4(changed(6, 0x20)))).toContain("Fragments are not put together here.");
    expect(messageOf(() => parseIpv4(changed(11, 0xac)))).toBe(
      "IPv4 header, byte 10, header checksum: got 0xb6ac, want 0xb6ad. " +
        "The header was damaged, or it was changed without a new checksum.",
    );
  });
});

const PAIR = { from: 0xc0000201, to: 0xc0000202 };

function datagram(data: Uint8Array, withChecksum: boolean): Uint8Array {
  const bytes = new Uint8Array(8 + data.length);
  bytes.set(data, 8);
  emitUdp({ from: 1, to: 2, length: bytes.length }, bytes, 0, PAIR, withChecksum);
  return bytes;
}

describe("UDP header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    // Pseudo-header c000+0201+c000+0202+0011+000b, header 0001+0002+000b, data 6869+2100: 0x20d96, folded 0x0d98.
    const literal = fromHex("0001 0002 000b f267 686921");
    expect(parseUdp(literal, 0, 11, PAIR)).toEqual({ from: 1, to: 2, length: 11 });
    expect(datagram(fromHex("686921"), true)).toEqual(literal);
  });

  it("sends a checksum of zero as 0xffff and still accepts it", () => {
    // The two bytes of data are the checksum that the rest would have had, so the sum becomes 0xffff.
    const empty = datagram(fromHex("0000"), true);
    const bytes = datagram(empty.subarray(6, 8), true);
    expect([...bytes.subarray(6, 8)]).toEqual([0xff, 0xff]);
    expect(parseUdp(bytes, 0, bytes.length, PAIR).length).toBe(10);
  });

  it("goes without a checksum where that is switched off, and only then", () => {
    const bytes = datagram(fromHex("686921"), false);
    expect([...bytes.subarray(6, 8)]).toEqual([0, 0]);
    expect(parseUdp(bytes, 0, 11, PAIR, true).length).toBe(11);
    expect(messageOf(() => parseUdp(bytes, 0, 11, PAIR))).toBe(
      "UDP header, byte 6, checksum: got 0x0000, want 0xf267. Did the sender switch checksums off?",
    );
  });

  it("comes back from its bytes, whatever its fields and data", () => {
    const ports = fc.record({ from: fc.nat(0xffff), to: fc.nat(0xffff) });
    const hosts = fc.record({ from: fc.nat(0xffffffff), to: fc.nat(0xffffffff) });
    fc.assert(
      fc.property(ports, hosts, fc.uint8Array({ maxLength: 80 }), fc.nat(9), (port, host, data, at) => {
        const bytes = new Uint8Array(at + 8 + data.length);
        bytes.set(data, at + 8);
        const header = { ...port, length: 8 + data.length };
        emitUdp(header, bytes, at, host);
        expect(parseUdp(bytes, at, bytes.length, host)).toEqual(header);
        expect(udpChecksum(bytes, at, bytes.length, host)).not.toBe(0);
      }),
    );
  });

  it("is refused when any one bit of header or data is flipped", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(), (data, choice) => {
        const bytes = datagram(data, true);
        const damaged = flip(bytes, choice % (bytes.length * 8));
        expect(() => parseUdp(damaged, 0, bytes.length, PAIR)).toThrow(WireError);
      }),
    );
  });

  it("is refused where its length is not what the IPv4 header leaves", () => {
    const bytes = datagram(fromHex("686921"), true);
    expect(messageOf(() => parseUdp(Uint8Array.of(...bytes, 0), 0, 12, PAIR))).toContain("length: got 11, want 12");
  });

  it("says in one line who sends to whom", () => {
    expect(describeUdp({ from: 1, to: 2, length: 11 })).toBe("UDP 1 > 2, 11 bytes");
  });
});

describe("headers written by somebody else", () => {
  // A UDP datagram of 48 bytes as a Linux kernel put it on its loopback interface.
  const recorded = fromHex(`
    000000000000 000000000000 0800
    4500 0044 3683 4000 4011 0624 7f000001 7f000001
    033e 54c4 0030 36c8
    6b0c9b66 00000000 00000002 20004c41 00000001 0000000a 00000000 00000000 00000000 00000000`);

  it("are read with both checksums right", () => {
    expect(parseEthernet(recorded).type).toBe(0x0800);
    const ip = parseIpv4(recorded, 14);
    expect(ip).toMatchObject({ totalLength: 68, identification: 0x3683, dontFragment: true, from: 0x7f000001 });
    expect(parseUdp(recorded, 34, 82, ip)).toEqual({ from: 830, to: 21700, length: 48 });
  });

  it("are written again as the same bytes", () => {
    const ip = parseIpv4(recorded, 14);
    const out = recorded.slice();
    out.fill(0xee, 0, 42);
    emitEthernet(parseEthernet(recorded), out, 0);
    emitIpv4(ip, out, 14);
    emitUdp(parseUdp(recorded, 34, 82, ip), out, 34, ip);
    expect(out).toEqual(recorded);
  });
});
