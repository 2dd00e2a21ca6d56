/** Whole Ethernet frames of two kinds: the data of an IPv4 datagram of any protocol, and data of any Ethernet type. */
import { newBytes } from "./bytes.ts";
import { WireError } from "./error.ts";
import { checkEthernetType, emitEthernet, ETHERNET_BYTES, ETHERTYPE_IPV4 } from "./ethernet.ts";
import { emitIpv4, IPV4_AT, IPV4_BYTES, parseIpv4 } from "./ipv4.ts";
import { BSD } from "./ip-stack.ts";
import type { Station } from "./station.ts";

const TIME_TO_LIVE = 64; // the recommended default (RFC 1700, "IP time to live")

/** Throws WireError where something does not fit. */
export function encodeIpFrame(protocol: number, data: Uint8Array, from: Station, to: Station): Uint8Array<ArrayBuffer> {
  const at = ETHERNET_BYTES + IPV4_BYTES;
  const frame = newBytes(at + data.length);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_IPV4 }, frame, 0);
  const header = { typeOfService: 0, identification: 0, ...BSD, timeToLive: TIME_TO_LIVE, protocol };
  emitIpv4({ ...header, totalLength: IPV4_BYTES + data.length, from: from.ip, to: to.ip }, frame, ETHERNET_BYTES);
  frame.set(data, at);
  return frame;
}

/** The data of a datagram, as a view. Throws WireError where it is damaged, or of another protocol. */
export function decodeIpFrame(protocol: number, frame: Uint8Array): Uint8Array {
  checkEthernetType(frame, ETHERTYPE_IPV4);
  const ip = parseIpv4(frame, ETHERNET_BYTES);
  if (ip.protocol !== protocol) {
    const at = ETHERNET_BYTES + IPV4_AT.protocol;
    throw new WireError({ what: "IPv4 header", at, field: "protocol", got: ip.protocol, want: String(protocol) });
  }
  return frame.subarray(ETHERNET_BYTES + IPV4_BYTES, ETHERNET_BYTES + ip.totalLength);
}

/** Throws WireError where something does not fit. */
export function encodeEthernetFrame(
  type: number,
  data: Uint8Array,
  from: Station,
  to: Station,
): Uint8Array<ArrayBuffer> {
  const frame = newBytes(ETHERNET_BYTES + data.length);
  emitEthernet({ to: to.mac, from: from.mac, type }, frame, 0);
  frame.set(data, ETHERNET_BYTES);
  return frame;
}

/** The data of a frame, as a view. Throws WireError where it is of another type. */
export function decodeEthernetFrame(type: number, frame: Uint8Array): Uint8Array {
  checkEthernetType(frame, type);
  return frame.subarray(ETHERNET_BYTES);
}
