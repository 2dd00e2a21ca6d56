import { describe, expect, test } from "vitest";
import { writePcapng } from "../wire/pcapng.ts";
import { ForeignFile, FrameReader } from "./file.ts";
import { epochText, type Frame } from "./frame.ts";
import { dissected } from "./test-dissect.ts";
import { callOf, ethernet, everyMs, inUdp, ipv4, ipv6, pcapOf, replyOf, udp, words } from "./test-frames.ts";

function framesOf(file: Uint8Array, piece = 7): { readonly frames: readonly Frame[]; readonly reader: FrameReader } {
  const frames: Frame[] = [];
  const reader = new FrameReader();
  for (let at = 0; at < file.length; at += piece) {
    reader.push(file.slice(at, at + piece), (frame) => frames.push({ ...frame, bytes: frame.bytes.slice() }));
  }
  reader.finish();
  return { frames, reader };
}

const CALL = inUdp(callOf(7, 100_003, 3, 1));
const REPLY = inUdp(replyOf(7, words(0)), { isReply: true });

describe("pcap", () => {
  test.each([
    { little: true, isNano: false },
    { little: true, isNano: true },
    { little: false, isNano: false },
    { little: false, isNano: true },
  ])("is read in either byte order and either unit of time (%o)", (form) => {
    const ns = form.isNano ? 1_000_000_001 : 1_000_001_000;
    const { frames, reader } = framesOf(
      pcapOf(
        [
          { ns: 0, frame: CALL },
          { ns, frame: REPLY },
        ],
        form,
      ),
    );
    expect(frames.map(({ timeNs }) => timeNs)).toEqual([0, ns]);
    expect(frames[1]?.bytes).toEqual(REPLY);
    expect(reader.facts.notes).toEqual([]);
  });

  test("a file that ends too early is read up to there, and a note says where", () => {
    const file = pcapOf(everyMs(CALL, REPLY));
    for (let length = 25; length < file.length; length++) {
      const { frames, reader } = framesOf(file.subarray(0, length));
      const isBetween = length === 24 + 16 + CALL.length;
      expect(frames).toHaveLength(length < 24 + 16 + CALL.length ? 0 : 1);
      expect(reader.facts.notes.map(({ text }) => text)).toEqual(
        isBetween
          ? []
          : [expect.stringMatching(/^The file ends in the middle of packet [12], at byte [\d,]+\. All before/)],
      );
    }
  });

  test("a length that no packet has ends the reading, and a note says where", () => {
    const file = pcapOf(everyMs(CALL, REPLY));
    file.set([255, 255, 255, 255], 24 + 8);
    const { frames, reader } = framesOf(file);
    expect(frames).toEqual([]);
    expect(reader.facts.notes[0]?.text).toMatch(/^The file is damaged at byte 32: packet 1 says 4294967295 bytes/);
  });

  test("what is no capture is named by its first bytes", () => {
    const read = (file: Uint8Array) => () => framesOf(file);
    expect(read(new Uint8Array(0))).toThrow(new ForeignFile("The file is empty."));
    expect(read(Uint8Array.from([80, 75, 3, 4, 9, 9]))).toThrow(/begins with 50 4b 03 04 09 09\. .* zip/);
    expect(read(new TextEncoder().encode("services:\n  web:\n"))).toThrow(/begins with "services?:?"\. A pcap/);
    expect(read(Uint8Array.from([1, 2]))).toThrow(ForeignFile);
  });
});

/** A block of a pcapng file in big-endian order. */
function block(type: number, body: Uint8Array): Uint8Array {
  const length = 12 + body.length;
  return Uint8Array.from([...words(type, length), ...body, ...words(length)]);
}
const section = block(0x0a0d0d0a, words(0x1a2b3c4d, 0x0001_0000, 0xffffffff, 0xffffffff));
const described = (linkType: number, ...options: readonly number[]): Uint8Array =>
  block(1, Uint8Array.from([...words(linkType << 16, 0), ...options]));
const enhanced = (source: number, high: number, low: number, frame: Uint8Array, ...options: readonly number[]) => {
  const filling = new Uint8Array((4 - (frame.length % 4)) % 4);
  const head = words(source, high, low, frame.length, frame.length);
  return block(6, Uint8Array.from([...head, ...frame, ...filling, ...options]));
};

describe("pcapng", () => {
  test("several sections and interfaces have their own resolutions, offsets and link types", () => {
    const nano = described(1, 0, 9, 0, 1, 9, 0, 0, 0, 0, 0, 0, 0);
    const binary = described(101, 0, 9, 0, 1, 0x80 | 10, 0, 0, 0, 0, 14, 0, 8, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0);
    const comment = [0, 1, 0, 2, 111, 107, 0, 0, 0, 0, 0, 0];
    const file = Uint8Array.from([
      ...section,
      ...nano,
      ...binary,
      ...enhanced(0, 1, 3, CALL, ...comment),
      ...enhanced(1, 0, 1024, CALL.subarray(14)),
      ...section,
      ...described(1),
      ...enhanced(0, 0, 7_000_001, CALL),
    ]);
    const { frames, reader } = framesOf(file);
    const start = reader.facts.start ?? { seconds: 0, ns: 0 };
    expect(frames.map(({ timeNs }) => epochText(start, timeNs))).toEqual(["4.294967299", "6.000000000", "7.000001000"]);
    expect(frames.map(({ linkType }) => linkType)).toEqual([1, 101, 1]);
    expect(reader.facts.packetComments).toEqual([{ frame: 1, text: "ok" }]);
    expect(dissected(file).calls).toHaveLength(1); // the same call three times
  });

  test("what we write is read, and a cut anywhere never throws", () => {
    const file = writePcapng([
      { timeNs: 5, bytes: CALL, comment: "a call" },
      { timeNs: 1e9, bytes: REPLY },
    ]);
    expect(dissected(file).calls.map(({ sends, replies }) => [sends.length, replies.length])).toEqual([[1, 1]]);
    for (let length = 4; length < file.length; length++) {
      expect(dissected(file.subarray(0, length)).calls.length).toBeLessThanOrEqual(1);
    }
  });
});

describe("what lies under IP", () => {
  const packet = CALL.subarray(14);
  const cooked = (head: readonly number[]): Uint8Array => Uint8Array.from([...head, ...packet]);
  const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
  test.each([
    ["Ethernet", 1, CALL],
    ["a VLAN", 1, ethernet(packet, 0x0800, [0x81, 0, 0, 5])],
    ["a VLAN in a VLAN", 1, ethernet(packet, 0x0800, [0x88, 0xa8, 0, 5, 0x81, 0, 0, 6])],
    ["Linux cooked frames", 113, cooked([0, 0, 0, 1, 0, 6, ...zeros(8), 8, 0])],
    ["Linux cooked frames, version 2", 276, cooked([8, 0, ...zeros(18)])],
    ["a loopback of little-endian machines", 0, cooked([2, 0, 0, 0])],
    ["a loopback of big-endian machines", 0, cooked([0, 0, 0, 2])],
    ["OpenBSD’s loopback", 108, cooked([0, 0, 0, 2])],
    ["nothing", 101, packet],
    ["IPv6 on a loopback", 0, Uint8Array.from([30, 0, 0, 0, ...ipv6(17, udp(callOf(7, 100_003, 3, 1), {}), {})])],
  ])("a call is found behind %s", (_, linkType, frame) => {
    const { calls } = dissected(pcapOf([{ ns: 0, frame }], { linkType }));
    expect(calls.map(({ xid, programName }) => [xid, programName])).toEqual([[7, "NFS"]]);
  });

  const gre = (flags: number, type: number, ...rest: readonly number[]): readonly number[] => [
    ...[flags >> 8, flags & 255, type >> 8, type & 255],
    ...rest,
  ];
  const within = (protocol: number, head: readonly number[], inside = packet): Uint8Array =>
    ethernet(ipv4(protocol, Uint8Array.from([...head, ...inside]), {}));
  const inDatagram = (serverPort: number, head: readonly number[], inside = CALL): Uint8Array =>
    ethernet(ipv4(17, udp(Uint8Array.from([...head, ...inside]), { serverPort }), {}));
  test.each([
    ["IP in IP", within(4, [])],
    ["IPv6 in IP", within(41, [], ipv6(17, udp(callOf(7, 100_003, 3, 1), {}), {}))],
    ["GRE", within(47, gre(0, 0x0800))],
    ["GRE with checksum, key and number", within(47, gre(0xb000, 0x0800, ...zeros(12)))],
    ["GRE in GRE", within(47, gre(0, 0x0800), within(47, gre(0, 0x0800)).subarray(14))],
    ["frames in GRE", within(47, gre(0x2000, 0x6558, ...zeros(4)), CALL)],
    ["ERSPAN", within(47, gre(0x1000, 0x88be, ...zeros(4), ...zeros(8)), CALL)],
    ["ERSPAN III with a header more", within(47, gre(0x1000, 0x22eb, ...zeros(4), ...zeros(11), 1, ...zeros(8)), CALL)],
    ["VXLAN", inDatagram(4789, [8, ...zeros(7)])],
    ["Geneve", inDatagram(6081, [33, 0, 0x65, 0x58, ...zeros(4), ...zeros(33 * 4)])],
  ])("a call is found in %s, and is of the machines inside", (_, frame) => {
    const { calls } = dissected(pcapOf([{ ns: 0, frame }]));
    expect(calls.map(({ xid, server }) => [xid, server.split(":").at(-1)])).toEqual([[7, "2049"]]);
  });

  test("tunnels without an end are looked into eight times", () => {
    const deep = Array.from({ length: 9 }).reduce<Uint8Array>((inside) => ipv4(4, inside, {}), packet);
    expect(dissected(pcapOf([{ ns: 0, frame: ethernet(deep) }])).calls).toEqual([]);
  });

  test("a link type that is not read is named", () => {
    const { dissection, calls } = dissected(pcapOf([{ ns: 0, frame: CALL }], { linkType: 147 }));
    expect(calls).toEqual([]);
    expect([...dissection.others.byName.keys()]).toEqual(["link type 147"]);
  });

  test("a datagram in pieces, in any order, is one call; without its last piece it is a cut one", () => {
    const datagram = udp(callOf(7, 100_003, 3, 7, words(...Array.from({ length: 40 }, (_, i) => i))), {});
    const first = ethernet(ipv4(17, datagram.subarray(0, 96), {}, 0x2000));
    const last = ethernet(ipv4(17, datagram.subarray(96), {}, 96 / 8));
    const whole = dissected(pcapOf(everyMs(last, first))).calls;
    expect(whole.map(({ xid, sends }) => [xid, sends[0]?.frame, sends[0]?.unseen])).toEqual([[7, 2, 0]]);
    const { calls, dissection } = dissected(pcapOf(everyMs(first)));
    expect(calls.map(({ xid, sends }) => [xid, sends[0]?.unseen])).toEqual([[7, datagram.length - 96]]);
    expect(dissection.counts.incompleteDatagrams).toBe(1);
  });

  test("what the snapshot length left out is unseen, and not guessed", () => {
    const { calls } = dissected(pcapOf([{ ns: 0, frame: CALL, seen: 14 + 20 + 8 + 20 }]));
    expect(calls[0]).toMatchObject({ program: 100_003, version: 3, procedure: null, procedureName: null });
  });

  test("a port that is unreachable is tied to the call that it quotes", () => {
    const quoted = CALL.subarray(14, 14 + 28);
    const message = Uint8Array.from([3, 3, 0, 0, 0, 0, 0, 0, ...quoted]);
    const { calls } = dissected(pcapOf(everyMs(CALL, ethernet(ipv4(1, message, { isReply: true })))));
    expect(calls[0]?.unreachable).toMatchObject({ frame: 2, text: "port unreachable" });
  });
});
