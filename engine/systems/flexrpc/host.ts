/**
 * What caller and callees have in common: a Linux machine at a switch, the connections of its process, and what becomes
 * of a frame that has been handled. A machine whose process does not run answers every segment with a reset.
 */
import type { Cost } from "../../hardware/cost.ts";
import { CLUSTER, feedNanos } from "../../hardware/linux-costs.ts";
import { LinuxNode, type NodeCosts, type NodeOwner, type NodeSteps } from "../../hardware/linux-node.ts";
import type { Simulation, Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { acceptTcp, connectTcp, openTcp, resetFor, type TcpState } from "../../protocols/tcp/tcp.ts";
import { FLEXRPC_PORT, type FlexMessage } from "../../wire/flexrpc.ts";
import { station, stationNumber } from "../../wire/station.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";
import { decodeTcpFrame, emitTcpFrame, tcpFrameDataAt } from "../../wire/tcp-frame.ts";
import { Connection, TCP_OPTIONS, type ConnectionOwner, type Ends, type Outgoing } from "./connection.ts";
import { newFrame, type FlexFrame, type PowerCycle } from "./frame.ts";
import type { Network, NetworkHost } from "./network.ts";

/** What all parts of one run share. */
export interface World {
  readonly sim: Simulation;
  readonly recorder: TraceRecorder;
  readonly network: Network;
  readonly costs: NodeCosts;
  readonly steps: NodeSteps;
}

/** One power cycle of a machine: all that a crash takes away. */
interface Incarnation extends PowerCycle {
  readonly node: LinuxNode<FlexFrame>;
  readonly connections: Map<number, Connection>;
}

const FIRST_PORT = 49_152; // of those for anybody (RFC 6335 §6)
const PORTS = 65_536;
/** Where data starts in every frame that has some: behind a header with time stamps. */
const DATA_AT = 66;
const key = ({ peer, localPort, peerPort }: Ends): number => (peer * PORTS + localPort) * PORTS + peerPort;

export abstract class Host implements NetworkHost, ConnectionOwner, NodeOwner<FlexFrame> {
  readonly name: string;
  readonly number: number;
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly world: World;
  private readonly tag: number;
  private readonly all: Connection[] = []; // by number
  private readonly runs: boolean; // its process
  private incarnation: Incarnation | null = null;
  private busyBefore: Nanos = 0; // of incarnations that crashed
  private times = 1; // as slow as the machine's own pace
  private nextPort = FIRST_PORT;

  constructor(world: World, name: string, runs: boolean) {
    const { recorder, sim } = world;
    this.world = world;
    this.name = name;
    this.runs = runs;
    this.number = world.network.attach(this);
    this.tag = sim.register((_kind, connection) => this.all[connection]?.tick());
    this.powerOn();
    this.outTrack = recorder.track({ name: "Link out", machine: name, kind: "controller" });
    this.inTrack = recorder.track({ name: "Link in", machine: name, kind: "controller" });
  }

  get now(): Nanos {
    return this.world.sim.now;
  }

  get isUp(): boolean {
    return this.incarnation !== null;
  }

  protected get up(): Incarnation {
    if (this.incarnation === null) throw new Error(`${this.name} is down.`);
    return this.incarnation;
  }

  get busyNs(): Nanos {
    return this.busyBefore + (this.incarnation?.node.busyNs ?? 0);
  }

  crash(): void {
    const { incarnation } = this;
    if (incarnation === null) return;
    this.busyBefore = this.busyNs;
    incarnation.endedAt = this.now;
    incarnation.node.halt();
    for (const connection of incarnation.connections.values()) connection.forget();
    this.incarnation = null;
    this.note("crash");
    this.crashed();
  }

  restart(): void {
    if (this.incarnation !== null) return;
    this.powerOn();
    this.note("restart");
    this.restarted();
  }

  /** Its processor takes so many times as long from now on, that of later incarnations too. */
  slow(times: number): void {
    this.times = times;
    this.incarnation?.node.slow(times);
    this.note(times === 1 ? "at its own pace again" : `${times} times as slow`);
  }

  protected abstract crashed(): void;
  protected abstract restarted(): void;
  abstract message(connection: Connection, message: FlexMessage, arrived: number, whole: boolean): void;
  abstract lost(connection: Connection): void;

  // Connections.

  /** Opens a connection at both ends before the run. */
  open(other: Host): void {
    const port = this.nextPort++;
    const state = openTcp(this.now, TCP_OPTIONS);
    this.add({ peer: other.number, localPort: port, peerPort: FLEXRPC_PORT }, state);
    other.add({ peer: this.number, localPort: FLEXRPC_PORT, peerPort: port }, state);
  }

  /** The connection to another machine's process; opens one where there is none. */
  protected connectionTo(peer: number, cause: Ref, call: number): Connection {
    for (const connection of this.up.connections.values()) {
      const leadsThere = connection.peer === peer && connection.peerPort === FLEXRPC_PORT;
      if (leadsThere && !connection.isBroken) return connection;
    }
    const step = connectTcp(this.now, TCP_OPTIONS);
    const connection = this.add({ peer, localPort: this.nextPort++, peerPort: FLEXRPC_PORT }, step[0]);
    connection.cause = cause;
    connection.call = call;
    connection.begin(step);
    return connection;
  }

  private add(ends: Ends, state: TcpState): Connection {
    const connection = new Connection(this, this.all.length, ends, state);
    this.all.push(connection);
    this.up.connections.set(key(ends), connection);
    return connection;
  }

  setTimer({ number }: Connection, at: Nanos): Timer {
    return this.world.sim.at(at, this.tag, number);
  }

  cancel(timer: Timer): void {
    this.world.sim.cancel(timer);
  }

  timerMark({ cause, call }: Connection): Ref {
    return this.note("TCP timer", cause, call);
  }

  // The wire's side.

  transmit({ peer }: Ends, out: Outgoing): void {
    const { header, kind, call, again, cause, length, endsMessage } = out;
    const at = tcpFrameDataAt(header);
    const bytes = this.world.network.takeBytes(at + length);
    if (length > 0) out.read(bytes, at);
    emitTcpFrame(header, { from: station(this.number + 1), to: station(peer + 1) }, bytes);
    const frame = newFrame({
      bytes,
      kind,
      call,
      origin: again ? "retransmission" : "first",
      sender: this.up,
      from: this.number,
      to: peer,
      hasData: length > 0,
      endsMessage,
      ref: cause,
    });
    this.up.node.send(frame);
  }

  prepared(frame: FlexFrame): void {
    const cost: Cost = frame.kind === "result" ? CLUSTER.resultByte : CLUSTER.argumentByte;
    this.world.network.switched.transmit(frame, frame.hasData ? feedNanos(dataBytes(frame), cost) : 0);
  }

  /** When all that was handed to the link from this machine has left. */
  protected get linkFreeAt(): Nanos {
    return this.world.network.switched.out[this.number]?.freeAt ?? this.now;
  }

  heldBack(frame: FlexFrame): void {
    this.note("interrupt held back", frame.ref, frame.call);
  }

  arrive(frame: FlexFrame): void {
    if (this.incarnation === null) this.world.recorder.fate(frame.row, "ignored");
    else this.incarnation.node.arrive(frame);
  }

  /** Every field that a receiver uses comes from the bytes. Nothing on the way damages them. */
  received(frame: FlexFrame): void {
    const { from, header, data } = decodeTcpFrame(frame.bytes, false);
    const ends = { peer: stationNumber(from.ip) - 1, localPort: header.to, peerPort: header.from };
    const connection = this.up.connections.get(key(ends));
    if (connection !== undefined && !connection.isBroken) connection.receive(header, data, frame);
    else this.stranger(ends, header, data, frame);
    if (connection?.isBroken === true) this.incarnation?.connections.delete(key(ends));
    this.world.network.giveBytes(frame);
  }

  /** A segment of a connection that this machine does not have. */
  private stranger(ends: Ends, header: TcpHeader, data: Uint8Array, frame: FlexFrame): void {
    const isOpening = (header.flags & (TCP_FLAG.syn | TCP_FLAG.ack)) === TCP_FLAG.syn;
    if (isOpening && this.runs && ends.localPort === FLEXRPC_PORT) {
      this.replace(ends.peer);
      const step = acceptTcp(this.now, TCP_OPTIONS);
      const connection = this.add(ends, step[0]);
      connection.cause = frame.ref;
      connection.call = frame.call;
      connection.begin(step);
      return;
    }
    this.world.recorder.fate(frame.row, "ignored");
    const isReset = (header.flags & TCP_FLAG.rst) !== 0;
    // SYN counts as a byte; sequence numbers stay the wire's, since there is no stream to count in.
    const length = data.length + (isOpening ? 1 : 0);
    const { sequence, acknowledgement } = header;
    const reset = resetFor({ control: isReset ? "reset" : "none", sequence, length, acknowledgement });
    if (reset === null) return;
    this.transmit(ends, {
      header: {
        from: ends.localPort,
        to: ends.peerPort,
        sequence: reset.sequence,
        acknowledgement: reset.acknowledgement % 2 ** 32,
        flags: TCP_FLAG.rst | TCP_FLAG.ack,
        window: 0,
        maxSegment: null,
        timeStamps: null,
      },
      kind: "reset",
      call: frame.call,
      again: false,
      cause: frame.ref,
      length: 0,
      endsMessage: false,
      read: () => undefined,
    });
  }

  /** Between two processes there is one connection: one that is opened anew says that the one before is lost. */
  private replace(peer: number): void {
    for (const [name, connection] of this.up.connections) {
      if (connection.peer !== peer || connection.localPort !== FLEXRPC_PORT) continue;
      this.up.connections.delete(name);
      connection.forget();
      this.lost(connection);
    }
  }

  /** Notes a moment on the machine's processor. */
  protected note(label: string, cause: Ref = NO_REF, call = 0): Ref {
    const { recorder, sim } = this.world;
    return recorder.mark(sim.now, this.cpuTrack, recorder.label(label), cause, call);
  }

  private get cpuTrack(): number {
    return this.world.recorder.track({ name: "CPU", machine: this.name, kind: "processor" });
  }

  private powerOn(): void {
    const { sim, recorder, costs, steps } = this.world;
    const node = new LinuxNode<FlexFrame>(sim, recorder, this.name, costs, steps, this);
    if (this.times !== 1) node.slow(this.times);
    this.incarnation = { node, connections: new Map(), endedAt: Infinity };
  }
}

const dataBytes = ({ bytes }: FlexFrame): number => bytes.length - DATA_AT;
