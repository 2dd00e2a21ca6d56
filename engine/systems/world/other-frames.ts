/** Frames of hosts outside the run on an Ethernet that carries IP. */
import { ETHERNET_BYTES, ETHERTYPE_IPV4, emitEthernet } from "../../wire/ethernet.ts";
import { emitIpv4, IPV4_BYTES, PROTOCOL_UDP } from "../../wire/ipv4.ts";
import { BSD } from "../../wire/ip-stack.ts";
import { station as address } from "../../wire/station.ts";
import { emitUdp, UDP_BYTES } from "../../wire/udp.ts";

const FIRST_OTHER_ADDRESS = 100;

/** A UDP datagram between two other hosts: to the discard port (RFC 863), so that nobody takes it for a protocol. */
export function discardDatagram(from: number, to: number, bytes: number): Uint8Array {
  const frame = new Uint8Array(bytes);
  const sender = address(FIRST_OTHER_ADDRESS + from);
  const receiver = address(FIRST_OTHER_ADDRESS + to);
  const udpLength = bytes - ETHERNET_BYTES - IPV4_BYTES;
  emitEthernet({ to: receiver.mac, from: sender.mac, type: ETHERTYPE_IPV4 }, frame, 0);
  emitIpv4(
    {
      typeOfService: 0,
      totalLength: IPV4_BYTES + udpLength,
      identification: 0,
      dontFragment: BSD.dontFragment,
      timeToLive: 64,
      protocol: PROTOCOL_UDP,
      from: sender.ip,
      to: receiver.ip,
    },
    frame,
    ETHERNET_BYTES,
  );
  const udp = { from: 9, to: 9, length: udpLength };
  const at = ETHERNET_BYTES + IPV4_BYTES;
  emitUdp(udp, frame, at, { from: sender.ip, to: receiver.ip }, udpLength >= UDP_BYTES);
  return frame;
}
