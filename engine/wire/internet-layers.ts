/** Takes Ethernet, IPv4 and UDP headers apart into layers and fields. */
import { hex, u16, u32, u8 } from "./bytes.ts";
import { ETHERNET, ETHERNET_AT, ETHERNET_BYTES, ETHERTYPE_IPV4 } from "./ethernet.ts";
import { showHeader, type Shown } from "./header.ts";
import {
  DONT_FRAGMENT,
  FRAGMENT_OFFSET,
  IPV4,
  IPV4_AT,
  IPV4_BYTES,
  ipv4Checksum,
  MORE_FRAGMENTS,
  PROTOCOL_TCP,
  PROTOCOL_UDP,
} from "./ipv4.ts";
import { shownField, type Below, type Dissector, type Field, type Taken } from "./layer.ts";
import { UDP, UDP_AT, UDP_BYTES, udpChecksum } from "./udp.ts";

function readEthernet(frame: Uint8Array, at: number, end: number): Taken | string {
  if (end - at < ETHERNET_BYTES) {
    return `${end - at} bytes are too few for an Ethernet header, which has ${ETHERNET_BYTES}`;
  }
  const type = u16(frame, at + ETHERNET_AT.type);
  const unread = `type ${hex(type, 4)} is not taken apart here`;
  return {
    layers: [{ name: "Ethernet", length: ETHERNET_BYTES, fields: showHeader(ETHERNET, frame, at) }],
    inside: { from: at + ETHERNET_BYTES, end, keys: [type], isFragment: false, unread },
  };
}

/**
 * A datagram without a header under it: a recorder wrote it so, or its own header was taken away. A frame of an
 * Ethernet does not begin so: 45 would stand for a group of stations, and the checksum be right by chance.
 */
function readBare(frame: Uint8Array, at: number, end: number): Taken | undefined {
  if (at !== 0 || end < IPV4_BYTES || u8(frame, 0) !== LEAST_FIRST || u16(frame, IPV4_AT.totalLength) < end) {
    return undefined;
  }
  if (ipv4Checksum(frame, 0, IPV4_BYTES) !== u16(frame, IPV4_AT.checksum)) return undefined;
  return { layers: [], inside: { from: 0, end, keys: [ETHERTYPE_IPV4], isFragment: false } };
}

/** Version 4, and a header of five words. */
const LEAST_FIRST = 0x45;

function readIpv4(frame: Uint8Array, at: number, end: number): Taken | string {
  const problem = ipv4Problem(frame, at, end);
  if (problem !== undefined) return problem;
  const length = (u8(frame, at) & 0xf) * 4;
  const datagramEnd = at + u16(frame, at + IPV4_AT.totalLength);
  const protocol = u8(frame, at + IPV4_AT.protocol);
  const flags = u16(frame, at + IPV4_AT.flags);
  const offset = flags & FRAGMENT_OFFSET;
  const inside = {
    from: at + length,
    end: datagramEnd,
    keys: offset === 0 ? [protocol] : [],
    isFragment: (flags & MORE_FRAGMENTS) !== 0,
  };
  const isRead = protocol === PROTOCOL_UDP || protocol === PROTOCOL_TCP;
  const unread =
    offset !== 0 && isRead
      ? `a later fragment, from byte ${offset * 8} on`
      : `protocol ${protocol} is not taken apart here`;
  return {
    layers: [{ name: "IPv4", length, fields: ipv4Fields(frame, at, length) }],
    inside: { ...inside, unread },
    behind: { name: "padding", from: datagramEnd },
  };
}

function ipv4Problem(frame: Uint8Array, at: number, end: number): string | undefined {
  const have = end - at;
  if (have < IPV4_BYTES) return `${have} bytes are too few for an IPv4 header, which has at least ${IPV4_BYTES}`;
  const version = u8(frame, at) >>> 4;
  if (version !== 4) return `IP version ${version}, want 4`;
  const headerLength = (u8(frame, at) & 0xf) * 4;
  if (headerLength < IPV4_BYTES || headerLength > have) {
    return `IPv4 header length ${headerLength}, want ${IPV4_BYTES}…${Math.min(60, have)}`;
  }
  const total = u16(frame, at + IPV4_AT.totalLength);
  if (total < headerLength || total > have) return `IPv4 total length ${total}, want ${headerLength}…${have}`;
  return undefined;
}

function ipv4Fields(frame: Uint8Array, at: number, length: number): Field[] {
  const flags = u16(frame, at + IPV4_AT.flags);
  const names = [
    (flags & DONT_FRAGMENT) !== 0 ? "don’t fragment" : "",
    (flags & MORE_FRAGMENTS) !== 0 ? "more fragments" : "",
  ].filter((text) => text !== "");
  const options = length - IPV4_BYTES;
  return [
    ...showHeader(IPV4, frame, at, {
      version: [
        shownField("version", u8(frame, at) >>> 4, at, 1),
        shownField("header length", `${length} bytes`, at, 1),
      ],
      flags: [
        shownField("flags", names.length === 0 ? "none" : names.join(", "), at + IPV4_AT.flags, 1),
        shownField("fragment offset", (flags & FRAGMENT_OFFSET) * 8, at + IPV4_AT.flags, 2),
      ],
      checksum: checksumNote(u16(frame, at + IPV4_AT.checksum), ipv4Checksum(frame, at, length)),
    }),
    ...(options > 0 ? [shownField("options", `${options} bytes`, at + IPV4_BYTES, options)] : []),
  ];
}

const checksumNote = (found: number, want: number): Shown => ({
  note: found === want ? "right" : `wrong, want ${hex(want, 4)}`,
});

function readUdp(frame: Uint8Array, at: number, end: number, { at: ipAt, isFragment }: Below): Taken | string {
  const have = end - at;
  if (have < UDP_BYTES) return `${have} bytes are too few for a UDP header, which has ${UDP_BYTES}`;
  const length = u16(frame, at + UDP_AT.length);
  if (length < UDP_BYTES || (length > have && !isFragment)) return `UDP length ${length}, want ${UDP_BYTES}…${have}`;
  const keys = [u16(frame, at + UDP_AT.from), u16(frame, at + UDP_AT.to)];
  const dataEnd = Math.min(at + length, end);
  const checksum = udpNote(frame, ipAt, at, length, isFragment);
  return {
    layers: [{ name: "UDP", length: UDP_BYTES, fields: showHeader(UDP, frame, at, { checksum }) }],
    inside: { from: at + UDP_BYTES, end: dataEnd, keys, isFragment },
    behind: { name: "data", from: dataEnd, note: "behind the UDP datagram" },
  };
}

function udpNote(frame: Uint8Array, ipAt: number, at: number, length: number, isFragment: boolean): Shown {
  const found = u16(frame, at + UDP_AT.checksum);
  if (found === 0) return { note: "none: the sender made no checksum" };
  if (isFragment) return { note: "not checked: the first of several fragments" };
  const addresses = { from: u32(frame, ipAt + IPV4_AT.from), to: u32(frame, ipAt + IPV4_AT.to) };
  return checksumNote(found, udpChecksum(frame, at, at + length, addresses));
}

export const dissectors: readonly Dissector[] = [
  { name: "Ethernet", below: "frame", read: readBare },
  { name: "Ethernet", below: "frame", read: readEthernet },
  { name: "IPv4", below: "Ethernet", keys: [ETHERTYPE_IPV4], read: readIpv4 },
  { name: "UDP", below: "IPv4", keys: [PROTOCOL_UDP], read: readUdp },
];
