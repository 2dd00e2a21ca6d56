/** A host with one UDP socket, on any machine and medium: the least that a program needs to talk to another host. */
import { linuxMachine } from "../../hardware/linux-node.ts";
import type { Hardware, MachineKind } from "../../hardware/machine.ts";
import { decodeUdpFrame } from "../../wire/udp-frame.ts";
import { SMALL_NET, type AddressPlan } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { MachineHost } from "./host.ts";
import type { HostMedium } from "./medium.ts";
import { UdpSocket, type IncomingDatagram } from "./udp.ts";
import type { World } from "./world.ts";

/** The program on the host. Its memory is lost in a crash, so it keeps nothing outside `start`. */
export interface DatagramProgram {
  /** The machine has come up, at the beginning of the run or after a crash. */
  start?(host: DatagramHost): void;
  /** A datagram has come; `frame.ref` is the row of the trace that brought it. */
  received(host: DatagramHost, datagram: IncomingDatagram, frame: Frame): void;
  /** The power has gone. */
  crashed?(host: DatagramHost): void;
}

interface DatagramHostOptions {
  readonly name: string;
  /** On the medium: at a switch, of its link. */
  readonly number: number;
  readonly port: number;
  readonly program: DatagramProgram;
  /** Left out: a Linux machine of the cluster on which FlexRPC was measured. */
  readonly machine?: MachineKind<Frame, Hardware<Frame>>;
  /** Left out: those of a network of 254 hosts. */
  readonly addresses?: AddressPlan;
}

type UdpPacket = ReturnType<typeof decodeUdpFrame>;

export class DatagramHost extends MachineHost<UdpPacket> {
  readonly socket: UdpSocket;

  constructor(world: World, medium: HostMedium, options: DatagramHostOptions) {
    const { name, number, port, program, machine = linuxMachine<Frame>(), addresses = SMALL_NET } = options;
    super(world, medium, {
      name,
      number,
      machine,
      read: (octets) => decodeUdpFrame(octets, true),
      program: {
        start: () => program.start?.(this),
        crashed: () => program.crashed?.(this),
        received: (_host, frame) => {
          const datagram = this.socket.read(frame);
          if (datagram === null) this.ignore(frame);
          else program.received(this, datagram, frame);
        },
      },
    });
    this.socket = new UdpSocket(this, port, addresses);
  }
}
