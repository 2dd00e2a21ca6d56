/** One Ethernet segment as a medium of hosts. On a shared one, hosts outside the run send too. */
import { Ethernet, meanGapForLoad, type EthernetKind, type EthernetListener } from "../../hardware/ethernet.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref, type Step } from "../../kernel/trace-data.ts";
import { listUnder } from "../../kernel/tally.ts";
import { Carrier, type CarrierHost, type CarrierWatch, type Medium } from "./carrier.ts";
import { newFrame, NOBODY, type Frame } from "./frame.ts";
import { OTHERS_REST, type HostMedium, type Plug } from "./medium.ts";
import type { World } from "./world.ts";

const OTHER_TRAFFIC = "other traffic";

const ON_THE_WIRE: Step = {
  name: "Transmission time on Ethernet",
  layer: "wire",
  source: {
    kind: "standard",
    text: "IEEE 802.3 framing: preamble 8, frame, check sequence 4 bytes at the network’s speed",
  },
};

const ON_THE_EXPERIMENTAL: Step = {
  ...ON_THE_WIRE,
  source: { kind: "standard", text: "Metcalfe & Boggs 1976: sync bit, frame and check of 2 bytes at 2.94 Mbit/s" },
};

/** Sizes of other hosts' frames: seven short to one long, after a mix measured on office Ethernets of the time. */
const OTHER_SIZES: Readonly<Record<EthernetKind, readonly number[]>> = {
  standard: [60, 60, 60, 60, 60, 60, 60, 1514],
  experimental: [60, 60, 60, 60, 60, 60, 60, 558], // the longest Pup
};

/** Hosts outside the run, and the share of the capacity that they take. */
interface OtherHosts {
  readonly hosts: number;
  readonly load: number;
  /**
   * So long after the last frame of a host of the run nobody would notice the others: they are silent until it sends
   * again. Left out, they always send.
   */
  readonly restAfter?: Nanos;
  /** The bytes of a frame of theirs, between two of them by number. */
  readonly frame: (from: number, to: number, bytes: number) => Uint8Array;
}

interface EthernetMediumOptions {
  readonly mbps: number;
  readonly metres: number;
  /** Left out: the standard Ethernet. */
  readonly kind?: EthernetKind;
  /** Added to the way of each packet, as by a satellite; left out for none. */
  readonly extraDelay?: Nanos;
  /** Left out: one without broadcasts. */
  readonly carrier?: typeof Carrier;
  readonly watch?: CarrierWatch;
  /** null for a private segment. */
  readonly others: OtherHosts | null;
}

export class EthernetMedium implements EthernetListener, Medium, HostMedium {
  readonly ethernet: Ethernet;
  readonly carrier: Carrier;
  private readonly world: World;
  private readonly track: number;
  private readonly step: number;
  private readonly tag: number;
  private readonly frames: (Frame | null)[] = []; // on the medium
  private readonly free: number[] = [];
  private readonly copies: number[] = []; // that wait for their station
  private readonly senders = new Map<number, CarrierHost>(); // by station; stations of no host are not in it
  private readonly busy = new Set<number>(); // stations that hold a frame
  private readonly lines = new Map<number, readonly Frame[]>(); // frames that wait for their host's station
  private readonly injector: number;
  private readonly kind: EthernetKind;
  private readonly extraDelay: Nanos;
  private stations = 0;
  private others: readonly number[] = [];

  constructor(
    world: World,
    {
      mbps,
      metres,
      kind = "standard",
      extraDelay = 0,
      carrier: CarrierOf = Carrier,
      watch = {},
      others,
    }: EthernetMediumOptions,
  ) {
    const { sim, recorder } = world;
    this.world = world;
    this.ethernet = new Ethernet(sim, { mbps, metres, kind }, this);
    this.kind = kind;
    this.extraDelay = extraDelay;
    this.track = recorder.track({ name: "Ethernet", machine: "", kind: "medium" });
    this.carrier = new CarrierOf(world, this, { track: this.track, whenDown: "ignored", watch });
    this.step = recorder.step(kind === "standard" ? ON_THE_WIRE : ON_THE_EXPERIMENTAL);
    this.tag = sim.register(() => this.othersSend?.());
    this.injector = this.addStation("fault injector");
    if (others !== null) this.startOthers(others);
  }

  /** A station for a host: a machine that restarts gets a new one, whatever its old controller was doing. */
  plug(host: CarrierHost): Plug {
    const station = this.addStation(host.name);
    this.senders.set(station, host);
    return { transmit: (frame) => this.lineUp(station, frame) };
  }

  frameBytes(octets: number): number {
    return octets;
  }

  private lineUp(station: number, frame: Frame): void {
    if (this.busy.has(station)) this.lines.set(station, [...listUnder(this.lines, station), frame]);
    else {
      this.busy.add(station);
      this.transmit(station, frame);
    }
  }

  /** Hands a frame to a station, which must have none. */
  private transmit(station: number, frame: Frame): void {
    if (frame.from !== NOBODY) this.hostSends();
    this.ethernet.transmit(station, this.hold(frame), frame.bytes);
  }

  // The carrier's side.

  /** A copy contends for the medium like any frame. */
  repeat(copy: Frame): void {
    this.copies.push(this.hold(copy));
    this.nextCopy();
  }

  slot({ bytes }: Frame): Nanos {
    return this.ethernet.gap + this.ethernet.frameTime(bytes);
  }

  chainOf({ row }: Frame): Ref {
    return row;
  }

  // The Ethernet's side.

  sent(station: number, id: number, departs: Nanos, arrives: Nanos): void {
    const { recorder, sim } = this.world;
    const frame = this.release(id);
    const host = this.senders.get(station);
    recorder.span(this.track, this.step, -1, departs, sim.now, frame.ref, frame.call);
    this.carrier.leaves(frame, departs, arrives + this.extraDelay);
    this.isFree(station);
    host?.sent(frame, departs);
  }

  collided(_station: number, id: number, _attempt: number, at: Nanos): void {
    const { recorder } = this.world;
    const call = this.held(id).call;
    recorder.mark(at, this.track, recorder.label("collision", "collision"), NO_REF, call);
  }

  givenUp(station: number, id: number): void {
    const frame = this.release(id);
    this.carrier.lose(
      { ...frame, ref: NO_REF },
      "too many collisions",
      this.track,
      "given up after sixteen collisions",
    );
    this.isFree(station);
    this.senders.get(station)?.abandoned(frame);
  }

  private addStation(name: string): number {
    this.stations++;
    return this.ethernet.addStation(this.world.streams.stream(`ethernet ${name} ${this.stations}`));
  }

  private hold(frame: Frame): number {
    const id = this.free.pop() ?? this.frames.length;
    this.frames[id] = frame;
    return id;
  }

  private held(id: number): Frame {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) throw new Error(`There is no frame ${id} on the medium.`);
    return frame;
  }

  private release(id: number): Frame {
    const frame = this.held(id);
    this.frames[id] = null;
    this.free.push(id);
    return frame;
  }

  /** Copies go over the medium from a station that belongs to nobody, one behind the other. */
  private nextCopy(): void {
    const id = this.busy.has(this.injector) ? undefined : this.copies.shift();
    if (id === undefined) return;
    this.busy.add(this.injector);
    this.ethernet.transmit(this.injector, id, this.held(id).bytes);
  }

  /** A station may take its next frame. One whose machine has lost its power meanwhile is never sent. */
  private isFree(station: number): void {
    this.busy.delete(station);
    if (station === this.injector) this.nextCopy();
    const [next, ...others] = listUnder(this.lines, station);
    if (next === undefined) return;
    this.lines.set(station, others);
    if (next.sender !== null && next.sender.endedAt <= this.world.sim.now) this.isFree(station);
    else this.lineUp(station, next);
  }

  // Hosts outside the run.

  private othersSend: (() => void) | null = null;

  private lastSent: Nanos = 0; // by a host of the run
  private wakeOthers: (() => void) | null = null; // while they rest

  private hostSends(): void {
    this.lastSent = this.world.sim.now;
    const wake = this.wakeOthers;
    this.wakeOthers = null;
    wake?.();
  }

  private startOthers({ hosts, load, restAfter = Infinity, frame }: OtherHosts): void {
    const { sim, streams } = this.world;
    this.others = Array.from({ length: hosts }, (_, i) => this.addStation(`other host ${i + 1}`));
    const random = streams.stream(OTHER_TRAFFIC);
    const sizes = OTHER_SIZES[this.kind];
    const mean = sizes.reduce((sum, bytes) => sum + this.ethernet.frameTime(bytes), 0) / sizes.length;
    const next = (): void => {
      sim.after(random.exponential(meanGapForLoad(load, mean)), this.tag, 0);
    };
    this.othersSend = (): void => {
      this.otherHostSends(random, frame);
      const quiet = sim.now - this.lastSent;
      if (this.world.isAnswered && quiet > OTHERS_REST) return; // for good
      if (quiet > restAfter) this.wakeOthers = next;
      else next();
    };
    next();
  }

  private otherHostSends(random: RandomStream, frameOf: OtherHosts["frame"]): void {
    const from = random.integer(this.others.length);
    const sizes = OTHER_SIZES[this.kind];
    const bytes = itemAt(sizes, random.integer(sizes.length), "size");
    const station = this.others[from];
    if (station === undefined) throw new Error(`There is no other host ${from} on the segment.`);
    if (this.busy.has(station)) return;
    this.busy.add(station);
    const frame = newFrame({
      octets: frameOf(from, (from + 1) % this.others.length, bytes),
      bytes,
      kind: OTHER_TRAFFIC,
      call: 0,
      send: 1,
      origin: OTHER_TRAFFIC,
      from: NOBODY,
      to: NOBODY,
      sender: null,
      hasData: true,
      endsMessage: true,
      ref: NO_REF,
    });
    this.transmit(station, frame);
  }
}
