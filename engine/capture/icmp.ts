/** ICMP messages that say that a datagram did not arrive, and the datagram that they quote. */
import { u16, u32, u8 } from "../wire/bytes.ts";
import { ICMP, UDP } from "./internet.ts";
import type { Packet } from "./packet.ts";

interface Quoted {
  /** With the addresses and ports of the datagram. */
  readonly packet: Packet;
  /** The first word of its data: the identifier of a call over UDP; null where it is not quoted. */
  readonly xid: number | null;
  readonly text: string;
}

/** RFC 792, RFC 1122 §3.2.2.1: destination unreachable. */
const UNREACHABLE = [
  ...["network unreachable", "host unreachable", "protocol unreachable", "port unreachable"],
  ...["it is too long and must not be cut", "source route failed", "network unknown", "host unknown"],
  ...["host isolated", "network prohibited", "host prohibited", "network unreachable for this service"],
  ...["host unreachable for this service", "communication prohibited"],
];
/** RFC 4443 §3.1. */
const UNREACHABLE_6 = [
  ...["no route", "communication prohibited", "beyond the scope of the source", "address unreachable"],
  ...["port unreachable", "source address refused", "route refused"],
];

const HEADER = 8;

function textOf(isOld: boolean, type: number, code: number): string | null {
  if (isOld) {
    if (type === 3) return UNREACHABLE[code] ?? `unreachable, code ${code}`;
    return type === 11 ? (code === 0 ? "its time to live ran out" : "pieces of it were missing for too long") : null;
  }
  if (type === 1) return UNREACHABLE_6[code] ?? `unreachable, code ${code}`;
  return type === 2 ? "it is too long" : type === 3 ? "its hop limit ran out" : null;
}

/** Null for other messages, and for those that quote too little. */
export function readQuoted(packet: Packet): Quoted | null {
  const { bytes, at, end } = packet;
  const isOld = packet.protocol === ICMP;
  if (end - at <= HEADER) return null;
  const text = textOf(isOld, u8(bytes, at), u8(bytes, at + 1));
  const inner = at + HEADER;
  const header = isOld ? (u8(bytes, inner) & 15) * 4 : 40;
  const ports = inner + header;
  if (text === null || header < 20 || end < ports + 4) return null;
  const protocol = u8(bytes, inner + (isOld ? 9 : 6));
  const addresses = isOld
    ? { addressAt: inner + 12, addressBytes: 4 as const }
    : { addressAt: inner + 8, addressBytes: 16 as const };
  const isMiddle = isOld && (u16(bytes, inner + 6) & 0x1fff) !== 0;
  if (isMiddle) return null;
  const xidAt = ports + 8;
  const xid = protocol === UDP && end >= xidAt + 4 ? u32(bytes, xidAt) : null;
  return { packet: { ...packet, ...addresses, addresses: bytes, protocol, at: ports }, xid, text };
}
