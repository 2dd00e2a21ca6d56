/**
 * Caller and callees have in common: a Linux machine at a switch, and a process with connections. A machine whose
 * process does not run answers every segment with a reset.
 */
import type { Cost } from "../../hardware/cost.ts";
import { CLUSTER, feedNanos, SEGMENT_BYTES } from "../../hardware/linux-costs.ts";
import { linuxMachine, type LinuxNode, type NodeCosts } from "../../hardware/linux-node.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import { FLEXRPC_PORT, type FlexMessage } from "../../wire/flexrpc.ts";
import { LINUX as LINUX_IP } from "../../wire/ip-stack.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import type { Frame } from "../world/frame.ts";
import { NetworkHost, type MachineCycle } from "../world/host.ts";
import type { SwitchedMedium } from "../world/switched-medium.ts";
import type { Connection, Ends, Streams } from "../world/tcp-connection.ts";
import { PortNumbers, TcpStack, type TcpProgram } from "../world/tcp.ts";
import type { World } from "../world/world.ts";
import { InStream, OutStream } from "./stream.ts";

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly medium: SwitchedMedium;
  readonly costs: NodeCosts;
}

/**
 * Linux 2.6.18's, but for the limits, which would be a quarter of an hour and two hours. What stands between the two
 * keep-alives of a connection is assumed: in Linux it is as long ago as each end has heard of the other.
 */
export const LINUX_TCP: TcpOptions = {
  segmentBytes: SEGMENT_BYTES,
  windowBytes: 65_535, // the largest without scaling (RFC 793)
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  lingers: seconds(60), // twice the longest life of a segment
  keepAlive: { after: seconds(1), apart: millis(10), every: seconds(1), limit: 5 },
};

/** A connection of Linux, with the headers that it sends. */
export const LINUX = { tcp: LINUX_TCP, stack: LINUX_IP, hasTimeStamps: true, hasBareResets: false } as const;

export type FlexConnection = Connection<OutStream>;

/** A host keeps this for one power cycle. */
interface FlexMemory {
  readonly tcp: TcpStack<OutStream>;
}

export type FlexCycle = MachineCycle<LinuxNode<Frame>> & FlexMemory;

/** The offset of data in every frame that has some: behind a header with time stamps. */
export const DATA_AT = 66;

export abstract class Host
  extends NetworkHost<LinuxNode<Frame>, ReturnType<typeof decodeTcpFrame>, FlexMemory>
  implements TcpProgram<OutStream>
{
  private readonly switched: SwitchedMedium;
  private readonly ports = new PortNumbers();
  private readonly runs: boolean; // whether its process does

  constructor({ world, medium, costs }: Surroundings, name: string, number: number, runs: boolean) {
    super(world, medium, { name, number, machine: linuxMachine<Frame>(costs), read: decodeTcpFrame });
    this.switched = medium;
    this.runs = runs;
    this.switchOn();
  }

  /** A message has come as far as `arrived` bytes of its body. */
  protected abstract message(connection: FlexConnection, message: FlexMessage, arrived: number, whole: boolean): void;
  abstract lost(connection: FlexConnection): void;

  protected memory(): FlexMemory {
    return { tcp: new TcpStack<OutStream>({ host: this, ports: this.ports, ...LINUX, program: this }) };
  }

  protected override crashed({ tcp }: FlexCycle): void {
    tcp.halt();
  }

  /** Opens a connection at both ends before the run. */
  open(other: Host): void {
    this.up.tcp.openedBefore(other.up.tcp, FLEXRPC_PORT);
  }

  /** The connection to another machine's process; opens one where there is none. */
  protected connectionTo(peer: number, cause: Ref, call: number): FlexConnection {
    return this.up.tcp.connectionTo(peer, FLEXRPC_PORT, cause, call);
  }

  /** Two processes have one connection: where the other one opens a new one, the one before is lost. */
  accepts({ peer, localPort }: Ends): boolean {
    if (!this.runs || localPort !== FLEXRPC_PORT) return false;
    this.up.tcp.forgetFrom(peer, FLEXRPC_PORT);
    return true;
  }

  streams(connection: FlexConnection): Streams<OutStream> {
    const incoming = new InStream((message, arrived, whole) => this.message(connection, message, arrived, whole));
    return { out: new OutStream(), take: (bytes) => incoming.take(bytes) };
  }

  received(frame: Frame): void {
    this.up.tcp.receive(frame);
  }

  /** The program feeds the link its data no faster than the paper's time of a byte. */
  override transmit(frame: Frame): void {
    const { kind, hasData, bytes } = frame;
    const cost: Cost = kind === "result" ? CLUSTER.resultByte : CLUSTER.argumentByte;
    this.switched.transmit(frame, hasData ? feedNanos(bytes - DATA_AT, cost) : 0);
  }

  /** When all that was handed to the link from this machine has left. */
  protected get linkFreeAt(): Nanos {
    return this.switched.freeAt(this.number);
  }

  /** Notes a moment of a call on the machine's processor. */
  protected noteCall(label: string, cause: Ref = NO_REF, call = 0): Ref {
    return this.note(label, { cause, call });
  }
}
