/** Frames of a system whose packets are the data of a UDP datagram, of an IP datagram, or of an Ethernet frame. */
import { decodeEthernetFrame, decodeIpFrame, encodeEthernetFrame, encodeIpFrame } from "../../wire/ip-frame.ts";
import { BSD } from "../../wire/ip-stack.ts";
import { decodeUdpFrame, encodeUdpFrame } from "../../wire/udp-frame.ts";
import { SMALL_NET } from "./addresses.ts";
import type { FrameFormat } from "./ends-system.ts";

/** The bytes of a packet, and the packet of bytes. */
interface PacketFormat<Packet> {
  write(packet: Packet): Uint8Array;
  /** Throws WireError where the bytes make no sense. */
  read(bytes: Uint8Array): Packet;
}

/**
 * Packets as datagrams between equal ports.
 * @param stack of the hosts
 */
export const overUdp = <Packet>(port: number, format: PacketFormat<Packet>, stack = BSD): FrameFormat<Packet> => ({
  write(packet, from, to) {
    const endpoint = (host: number) => {
      const { mac, ip } = SMALL_NET.stationOf(host);
      return { mac, ip, port };
    };
    return encodeUdpFrame(format.write(packet), endpoint(from), endpoint(to), { stack });
  },
  read: (octets) => format.read(decodeUdpFrame(octets, true).packet),
});

/** Packets as the data of IP datagrams of a protocol, by its number. IP adds no sum over the data. */
export const overIp = <Packet>(protocol: number, format: PacketFormat<Packet>): FrameFormat<Packet> => ({
  write: (packet, from, to) =>
    encodeIpFrame(protocol, format.write(packet), SMALL_NET.stationOf(from), SMALL_NET.stationOf(to)),
  read: (octets) => format.read(decodeIpFrame(protocol, octets)),
});

/** Packets as the data of Ethernet frames of a type, from 0x0600 on. */
export const overEthernet = <Packet>(type: number, format: PacketFormat<Packet>): FrameFormat<Packet> => ({
  write: (packet, from, to) =>
    encodeEthernetFrame(type, format.write(packet), SMALL_NET.stationOf(from), SMALL_NET.stationOf(to)),
  read: (octets) => format.read(decodeEthernetFrame(type, octets)),
});
