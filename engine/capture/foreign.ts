/**
 * Traffic that is not ours: named by its first bytes or its port, and left alone with its time. Each mark has a source.
 */
import { u16, u32, u8 } from "../wire/bytes.ts";

export interface Foreign {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  packets: number;
  bytes: number;
  readonly firstFrame: number;
  readonly firstNs: number;
  lastNs: number;
}

const startsWith = (bytes: Uint8Array, at: number, end: number, text: string): boolean => {
  if (end - at < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
};

/** RFC 9113 §3.4: the client's preface. */
const HTTP2 = "PRI * HTTP/2.0";
/** RFC 9110 §9.3 and the answer's first word (RFC 9112 §4). */
const HTTP1 = ["GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "HTTP/1."];
const TEXTS: readonly (readonly [start: string, name: string])[] = [
  [HTTP2, "HTTP/2"],
  ...HTTP1.map((start) => [start, "HTTP/1"] as const),
  ["SSH-", "SSH"], // RFC 4253 §4.2
  ["AMQP", "AMQP"],
  ["RFB 0", "VNC"], // RFC 6143 §7.1.1
];

/** The name of a stream by its first bytes; null where they tell nothing. */
export function streamName(bytes: Uint8Array, at: number, end: number): string | null {
  const text = TEXTS.find(([start]) => startsWith(bytes, at, end, start));
  if (text !== undefined) return text[1];
  const seen = end - at;
  if (seen >= 5 && isTls(bytes, at)) return "TLS";
  if (seen >= 16 && isDceRpc(bytes, at)) return "DCE RPC";
  // RFC 1002 §4.3.1 in front of [MS-CIFS] §2.2.3.1 (ff), [MS-SMB2] §2.2.1 (fe), and its sealed form (fd).
  if (seen >= 8 && bytes[at] === 0 && [0xff, 0xfe, 0xfd].includes(u8(bytes, at + 4))) {
    if (startsWith(bytes, at + 5, end, "SMB")) return "SMB";
  }
  return null;
}

/** C706, chapter 12: version 5.0 or 5.1, a type of 0…19, a format of data with two bytes of nothing behind it. */
const isDceRpc = (bytes: Uint8Array, at: number): boolean => {
  const [version, minor, type, , format, float] = bytes.subarray(at, at + 6);
  const isData = format === 0x10 || format === 0 || format === 1 || format === 0x11;
  return (
    version === 5 && (minor ?? 9) <= 1 && (type ?? 99) <= 19 && isData && (float ?? 9) <= 3 && u16(bytes, at + 6) === 0
  );
};

/** RFC 8446 §5.1: content types 20 to 24 and a version of 3.0 to 3.4. */
const isTls = (bytes: Uint8Array, at: number): boolean => {
  const type = u8(bytes, at);
  return type >= 20 && type <= 24 && bytes[at + 1] === 3 && u8(bytes, at + 2) <= 4;
};

/** Services by port, where bytes tell too little (IANA, "Service Name and Transport Protocol Port Number Registry"). */
const TCP_PORTS: Readonly<Record<number, string>> = {
  22: "SSH",
  25: "SMTP",
  53: "DNS",
  135: "DCE RPC",
  139: "SMB",
  179: "BGP",
  389: "LDAP",
  443: "TLS",
  445: "SMB",
  3260: "iSCSI",
  5432: "PostgreSQL",
  6379: "Redis",
};
const UDP_PORTS: Readonly<Record<number, string>> = {
  53: "DNS",
  67: "DHCP",
  68: "DHCP",
  69: "TFTP",
  88: "Kerberos",
  123: "NTP",
  137: "NetBIOS",
  138: "NetBIOS",
  161: "SNMP",
  500: "IKE",
  514: "syslog",
  1900: "SSDP",
  4500: "IKE",
  5353: "mDNS",
  5355: "LLMNR",
};
/** Ports of AFS 3, which Rx carries. */
const isRxPort = (port: number): boolean => port >= 7000 && port <= 7010;

export const tcpPortName = (from: number, to: number): string => TCP_PORTS[to] ?? TCP_PORTS[from] ?? "TCP";

/** The name of a datagram that is none of ours. */
export function datagramName(bytes: Uint8Array, at: number, end: number, from: number, to: number): string {
  const seen = end - at;
  // The header of Rx has 28 bytes; its type at 20 is one of 1…13 (rx/rx.h: RX_PACKET_TYPE_DATA … _VERSION).
  if ((isRxPort(from) || isRxPort(to)) && seen >= 28 && u8(bytes, at + 20) >= 1 && u8(bytes, at + 20) <= 13)
    return "Rx";
  // RFC 9000 §17.2: the fixed bit, behind the long header's bit, and a version that is known.
  if (seen >= 7 && (u8(bytes, at) & 0xc0) === 0xc0 && isQuicVersion(u32(bytes, at + 1))) return "QUIC";
  if ((from === 443 || to === 443) && seen >= 8) return "QUIC";
  // C706, §12.5.1: version 4, a type of 0…10, and flags.
  if (seen >= 80 && bytes[at] === 4 && u8(bytes, at + 1) <= 10 && (u8(bytes, at + 4) & 0xee) === 0) return "DCE RPC";
  if (seen >= 13 && isDtls(bytes, at)) return "DTLS";
  return UDP_PORTS[to] ?? UDP_PORTS[from] ?? "UDP";
}

const isQuicVersion = (version: number): boolean =>
  version === 1 || version === 0x6b3343cf || version >>> 8 === 0xff0000 || version === 0x51303436;

/** RFC 9147 §4: the content types of TLS, and a version that counts down from 254.255. */
const isDtls = (bytes: Uint8Array, at: number): boolean => {
  const type = u8(bytes, at);
  const version = u16(bytes, at + 1);
  return type >= 20 && type <= 25 && (version === 0xfeff || version === 0xfefd || version === 0xfefc);
};

/** Flows that are listed one by one; the packets of others are counted by name. */
const MOST_FLOWS = 1000;

export class Others {
  readonly flows: Foreign[] = [];
  readonly byName = new Map<string, { packets: number; bytes: number; firstNs: number; lastNs: number }>();

  begin(name: string, from: string, to: string, frame: number, timeNs: number): Foreign {
    const one: Foreign = { name, from, to, packets: 0, bytes: 0, firstFrame: frame, firstNs: timeNs, lastNs: timeNs };
    if (this.flows.length < MOST_FLOWS) this.flows.push(one);
    return one;
  }

  count(one: Foreign, bytes: number, timeNs: number): void {
    one.packets += 1;
    one.bytes += bytes;
    one.lastNs = timeNs;
    this.countName(one.name, bytes, timeNs);
  }

  countName(name: string, bytes: number, timeNs: number): void {
    const total = this.byName.get(name);
    if (total === undefined) this.byName.set(name, { packets: 1, bytes, firstNs: timeNs, lastNs: timeNs });
    else {
      total.packets += 1;
      total.bytes += bytes;
      total.lastNs = timeNs;
    }
  }
}
