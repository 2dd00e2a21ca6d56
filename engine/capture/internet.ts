/**
 * IPv4 (RFC 791), IPv6 (RFC 8200) with its extension headers, and fragments of either put together. Lengths are those
 * of the headers; what the file does not hold of them is counted as unseen.
 */
import { u16, u32, u8 } from "../wire/bytes.ts";
import { Fragments } from "./fragments.ts";
import type { Frame } from "./frame.ts";
import { IPV4, IPV6, type Carried } from "./link.ts";
import type { Packet } from "./packet.ts";

export const ICMP = 1;
export const TCP = 6;
export const UDP = 17;
export const ICMP_6 = 58;

const MORE = 0x2000;
const OFFSET = 0x1fff;
const IPV4_LEAST = 20;
const IPV6_BYTES = 40;
/** Extension headers: hop-by-hop, routing, destination, mobility, and the authentication header (RFC 8200 §4). */
const EXTENSIONS: readonly number[] = [0, 43, 60, 135];
const AUTHENTICATION = 51;
const FRAGMENT = 44;
const MOST_EXTENSIONS = 16;

export class Internet {
  readonly fragments = new Fragments();
  /** Frames that say they are IP and break it. */
  damaged = 0;

  /** The packet in a frame; null for a fragment that does not complete one, and for frames that cannot be read. */
  read(frame: Frame, carried: Carried): Packet | null {
    if (carried.etherType === IPV4) return this.read4(frame, carried);
    return carried.etherType === IPV6 ? this.read6(frame, carried) : null;
  }

  /** Datagrams of which pieces are missing, for the end of a file: as much as is there from their start. */
  leftOver(): readonly Packet[] {
    return this.fragments.takeIncomplete();
  }

  private broken(): null {
    this.damaged += 1;
    return null;
  }

  private read4(frame: Frame, { at, isBroadcast, isOutgoing }: Carried): Packet | null {
    const { bytes } = frame;
    if (bytes.length < at + IPV4_LEAST) return this.broken();
    const first = u8(bytes, at);
    const header = (first & 15) * 4;
    if (first >> 4 !== 4 || header < IPV4_LEAST) return this.broken();
    // 0 where the network card cut the packet into pieces only later.
    const total = u16(bytes, at + 2) || frame.length - at;
    if (total < header || bytes.length < at + header) return this.broken();
    const flags = u16(bytes, at + 6);
    const packet: Packet = {
      frame: frame.number,
      timeNs: frame.timeNs,
      protocol: u8(bytes, at + 9),
      addresses: bytes,
      addressAt: at + 12,
      addressBytes: 4,
      ttl: u8(bytes, at + 8),
      isBroadcast: isBroadcast || isGroup4(u32(bytes, at + 16)),
      isOutgoing,
      bytes,
      at: at + header,
      end: Math.min(bytes.length, at + total),
      length: total - header,
      isIncomplete: false,
    };
    if ((flags & (MORE | OFFSET)) === 0) return packet;
    return this.fragments.take(packet, u16(bytes, at + 4), (flags & OFFSET) * 8, (flags & MORE) === 0);
  }

  private read6(frame: Frame, { at, isBroadcast, isOutgoing }: Carried): Packet | null {
    const { bytes } = frame;
    if (bytes.length < at + IPV6_BYTES || u8(bytes, at) >> 4 !== 6) return this.broken();
    const payload = u16(bytes, at + 4) || frame.length - at - IPV6_BYTES;
    const total = at + IPV6_BYTES + payload;
    const end = Math.min(bytes.length, total);
    let protocol = u8(bytes, at + 6);
    let place = at + IPV6_BYTES;
    let fragment: { readonly id: number; readonly from: number; readonly isLast: boolean } | null = null;
    for (let i = 0; i < MOST_EXTENSIONS; i++) {
      const isFragment = protocol === FRAGMENT;
      const isAuthentication = protocol === AUTHENTICATION;
      if (!isFragment && !isAuthentication && !EXTENSIONS.includes(protocol)) break;
      if (end < place + 8) return this.broken();
      if (isFragment) {
        const word = u16(bytes, place + 2);
        fragment = { id: u32(bytes, place + 4), from: word & 0xfff8, isLast: (word & 1) === 0 };
      }
      const length = u8(bytes, place + 1);
      protocol = u8(bytes, place);
      place += isFragment ? 8 : isAuthentication ? (length + 2) * 4 : (length + 1) * 8;
      if (fragment !== null && fragment.from > 0) break; // what follows is the middle of the data
    }
    if (place > end) return this.broken();
    const packet: Packet = {
      frame: frame.number,
      timeNs: frame.timeNs,
      protocol,
      addresses: bytes,
      addressAt: at + 8,
      addressBytes: 16,
      ttl: u8(bytes, at + 7),
      isBroadcast: isBroadcast || bytes[at + 24] === 0xff,
      isOutgoing,
      bytes,
      at: place,
      end,
      length: total - place,
      isIncomplete: false,
    };
    if (fragment === null || (fragment.from === 0 && fragment.isLast)) return packet;
    return this.fragments.take(packet, fragment.id, fragment.from, fragment.isLast);
  }
}

/** 224.0.0.0/4 (RFC 5771) and 255.255.255.255. */
const isGroup4 = (address: number): boolean => address >>> 28 === 14 || address === 0xffff_ffff;

/** An address as people write it (RFC 5952 for IPv6). */
export function addressText(bytes: Uint8Array, at: number, length: number): string {
  if (length === 4) return Array.from(bytes.subarray(at, at + 4)).join(".");
  const groups = Array.from({ length: 8 }, (_, i) => u16(bytes, at + 2 * i).toString(16));
  const text = groups.join(":");
  const zeros = [...text.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].map(([run]) => run);
  const longest = zeros.reduce((a, b) => (b.replace(/^:/, "").length > a.replace(/^:/, "").length ? b : a), "");
  if (longest === "") return text;
  const place = text.indexOf(longest);
  const after = text.slice(place + longest.length).replace(/^:/, "");
  return `${text.slice(0, place)}::${after}`;
}
