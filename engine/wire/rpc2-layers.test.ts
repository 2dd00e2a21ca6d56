import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field, Layer } from "./layer.ts";
import { dissect } from "./layers.ts";
import { encodeRpc2, RPC2_PORT, type Rpc2Packet } from "./rpc2.ts";
import { sealRpc2 } from "./rpc2-cipher.ts";
import { decodeDatagram, encodeDatagram, encodeUdpFrame } from "./udp-frame.ts";
import { RECORDED } from "./rpc2-recorded.ts";
import { messageOf } from "./test-bytes.ts";

const station = (n: number, port: number) => ({ mac: n, ip: 0xc000_0200 + n, port });
const framed = (packet: Uint8Array, port = 40_000): Uint8Array =>
  encodeUdpFrame(packet, station(1, port), station(2, 40_001));
const recorded = (index: number): Rpc2Packet => {
  const packet = RECORDED.single.frames[index]?.packet;
  if (packet === undefined) throw new Error(`rpc2-single has no frame ${index + 1}.`);
  return packet;
};
const namesOf = (layers: readonly Layer[]): string[] => layers.map(({ name }) => name);
const fieldOf = (layers: readonly Layer[], layer: string, name: string): Field | undefined =>
  layers.find((one) => one.name === layer)?.fields.find((field) => field.name === name);

describe("dissect", () => {
  it("knows RPC2 by its header, on any port", () => {
    const layers = dissect(framed(encodeRpc2(recorded(3))));
    expect(namesOf(layers)).toEqual(["Ethernet", "IPv4", "UDP", "RPC2", "data"]);
    expect(fieldOf(layers, "RPC2", "opcode")).toEqual({ name: "opcode", text: "-8", at: 66, length: 4, note: "REPLY" });
    expect(fieldOf(layers, "RPC2", "return code")).toMatchObject({ text: "0 (SUCCESS)", at: 82 });
    expect(fieldOf(layers, "data", "bytes")).toMatchObject({ at: 102, length: 4, note: "OUT and IN OUT parameters" });
  });

  it("takes INIT1’s body apart", () => {
    const layers = dissect(framed(encodeRpc2(recorded(0))));
    expect(namesOf(layers)).toEqual(["Ethernet", "IPv4", "UDP", "RPC2", "INIT1"]);
    expect(fieldOf(layers, "INIT1", "security level")).toMatchObject({ text: "98", note: "openKimono", at: 106 });
    expect(fieldOf(layers, "INIT1", "version")).toMatchObject({
      text: "Version 15.0: JH, 10 Dec 1998, 12:00",
      length: 96,
    });
  });

  it("shows of an encrypted packet what travels in clear, and how much does not", () => {
    const bytes = encodeRpc2(recorded(2));
    sealRpc2(bytes, { level: "secure", key: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
    const layers = dissect(framed(bytes));
    expect(namesOf(layers)).toEqual(["Ethernet", "IPv4", "UDP", "RPC2", "data"]);
    expect(fieldOf(layers, "RPC2", "flags")).toMatchObject({ text: "0x00000002", note: "encrypted" });
    expect(fieldOf(layers, "RPC2", "encrypted")).toMatchObject({ text: "44 bytes", at: 58, length: 44 });
    expect(fieldOf(layers, "RPC2", "opcode")).toBeUndefined();
  });

  it("says why bytes on RPC2’s own port are not RPC2, and leaves those on other ports alone", () => {
    const bytes = encodeRpc2(recorded(2));
    bytes[3] = 9;
    expect(namesOf(dissect(framed(bytes)))).toEqual(["Ethernet", "IPv4", "UDP", "data"]);
    const layers = dissect(framed(bytes, RPC2_PORT));
    expect(namesOf(layers)).toEqual(["Ethernet", "IPv4", "UDP", "malformed"]);
    expect(fieldOf(layers, "malformed", "reason")?.text).toContain(
      "protocol version: got 9, want 7 (1987) or 8 (2025)",
    );
  });

  it("never throws, tiles the frame and keeps every field inside it, however a packet is damaged", () => {
    const bytes = framed(encodeRpc2(recorded(0)), RPC2_PORT);
    const damage = fc.array(fc.tuple(fc.integer({ min: 34, max: bytes.length - 1 }), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(damage, fc.integer({ min: 42, max: bytes.length }), (changes, length) => {
        const frame = bytes.slice(0, length);
        for (const [at, value] of changes) if (at < length) frame[at] = value;
        const layers = dissect(frame);
        expect(layers.reduce((sum, layer) => sum + layer.length, 0)).toBe(length);
        for (const { at, length: bytesOf } of layers.flatMap(({ fields }) => fields)) {
          expect(at >= 0 && at + bytesOf <= length).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a datagram", () => {
  const [from, to] = [station(1, 3000), station(2, 3001)].map(({ ip, port }) => ({ ip, port }));

  it("comes back from its bytes, on whatever medium, padded or not, with a checksum or without", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(40), fc.boolean(), (packet, padding, udpChecksum) => {
        const bytes = encodeDatagram(packet, from ?? station(1, 1), to ?? station(2, 2), { udpChecksum });
        const padded = Uint8Array.of(...bytes, ...new Uint8Array(padding));
        const got = decodeDatagram(padded, 0, padded.length, !udpChecksum);
        expect(got).toEqual({ from, to, identification: 0, packet });
      }),
    );
  });

  it("without a checksum is refused where one is wanted", () => {
    const bytes = encodeDatagram(new Uint8Array(60), station(1, 1), station(2, 2), { udpChecksum: false });
    expect(messageOf(() => decodeDatagram(bytes))).toContain("Did the sender switch checksums off?");
  });
});
