/**
 * UDP datagrams: IPv4 and UDP around a packet, for any medium, and whole Ethernet frames of them.
 *
 * UDP checksums are computed; the receiving system decides whether it checks them: 4.2BSD computed them and did not
 * check.
 */
import { newBytes } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { checkEthernetType, emitEthernet, ETHERNET_BYTES, ETHERTYPE_IPV4, type MacAddress } from "./ethernet.ts";
import { BSD, type IpStack } from "./ip-stack.ts";
import { checkIpv4Sum, emitIpv4, IPV4_BYTES, parseIpv4, PROTOCOL_UDP, type IpAddress } from "./ipv4.ts";
import { emitUdp, parseUdp, UDP_BYTES } from "./udp.ts";

/** A socket on the network. */
interface UdpEndpoint {
  readonly ip: IpAddress;
  readonly port: number;
}

/** Bytes that IPv4 and UDP add to a packet. */
const DATAGRAM_BYTES = IPV4_BYTES + UDP_BYTES;
const TIME_TO_LIVE = 64; // the recommended default (RFC 1700, "IP time to live")

interface DatagramOptions {
  /** Any value will do where a datagram is never cut (RFC 6864 §4.1); fragmentFrame gives its pieces theirs. */
  readonly identification?: number;
  readonly stack?: IpStack; // of the sender
  readonly udpChecksum?: boolean;
}

/** Writes IPv4, UDP and the packet at `at`, and returns their length. Throws WireError where something does not fit. */
function emitDatagram(
  packet: Uint8Array,
  from: UdpEndpoint,
  to: UdpEndpoint,
  into: Uint8Array,
  at: number,
  options: DatagramOptions = {},
): number {
  const length = DATAGRAM_BYTES + packet.length;
  needBytes("UDP datagram", at, into.length, length);
  into.set(packet, at + DATAGRAM_BYTES);
  const header = {
    typeOfService: 0,
    totalLength: length,
    identification: options.identification ?? 0,
    dontFragment: (options.stack ?? BSD).dontFragment,
    timeToLive: TIME_TO_LIVE,
    protocol: PROTOCOL_UDP,
    from: from.ip,
    to: to.ip,
  };
  emitIpv4(header, into, at);
  const udp = { from: from.port, to: to.port, length: length - IPV4_BYTES };
  emitUdp(udp, into, at + IPV4_BYTES, { from: from.ip, to: to.ip }, options.udpChecksum ?? true);
  return length;
}

/** IPv4, UDP and the packet in an array of their own. */
export function encodeDatagram(
  packet: Uint8Array,
  from: UdpEndpoint,
  to: UdpEndpoint,
  options: DatagramOptions = {},
): Uint8Array<ArrayBuffer> {
  const bytes = newBytes(DATAGRAM_BYTES + packet.length);
  emitDatagram(packet, from, to, bytes, 0, options);
  return bytes;
}

interface UdpStation extends UdpEndpoint {
  readonly mac: MacAddress;
}

/** A whole Ethernet frame in an array of its own. */
export function encodeUdpFrame(
  packet: Uint8Array,
  from: UdpStation,
  to: UdpStation,
  options: DatagramOptions = {},
): Uint8Array<ArrayBuffer> {
  const frame = newBytes(ETHERNET_BYTES + DATAGRAM_BYTES + packet.length);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_IPV4 }, frame, 0);
  emitDatagram(packet, from, to, frame, ETHERNET_BYTES, options);
  return frame;
}

/** A datagram as its receiver reads it. */
interface ReceivedDatagram {
  readonly from: UdpEndpoint;
  readonly to: UdpEndpoint;
  readonly identification: number;
  readonly packet: Uint8Array; // a view
}

/**
 * Reads the datagram `bytes[at..end)`: lengths and checksums must be right. With `mayBeUnchecked` a datagram without a
 * UDP checksum passes. Throws WireError.
 */
export function decodeDatagram(
  bytes: Uint8Array,
  at = 0,
  end = bytes.length,
  mayBeUnchecked = false,
): ReceivedDatagram {
  const ip = parseIpv4(bytes, at, end);
  if (ip.protocol !== PROTOCOL_UDP) {
    throw new WireError({ what: "IPv4 header", at: at + 9, field: "protocol", got: ip.protocol, want: "17, UDP" });
  }
  const datagramEnd = at + ip.totalLength; // what is behind it pads a short Ethernet frame
  const udp = parseUdp(bytes, at + IPV4_BYTES, datagramEnd, ip, mayBeUnchecked);
  return {
    from: { ip: ip.from, port: udp.from },
    to: { ip: ip.to, port: udp.to },
    identification: ip.identification,
    packet: bytes.subarray(at + DATAGRAM_BYTES, datagramEnd),
  };
}

/** Checks what IP checks of each frame, before it puts a datagram together from pieces. Throws WireError. */
export function checkIpv4Frame(frame: Uint8Array): void {
  checkEthernetType(frame, ETHERTYPE_IPV4);
  checkIpv4Sum(frame, ETHERNET_BYTES);
}

/** Reads a whole Ethernet frame. Throws WireError. */
export function decodeUdpFrame(frame: Uint8Array, mayBeUnchecked = false): ReceivedDatagram {
  checkEthernetType(frame, ETHERTYPE_IPV4);
  return decodeDatagram(frame, ETHERNET_BYTES, frame.length, mayBeUnchecked);
}
