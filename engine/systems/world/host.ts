/**
 * A host on a medium: a machine with power cycles, which sends and receives frames. The machine is a table (`machine`),
 * the medium any (medium.ts).
 *
 * A frame that has come goes through the machine, which takes the time that the frame is worth. Then the host looks
 * whether its bytes are sound, where the script of the run damages bytes, and gives it to `received`.
 */
import type { Hardware, HardwareOwner, MachineKind, Reception } from "../../hardware/machine.ts";
import type { Segment } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Loss, Origin, Ref, Track } from "../../kernel/trace-data.ts";
import { damageIn } from "./damage.ts";
import { COUNT_SENDS, newFrame, type Frame } from "./frame.ts";
import type { HostMedium, Plug } from "./medium.ts";
import { PoweredHost, type HostCycle, type NoteKind } from "./powered-host.ts";
import type { World } from "./world.ts";

/** One power cycle of a machine: all that a crash takes away. */
export interface MachineCycle<M extends Hardware<Frame>> extends HostCycle {
  readonly machine: M;
  readonly plug: Plug;
}

interface NetworkHostOptions<M extends Hardware<Frame>, Packet> {
  readonly name: string;
  /** On the medium. */
  readonly number: number;
  readonly machine: MachineKind<Frame, M>;
  /** Reads the bytes of a frame. Throws WireError where they make no sense. */
  readonly read: (octets: Uint8Array) => Packet;
}

/** A frame to be sent; fields without a comment are as in `Frame`. */
interface Outgoing {
  readonly to: number; // host
  readonly kind: string;
  readonly call: number;
  readonly origin: Origin;
  /** The row of the trace that it comes from. */
  readonly cause: Ref;
  readonly send?: number;
  readonly hasData?: boolean;
  readonly endsMessage?: boolean;
}

/**
 * A subclass calls `switchOn` when it is made. `Memory` is what it keeps for a power cycle beside machine and plug.
 */
export abstract class NetworkHost<M extends Hardware<Frame> = Hardware<Frame>, Packet = Uint8Array, Memory = object>
  extends PoweredHost<MachineCycle<M> & Memory>
  implements HardwareOwner<Frame>
{
  readonly outTrack: number;
  readonly inTrack: number;
  readonly medium: HostMedium;
  protected readonly noteTrack: number;
  protected readonly timerTrack: number;
  private readonly kind: MachineKind<Frame, M>;
  private readonly read: (octets: Uint8Array) => Packet;
  private readonly garbles: boolean;

  constructor(world: World, medium: HostMedium, options: NetworkHostOptions<M, Packet>) {
    const { name, number, machine, read } = options;
    super(world, name, number);
    const { tracks } = machine;
    const { recorder } = world;
    this.medium = medium;
    this.kind = machine;
    this.read = read;
    this.garbles = world.script.firstGarbling() !== null;
    const wayOf = ({ name, kind }: Omit<Track, "machine">): Pick<Track, "way"> => {
      if (kind !== "controller" || (name !== tracks.out && name !== tracks.in)) return {};
      return { way: tracks.out === tracks.in ? "both" : name === tracks.out ? "out" : "in" };
    };
    const trackNumber = (track: Omit<Track, "machine">): number =>
      recorder.track({ ...track, ...wayOf(track), machine: name });
    const numbers = new Map(tracks.all.map((track) => [track.name, trackNumber(track)]));
    const numberOf = (track: string): number => {
      const found = numbers.get(track);
      if (found === undefined) throw new RangeError(`${name}: its machine has no track ${track}.`);
      return found;
    };
    this.outTrack = numberOf(tracks.out);
    this.inTrack = numberOf(tracks.in);
    this.noteTrack = numberOf(tracks.notes);
    this.timerTrack = numberOf(tracks.timers);
    medium.carrier.attach(this);
  }

  /** Makes the host's memory for a power cycle that begins. */
  protected abstract memory(cycle: MachineCycle<M>): Memory;

  /** The machine has handled a sound frame; `frame.ref` is the row of the trace that brought it. */
  abstract received(frame: Frame): void;

  protected powerOn(): MachineCycle<M> & Memory {
    const { sim, recorder } = this.world;
    const machine = this.kind.make(sim, recorder, this.name, this);
    const cycle = { machine, plug: this.medium.plug(this, this.kind.sendsAhead !== true), endedAt: Infinity };
    return Object.assign(cycle, this.memory(cycle));
  }

  /** The machine of the present power cycle. Throws where it is down. */
  get machine(): M {
    return this.up.machine;
  }

  isAnswered(): boolean {
    return this.world.isAnswered;
  }

  // Out.

  /** A frame of these bytes, from this host. Throws where it is down. */
  frameOf(octets: Uint8Array, outgoing: Outgoing): Frame {
    const { to, kind, call, origin, cause, send = COUNT_SENDS, hasData = true, endsMessage = true } = outgoing;
    return newFrame({
      octets,
      bytes: this.medium.frameBytes(octets.length),
      kind,
      call,
      send,
      origin,
      from: this.number,
      to,
      sender: this.up,
      hasData,
      endsMessage,
      ref: cause,
    });
  }

  /** Sends a frame, with the time that this takes the machine. Throws where it is down. */
  sendFrame(frame: Frame): void {
    this.machine.send(frame);
  }

  /** Runs work of the operating system; `done` is told its last span. Throws where the machine is down. */
  task(segment: Segment, call: number, cause: Ref, done: (last: Ref) => void): void {
    this.machine.task({ segment, call, cause, done });
  }

  /** Runs work of a process, which interrupts stop; `done` is told its last span. Throws where the machine is down. */
  run(segment: Segment, call: number, cause: Ref, done: (last: Ref) => void): void {
    this.machine.runProcess({ segment, call, cause, done });
  }

  // In.

  /** The packet in a frame, read once on its whole way. Throws WireError where its bytes make no sense. */
  packetOf(frame: Frame): Packet {
    frame.packet ??= this.read(frame.octets);
    return frame.packet as Packet;
  }

  /** Why the receiver throws a frame away whose bytes were damaged; null where they are sound. */
  protected damageOf(frame: Frame): Loss | null {
    return this.garbles ? damageIn(() => this.packetOf(frame)) : null;
  }

  /** The same of bytes that `read` reads. Nothing is read where the script damages none. */
  protected damageIn(read: () => unknown): Loss | null {
    return this.garbles ? damageIn(read) : null;
  }

  /** A frame is thrown away here. */
  protected lose(frame: Frame, why: Loss, track = this.inTrack): void {
    this.medium.carrier.lose(frame, why, track);
  }

  /** Notes an event in the trace, for the packet of `frame`; null where it concerns no packet. */
  protected noteOf(frame: Frame | null, label: string, kind: NoteKind = "note"): void {
    this.note(label, frame === null ? { kind } : { kind, cause: frame.ref, call: frame.call });
  }

  /** The host received a frame and has no use for it. */
  ignore(frame: Frame): void {
    this.medium.carrier.ignore(frame);
  }

  // The machine's side.

  transmit(frame: Frame): void {
    this.up.plug.transmit(frame);
  }

  /** A frame whose bytes were damaged is thrown away. */
  inspect(frame: Frame): boolean {
    const damage = this.damageOf(frame);
    if (damage !== null) this.lose(frame, damage);
    return damage === null;
  }

  freed(frame: Frame): void {
    this.world.recorder.freed(frame.row, this.world.sim.now);
  }

  dropped(frame: Frame, why: Loss): void {
    this.lose(frame, why, why === "interface queue full" ? this.outTrack : this.inTrack);
  }

  sendWork(_frame: Frame): Segment | null {
    return null;
  }

  receiveWork(_frame: Frame): Segment | null {
    return null;
  }

  // The medium's side.

  protected override hasSent({ machine }: MachineCycle<M>, frame: Frame, departs: Nanos): void {
    machine.sent(frame, departs);
  }

  protected override hasAbandoned({ machine }: MachineCycle<M>, frame: Frame): void {
    machine.abandoned(frame);
  }

  protected takeIn({ machine }: MachineCycle<M>, frame: Frame): Reception {
    return machine.arrive(frame);
  }
}

/** A host as UDP and TCP need it. */
export type SocketHost = Pick<
  NetworkHost,
  "name" | "number" | "world" | "instances" | "now" | "timerMark" | "frameOf" | "sendFrame"
>;

/** The program on a host. Its memory is lost in a crash, so it keeps nothing outside `start`. */
export interface HostProgram<Packet = Uint8Array> {
  /** The machine has come up, at the beginning of the run or after a crash. */
  start?(host: MachineHost<Packet>): void;
  /** A frame has come; `frame.ref` is the row of the trace that brought it, `host.packetOf(frame)` what it says. */
  received(host: MachineHost<Packet>, frame: Frame): void;
  /** The power has gone. */
  crashed?(host: MachineHost<Packet>): void;
}

/** The work of a packet on the machine, where the machine's table does not say it; null where it does. */
export type PacketWork<Packet> = (
  packet: Packet,
  frame: Frame,
) => { readonly send: Segment | null; readonly receive: Segment | null };

interface MachineHostOptions<Packet> extends NetworkHostOptions<Hardware<Frame>, Packet> {
  readonly work?: PacketWork<Packet>;
  readonly program: HostProgram<Packet>;
}

/** A host that is ready: it runs a program. */
export class MachineHost<Packet = Uint8Array> extends NetworkHost<Hardware<Frame>, Packet> {
  private readonly program: HostProgram<Packet>;
  private readonly work: PacketWork<Packet> | undefined;

  constructor(world: World, medium: HostMedium, options: MachineHostOptions<Packet>) {
    super(world, medium, options);
    this.program = options.program;
    this.work = options.work;
    this.switchOn();
  }

  /** The program begins: to be called when all hosts are there. */
  start(): void {
    this.program.start?.(this);
  }

  /**
   * Sends a frame of these bytes, with the time that this takes the machine.
   * @returns the frame: its `ref` is the last row of the trace on its way out, the cause of a timer set for an answer
   */
  send(octets: Uint8Array, outgoing: Outgoing): Frame {
    const frame = this.frameOf(octets, outgoing);
    this.sendFrame(frame);
    return frame;
  }

  received(frame: Frame): void {
    this.program.received(this, frame);
  }

  override sendWork(frame: Frame): Segment | null {
    return this.work?.(this.packetOf(frame), frame).send ?? null;
  }

  /** A damaged frame costs what its bytes do by the table. */
  override receiveWork(frame: Frame): Segment | null {
    if (this.work === undefined || this.damageOf(frame) !== null) return null;
    return this.work(this.packetOf(frame), frame).receive;
  }

  protected memory(): object {
    return {};
  }

  protected crashed(): void {
    this.program.crashed?.(this);
  }

  protected restarted(): void {
    this.start();
  }
}
