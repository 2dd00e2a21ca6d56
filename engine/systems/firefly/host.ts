/**
 * What caller and server have in common: a Firefly on the segment, its packets, the lock of its call table, and the
 * operating system's own thread, which does what the fast path leaves aside.
 *
 * Slow path (Section 3.2): where the interrupt routine finds no thread waiting, the call table locked, or a packet that
 * is neither a call nor a result for a waiting thread, it wakes the operating system's thread, which demultiplexes the
 * packet and wakes the RPC thread in its turn.
 */
import { FireflyMachine, type FireflyOwner } from "../../hardware/firefly-machine.ts";
import type { Segment, Worker } from "../../hardware/processors.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Nanos } from "../../kernel/time.ts";
import { type Ref } from "../../kernel/trace-data.ts";
import { decodeFrame, encodeFrame, station as address, type FireflyPacket } from "../../wire/firefly.ts";
import { newFrame, type RpcFrame } from "./frame.ts";
import type { Network, NetworkHost } from "./network.ts";
import type { FireflySegments } from "./steps.ts";

/** What all parts of one run share. */
export interface World {
  readonly sim: Simulation;
  readonly recorder: TraceRecorder;
  readonly network: Network;
  readonly segments: FireflySegments;
}

/** Work of the operating system's thread. */
interface Task {
  readonly segment: Segment;
  readonly call: number;
  readonly cause: Ref;
  readonly done: (last: Ref) => void;
}

/** One power cycle of a machine: all that a crash takes away. */
export interface Incarnation {
  readonly machine: FireflyMachine<RpcFrame>;
  readonly station: number;
  readonly system: Worker;
  readonly tasks: Task[];
}

export abstract class Host implements NetworkHost, FireflyOwner<RpcFrame> {
  readonly name: string;
  readonly number: number;
  protected readonly world: World;
  protected locked = 0; // threads that hold the lock of the call table
  private readonly cpus: number;
  private readonly sends = new Map<string, number>();
  private incarnation: Incarnation | null = null;
  private busyBefore: ReadonlyMap<string, Nanos> = new Map(); // of incarnations that crashed
  private times = 1; // as slow as the machine's own pace

  constructor(world: World, name: string, cpus: number) {
    this.world = world;
    this.name = name;
    this.cpus = cpus;
    this.number = world.network.attach(this);
    this.powerOn();
  }

  get transmitTrack(): number {
    return this.world.recorder.track({ name: "DEQNA transmit", machine: this.name, kind: "controller" });
  }

  get receiveTrack(): number {
    return this.world.recorder.track({ name: "DEQNA receive", machine: this.name, kind: "controller" });
  }

  protected get up(): Incarnation {
    if (this.incarnation === null) throw new Error(`${this.name} is down.`);
    return this.incarnation;
  }

  /** Busy time of each resource so far: "caller.cpu0", "caller.qbus", "caller.deqna.transmit", … */
  busyNs(): ReadonlyMap<string, Nanos> {
    const busy = new Map(this.busyBefore);
    const add = (name: string, nanos: Nanos): void => {
      busy.set(`${this.name}.${name}`, (busy.get(`${this.name}.${name}`) ?? 0) + nanos);
    };
    const machine = this.incarnation?.machine;
    if (machine === undefined) return busy;
    for (const [cpu, nanos] of machine.processors.busyNs().entries()) add(`cpu${cpu}`, nanos);
    add("qbus", machine.deqna.qbusBusyNs);
    add("deqna.transmit", machine.deqna.transmitBusyNs);
    add("deqna.receive", machine.deqna.receiveBusyNs);
    return busy;
  }

  crash(): void {
    const { incarnation } = this;
    if (incarnation === null) return;
    this.busyBefore = this.busyNs();
    incarnation.machine.halt();
    this.incarnation = null;
    this.locked = 0;
    this.note("crash");
    this.crashed();
  }

  restart(): void {
    if (this.incarnation !== null) return;
    this.powerOn();
    this.note("restart");
    this.restarted();
  }

  /** Its processors take so many times as long from now on, those of later incarnations too. */
  slow(times: number): void {
    this.times = times;
    this.incarnation?.machine.processors.slow(times);
    this.note(times === 1 ? "at its own pace again" : `${times} times as slow`);
  }

  protected abstract crashed(): void;
  protected abstract restarted(): void;
  abstract lookUp(frame: RpcFrame): void;
  abstract woken(frame: RpcFrame): void;

  // The medium's side.

  transmit(frame: RpcFrame): void {
    this.world.network.transmit(this.up.station, frame);
  }

  sent(frame: RpcFrame, departs: Nanos): void {
    if (frame.sender === this.incarnation) this.up.machine.deqna.sent(departs);
  }

  abandoned(frame: RpcFrame): void {
    if (frame.sender === this.incarnation) this.up.machine.deqna.abandoned();
  }

  arrive(frame: RpcFrame): void {
    if (this.incarnation === null) this.ignore(frame);
    else this.incarnation.machine.deqna.arrive(frame);
  }

  dropped(frame: RpcFrame): void {
    this.world.recorder.fate(frame.row, "lost");
    this.note("no receive buffer", frame);
  }

  // What caller and server do with packets.

  /** Encodes a packet for the wire. */
  protected encode(packet: FireflyPacket, call: number, send: number, cause: Ref): RpcFrame {
    const to = 1 - this.number;
    const bytes = encodeFrame(packet, { from: address(this.number + 1), to: address(to + 1) });
    const origin = send === 1 ? "first" : "retransmission";
    return newFrame({ bytes, call, send, origin, kind: packet.type, to, ref: cause, sender: this.incarnation });
  }

  /** What the interrupt routine does with the bytes: every field that the receiver uses comes from here. */
  protected decode(frame: RpcFrame): FireflyPacket {
    frame.packet ??= decodeFrame(frame.bytes).packet;
    return frame.packet;
  }

  /**
   * Sends a packet on the operating system's own account: retransmissions, acknowledgements, rejections. Calls and
   * results count their sends themselves; the others are counted here, so that a fault script can name each.
   */
  protected systemSend(packet: FireflyPacket, call: number, send: number, cause: Ref): void {
    const frame = this.encode(packet, call, this.sendNumber(packet, call, send), cause);
    this.task(this.world.segments.send(frame.bytes.length), call, cause, (last) => {
      frame.ref = last;
      this.up.machine.send(frame);
    });
  }

  private sendNumber({ type }: FireflyPacket, call: number, send: number): number {
    if (type === "call" || type === "result") return send;
    const key = `${type}#${call}`;
    const number = (this.sends.get(key) ?? 0) + 1;
    this.sends.set(key, number);
    return number;
  }

  /** The slow path: `then` runs in the operating system's thread. */
  protected slowPath(frame: RpcFrame, then: () => void): void {
    this.note("slow path", frame);
    this.task(this.world.segments.demultiplex, frame.call, frame.ref, (last) => {
      frame.ref = last;
      then();
    });
  }

  protected ignore(frame: RpcFrame): void {
    this.world.recorder.fate(frame.row, "ignored");
  }

  protected note(label: string, frame: RpcFrame | null = null): void {
    const { recorder, sim } = this.world;
    recorder.mark(sim.now, this.receiveTrack, recorder.label(label), frame?.ref ?? -1, frame?.call ?? 0);
  }

  /** A timer of the protocol went off: what is sent now is sent because of that. */
  protected timerMark(before: Ref, call: number): Ref {
    const { recorder, sim } = this.world;
    return recorder.mark(sim.now, this.transmitTrack, recorder.label("retransmission timer"), before, call);
  }

  private powerOn(): void {
    const { sim, recorder, network } = this.world;
    const machine = new FireflyMachine<RpcFrame>(sim, recorder, this.name, this.cpus, this);
    if (this.times !== 1) machine.processors.slow(this.times);
    const tasks: Task[] = [];
    const owner = recorder.owner(`${this.name} system`);
    const system = machine.processors.worker(owner, () => this.taskDone());
    this.incarnation = { machine, station: network.stationFor(this.number, this.name), system, tasks };
  }

  private task(segment: Segment, call: number, cause: Ref, done: (last: Ref) => void): void {
    const { tasks } = this.up;
    tasks.push({ segment, call, cause, done });
    if (tasks.length === 1) this.startTask();
  }

  private startTask(): void {
    const { machine, system, tasks } = this.up;
    const first = tasks[0];
    if (first !== undefined) machine.processors.wake(system, first.segment, first.call, first.cause);
  }

  private taskDone(): void {
    const { machine, system, tasks } = this.up;
    const task = tasks.shift();
    machine.processors.block(system);
    task?.done(system.cause);
    if (tasks.length > 0 && system.segment === null && system.cpu < 0) this.startTask();
  }
}
