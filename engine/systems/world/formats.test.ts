/** Packets over UDP, over IP and over Ethernet come out as they went in, and are refused by others. */
import { expect, it } from "vitest";
import { ECHO, ECHO_PORT } from "../../wire/echo-fixture.ts";
import { dissect } from "../../wire/layers.ts";
import { overEthernet, overIp, overUdp } from "./formats.ts";

/** In a frame: behind Ethernet, IPv4, and the ports and length of UDP. */
const UDP_SUM_AT = 14 + 20 + 6;
const PROTOCOL = 81; // VMTP (RFC 1700)
const TYPE = 0x805b; // VMTP (RFC 1700)
const FORMATS = {
  Ethernet: overEthernet(TYPE, ECHO),
  IPv4: overIp(PROTOCOL, ECHO),
  UDP: overUdp(ECHO_PORT, ECHO),
} as const;

it.each(Object.entries(FORMATS))("a packet over %s comes out as it went in", (below, format) => {
  const packet = { kind: "call", number: 7, data: Uint8Array.of(1, 2, 3) } as const;
  const octets = format.write(packet, 0, 1);
  expect(format.read(octets)).toEqual(packet);
  expect(dissect(octets).map(({ name }) => name)).toContain(below);
});

it("what another format has written is refused with the field that says so", () => {
  const octets = (name: keyof typeof FORMATS): Uint8Array =>
    FORMATS[name].write({ kind: "call", number: 1, data: new Uint8Array(0) }, 0, 1);
  expect(() => FORMATS.Ethernet.read(octets("IPv4"))).toThrow(
    "Ethernet header, byte 12, type: got 0x0800, want 0x805b",
  );
  expect(() => FORMATS.IPv4.read(octets("UDP"))).toThrow("IPv4 header, byte 23, protocol: got 17, want 81");
  expect(() => FORMATS.IPv4.read(octets("IPv4").with(14 + 13, 9))).toThrow("header checksum");
});

it("a datagram without a sum is taken, as RFC 768 wants it", () => {
  const octets = FORMATS.UDP.write({ kind: "call", number: 7, data: new Uint8Array(0) }, 0, 1);
  octets.set([0, 0], UDP_SUM_AT);
  expect(FORMATS.UDP.read(octets)).toMatchObject({ number: 7 });
});
