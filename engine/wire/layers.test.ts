import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitEthernet } from "./ethernet.ts";
import { encodeFrame, station, type FireflyPacket } from "./firefly.ts";
import { emitIpv4 } from "./ipv4.ts";
import type { Field, Layer } from "./layer.ts";
import { dissect } from "./layers.ts";
import { emitUdp } from "./udp.ts";

const BOTH = { from: station(1), to: station(2) };
const RESULT: FireflyPacket = {
  type: "result",
  pleaseAck: false,
  lastFragment: true,
  fragment: 0,
  activity: { machine: 1, space: 3, thread: 5 },
  sequence: 7,
  serverSpace: 9,
  serverThread: 11,
  interface: 13,
  binding: 15,
  procedure: 17,
  data: Uint8Array.of(1, 2, 3, 4),
};
const FRAME = encodeFrame(RESULT, BOTH);

/** A frame with a UDP datagram of other ports, `padding` bytes behind it. */
function otherUdp(data: Uint8Array, padding: number): Uint8Array {
  const frame = new Uint8Array(42 + data.length + padding);
  frame.set(data, 42);
  emitEthernet({ to: 2, from: 1, type: 0x0800 }, frame, 0);
  const ip = { typeOfService: 0, identification: 0, dontFragment: false, timeToLive: 1, from: 3, to: 4 };
  emitIpv4({ ...ip, totalLength: 28 + data.length, protocol: 17 }, frame, 14);
  emitUdp({ from: 68, to: 67, length: 8 + data.length }, frame, 34, ip);
  return frame;
}

const namesOf = (layers: readonly Layer[]): string[] => layers.map((layer) => layer.name);

function fieldOf(layers: readonly Layer[], layer: string, name: string): Field {
  const found = layers.find((one) => one.name === layer)?.fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`no field ${name} in layer ${layer} of ${namesOf(layers).join(", ")}`);
  return found;
}

function changed(frame: Uint8Array, at: number, value: number): Uint8Array {
  const out = frame.slice();
  out[at] = value;
  return out;
}

const reasonOf = (frame: Uint8Array): string => fieldOf(dissect(frame), "malformed", "reason").text;

describe("dissect", () => {
  it("gives a Firefly RPC frame in five layers of 14, 20, 8, 32 and the data’s bytes", () => {
    const layers = dissect(FRAME);
    expect(namesOf(layers)).toEqual(["Ethernet", "IPv4", "UDP", "Firefly RPC", "data"]);
    expect(layers.map((layer) => layer.length)).toEqual([14, 20, 8, 32, 4]);
  });

  it("links every field to its bytes in the frame", () => {
    const layers = dissect(FRAME);
    expect(fieldOf(layers, "Ethernet", "source")).toEqual({
      name: "source",
      text: "02:00:00:00:00:01",
      at: 6,
      length: 6,
    });
    expect(fieldOf(layers, "IPv4", "destination")).toMatchObject({ text: "192.0.2.2", at: 30, length: 4 });
    expect(fieldOf(layers, "IPv4", "type of service")).toMatchObject({ text: "0x00", at: 15, length: 1 });
    expect(fieldOf(layers, "UDP", "length")).toMatchObject({ text: "44", at: 38, length: 2 });
    expect(fieldOf(layers, "Firefly RPC", "type")).toMatchObject({ text: "result", at: 42, length: 1, note: "0x52" });
    expect(fieldOf(layers, "Firefly RPC", "last fragment")).toMatchObject({ text: "yes", at: 43, length: 1 });
    expect(fieldOf(layers, "Firefly RPC", "sequence")).toMatchObject({ text: "7", at: 54, length: 4 });
    expect(fieldOf(layers, "Firefly RPC", "data length")).toMatchObject({ text: "4", at: 72, length: 2 });
    expect(fieldOf(layers, "data", "bytes")).toMatchObject({ at: 74, length: 4 });
  });

  it("notes right, wrong and missing checksums without giving the layer up", () => {
    expect(fieldOf(dissect(FRAME), "IPv4", "header checksum").note).toBe("right");
    expect(fieldOf(dissect(FRAME), "UDP", "checksum").note).toBe("right");
    const wrongIp = dissect(changed(FRAME, 25, 0));
    expect(fieldOf(wrongIp, "IPv4", "header checksum")).toMatchObject({ text: "0xb600", note: "wrong, want 0xb6a9" });
    expect(fieldOf(dissect(changed(FRAME, 77, 9)), "UDP", "checksum").note).toMatch(/^wrong, want 0x/);
    const unchecked = dissect(encodeFrame(RESULT, BOTH, { udpChecksum: false }));
    expect(fieldOf(unchecked, "UDP", "checksum").note).toBe("none: the sender made no checksum");
    for (const layers of [wrongIp, unchecked]) expect(namesOf(layers)).not.toContain("malformed");
  });

  it("takes any other UDP frame apart as far as its data and padding", () => {
    const layers = dissect(otherUdp(Uint8Array.of(1, 2), 16));
    expect(layers.map((layer) => [layer.name, layer.length])).toEqual([
      ["Ethernet", 14],
      ["IPv4", 20],
      ["UDP", 8],
      ["data", 2],
      ["padding", 16],
    ]);
  });

  it("shows IPv4 options and keeps counting from the right byte", () => {
    const plain = otherUdp(Uint8Array.of(1, 2), 0);
    const frame = Uint8Array.of(...plain.subarray(0, 34), 1, 1, 1, 0, ...plain.subarray(34));
    frame[14] = 0x46;
    frame[17] = 34; // total length
    const layers = dissect(frame);
    expect(fieldOf(layers, "IPv4", "options")).toMatchObject({ text: "4 bytes", at: 34, length: 4 });
    expect(fieldOf(layers, "UDP", "source port")).toMatchObject({ text: "68", at: 38 });
  });

  it("leaves fragments and other protocols as data, with the reason", () => {
    const plain = otherUdp(Uint8Array.of(1, 2), 0);
    expect(fieldOf(dissect(changed(plain, 23, 1)), "data", "bytes").note).toBe("protocol 1 is not taken apart here");
    expect(fieldOf(dissect(changed(plain, 21, 2)), "data", "bytes").note).toBe("a later fragment, from byte 16 on");
    expect(fieldOf(dissect(changed(plain, 20, 0x20)), "UDP", "checksum").note).toBe(
      "not checked: the first of several fragments",
    );
    const arp = dissect(changed(plain, 13, 6));
    expect(namesOf(arp)).toEqual(["Ethernet", "data"]);
    expect(fieldOf(arp, "data", "bytes").note).toBe("type 0x0806 is not taken apart here");
  });

  it("ends a damaged frame with a malformed layer that says why", () => {
    expect(reasonOf(FRAME.subarray(0, 10))).toBe("10 bytes are too few for an Ethernet header, which has 14");
    expect(reasonOf(FRAME.subarray(0, 14))).toBe("0 bytes are too few for an IPv4 header, which has at least 20");
    expect(reasonOf(FRAME.subarray(0, 20))).toBe("6 bytes are too few for an IPv4 header, which has at least 20");
    expect(reasonOf(changed(FRAME, 14, 0x65))).toBe("IP version 6, want 4");
    expect(reasonOf(changed(FRAME, 14, 0x44))).toBe("IPv4 header length 16, want 20…60");
    expect(reasonOf(FRAME.subarray(0, 60))).toBe("IPv4 total length 64, want 20…46");
    expect(reasonOf(changed(FRAME, 17, 27))).toBe("7 bytes are too few for a UDP header, which has 8");
    expect(reasonOf(changed(FRAME, 39, 45))).toBe("UDP length 45, want 8…44");
    expect(reasonOf(changed(FRAME, 42, 9))).toContain("byte 42, type: got 0x09");
    expect(namesOf(dissect(changed(FRAME, 42, 9)))).toEqual(["Ethernet", "IPv4", "UDP", "malformed"]);
  });

  it("never throws, tiles the frame and keeps every field inside it, on random and on damaged bytes", () => {
    const damaged = fc
      .tuple(fc.array(fc.tuple(fc.nat(77), fc.nat(255)), { maxLength: 6 }), fc.nat(78))
      .map(([changes, length]) => {
        const bytes = FRAME.slice();
        for (const [at, value] of changes) bytes[at] = value;
        return bytes.subarray(0, length);
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 120 }), damaged), (bytes) => {
        const layers = dissect(bytes);
        expect(layers.reduce((sum, layer) => sum + layer.length, 0)).toBe(bytes.length);
        for (const field of layers.flatMap((layer) => layer.fields)) {
          expect(field.at).toBeGreaterThanOrEqual(0);
          expect(field.at + field.length).toBeLessThanOrEqual(bytes.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it("a datagram that was recorded without an Ethernet is taken apart, whole and cut", () => {
  const names = (frame: Uint8Array): string[] => namesOf(dissect(frame));
  expect(names(FRAME.subarray(14))).toEqual(["IPv4", "UDP", "Firefly RPC", "data"]);
  expect(names(FRAME.subarray(14, -2))[0]).not.toBe("Ethernet");
  const wrong = FRAME.slice(14);
  wrong[8] = (wrong[8] ?? 0) ^ 1; // time to live, and so the checksum
  expect(names(wrong)[0]).toBe("Ethernet");
});
