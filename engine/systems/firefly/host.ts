/**
 * What caller and server have in common: a Firefly on the segment, its packets, the lock of its call table, and the
 * operating system's own thread, which handles the packets that the fast path does not.
 *
 * Slow path (Section 3.2): where the interrupt routine finds no thread waiting, the call table locked, or a packet that
 * is neither a call nor a result for a waiting thread, it wakes the operating system's thread, which demultiplexes the
 * packet and wakes the RPC thread in its turn.
 */
import { FireflyMachine, type FireflyOwner } from "../../hardware/firefly-machine.ts";
import type { Segment, Worker } from "../../hardware/processors.ts";
import type { Reception } from "../../hardware/machine.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { MarkKind, Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { fireflyPacket } from "../../protocols/firefly/exchange.ts";
import type { Rule } from "../../protocols/rules.ts";
import { decodeFrame, encodeFrame, station as address, type FireflyPacket } from "../../wire/firefly.ts";
import { damageIn } from "../world/damage.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import { newFrame, type Frame } from "../world/frame.ts";
import { PoweredHost, type HostCycle } from "../world/powered-host.ts";
import type { World } from "../world/world.ts";
import type { FireflySegments } from "./steps.ts";

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly medium: EthernetMedium;
  readonly segments: FireflySegments;
  /** Rules of the protocol that are left out. */
  readonly without: readonly Rule[];
}

/** Work of the operating system's thread. */
interface Task {
  readonly segment: Segment;
  readonly call: number;
  readonly cause: Ref;
  readonly done: (last: Ref) => void;
}

/** One power cycle of a machine: all that a crash takes away. */
interface FireflyCycle extends HostCycle {
  readonly machine: FireflyMachine<Frame>;
  readonly station: number;
  readonly system: Worker;
  readonly tasks: Task[];
}

export abstract class Host extends PoweredHost<FireflyCycle> implements FireflyOwner<Frame> {
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly noteTrack: number;
  protected readonly timerTrack: number;
  protected readonly medium: EthernetMedium;
  protected readonly segments: FireflySegments;
  protected locked = 0; // threads that hold the lock of the call table
  private readonly cpus: number;
  private readonly sends = new Map<string, number>();
  private readonly decoded = new WeakMap<Frame, FireflyPacket>();

  constructor({ world, medium, segments }: Surroundings, name: string, number: number, cpus: number) {
    super(world, name, number);
    this.medium = medium;
    this.segments = segments;
    this.cpus = cpus;
    medium.carrier.attach(this);
    this.switchOn();
    const controller = (way: string): number =>
      world.recorder.track({ name: `DEQNA ${way}`, machine: name, kind: "controller" });
    this.outTrack = controller("transmit");
    this.inTrack = controller("receive");
    this.noteTrack = this.inTrack;
    this.timerTrack = this.outTrack;
  }

  abstract lookUp(frame: Frame): void;
  abstract woken(frame: Frame): void;

  protected override crashed(): void {
    this.locked = 0;
  }

  protected powerOn(): FireflyCycle {
    const { recorder, sim } = this.world;
    const machine = new FireflyMachine<Frame>(sim, recorder, this.name, this.cpus, this);
    const owner = recorder.owner(`${this.name} system`);
    const { processors, deqna } = machine;
    return {
      machine,
      station: this.medium.stationFor(this),
      system: processors.worker(owner, () => this.taskDone()),
      tasks: [],
      endedAt: Infinity,
      hardware: {
        halt: () => machine.halt(),
        slow: (times) => processors.slow(times),
        busyNs: () => [
          ...processors.busyNs().map((nanos, cpu): [string, Nanos] => [`cpu${cpu}`, nanos]),
          ["qbus", deqna.qbusBusyNs],
          ["deqna.transmit", deqna.transmitBusyNs],
          ["deqna.receive", deqna.receiveBusyNs],
        ],
      },
    };
  }

  /** Puts a frame on the controller's queue and raises the interprocessor interrupt. */
  sendFrame(frame: Frame): void {
    this.up.machine.send(frame);
  }

  // The medium's side.

  transmit(frame: Frame): void {
    this.medium.transmit(this.up.station, frame);
  }

  protected override hasSent({ machine }: FireflyCycle, _frame: Frame, departs: Nanos): void {
    machine.deqna.sent(departs);
  }

  protected override hasAbandoned({ machine }: FireflyCycle): void {
    machine.deqna.abandoned();
  }

  protected takeIn({ machine }: FireflyCycle, frame: Frame): Reception {
    machine.deqna.arrive(frame);
    return "copied";
  }

  isSound(frame: Frame): boolean {
    const damage = this.world.script.firstGarbling() === null ? null : damageIn(() => this.decode(frame));
    if (damage !== null) this.medium.carrier.lose(frame, damage, this.inTrack);
    return damage === null;
  }

  dropped(frame: Frame): void {
    this.medium.carrier.lose(frame, "no receive buffer", this.inTrack);
  }

  // What caller and server do with packets.

  /** Encodes a packet for the wire; `to` is the number of the host that gets it. */
  protected encode(packet: ExchangePacket, to: number, call: number, send: number, cause: Ref): Frame {
    const octets = encodeFrame(fireflyPacket(packet), { from: address(this.number + 1), to: address(to + 1) });
    return newFrame({
      octets,
      bytes: octets.length,
      kind: packet.type,
      call,
      send,
      origin: send === 1 ? "first" : "retransmission",
      from: this.number,
      to,
      sender: this.up,
      hasData: true,
      endsMessage: true,
      ref: cause,
    });
  }

  /** Reads the bytes, as the interrupt routine does: every field that the receiver uses comes from here. */
  protected decode(frame: Frame): FireflyPacket {
    const known = this.decoded.get(frame);
    if (known !== undefined) return known;
    const { packet } = decodeFrame(frame.octets);
    this.decoded.set(frame, packet);
    return packet;
  }

  /**
   * Sends a packet on the operating system's own account: retransmissions, acknowledgements, rejections. Calls and
   * results count their sends themselves; the others are counted here, so that a fault script can name each.
   */
  protected systemSend(packet: ExchangePacket, to: number, call: number, send: number, cause: Ref): void {
    const frame = this.encode(packet, to, call, this.sendNumber(packet, call, send), cause);
    this.task(this.segments.send(frame.bytes), call, cause, (last) => {
      frame.ref = last;
      this.sendFrame(frame);
    });
  }

  private sendNumber({ type }: ExchangePacket, call: number, send: number): number {
    if (type === "call" || type === "result") return send;
    const key = `${type}#${call}`;
    const number = (this.sends.get(key) ?? 0) + 1;
    this.sends.set(key, number);
    return number;
  }

  /** The slow path: `then` runs in the operating system's thread. */
  protected slowPath(frame: Frame, then: () => void): void {
    this.noteOf(frame, "slow path");
    this.task(this.segments.demultiplex, frame.call, frame.ref, (last) => {
      frame.ref = last;
      then();
    });
  }

  protected ignore(frame: Frame): void {
    this.medium.carrier.ignore(frame);
  }

  /** Notes an event in the trace, for the packet of `frame`; null where it concerns no packet. */
  protected noteOf(frame: Frame | null, label: string, kind: Exclude<MarkKind, "timer"> = "note"): void {
    this.note(label, frame === null ? { kind } : { kind, cause: frame.ref, call: frame.call });
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
    if (task === undefined)
      throw new Error(`The system’s thread of ${this.name} has ended a task that it did not have.`);
    machine.processors.block(system);
    task.done(system.cause);
    if (tasks.length > 0 && system.segment === null && system.cpu < 0) this.startTask();
  }
}
