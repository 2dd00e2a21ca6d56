/**
 * The Ethernet segment between the Fireflies: puts frames on the medium, records each as a packet of the trace, does to
 * it what the fault script says, and delivers it. On a shared segment other hosts send too.
 */
import type { FaultScript } from "../../faults/script.ts";
import { FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { Ethernet, meanGapForLoad, type EthernetListener } from "../../hardware/ethernet.ts";
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Step } from "../../kernel/trace-data.ts";
import { ETHERNET_BYTES, ETHERTYPE_IPV4, emitEthernet } from "../../wire/ethernet.ts";
import { station as address } from "../../wire/firefly.ts";
import { emitIpv4, IPV4_BYTES, PROTOCOL_UDP } from "../../wire/ipv4.ts";
import { emitUdp, UDP_BYTES } from "../../wire/udp.ts";
import { newFrame, type RpcFrame } from "./frame.ts";

export interface NetworkHost {
  readonly transmitTrack: number;
  readonly receiveTrack: number;
  sent(frame: RpcFrame, departs: Nanos): void;
  abandoned(frame: RpcFrame): void;
  arrive(frame: RpcFrame): void;
}

const DELIVER = 0;
const INJECT = 1;
const OTHER = 2;

const ON_THE_WIRE: Step = {
  name: "Transmission time on Ethernet",
  layer: "wire",
  source: {
    kind: "standard",
    text: "IEEE 802.3 framing: preamble 8, frame, check sequence 4 bytes at the network's speed",
  },
};

/** Sizes of other hosts' frames: seven short to one long, after a mix measured on office Ethernets of the time. */
const OTHER_SIZES = [60, 60, 60, 60, 60, 60, 60, 1514] as const;
const FIRST_OTHER_ADDRESS = 100;

export class Network implements EthernetListener {
  readonly ethernet: Ethernet;
  readonly track: number;
  packets = 0;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly script: FaultScript;
  private readonly hosts: NetworkHost[] = [];
  private readonly frames: (RpcFrame | null)[] = [];
  private readonly free: number[] = [];
  private heldBack: readonly number[] = []; // frames that wait for a later one of their direction to arrive first
  private readonly senders = new Map<number, number>(); // Ethernet station to host; others are not in it
  private readonly step: number;
  private readonly tag: number;
  private readonly busy = new Set<number>(); // stations of ours that hold a frame without a host: copies, other hosts
  private readonly injector: number;
  private readonly streams: RandomStreams;
  private stations = 0;
  private others: readonly number[] = [];
  private traffic: RandomStream | null = null;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    script: FaultScript,
    streams: RandomStreams,
    options: { readonly mbps: number; readonly shared: boolean },
  ) {
    this.sim = sim;
    this.recorder = recorder;
    this.script = script;
    this.streams = streams;
    const metres = options.shared ? FIREFLY_ASSUMED.sharedCableMetres : FIREFLY_ASSUMED.cableMetres;
    this.ethernet = new Ethernet(sim, { mbps: options.mbps, metres: metres.value }, this);
    this.track = recorder.track({ name: "Ethernet", machine: "", kind: "medium" });
    this.step = recorder.step(ON_THE_WIRE);
    this.tag = sim.register((kind, arg) => this.handle(kind, arg));
    this.injector = this.addStation("fault injector");
    if (options.shared) this.startOthers();
  }

  /** Puts a host on the segment; gives its number and its station's. */
  attach(host: NetworkHost): number {
    return this.hosts.push(host) - 1;
  }

  /** A station for a host: a machine that restarts gets a new one, whatever its old controller was doing. */
  stationFor(host: number, name: string): number {
    const station = this.addStation(name);
    this.senders.set(station, host);
    return station;
  }

  transmit(station: number, frame: RpcFrame): void {
    this.ethernet.transmit(station, this.hold(frame), frame.bytes.length);
  }

  sent(station: number, id: number, departs: Nanos, arrives: Nanos): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) throw new Error(`The medium sent frame ${id}, which is not on it.`);
    this.packets++;
    const host = this.senders.get(station);
    if (frame.origin === "other traffic") this.recordOther(frame, departs, arrives);
    else this.carry(frame, id, departs, arrives);
    this.busy.delete(station);
    if (host !== undefined) this.hosts[host]?.sent(frame, departs);
    if (frame.origin === "other traffic") this.release(id);
  }

  collided(_station: number, id: number, _attempt: number, at: Nanos): void {
    const frame = this.frames[id];
    this.recorder.mark(at, this.track, this.recorder.label("collision"), NO_REF, frame?.call ?? 0);
  }

  givenUp(station: number, id: number, at: Nanos): void {
    const frame = this.frames[id];
    const call = frame?.call ?? 0;
    this.recorder.mark(at, this.track, this.recorder.label("given up after sixteen collisions"), NO_REF, call);
    this.busy.delete(station);
    const host = this.senders.get(station);
    if (host !== undefined && frame) this.hosts[host]?.abandoned(frame);
    this.release(id);
  }

  /** The run is over: what was held back never arrived. */
  close(): void {
    for (const id of this.heldBack) {
      const frame = this.frames[id];
      if (frame) this.recorder.fate(frame.row, "lost");
    }
  }

  private addStation(name: string): number {
    this.stations++;
    return this.ethernet.addStation(this.streams.stream(`ethernet ${name} ${this.stations}`));
  }

  private hold(frame: RpcFrame): number {
    const id = this.free.pop() ?? this.frames.length;
    this.frames[id] = frame;
    return id;
  }

  private release(id: number): void {
    this.frames[id] = null;
    this.free.push(id);
  }

  private handle(kind: number, arg: number): void {
    if (kind === OTHER) this.otherHostSends();
    else if (kind === INJECT) this.inject(arg);
    else this.deliver(arg);
  }

  /** Records the packet and does what the script says: it has been on the wire in any case. */
  private carry(frame: RpcFrame, id: number, departs: Nanos, arrives: Nanos): void {
    const { kind, origin, call, send } = frame;
    const fault = kind === "other traffic" || origin === "duplicate" ? null : this.script.onPacket(kind, call, send);
    const delayed = fault?.delayNs ?? 0;
    const to = this.hosts[frame.to];
    const from = this.hosts[1 - frame.to];
    this.recorder.span(this.track, this.step, -1, departs, this.sim.now, frame.ref, call);
    frame.row = this.recorder.packet({
      from: from?.transmitTrack ?? this.track,
      to: to?.receiveTrack ?? this.track,
      kind: this.recorder.packetKind(kind),
      departs,
      arrives: arrives + delayed,
      bytes: frame.bytes.length,
      origin,
      delayed,
      cause: frame.ref,
      call,
      frame: frame.bytes,
    });
    if (fault !== null && fault.duplicateAfterNs !== null) this.copyOf(frame, arrives + fault.duplicateAfterNs);
    if (fault?.drop === true) {
      this.recorder.fate(frame.row, "lost");
      this.release(id);
      return;
    }
    if (fault?.reorder === true) this.heldBack = [...this.heldBack, id];
    else this.sim.at(arrives + delayed, this.tag + DELIVER, id);
  }

  private deliver(id: number): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) return;
    this.release(id);
    // Sender and receiver hold the same bytes, but each its own chain of causes.
    this.hosts[frame.to]?.arrive({ ...frame, ref: frame.row, raised: frame.row });
    if (this.heldBack.length > 0) this.letThrough(frame);
  }

  /** Frames of its direction that were sent before it and held back come right behind it, in the order of sending. */
  private letThrough({ to, row }: RpcFrame): void {
    let at = this.sim.now;
    this.heldBack = this.heldBack.filter((id) => {
      const held = this.frames[id];
      if (held === null || held === undefined || held.to !== to || held.row > row) return true;
      at += this.ethernet.gap + this.ethernet.frameTime(held.bytes.length);
      this.recorder.late(held.row, at);
      this.sim.at(at, this.tag + DELIVER, id);
      return false;
    });
  }

  private copyOf(frame: RpcFrame, at: Nanos): void {
    const copy = newFrame({ ...frame, origin: "duplicate" });
    this.sim.at(at, this.tag + INJECT, this.hold(copy));
  }

  /** A copy goes over the medium like any frame, from a station that belongs to nobody. */
  private inject(id: number): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) return;
    if (this.busy.has(this.injector)) {
      this.sim.after(this.ethernet.gap, this.tag + INJECT, id);
      return;
    }
    this.busy.add(this.injector);
    this.ethernet.transmit(this.injector, id, frame.bytes.length);
  }

  private startOthers(): void {
    const hosts = FIREFLY_ASSUMED.sharedHosts.value;
    this.others = Array.from({ length: hosts }, (_, i) => this.addStation(`other host ${i + 1}`));
    this.traffic = this.streams.stream("other traffic");
    this.sim.after(this.nextGap(this.traffic), this.tag + OTHER, 0);
  }

  private nextGap(random: RandomStream): Nanos {
    const mean = OTHER_SIZES.reduce((sum, bytes) => sum + this.ethernet.frameTime(bytes), 0) / OTHER_SIZES.length;
    return random.exponential(meanGapForLoad(FIREFLY_ASSUMED.sharedLoad.value, mean));
  }

  private otherHostSends(): void {
    const random = this.traffic;
    if (random === null) return;
    const from = random.integer(this.others.length);
    const bytes = OTHER_SIZES[random.integer(OTHER_SIZES.length)] ?? OTHER_SIZES[0];
    const station = this.others[from] ?? 0;
    if (!this.busy.has(station)) {
      this.busy.add(station);
      const to = (from + 1) % this.others.length;
      const frame = newFrame({
        bytes: otherFrame(from, to, bytes),
        call: 0,
        send: 1,
        origin: "other traffic",
        kind: "other traffic",
        to: -1,
        ref: NO_REF,
        sender: null,
      });
      this.ethernet.transmit(station, this.hold(frame), bytes);
    }
    this.sim.after(this.nextGap(random), this.tag + OTHER, 0);
  }

  private recordOther(frame: RpcFrame, departs: Nanos, arrives: Nanos): void {
    const { recorder, track } = this;
    recorder.span(track, this.step, -1, departs, this.sim.now, NO_REF, 0);
    recorder.packet({
      from: track,
      to: track,
      kind: recorder.packetKind(frame.kind),
      departs,
      arrives,
      bytes: frame.bytes.length,
      origin: frame.origin,
      delayed: 0,
      cause: NO_REF,
      call: 0,
      frame: frame.bytes,
    });
  }
}

/** A UDP datagram between two other hosts: to the discard port (RFC 863), so that nobody takes it for a protocol. */
function otherFrame(from: number, to: number, bytes: number): Uint8Array {
  const frame = new Uint8Array(bytes);
  const sender = address(FIRST_OTHER_ADDRESS + from);
  const receiver = address(FIRST_OTHER_ADDRESS + to);
  const udpLength = bytes - ETHERNET_BYTES - IPV4_BYTES;
  emitEthernet({ to: receiver.mac, from: sender.mac, type: ETHERTYPE_IPV4 }, frame, 0);
  emitIpv4(
    {
      typeOfService: 0,
      totalLength: IPV4_BYTES + udpLength,
      identification: 0,
      dontFragment: true,
      timeToLive: 64,
      protocol: PROTOCOL_UDP,
      from: sender.ip,
      to: receiver.ip,
    },
    frame,
    ETHERNET_BYTES,
  );
  const udp = { from: 9, to: 9, length: udpLength };
  const at = ETHERNET_BYTES + IPV4_BYTES;
  emitUdp(udp, frame, at, { from: sender.ip, to: receiver.ip }, udpLength >= UDP_BYTES);
  return frame;
}
