/** Whole Ethernet frames of TCP segments: Ethernet, IPv4, TCP, data. */
import { WireError } from "./error.ts";
import {
  emitEthernet,
  ETHERNET_AT,
  ETHERNET_BYTES,
  ETHERNET_MAX_PAYLOAD,
  ETHERTYPE_IPV4,
  parseEthernet,
} from "./ethernet.ts";
import { BSD, type IpStack } from "./ip-stack.ts";
import { emitIpv4, IPV4_AT, IPV4_BYTES, parseIpv4, PROTOCOL_TCP } from "./ipv4.ts";
import type { Addresses, Station } from "./station.ts";
import { emitTcp, parseTcp, tcpDataOffset, tcpHeaderBytes, type TcpHeader } from "./tcp.ts";

/** The offset of the TCP header in a frame: 34. */
const TCP_FRAME_AT = ETHERNET_BYTES + IPV4_BYTES;
/** Data of a full frame whose segment carries time stamps: 1448 bytes. */
export const TCP_MAX_DATA =
  ETHERNET_MAX_PAYLOAD - IPV4_BYTES - tcpHeaderBytes({ maxSegment: null, timeStamps: { value: 0, echo: 0 } });
const TIME_TO_LIVE = 64; // the recommended default (RFC 1700, "IP time to live")

/** The offset in its frame of the data of a segment with this header. */
export const tcpFrameDataAt = (header: TcpHeader): number => TCP_FRAME_AT + tcpHeaderBytes(header);

/**
 * Writes all headers into a frame that ends where its data ends; the data must stand at `tcpFrameDataAt(header)`
 * already. Throws WireError where a value does not fit.
 * @param stack of the sender
 */
export function emitTcpFrame(header: TcpHeader, { from, to }: Addresses, frame: Uint8Array, stack = BSD): void {
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_IPV4 }, frame, 0);
  emitIpv4(
    {
      typeOfService: 0,
      totalLength: frame.length - ETHERNET_BYTES,
      identification: 0, // any value will do where a datagram is never cut (RFC 6864 §4.1)
      dontFragment: stack.dontFragment,
      timeToLive: TIME_TO_LIVE,
      protocol: PROTOCOL_TCP,
      from: from.ip,
      to: to.ip,
    },
    frame,
    ETHERNET_BYTES,
  );
  emitTcp(header, frame, TCP_FRAME_AT, frame.length, { from: from.ip, to: to.ip });
}

/** A frame as its receiver reads it. */
interface ReceivedSegment {
  readonly from: Station;
  readonly to: Station;
  readonly stack: IpStack; // of the sender, as far as its header shows it
  readonly header: TcpHeader;
  readonly data: Uint8Array; // a view of the frame
}

/**
 * Reads a whole frame as a receiver does: every length must be right, and both checksums. With `checked` false TCP's
 * checksum is not read, as on a host whose interface has checked it. Throws WireError.
 */
export function decodeTcpFrame(frame: Uint8Array, checked = true): ReceivedSegment {
  const ethernet = parseEthernet(frame);
  needValue("Ethernet header", ETHERNET_AT.type, "type", ethernet.type, ETHERTYPE_IPV4);
  const ip = parseIpv4(frame, ETHERNET_BYTES);
  const length = frame.length - ETHERNET_BYTES;
  needValue("IPv4 header", ETHERNET_BYTES + IPV4_AT.totalLength, "total length", ip.totalLength, length);
  needValue("IPv4 header", ETHERNET_BYTES + IPV4_AT.protocol, "protocol", ip.protocol, PROTOCOL_TCP);
  const header = parseTcp(frame, TCP_FRAME_AT, frame.length, checked ? ip : null);
  return {
    from: { mac: ethernet.from, ip: ip.from },
    to: { mac: ethernet.to, ip: ip.to },
    stack: { dontFragment: ip.dontFragment },
    header,
    data: frame.subarray(TCP_FRAME_AT + tcpDataOffset(frame, TCP_FRAME_AT)),
  };
}

function needValue(what: string, at: number, field: string, got: number, want: number): void {
  if (got !== want) throw new WireError({ what, at, field, got, want: String(want) });
}
