import fc from "fast-check";
import { expect, it } from "vitest";
import { fragmentFrame, fragmentsOf, Reassembly } from "./ipv4-fragments.ts";
import { dissect } from "./layers.ts";
import { decodeUdpFrame, encodeUdpFrame } from "./udp-frame.ts";

const FROM = { mac: 0x0200_0000_0001, ip: 0xc000_0201, port: 1024 };
const TO = { mac: 0x0200_0000_0002, ip: 0xc000_0202, port: 2049 };
const frameOf = (bytes: number): Uint8Array =>
  encodeUdpFrame(
    Uint8Array.from({ length: bytes }, (_, i) => i % 251),
    FROM,
    TO,
  );

it("a datagram comes out of its fragments as it went in, in whatever order they come, some of them twice", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9000 }), fc.infiniteStream(fc.nat()), (bytes, numbers) => {
      const whole = frameOf(bytes);
      const pieces = fragmentFrame(whole, 7);
      expect(pieces).toHaveLength(fragmentsOf(bytes + 8));
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(1514);
      const order = [...pieces, ...pieces.slice(0, 1)].map((piece) => ({ piece, place: numbers.next().value }));
      order.sort((a, b) => a.place - b.place);
      const reassembly = new Reassembly();
      const found = order.map(({ piece }) => reassembly.take(piece)).find((one) => one !== null);
      expect(found === undefined || found === null ? null : decodeUdpFrame(found).packet).toEqual(
        decodeUdpFrame(whole).packet,
      );
    }),
    { numRuns: 100 },
  );
});

it("a datagram of which a piece is missing does not come", () => {
  const pieces = fragmentFrame(frameOf(4000), 7);
  expect(pieces).toHaveLength(3);
  for (const missing of pieces) {
    const reassembly = new Reassembly();
    const others = pieces.filter((piece) => piece !== missing);
    expect(others.map((piece) => reassembly.take(piece))).toEqual([null, null]);
    expect(new Reassembly().take(missing)).toBeNull();
  }
});

it("a fragment can be taken apart: its checksum is right, and a later one says where it begins", () => {
  const [first, second] = fragmentFrame(frameOf(2000), 7);
  const fields = (frame: Uint8Array | undefined): readonly string[] =>
    dissect(frame ?? new Uint8Array(0))
      .filter(({ name }) => name === "IPv4")
      .flatMap((layer) => layer.fields.map(({ name, text, note }) => `${name} ${text} ${note ?? ""}`.trim()));
  expect(fields(first)).toEqual(expect.arrayContaining(["flags more fragments", "fragment offset 0"]));
  expect(fields(second)).toEqual(expect.arrayContaining(["flags none", "fragment offset 1480"]));
  for (const frame of [first, second])
    expect(fields(frame).some((text) => text.startsWith("header checksum") && text.endsWith("right"))).toBe(true);
});
