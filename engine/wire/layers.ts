/**
 * Takes a frame apart for the eye: layers, each with fields that name their bytes. Where the readers of the formats
 * refuse, this one shows: it never throws, and what it cannot read ends up in a last layer called "malformed".
 *
 * Rules
 * 1. The layers tile the frame: their lengths add up to its length, in order.
 * 2. Every field lies inside the frame; fields may share bytes (flags) and need not cover them all.
 * 3. A wrong checksum is a note on its field, not a malformed layer: the bytes can still be read.
 */
import { hex, u16, u32, u48, u8 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { ETHERNET_AT, ETHERNET_BYTES, ETHERTYPE_IPV4, formatMac } from "./ethernet.ts";
import {
  FIREFLY_AT,
  FIREFLY_BYTES,
  FIREFLY_FIRST_TYPE,
  FIREFLY_PORT,
  FIREFLY_TYPES,
  LAST_FRAGMENT,
  parseFirefly,
  PLEASE_ACK,
} from "./firefly.ts";
import {
  DONT_FRAGMENT,
  formatIp,
  FRAGMENT_OFFSET,
  IPV4_AT,
  IPV4_BYTES,
  ipv4Checksum,
  MORE_FRAGMENTS,
  PROTOCOL_TCP,
  PROTOCOL_UDP,
} from "./ipv4.ts";
import { rpc2Layers } from "./rpc2-layers.ts";
import { tcpLayers } from "./tcp-layers.ts";
import { UDP_AT, UDP_BYTES, udpChecksum } from "./udp.ts";

export interface Field {
  readonly name: string;
  readonly text: string; // the value, as people write it
  readonly at: number; // first byte, from the start of the frame
  readonly length: number; // bytes
  readonly note?: string; // what is wrong or remarkable
}

export interface Layer {
  // "Ethernet", "IPv4", "UDP", "TCP", "Firefly RPC", "RPC2", "SFTP", "FlexRPC", "data", "padding", "malformed"
  readonly name: string;
  readonly length: number; // bytes
  readonly fields: readonly Field[];
}

/** The layers of a frame that starts with an Ethernet II header. Never throws. */
export function dissect(frame: Uint8Array): Layer[] {
  const layers: Layer[] = [];
  readEthernet(frame, layers);
  return layers;
}

function field(name: string, text: string | number, at: number, length: number, note?: string): Field {
  return { name, text: String(text), at, length, ...(note === undefined ? {} : { note }) };
}

function malformed(layers: Layer[], at: number, end: number, reason: string): void {
  layers.push({ name: "malformed", length: end - at, fields: [field("reason", reason, at, end - at)] });
}

function rest(layers: Layer[], name: string, at: number, end: number, note?: string): void {
  if (at >= end) return;
  const length = end - at;
  layers.push({ name, length, fields: [field("bytes", length, at, length, note)] });
}

function readEthernet(frame: Uint8Array, layers: Layer[]): void {
  const end = frame.length;
  if (end < ETHERNET_BYTES) {
    return malformed(layers, 0, end, `${end} bytes are too few for an Ethernet header, which has ${ETHERNET_BYTES}`);
  }
  const type = u16(frame, ETHERNET_AT.type);
  const isIp = type === ETHERTYPE_IPV4;
  layers.push({
    name: "Ethernet",
    length: ETHERNET_BYTES,
    fields: [
      field("destination", formatMac(u48(frame, ETHERNET_AT.to)), ETHERNET_AT.to, 6),
      field("source", formatMac(u48(frame, ETHERNET_AT.from)), ETHERNET_AT.from, 6),
      field("type", hex(type, 4), ETHERNET_AT.type, 2, isIp ? "IPv4" : undefined),
    ],
  });
  if (isIp) readIpv4(frame, layers);
  else rest(layers, "data", ETHERNET_BYTES, end, `type ${hex(type, 4)} is not taken apart here`);
}

function readIpv4(frame: Uint8Array, layers: Layer[]): void {
  const at = ETHERNET_BYTES;
  const end = frame.length;
  const problem = ipv4Problem(frame, at, end);
  if (problem !== undefined) return malformed(layers, at, end, problem);
  const headerLength = (u8(frame, at) & 0xf) * 4;
  const datagramEnd = at + u16(frame, at + IPV4_AT.totalLength);
  layers.push({ name: "IPv4", length: headerLength, fields: ipv4Fields(frame, at, headerLength) });
  const dataAt = at + headerLength;
  const protocol = u8(frame, at + IPV4_AT.protocol);
  const offset = u16(frame, at + IPV4_AT.flags) & FRAGMENT_OFFSET;
  const unread = `protocol ${protocol} is not taken apart here`;
  const isRead = protocol === PROTOCOL_UDP || protocol === PROTOCOL_TCP;
  if (!isRead) rest(layers, "data", dataAt, datagramEnd, unread);
  else if (offset !== 0) rest(layers, "data", dataAt, datagramEnd, `a later fragment, from byte ${offset * 8} on`);
  else if (protocol === PROTOCOL_UDP) readUdp(frame, at, dataAt, datagramEnd, layers);
  else readTcp(frame, at, dataAt, datagramEnd, layers);
  // A malformed layer takes all that is left, so that it stays the last.
  if (layers.at(-1)?.name !== "malformed") rest(layers, "padding", datagramEnd, end);
}

function readTcp(frame: Uint8Array, ipAt: number, at: number, end: number, layers: Layer[]): void {
  const found = tcpLayers(frame, ipAt, at, end);
  if (typeof found === "string") malformed(layers, at, frame.length, found);
  else layers.push(...found);
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

const PROTOCOL_NAMES: Readonly<Record<number, string>> = { [PROTOCOL_TCP]: "TCP", [PROTOCOL_UDP]: "UDP" };

function ipv4Fields(frame: Uint8Array, at: number, headerLength: number): Field[] {
  const flags = u16(frame, at + IPV4_AT.flags);
  const flagText = [
    (flags & DONT_FRAGMENT) !== 0 ? "don't fragment" : "",
    (flags & MORE_FRAGMENTS) !== 0 ? "more fragments" : "",
  ].filter((text) => text !== "");
  const protocol = u8(frame, at + IPV4_AT.protocol);
  const checksum = u16(frame, at + IPV4_AT.checksum);
  const fields = [
    field("version", u8(frame, at) >>> 4, at, 1),
    field("header length", `${headerLength} bytes`, at, 1),
    field("type of service", hex(u8(frame, at + IPV4_AT.typeOfService), 2), at + IPV4_AT.typeOfService, 1),
    field("total length", u16(frame, at + IPV4_AT.totalLength), at + IPV4_AT.totalLength, 2),
    field("identification", hex(u16(frame, at + IPV4_AT.identification), 4), at + IPV4_AT.identification, 2),
    field("flags", flagText.length === 0 ? "none" : flagText.join(", "), at + IPV4_AT.flags, 1),
    field("fragment offset", (flags & FRAGMENT_OFFSET) * 8, at + IPV4_AT.flags, 2),
    field("time to live", u8(frame, at + IPV4_AT.timeToLive), at + IPV4_AT.timeToLive, 1),
    field("protocol", protocol, at + IPV4_AT.protocol, 1, PROTOCOL_NAMES[protocol]),
    checksumField("header checksum", checksum, ipv4Checksum(frame, at, headerLength), at + IPV4_AT.checksum),
    field("source", formatIp(u32(frame, at + IPV4_AT.from)), at + IPV4_AT.from, 4),
    field("destination", formatIp(u32(frame, at + IPV4_AT.to)), at + IPV4_AT.to, 4),
  ];
  const options = headerLength - IPV4_BYTES;
  if (options > 0) fields.push(field("options", `${options} bytes`, at + IPV4_BYTES, options));
  return fields;
}

function checksumField(name: string, found: number, want: number, at: number): Field {
  return field(name, hex(found, 4), at, 2, found === want ? "right" : `wrong, want ${hex(want, 4)}`);
}

function readUdp(frame: Uint8Array, ipAt: number, at: number, end: number, layers: Layer[]): void {
  const have = end - at;
  if (have < UDP_BYTES) {
    return malformed(layers, at, frame.length, `${have} bytes are too few for a UDP header, which has ${UDP_BYTES}`);
  }
  const length = u16(frame, at + UDP_AT.length);
  const isFragment = (u16(frame, ipAt + IPV4_AT.flags) & MORE_FRAGMENTS) !== 0;
  if (length < UDP_BYTES || (length > have && !isFragment)) {
    return malformed(layers, at, frame.length, `UDP length ${length}, want ${UDP_BYTES}…${have}`);
  }
  const from = u16(frame, at + UDP_AT.from);
  const to = u16(frame, at + UDP_AT.to);
  const fields = [
    field("source port", from, at + UDP_AT.from, 2),
    field("destination port", to, at + UDP_AT.to, 2),
    field("length", length, at + UDP_AT.length, 2),
    udpChecksumField(frame, ipAt, at, length, isFragment),
  ];
  layers.push({ name: "UDP", length: UDP_BYTES, fields });
  const dataAt = at + UDP_BYTES;
  const dataEnd = Math.min(at + length, end);
  // A first fragment lacks what its header announces; it is taken for RPC2 by its port no more than by its header.
  const ports = isFragment ? [] : [from, to];
  if (from === FIREFLY_PORT || to === FIREFLY_PORT) readFirefly(frame, dataAt, dataEnd, layers);
  else readRpc2(frame, dataAt, dataEnd, ports, layers);
  if (layers.at(-1)?.name !== "malformed") rest(layers, "data", dataEnd, end, "behind the UDP datagram");
}

/** RPC2, which has no port of its own, or anything else. */
function readRpc2(frame: Uint8Array, at: number, end: number, ports: readonly number[], layers: Layer[]): void {
  const found = rpc2Layers(frame, at, end, ports);
  if (typeof found === "string") malformed(layers, at, frame.length, found);
  else if (found !== undefined) layers.push(...found);
  else rest(layers, "data", at, end);
}

function udpChecksumField(frame: Uint8Array, ipAt: number, at: number, length: number, isFragment: boolean): Field {
  const found = u16(frame, at + UDP_AT.checksum);
  const place = at + UDP_AT.checksum;
  if (found === 0) return field("checksum", hex(found, 4), place, 2, "none: the sender made no checksum");
  if (isFragment) return field("checksum", hex(found, 4), place, 2, "not checked: the first of several fragments");
  const addresses = { from: u32(frame, ipAt + IPV4_AT.from), to: u32(frame, ipAt + IPV4_AT.to) };
  return checksumField("checksum", found, udpChecksum(frame, at, at + length, addresses), place);
}

function readFirefly(frame: Uint8Array, at: number, end: number, layers: Layer[]): void {
  try {
    parseFirefly(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return malformed(layers, at, frame.length, error.message);
  }
  layers.push({ name: "Firefly RPC", length: FIREFLY_BYTES, fields: fireflyFields(frame, at) });
  rest(layers, "data", at + FIREFLY_BYTES, end, "arguments or results");
}

function fireflyFields(frame: Uint8Array, at: number): Field[] {
  const type = u8(frame, at + FIREFLY_AT.type);
  const flags = u8(frame, at + FIREFLY_AT.flags);
  const number = (name: string, offset: number, length: 2 | 4, note?: string): Field =>
    field(name, (length === 2 ? u16 : u32)(frame, at + offset), at + offset, length, note);
  const flag = (name: string, mask: number): Field =>
    field(name, (flags & mask) !== 0 ? "yes" : "no", at + FIREFLY_AT.flags, 1);
  return [
    field("type", FIREFLY_TYPES[type - FIREFLY_FIRST_TYPE] ?? hex(type, 2), at + FIREFLY_AT.type, 1, hex(type, 2)),
    flag("please acknowledge", PLEASE_ACK),
    flag("last fragment", LAST_FRAGMENT),
    number("fragment", FIREFLY_AT.fragment, 2),
    number("caller machine", FIREFLY_AT.machine, 4),
    number("caller space", FIREFLY_AT.space, 2),
    number("caller thread", FIREFLY_AT.thread, 2),
    number("sequence", FIREFLY_AT.sequence, 4),
    number("server space", FIREFLY_AT.serverSpace, 2),
    number("server thread", FIREFLY_AT.serverThread, 2, "a hint"),
    number("interface", FIREFLY_AT.interface, 4),
    number("binding", FIREFLY_AT.binding, 4, "incarnation of the exporter"),
    number("procedure", FIREFLY_AT.procedure, 2),
    number("data length", FIREFLY_AT.dataLength, 2),
  ];
}
