/**
 * Packets inside packets: IP in IP, GRE with what it carries, ERSPAN’s mirrored frames, VXLAN and Geneve. Where the
 * inside is IP, its calls are those of the machines inside.
 */
import { u16, u32, u8 } from "../wire/bytes.ts";
import type { Frame } from "./frame.ts";
import { TCP, UDP } from "./internet.ts";
import { carriedBy, ETHERNET, IPV4, IPV6, type Carried } from "./link.ts";
import type { Packet } from "./packet.ts";

const IP_IN_IP = 4; // RFC 2003
const IPV6_IN_IP = 41; // RFC 4213
const GRE = 47;
/** What GRE and Geneve call a frame of an Ethernet: transparent bridging (RFC 1701). */
const BRIDGED = 0x6558;
/** Mirrored frames of a switch (draft-foschiano-erspan): types I and II, and type III. */
const ERSPAN = 0x88be;
const ERSPAN_3 = 0x22eb;
const UDP_HEADER = 8;
const VXLAN_PORT = 4789; // RFC 7348 §5
const GENEVE_PORT = 6081; // RFC 8926 §3.3

/** Where a tunnel’s packet holds another one: its EtherType and first byte. */
type Inside = readonly [etherType: number, from: number];

/** RFC 2784 §2 and RFC 2890 §2: checksum, key and number, four bytes each. Other flags have other formats. */
function inGre(bytes: Uint8Array, at: number, end: number): Inside | null {
  if (end - at < 4) return null;
  const flags = u16(bytes, at);
  if ((flags & 0x4fff) !== 0) return null; // routing of RFC 1701, or version 1, which is PPTP’s
  const isNumbered = (flags & 0x1000) !== 0;
  const from = at + 4 + [0x8000, 0x2000, 0x1000].filter((bit) => (flags & bit) !== 0).length * 4;
  const type = u16(bytes, at + 2);
  if (type === ERSPAN) return [BRIDGED, isNumbered ? from + 8 : from];
  if (type !== ERSPAN_3) return [type, from];
  if (end - from < 12) return null;
  return [BRIDGED, from + 12 + (u8(bytes, from + 11) & 1) * 8];
}

function inDatagram(bytes: Uint8Array, at: number, end: number): Inside | null {
  const from = at + UDP_HEADER;
  if (end - from < 8) return null;
  const port = u16(bytes, at + 2);
  if (port === VXLAN_PORT) return u32(bytes, from) === 0x0800_0000 ? [BRIDGED, from + 8] : null;
  if (port !== GENEVE_PORT || u8(bytes, from) >> 6 !== 0) return null;
  return [u16(bytes, from + 2), from + 8 + (u8(bytes, from) & 63) * 4];
}

function insideOf({ protocol, bytes, at, end }: Packet): Inside | null {
  switch (protocol) {
    case UDP:
      return inDatagram(bytes, at, end);
    case GRE:
      return inGre(bytes, at, end);
    case IP_IN_IP:
      return [IPV4, at];
    case IPV6_IN_IP:
      return [IPV6, at];
    default:
      return null;
  }
}

/** The packet that a tunnel’s packet carries, as a frame of its own; null where it is none, or its end is not seen. */
export function tunnelled(packet: Packet): { readonly frame: Frame; readonly carried: Carried } | null {
  if (packet.protocol === TCP) return null;
  const inside = insideOf(packet);
  if (inside === null || inside[1] >= packet.end) return null;
  const [etherType, from] = inside;
  const { frame: number, timeNs, at, end, length, isOutgoing } = packet;
  const bytes = packet.bytes.subarray(from, end);
  const frame: Frame = { number, timeNs, bytes, length: at + length - from, linkType: ETHERNET };
  const bridged = etherType === BRIDGED ? carriedBy(ETHERNET, bytes) : null;
  if (etherType === BRIDGED && bridged === null) return null;
  return { frame, carried: { ...(bridged ?? { etherType, at: 0, isBroadcast: false }), isOutgoing } };
}
