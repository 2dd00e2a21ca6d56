/**
 * A Sun 3/50 as a host: on the Ethernet, or alone with its loopback interface. Its processes have UDP sockets, and each
 * socket has a buffer and one process that reads from it.
 */
import { sun3, type Process, type Sun3, type Sun3Clock } from "../../hardware/sun3.ts";
import { SocketBuffer } from "../../hardware/socket-buffer.ts";
import { SUNOS } from "../../hardware/sun3-costs.ts";
import type { Reception } from "../../hardware/machine.ts";
import type { Segment } from "../../hardware/processors.ts";
import { entryOf } from "../../kernel/reads.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { ETHERNET_BYTES } from "../../wire/ethernet.ts";
import { IPV4_AT, IPV4_BYTES, PROTOCOL_TCP } from "../../wire/ipv4.ts";
import { BSD } from "../../wire/ip-stack.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { checkIpv4Frame, decodeUdpFrame } from "../../wire/udp-frame.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import { Fragments, WholeDatagrams } from "../world/fragments.ts";
import type { Frame } from "../world/frame.ts";
import { NetworkHost, type MachineCycle } from "../world/host.ts";
import type { ByteQueue } from "../world/byte-queue.ts";
import type { CarrierHost } from "../world/carrier.ts";
import { PortNumbers, TcpStack } from "../world/tcp.ts";
import { UdpSocket, type IncomingDatagram, type OutgoingDatagram } from "../world/udp.ts";
import type { World } from "../world/world.ts";
import type { Arrived, Channel, Message } from "./channel.ts";
import type { LoopbackMedium } from "../world/loopback-medium.ts";
import type { KernelSegments } from "./steps.ts";
import { StreamEnd, SUNOS_TCP } from "./stream.ts";

/** The medium between the machines of a run, with the loopback interface of a machine. */
export type Network =
  | { readonly place: "local"; readonly medium: LoopbackMedium }
  | {
      readonly place: "remote";
      readonly medium: EthernetMedium;
      /** For packets from a machine to itself; null where no program sends any. */
      readonly loopback: LoopbackMedium | null;
    };

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly network: Network;
  readonly kernel: KernelSegments;
  /** The clock that programs read; null for an exact one. */
  readonly clock: Sun3Clock | null;
  /** Whether UDP makes checksums. Sun's machines often did not. */
  readonly udpChecksums: boolean;
}

/** Readings of a process's clocks at one moment. */
export interface Clocks {
  readonly at: Nanos;
  readonly charged: Nanos;
  readonly ticks: number;
  /** The processor time as the program reads it. */
  readonly sixtieths: number;
}

/** A UDP socket of a process, with the datagrams that it has not read. */
class Datagrams implements Channel {
  readonly buffer = new SocketBuffer<Frame>(SUNOS.udpSocket.value);
  readonly arrived: Arrived;
  private readonly host: SunHost;
  private readonly socket: UdpSocket;

  constructor(host: SunHost, port: number, udpChecksums: boolean, arrived: Arrived) {
    this.host = host;
    this.socket = new UdpSocket(host, port, SMALL_NET, udpChecksums);
    this.arrived = arrived;
  }

  get length(): number {
    return this.buffer.length;
  }

  take(): Message {
    const frame = this.buffer.take();
    if (frame === undefined) throw new Error("A process reads from an empty socket.");
    this.host.world.recorder.taken(frame.row, this.host.now);
    const { from, fromPort, data } = this.read(frame);
    return { from, fromPort, data, call: frame.call, frame };
  }

  send(message: OutgoingDatagram): void {
    this.socket.send(message);
  }

  read(frame: Frame): IncomingDatagram {
    const datagram = this.socket.read(frame);
    if (datagram === null) throw new Error("A socket has another process’s datagram.");
    return datagram;
  }
}

interface SunMemory {
  readonly tcp: TcpStack<ByteQueue>;
  readonly sockets: Map<number, Datagrams>; // by port
  nextPort: number; // of a socket that asks for none
  readonly streams: Map<number, StreamEnd>; // by this end's port
  readonly whole: WholeDatagrams;
}

/** Whether it is a segment of TCP; all others are datagrams of UDP. */
export const isTcp = ({ octets }: Frame): boolean => octets[ETHERNET_BYTES + IPV4_AT.protocol] === PROTOCOL_TCP;

/** The kernel numbers the ports of processes from here on that ask for none (4.2BSD netinet/in.h: IPPORT_RESERVED). */
export const FIRST_PORT = 1024;

/** A clock whose ticks nobody reads. */
const UNREAD: Sun3Clock = { phase: 0, before: 0 };

/** Names of the interface in the trace. */
const INTERFACES = { local: "Loopback", remote: "LANCE" } as const;

/** The programs of a machine, which run from its start or restart on. */
interface Programs {
  start(host: SunHost): void;
  /** The power has gone. */
  crashed(): void;
}

type SunCycle = MachineCycle<Sun3<Frame>>;

export class SunHost extends NetworkHost<Sun3<Frame>, void, SunMemory> {
  private readonly around: Surroundings;
  private readonly programs: Programs;
  private readonly ports = new PortNumbers(FIRST_PORT);
  private readonly fragments = new Fragments();
  private isPaid = false;

  constructor(around: Surroundings, name: string, number: number, programs: Programs) {
    const { world, network, kernel, clock } = around;
    const machine = sun3<Frame>({ segments: kernel, clock: clock ?? UNREAD }, INTERFACES[network.place]);
    super(world, network.medium, { name, number, machine, read: checkIpv4Frame });
    this.around = around;
    this.programs = programs;
    if (network.place === "remote") network.loopback?.carrier.attach(this.looped());
    this.switchOn();
  }

  /** This machine on the loopback interface that it has beside the Ethernet. */
  private looped(): CarrierHost {
    const track = (way: "out" | "in"): number =>
      this.world.recorder.track({ name: `${INTERFACES.local} ${way}`, machine: this.name, kind: "controller", way });
    return {
      name: this.name,
      number: this.number,
      outTrack: track("out"),
      inTrack: track("in"),
      sent: (frame, departs) => this.sent(frame, departs),
      abandoned: (frame) => this.abandoned(frame),
      arrive: (frame) => this.arrive(frame),
    };
  }

  /** Its programs begin: to be called when all hosts are there. */
  start(): void {
    this.programs.start(this);
  }

  // Processes and sockets.

  /** A UDP socket on a port. Throws RangeError where another process has it. */
  open(port: number, arrived: Arrived): Channel {
    const { sockets } = this.up;
    if (sockets.has(port)) throw new RangeError(`${this.name}: port ${port} is another process’s.`);
    const socket = new Datagrams(this, port, this.around.udpChecksums, arrived);
    sockets.set(port, socket);
    return socket;
  }

  /** A UDP socket on a port that no process has: the kernel numbers them in turn. */
  openAny(arrived: Arrived): Channel {
    const { sockets } = this.up;
    while (sockets.has(this.up.nextPort)) this.up.nextPort++;
    return this.open(this.up.nextPort++, arrived);
  }

  /** An end of a TCP connection: the process of a port reads and writes there, and others may open it. */
  stream(port: number, arrived: Arrived, lost: () => void): StreamEnd {
    const end = new StreamEnd(port, arrived, lost, (send) => this.paid(send));
    this.up.streams.set(port, end);
    return end;
  }

  /**
   * A process opens the connection of its end to a port of a host. `opened` is called when it is open.
   * @returns gives it up, where it is not
   */
  connect(end: Channel, to: number, port: number, cause: Ref, opened: () => void): () => void {
    const ours = [...this.up.streams.values()].find((one) => one === end);
    if (ours === undefined) throw new Error(`${this.name} has no end of a connection to open.`);
    ours.opened = opened;
    this.up.tcp.connectionTo(to, port, cause, 0);
    return () => ours.giveUp();
  }

  /** A process closes its end of a connection, or gives up its UDP socket: packets to its port find nobody then. */
  close(channel: Channel, cause: Ref = NO_REF): void {
    const { sockets, streams } = this.up;
    for (const end of streams.values()) if (end === channel) end.close(cause);
    for (const [port, socket] of sockets) {
      if (socket !== channel) continue;
      sockets.delete(port);
      for (let frame = socket.buffer.take(); frame !== undefined; frame = socket.buffer.take()) {
        this.discard({ frame, call: frame.call }, frame.ref, "its process has closed the socket");
      }
    }
  }

  /** All processes have ended but the one with a channel: packets to their sockets find nobody. */
  closeAllBut(kept: Channel): void {
    const { sockets, streams } = this.up;
    for (const [port, socket] of sockets) if (socket !== kept) sockets.delete(port);
    for (const end of streams.values()) if (end !== kept) end.abort();
  }

  /** The clocks of a process: the time, and the time that it was charged for, both exact and as a program reads it. */
  readClocks(process: Process): Clocks {
    const { machine } = this;
    return {
      at: this.now,
      charged: machine.chargedTo(process),
      ticks: machine.ticksBy(this.now),
      sixtieths: machine.sixtiethsOf(process),
    };
  }

  /** A program that reads a clock with ticks notes what it shows of its process's time. */
  markClock(process: Process): void {
    if (this.around.clock === null) return;
    const { worker } = process;
    const { sixtieths } = this.readClocks(process);
    this.note(`the program’s clock shows ${sixtieths} sixtieths of a second`, {
      cause: worker.cause,
      call: worker.call,
    });
  }

  /** A process received a message and had no use for it; `cause` is the last row of what it did. */
  discard({ frame, call }: Pick<Message, "frame" | "call">, cause: Ref, why: string): void {
    this.note(`ignored: ${why}`, { kind: "ignored", cause, call, track: this.inTrack });
    if (frame !== null) this.ignore(frame);
  }

  // The medium's side.

  /** Sends a frame. Where no process has spent the time of sendto, the kernel does. */
  override sendFrame(frame: Frame): void {
    if (this.isPaid || !isTcp(frame)) {
      this.handOver(frame);
      return;
    }
    this.task(this.around.kernel.ownSend, frame.call, frame.ref, (last) => {
      frame.ref = last;
      this.handOver(frame);
    });
  }

  /** A process has spent the time of what it sends. */
  private paid(send: () => void): void {
    this.isPaid = true;
    send();
    this.isPaid = false;
  }

  /**
   * IP hands a frame to the interface: in pieces, where it is too long. A message of UDP to this machine skips both
   * (SunOS 3.4, netinet/udp_usrreq.c: udp_fastloop), where its program has named the machine and not 127.0.0.1.
   */
  private handOver(frame: Frame): void {
    const loopback = this.loopbackFor(frame);
    if (loopback !== null && !isTcp(frame)) {
      loopback.transmit(frame);
      return;
    }
    for (const piece of this.fragments.of(frame)) {
      if (loopback === null) this.machine.hand(piece);
      else loopback.transmit(piece);
    }
  }

  private loopbackFor({ to }: Frame): LoopbackMedium | null {
    const { network } = this.around;
    if (network.place === "local") return network.medium;
    return to === this.number ? network.loopback : null;
  }

  protected override takeIn(cycle: SunCycle, frame: Frame): Reception {
    if (frame.from !== this.number) return super.takeIn(cycle, frame);
    if (isTcp(frame)) return cycle.machine.looped(frame);
    if (this.inspect(frame)) this.received(frame);
    return "copied";
  }

  override receiveWork(frame: Frame): Segment {
    const { tcpInput, udpInput } = this.around.kernel;
    const bytes = frame.octets.length - ETHERNET_BYTES - IPV4_BYTES;
    return isTcp(frame) ? tcpInput(bytes) : udpInput(bytes);
  }

  /** The software interrupt has had a packet: it goes to the socket of its port. */
  received(piece: Frame): void {
    const frame = this.up.whole.take(piece);
    if (frame === null) return;
    const { octets: bytes } = frame;
    const damage = this.damageIn(() => (isTcp(frame) ? decodeTcpFrame(bytes) : decodeUdpFrame(bytes, true)));
    if (damage !== null) {
      this.lose(frame, damage);
      return;
    }
    if (isTcp(frame)) {
      this.up.tcp.receive(frame);
      return;
    }
    const { to } = decodeUdpFrame(frame.octets, true);
    const socket = this.up.sockets.get(to.port);
    if (socket === undefined) {
      this.discard({ frame, call: frame.call }, frame.ref, "no process has this port");
      return;
    }
    if (socket.buffer.append(frame, socket.read(frame).data.length)) {
      this.world.recorder.laid(frame.row, this.now);
      socket.arrived(frame.call, frame.ref);
    } else this.lose(frame, "socket full");
  }

  // Power.

  protected memory(): SunMemory {
    const streams = new Map<number, StreamEnd>();
    const tcp = new TcpStack<ByteQueue>({
      host: this,
      ports: this.ports,
      tcp: SUNOS_TCP,
      stack: BSD,
      hasTimeStamps: false,
      hasBareResets: true,
      program: {
        accepts: ({ localPort }) => streams.has(localPort),
        streams: (connection) => entryOf(streams, connection.localPort, "process with the TCP port").attach(connection),
        lost: ({ localPort }) => streams.get(localPort)?.broken(),
      },
    });
    return { sockets: new Map<number, Datagrams>(), nextPort: FIRST_PORT, streams, whole: new WholeDatagrams(), tcp };
  }

  protected crashed({ tcp }: SunCycle & SunMemory): void {
    tcp.halt();
    this.programs.crashed();
  }

  protected restarted(): void {
    this.start();
  }
}
