/**
 * What caller and callees have in common: a Linux machine at a switch, and a process with connections. A machine whose
 * process does not run answers every segment with a reset.
 */
import type { Cost } from "../../hardware/cost.ts";
import { CLUSTER, feedNanos } from "../../hardware/linux-costs.ts";
import type { NodeCosts } from "../../hardware/linux-node.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { FLEXRPC_PORT, type FlexMessage } from "../../wire/flexrpc.ts";
import type { Frame } from "../world/frame.ts";
import { LINUX_TCP, LinuxHost, type LinuxCycle } from "../world/linux-host.ts";
import type { SwitchedMedium } from "../world/switched-medium.ts";
import type { Connection, Ends, Streams } from "../world/tcp-connection.ts";
import { PortNumbers, TcpStack, type TcpCycle, type TcpProgram } from "../world/tcp.ts";
import type { World } from "../world/world.ts";
import { InStream, OutStream } from "./stream.ts";

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly medium: SwitchedMedium;
  readonly costs: NodeCosts;
}

export type FlexConnection = Connection<OutStream>;

export type FlexCycle = LinuxCycle & TcpCycle<OutStream>;

/** Where data starts in every frame that has some: behind a header with time stamps. */
export const DATA_AT = 66;

export abstract class Host extends LinuxHost<FlexCycle> implements TcpProgram<OutStream> {
  private readonly ports = new PortNumbers();
  private readonly runs: boolean; // whether its process does

  constructor({ world, medium, costs }: Surroundings, name: string, number: number, runs: boolean) {
    super(world, medium, name, number, costs);
    this.runs = runs;
    this.switchOn();
  }

  /** A message has come as far as `arrived` bytes of its body. */
  protected abstract message(connection: FlexConnection, message: FlexMessage, arrived: number, whole: boolean): void;
  abstract lost(connection: FlexConnection): void;

  protected powerOn(): FlexCycle {
    const cycle = this.linuxCycle();
    const tcp = new TcpStack<OutStream>({
      host: this,
      cycle,
      ports: this.ports,
      tcp: LINUX_TCP,
      program: this,
    });
    return Object.assign(cycle, { tcp });
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

  protected override feedNanos({ kind, hasData, bytes }: Frame): Nanos {
    const cost: Cost = kind === "result" ? CLUSTER.resultByte : CLUSTER.argumentByte;
    return hasData ? feedNanos(bytes - DATA_AT, cost) : 0;
  }

  /** When all that was handed to the link from this machine has left. */
  protected get linkFreeAt(): Nanos {
    return this.medium.freeAt(this.number);
  }

  /** Notes a moment of a call on the machine's processor. */
  protected noteCall(label: string, cause: Ref = NO_REF, call = 0): Ref {
    return this.note(label, { cause, call });
  }
}
