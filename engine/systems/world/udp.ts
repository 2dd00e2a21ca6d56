/**
 * UDP on any host: a datagram is one frame out, and one frame in. The machine spends the time of sending and receiving:
 * a socket hands frames to its host, and gets frames that the machine has handled.
 */
import type { Origin, Ref } from "../../kernel/trace-data.ts";
import { decodeUdpFrame, encodeUdpFrame } from "../../wire/udp-frame.ts";
import type { AddressPlan } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import type { SocketHost } from "./host.ts";

/** A datagram to be sent; fields without a comment are as in `Frame`. */
export interface OutgoingDatagram {
  readonly to: number; // host
  readonly toPort: number;
  readonly data: Uint8Array;
  readonly kind: string;
  readonly call: number;
  readonly origin: Origin;
  readonly cause: Ref;
}

/** A datagram as a program receives it. */
export interface IncomingDatagram {
  readonly from: number; // host
  readonly fromPort: number;
  readonly toPort: number;
  readonly data: Uint8Array; // a view of the frame
}

const PORTS = 65_536;

export class UdpSocket {
  private readonly host: SocketHost;
  private readonly port: number;
  private readonly addresses: AddressPlan;
  private readonly udpChecksum: boolean;

  /**
   * Throws RangeError for a port outside 1 to 65,535.
   * @param udpChecksum whether it makes checksums; it checks those that come
   */
  constructor(host: SocketHost, port: number, addresses: AddressPlan, udpChecksum = true) {
    if (!Number.isInteger(port) || port < 1 || port >= PORTS) {
      throw new RangeError(`${host.name}: UDP port ${port}, want 1 to ${PORTS - 1}.`);
    }
    this.host = host;
    this.port = port;
    this.addresses = addresses;
    this.udpChecksum = udpChecksum;
  }

  /**
   * Sends a datagram; its machine spends the time. Throws as `frameOf`, or where it is down.
   * @returns the frame: its `ref` is the last row of the trace on its way out, the cause of a timer set for an answer
   */
  send(datagram: OutgoingDatagram): Frame {
    const frame = this.frameOf(datagram);
    this.host.sendFrame(frame);
    return frame;
  }

  /** The frame of a datagram. Throws WireError where it does not fit. */
  frameOf({ to, toPort, data, kind, call, origin, cause }: OutgoingDatagram): Frame {
    const { host, port, addresses } = this;
    const octets = encodeUdpFrame(
      data,
      { ...addresses.stationOf(host.number), port },
      { ...addresses.stationOf(to), port: toPort },
      { udpChecksum: this.udpChecksum },
    );
    return host.frameOf(octets, { to, kind, call, origin, cause });
  }

  /**
   * The datagram in a frame that the machine has handled; null where it is for another port. A datagram without a
   * checksum passes, as by RFC 768. Throws WireError where the bytes are no datagram.
   */
  read({ octets }: Frame): IncomingDatagram | null {
    const { from, to, packet } = decodeUdpFrame(octets, true);
    if (to.port !== this.port) return null;
    return { from: this.addresses.hostOf(from.ip), fromPort: from.port, toPort: to.port, data: packet };
  }
}
