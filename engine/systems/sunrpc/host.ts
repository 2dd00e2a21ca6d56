/**
 * A Sun 3/50 as a host: on the Ethernet, or alone with its loopback interface. Its processes have UDP sockets, and each
 * socket has a buffer and one process that reads from it.
 */
import { Sun3, type Process, type Sun3Segments } from "../../hardware/sun3.ts";
import { SocketBuffer } from "../../hardware/socket-buffer.ts";
import { SUN3_ASSUMED } from "../../hardware/sun3-costs.ts";
import type { Reception } from "../../hardware/token-ring.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import { decodeUdpFrame } from "../../wire/udp-frame.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import type { Frame } from "../world/frame.ts";
import { PoweredHost, type HostCycle } from "../world/powered-host.ts";
import { UdpSocket } from "../world/udp.ts";
import type { World } from "../world/world.ts";
import type { LoopbackMedium } from "./loopback.ts";

/** What the machines of a run are on. */
export type Network =
  | { readonly place: "local"; readonly medium: LoopbackMedium }
  | { readonly place: "remote"; readonly medium: EthernetMedium };

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly network: Network;
  readonly kernel: Sun3Segments;
  /** The clock that programs read: when it ticks, or null for an exact one. */
  readonly tickPhase: Nanos | null;
}

/** Readings of a process's clocks at one moment. */
export interface Clocks {
  readonly at: Nanos;
  readonly charged: Nanos;
  readonly ticks: number;
  readonly chargedTicks: number;
}

/** A socket of a process. */
export interface Socket {
  readonly udp: UdpSocket;
  readonly buffer: SocketBuffer<Frame>;
  /** A datagram has come into the buffer. */
  readonly arrived: (frame: Frame) => void;
}

interface SunCycle extends HostCycle {
  readonly machine: Sun3<Frame>;
  readonly station: number | null; // on the Ethernet
  readonly sockets: Map<number, Socket>; // by port
}

/** What runs on a machine, from its start or restart on. */
interface Programs {
  start(host: SunHost): void;
  /** The power has gone. */
  crashed(): void;
}

export class SunHost extends PoweredHost<SunCycle> {
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly noteTrack: number;
  private readonly around: Surroundings;
  private readonly programs: Programs;

  constructor(around: Surroundings, name: string, number: number, programs: Programs) {
    super(around.world, name, number);
    this.around = around;
    this.programs = programs;
    const { recorder } = around.world;
    const { network } = around;
    network.medium.carrier.attach(this);
    this.noteTrack = recorder.track({ name: "CPU 0", machine: name, kind: "processor" });
    const controller = network.place === "local" ? "Loopback" : "LANCE";
    const track = (way: string): number =>
      recorder.track({ name: `${controller} ${way}`, machine: name, kind: "controller" });
    this.outTrack = track("out");
    this.inTrack = track("in");
    this.switchOn();
  }

  /** Its programs begin: to be called when all hosts are there. */
  start(): void {
    this.programs.start(this);
  }

  get machine(): Sun3<Frame> {
    return this.up.machine;
  }

  // Processes and sockets.

  /** A socket on a port. Throws RangeError where another process has it. */
  open(port: number, arrived: (frame: Frame) => void): Socket {
    const { sockets } = this.up;
    if (sockets.has(port)) throw new RangeError(`${this.name}: port ${port} is another process's.`);
    const udp = new UdpSocket(this, port, SMALL_NET);
    const socket = { udp, buffer: new SocketBuffer<Frame>(SUN3_ASSUMED.socketBytes.value), arrived };
    sockets.set(port, socket);
    return socket;
  }

  /** All processes that listen have ended but one: packets to their sockets find nobody. */
  closeAllBut(kept: Socket): void {
    for (const [port, socket] of this.up.sockets) if (socket !== kept) this.up.sockets.delete(port);
  }

  /** The clocks as a process reads them: the time, and the time that it was charged for, both exact and in ticks. */
  readClocks(process: Process): Clocks {
    const { machine } = this.up;
    return {
      at: this.now,
      charged: machine.chargedTo(process),
      ticks: machine.ticksBy(this.now),
      chargedTicks: machine.ticksOf(process),
    };
  }

  /** A program that reads a clock with ticks notes what it shows of its process's time. */
  markClock(process: Process): void {
    if (this.around.tickPhase === null) return;
    const { worker } = process;
    const { chargedTicks } = this.readClocks(process);
    this.note(`the program’s clock shows ${chargedTicks} ticks`, { cause: worker.cause, call: worker.call });
  }

  /** A process received a packet and had no use for it. */
  ignore(frame: Frame, why: string): void {
    this.note(`ignored: ${why}`, { kind: "ignored", cause: frame.ref, call: frame.call, track: this.inTrack });
    this.around.network.medium.carrier.ignore(frame);
  }

  timerMark(cause: Ref, call: number): Ref {
    return this.note("retransmission timer", { kind: "timer", cause, call });
  }

  // The medium's side.

  /** Sends a frame whose process has spent the time of sendto. */
  sendFrame(frame: Frame): void {
    const { network } = this.around;
    if (network.place === "local") network.medium.transmit(frame);
    else this.up.machine.send(frame);
  }

  protected override hasSent({ machine }: SunCycle, frame: Frame): void {
    if (this.around.network.place === "remote") machine.sent(frame);
  }

  protected override hasAbandoned({ machine }: SunCycle, frame: Frame): void {
    machine.sent(frame);
  }

  protected takeIn({ machine }: SunCycle, frame: Frame): Reception {
    return this.around.network.place === "local" ? machine.looped(frame) : machine.arrive(frame);
  }

  /** The software interrupt has had a packet: it goes to the socket of its port. */
  private input(frame: Frame): void {
    const { to } = decodeUdpFrame(frame.octets, true);
    const socket = this.up.sockets.get(to.port);
    if (socket === undefined) {
      this.ignore(frame, "no process has this port");
      return;
    }
    const datagram = socket.udp.read(frame);
    if (datagram === null) throw new Error(`The socket of port ${to.port} does not know its own datagram.`);
    if (socket.buffer.append(frame, datagram.data.length)) socket.arrived(frame);
    else this.around.network.medium.carrier.lose(frame, "socket full", this.inTrack);
  }

  // Power.

  protected powerOn(): SunCycle {
    const { world, network, kernel, tickPhase } = this.around;
    const { sim, recorder } = world;
    const station = network.place === "local" ? null : network.medium.stationFor(this);
    const machine: Sun3<Frame> = new Sun3<Frame>(
      sim,
      recorder,
      this.name,
      { segments: kernel, tickPhase: tickPhase ?? 0 },
      {
        transmit: (frame) => this.transmit(station, frame),
        input: (frame) => this.input(frame),
        dropped: (frame, why) => network.medium.carrier.lose(frame, why, this.outTrack),
      },
    );
    const { processors } = machine;
    return {
      machine,
      station,
      sockets: new Map(),
      endedAt: Infinity,
      hardware: {
        halt: () => machine.halt(),
        slow: (times) => processors.slow(times),
        busyNs: () => processors.busyNs().map((busy, cpu) => [`cpu${cpu}`, busy] as const),
      },
    };
  }

  private transmit(station: number | null, frame: Frame): void {
    const { network } = this.around;
    if (network.place === "local" || station === null) throw new Error(`${this.name} has no Ethernet.`);
    network.medium.transmit(station, frame);
  }

  protected crashed(): void {
    this.programs.crashed();
  }

  protected restarted(): void {
    this.start();
  }
}
