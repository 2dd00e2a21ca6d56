/**
 * The headers under IP, by the capture's link type (www.tcpdump.org/linktypes.html): where the network's packet begins,
 * and which it is.
 */
import { u16, u32, u8 } from "../wire/bytes.ts";

/** The link type of an Ethernet. */
export const ETHERNET = 1;
export const IPV4 = 0x0800;
export const IPV6 = 0x86dd;

/** What a frame carries: an EtherType, or a sentence where that is not known. */
export interface Carried {
  readonly etherType: number;
  readonly at: number; // first byte of the packet
  readonly isBroadcast: boolean;
  /** Whether the frame left the machine that recorded it: Linux cooked frames say so. */
  readonly isOutgoing: boolean | null;
}

const ETHERNET_TYPE_AT = 12;
const VLANS: readonly number[] = [0x8100, 0x88a8, 0x9100, 0x9200]; // IEEE 802.1Q, 802.1ad, and two from before it
const PPPOE_SESSION = 0x8864; // RFC 2516
const PPP_IPV4 = 0x0021;
const PPP_IPV6 = 0x0057;
const MOST_TAGS = 8;
const LEAST_TYPE = 0x0600; // below it stands a length (IEEE 802.3)
const SNAP = 0xaaaa03;

/** Packet types of Linux cooked frames: linux/if_packet.h. */
const TO_BROADCAST = 1;
const TO_MULTICAST = 2;
const OUTGOING = 4;

/** Families of addresses in loopback headers: AF_INET, and AF_INET6 of the BSDs, macOS and Linux. */
const INTERNET = 2;
const INTERNET_6: readonly number[] = [10, 24, 28, 30];

const carried = (etherType: number, at: number, isBroadcast = false, isOutgoing: boolean | null = null): Carried => ({
  etherType,
  at,
  isBroadcast,
  isOutgoing,
});

/** Steps over tags of virtual networks. Null where the frame ends among them. */
function overTags(bytes: Uint8Array, etherType: number, at: number, below: Carried): Carried | null {
  let type = etherType;
  let place = at;
  for (let tags = 0; tags < MOST_TAGS; tags++) {
    if (VLANS.includes(type)) {
      if (bytes.length < place + 4) return null;
      type = u16(bytes, place + 2);
      place += 4;
    } else if (type === PPPOE_SESSION) {
      if (bytes.length < place + 8) return null;
      const inside = u16(bytes, place + 6);
      type = inside === PPP_IPV4 ? IPV4 : inside === PPP_IPV6 ? IPV6 : inside;
      place += 8;
    } else if (type < LEAST_TYPE && bytes.length >= place + 8) {
      if (u32(bytes, place) >>> 8 !== SNAP) break;
      type = u16(bytes, place + 6);
      place += 8;
    } else break;
  }
  return { ...below, etherType: type, at: place };
}

function ethernet(bytes: Uint8Array): Carried | null {
  if (bytes.length < ETHERNET_TYPE_AT + 2) return null;
  const type = u16(bytes, ETHERNET_TYPE_AT);
  const isBroadcast = (u8(bytes, 0) & 1) === 1;
  const plain = carried(type, ETHERNET_TYPE_AT + 2, isBroadcast);
  return type === IPV4 || type === IPV6 ? plain : overTags(bytes, type, plain.at, plain);
}

function cooked(bytes: Uint8Array, typeAt: number, packetType: number, end: number): Carried | null {
  const isBroadcast = packetType === TO_BROADCAST || packetType === TO_MULTICAST;
  const type = u16(bytes, typeAt);
  return overTags(bytes, type, end, carried(type, end, isBroadcast, packetType === OUTGOING));
}

function byFamily(family: number, at: number): Carried | null {
  if (family === INTERNET) return carried(IPV4, at);
  return INTERNET_6.includes(family) ? carried(IPV6, at) : null;
}

/** The family is in the byte order of the machine that recorded, which nothing else tells. */
function loopback(bytes: Uint8Array): Carried | null {
  if (bytes.length < 4) return null;
  const big = u32(bytes, 0);
  const little = ((u8(bytes, 3) << 24) | (u8(bytes, 2) << 16) | (u8(bytes, 1) << 8) | u8(bytes, 0)) >>> 0;
  return byFamily(big, 4) ?? byFamily(little, 4);
}

function raw(bytes: Uint8Array): Carried | null {
  const version = (bytes[0] ?? 0) >> 4;
  if (version === 4) return carried(IPV4, 0);
  return version === 6 ? carried(IPV6, 0) : null;
}

type LinkReader = (bytes: Uint8Array) => Carried | null;

const LINKS: ReadonlyMap<number, readonly [name: string, read: LinkReader]> = new Map<
  number,
  readonly [string, LinkReader]
>([
  [0, ["loopback", loopback]],
  [ETHERNET, ["Ethernet", ethernet]],
  [12, ["raw IP", raw]], // DLT_RAW of some systems, written into files as it is
  [14, ["raw IP", raw]],
  [101, ["raw IP", raw]],
  [108, ["loopback (OpenBSD)", loopback]],
  [113, ["Linux cooked", (bytes) => (bytes.length < 16 ? null : cooked(bytes, 14, u16(bytes, 0), 16))]],
  [228, ["raw IPv4", (bytes) => (bytes.length > 0 ? carried(IPV4, 0) : null)]],
  [229, ["raw IPv6", (bytes) => (bytes.length > 0 ? carried(IPV6, 0) : null)]],
  [276, ["Linux cooked v2", (bytes) => (bytes.length < 20 ? null : cooked(bytes, 0, u8(bytes, 10), 20))]],
]);

/** The name of a link type; null for one that is not read. */
export const linkName = (linkType: number): string | null => LINKS.get(linkType)?.[0] ?? null;

/** Null where the link type is not read, or the frame ends before it says what it carries. */
export const carriedBy = (linkType: number, bytes: Uint8Array): Carried | null =>
  LINKS.get(linkType)?.[1](bytes) ?? null;

/** EtherTypes that are not IP (IANA, "IEEE 802 Numbers"). */
const ETHER_TYPES: Readonly<Record<number, string>> = {
  0x0806: "ARP",
  0x0200: "Xerox PUP",
  0x8035: "RARP",
  0x8847: "MPLS",
  0x88cc: "LLDP",
  0x888e: "EAPOL",
  0x88f7: "PTP",
};

export function etherTypeName(etherType: number): string {
  if (etherType < LEAST_TYPE) return "IEEE 802.3 (LLC)";
  return ETHER_TYPES[etherType] ?? `EtherType 0x${etherType.toString(16).padStart(4, "0")}`;
}
