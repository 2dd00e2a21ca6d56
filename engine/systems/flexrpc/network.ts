/**
 * The switches between the machines, as the run sees them: records each frame as a packet of the trace, does to it what
 * the fault script says, and delivers it.
 */
import { FaultScript, type PacketFate } from "../../faults/script.ts";
import { isMachineFault, PACKET_KINDS, type Fault, type PacketKind } from "../../faults/index.ts";
import { SwitchedNetwork, type SwitchListener, type SwitchOptions } from "../../hardware/switch.ts";
import { slotNanos } from "../../hardware/link.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Step } from "../../kernel/trace-data.ts";
import type { FlexFrame, FlexKind } from "./frame.ts";

export interface NetworkHost {
  /** Tracks of the links from the machine and to it. */
  readonly outTrack: number;
  readonly inTrack: number;
  arrive(frame: FlexFrame): void;
}

/** Told of the argument's packets: what relay efficiency is measured by. */
export interface RelayWatch {
  left(machine: number, call: number, at: Nanos): void;
  arrived(machine: number, call: number, at: Nanos): void;
}

/** Of segments that are full: 1448 bytes behind 66 of headers. */
const FULL_FRAME = 1514;
const DELIVER = 0;
const REPEAT = 1;

const ON_THE_WIRE: Step = {
  name: "Transmission time on the link",
  layer: "wire",
  source: {
    kind: "standard",
    text: "IEEE 802.3 framing: preamble 8, frame, check sequence 4, gap 12 bytes at the network's speed",
  },
};

const isNamed = (kind: FlexKind): kind is FlexKind & PacketKind => PACKET_KINDS.some((one) => one === kind);

export class Network implements SwitchListener<FlexFrame> {
  readonly switched: SwitchedNetwork<FlexFrame>;
  packets = 0;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  readonly script: FaultScript;
  private readonly hasFaults: boolean; // that meet packets
  private readonly watch: RelayWatch;
  private readonly mbps: number;
  private readonly hosts: NetworkHost[] = [];
  private readonly trunkTracks: readonly number[];
  private readonly step: number;
  private readonly tag: number;
  private readonly frames: (FlexFrame | null)[] = []; // on their way to their machine
  private readonly free: number[] = [];
  private readonly sends = new Map<string, number>(); // by kind and call
  private readonly spare: Uint8Array[] = []; // of full frames
  private heldBack: readonly FlexFrame[] = []; // frames that wait for a later one of their direction to arrive first

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    faults: readonly Fault[],
    options: SwitchOptions,
    watch: RelayWatch,
  ) {
    this.sim = sim;
    this.recorder = recorder;
    this.script = new FaultScript(faults);
    this.hasFaults = !faults.every(isMachineFault);
    this.watch = watch;
    this.mbps = options.mbps;
    this.switched = new SwitchedNetwork(sim, options, this);
    const medium = (name: string): number => recorder.track({ name, machine: "", kind: "medium" });
    medium("Switch");
    this.trunkTracks = this.switched.trunks.map((_, i) => medium(i === 0 ? "Trunk, there" : "Trunk, back"));
    this.step = recorder.step(ON_THE_WIRE);
    this.tag = sim.register((kind, id) => this.handle(kind, id));
  }

  /** Puts a host at its switch; gives its number. */
  attach(host: NetworkHost): number {
    return this.hosts.push(host) - 1;
  }

  /** An array for a frame's bytes, all of which are to be written. Making one costs more than filling it. */
  takeBytes(length: number): Uint8Array {
    return (length === FULL_FRAME ? this.spare.pop() : undefined) ?? new Uint8Array(length);
  }

  /** Whoever has handled a frame, and keeps nothing of it, gives its bytes back. A copy shares them. */
  giveBytes({ bytes, isShared }: FlexFrame): void {
    if (bytes.length === FULL_FRAME && !isShared) this.spare.push(bytes);
  }

  /** The run is over: what was held back never arrived. */
  close(): void {
    for (const { row } of this.heldBack) this.recorder.fate(row, "lost");
  }

  entered(frame: FlexFrame): boolean {
    const { from, departs, ref, call, kind } = frame;
    if (frame.sender.endedAt <= departs) return false;
    const ends = departs + slotNanos(frame.bytes.length, this.mbps);
    this.recorder.span(this.host(from).outTrack, this.step, -1, departs, ends, ref, call);
    if (kind === "argument") this.watch.left(from, call, departs);
    return true;
  }

  crosses(frame: FlexFrame, from: number, departs: Nanos): void {
    const ends = departs + slotNanos(frame.bytes.length, this.mbps);
    this.recorder.span(this.trunkTracks[from] ?? 0, this.step, -1, departs, ends, frame.ref, frame.call);
  }

  /** Records the packet and does what the script says: it is on its last link in any case. */
  leaves(frame: FlexFrame, departs: Nanos, arrives: Nanos): void {
    const { recorder } = this;
    const { kind, origin, call, from, to } = frame;
    const isCopy = origin === "duplicate";
    const fault = isCopy ? null : this.fateOf(kind, call);
    const delayed = fault?.delayNs ?? 0;
    this.packets++;
    const ends = departs + slotNanos(frame.bytes.length, this.mbps);
    recorder.span(this.host(to).inTrack, this.step, -1, departs, ends, frame.ref, call);
    frame.row = recorder.packet({
      from: this.host(from).outTrack,
      to: this.host(to).inTrack,
      kind: recorder.packetKind(kind),
      departs: isCopy ? departs : frame.departs,
      arrives: arrives + delayed,
      bytes: frame.bytes.length,
      origin,
      delayed,
      cause: frame.ref,
      call,
      frame: frame.bytes,
    });
    if (fault !== null && fault.duplicateAfterNs !== null) {
      frame.isShared = true;
      const copy: FlexFrame = { ...frame, origin: "duplicate" };
      this.sim.at(arrives + fault.duplicateAfterNs, this.tag + REPEAT, this.hold(copy));
    }
    if (fault?.drop === true) recorder.fate(frame.row, "lost");
    else if (fault?.reorder === true) this.heldBack = [...this.heldBack, frame];
    else this.sim.at(arrives + delayed, this.tag + DELIVER, this.hold(frame));
  }

  private fateOf(kind: FlexKind, call: number): PacketFate | null {
    if (!this.hasFaults || !isNamed(kind) || call === 0) return null;
    const key = `${kind}#${call}`;
    const send = (this.sends.get(key) ?? 0) + 1;
    this.sends.set(key, send);
    return this.script.onPacket(kind, call, send);
  }

  private host(number: number): NetworkHost {
    const host = this.hosts[number];
    if (host === undefined) throw new RangeError(`There is no machine ${number} at the switch.`);
    return host;
  }

  private hold(frame: FlexFrame): number {
    const id = this.free.pop() ?? this.frames.length;
    this.frames[id] = frame;
    return id;
  }

  private handle(kind: number, id: number): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) throw new Error(`The network delivered frame ${id} twice.`);
    this.frames[id] = null;
    this.free.push(id);
    if (kind === REPEAT) this.switched.repeat(frame);
    else this.deliver(frame);
  }

  private deliver(frame: FlexFrame): void {
    frame.ref = frame.row;
    if (frame.kind === "argument") this.watch.arrived(frame.to, frame.call, this.sim.now);
    this.host(frame.to).arrive(frame);
    if (this.heldBack.length > 0) this.letThrough(frame);
  }

  /** Frames of its direction that were sent before it and held back come right behind it, in the order of sending. */
  private letThrough({ from, to, row }: FlexFrame): void {
    let at = this.sim.now;
    this.heldBack = this.heldBack.filter((held) => {
      if (held.from !== from || held.to !== to || held.row > row) return true;
      at += slotNanos(held.bytes.length, this.mbps);
      this.recorder.late(held.row, at);
      this.sim.at(at, this.tag + DELIVER, this.hold(held));
      return false;
    });
  }
}
