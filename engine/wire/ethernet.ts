/**
 * Ethernet II (DIX 1982; RFC 894 for IP over it): destination, source, type, then the data.
 * Preamble and frame check sequence are the controller's and never in these bytes: the papers count the same way,
 * 74 bytes for a packet without data and 1514 for the largest.
 */
import { hex, putU16, putU48, u16, u48 } from "./bytes.ts";
import { needBytes } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";

/** A 48-bit address as a number: 0x020000000001 is 02:00:00:00:00:01. */
export type MacAddress = number;

interface EthernetHeader {
  readonly to: MacAddress;
  readonly from: MacAddress;
  readonly type: number; // ETHERTYPE_IPV4
}

export const ETHERNET_MAX_PAYLOAD = 1500; // DIX 1982 §6.2.4; RFC 894
export const ETHERTYPE_IPV4 = 0x0800; // RFC 894

export const ETHERNET = header("Ethernet header", "DIX 1982; RFC 894.", {
  to: field("destination", 0, 48, "the station that is to take the frame", { text: (mac) => formatMac(mac) }),
  from: field("source", 6, 48, "the station that sends it", { text: (mac) => formatMac(mac) }),
  type: field("type", 12, 16, "what the data is: 0x0800 IPv4", {
    text: (type) => hex(type, 4),
    note: (type) => (type === ETHERTYPE_IPV4 ? "IPv4" : undefined),
  }),
});
export const ETHERNET_AT = ETHERNET.at;
export const ETHERNET_BYTES = ETHERNET.bytes;
const F = ETHERNET.fields;

/** Smaller values are an IEEE 802.3 length, another format (IEEE 802.3-2018 §3.2.6). */
const FIRST_TYPE = 0x0600;
const WHAT = ETHERNET.what;

/** Reads the header at `at`. Throws WireError where it is short, or has a length where Ethernet II has a type. */
export function parseEthernet(bytes: Uint8Array, at = 0, end = bytes.length): EthernetHeader {
  needBytes(WHAT, at, end, ETHERNET_BYTES);
  const type = u16(bytes, at + ETHERNET_AT.type);
  if (type < FIRST_TYPE) {
    const advice = "A smaller value is the length of an IEEE 802.3 frame, which nothing here sends.";
    throw fieldError(F.type, at, hex(type, 4), `at least ${hex(FIRST_TYPE, 4)}`, advice);
  }
  return { to: u48(bytes, at + ETHERNET_AT.to), from: u48(bytes, at + ETHERNET_AT.from), type };
}

/** Throws WireError where a frame is of another type. */
export function checkEthernetType(frame: Uint8Array, want: number): void {
  const { type } = parseEthernet(frame);
  if (type !== want)
    throw fieldError(F.type, 0, hex(type, 4), `${hex(want, 4)}${want === ETHERTYPE_IPV4 ? ", IPv4" : ""}`);
}

/** Writes the header at `at`. Throws WireError where a value does not fit its field. */
export function emitEthernet(header: EthernetHeader, into: Uint8Array, at: number): void {
  needBytes(WHAT, at, into.length, ETHERNET_BYTES);
  needFits(F.to, at, header.to);
  needFits(F.from, at, header.from);
  needFits(F.type, at, header.type);
  putU48(into, at + ETHERNET_AT.to, header.to);
  putU48(into, at + ETHERNET_AT.from, header.from);
  putU16(into, at + ETHERNET_AT.type, header.type);
}

/** `02:00:00:00:00:01` */
const formatMac = (mac: MacAddress): string =>
  mac
    .toString(16)
    .padStart(12, "0")
    .replaceAll(/..(?=.)/g, "$&:");

/** `Ethernet 02:00:00:00:00:01 > 02:00:00:00:00:02, type 0x0800` */
export const describeEthernet = (header: EthernetHeader): string =>
  `Ethernet ${formatMac(header.from)} > ${formatMac(header.to)}, type ${hex(header.type, 4)}`;
