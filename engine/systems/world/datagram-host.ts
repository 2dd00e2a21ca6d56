/** A Linux machine at a switch with one UDP socket: the least that a program needs to talk to another host. */
import type { NodeCosts } from "../../hardware/linux-node.ts";
import { SMALL_NET } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { LinuxHost, type LinuxCycle } from "./linux-host.ts";
import type { SwitchedMedium } from "./switched-medium.ts";
import { UdpSocket, type IncomingDatagram } from "./udp.ts";
import type { World } from "./world.ts";

/** The program on the machine. Its memory is lost in a crash, so it keeps nothing outside `start`. */
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
  readonly number: number; // of its link at the switch
  readonly port: number;
  readonly program: DatagramProgram;
  /** Left out: those of the cluster on which FlexRPC was measured. */
  readonly costs?: NodeCosts;
}

export class DatagramHost extends LinuxHost {
  readonly socket: UdpSocket;
  private readonly program: DatagramProgram;

  constructor(world: World, medium: SwitchedMedium, { name, number, port, program, costs }: DatagramHostOptions) {
    super(world, medium, name, number, costs);
    this.program = program;
    this.socket = new UdpSocket(this, port, SMALL_NET);
    this.switchOn();
  }

  /** The program begins: to be called when all hosts are there. */
  start(): void {
    this.program.start?.(this);
  }

  received(frame: Frame): void {
    const datagram = this.socket.read(frame);
    if (datagram === null) this.medium.carrier.ignore(frame);
    else this.program.received(this, datagram, frame);
  }

  protected powerOn(): LinuxCycle {
    return this.linuxCycle();
  }

  protected crashed(): void {
    this.program.crashed?.(this);
  }

  protected restarted(): void {
    this.start();
  }
}
