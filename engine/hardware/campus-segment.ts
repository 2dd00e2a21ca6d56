/**
 * One network of the campus, token ring or Ethernet, behind one interface: stations by number, packets from one to
 * another. It records each frame on its track, and damages the share `lossRate` of them.
 *
 * A station of an Ethernet is made when it first sends, so that a campus of thousands costs what its traffic costs.
 */
import { itemAt } from "../kernel/reads.ts";
import type { RandomStream, RandomStreams } from "../kernel/random.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type MarkKind, type Ref, type Step } from "../kernel/trace-data.ts";
import { CAMPUS_ASSUMED, CAMPUS_STANDARD } from "./campus-costs.ts";
import { ETHERNET, Ethernet } from "./ethernet.ts";
import { TOKEN_RING, TokenRing, type FrameStatus } from "./token-ring.ts";
import type { Reception } from "./machine.ts";

/** A packet as a network sees it. `ref` is the last row of the trace in its own chain of causes. */
export interface Carried {
  readonly bytes: number; // of the IP packet
  readonly call: number;
  ref: Ref;
}

export type SegmentLoss = "damaged" | "too many collisions";

interface SegmentOwner<P> {
  /** The last bit has left the station, or the packet was given up: the station may send another. */
  sent(station: number, packet: P, departs: Nanos): void;
  /** The last bit has come to its addressee. */
  arrived(station: number, packet: P): Reception;
  lost(packet: P, why: SegmentLoss): void;
}

export interface SegmentOptions {
  readonly name: string;
  readonly stations: number;
  readonly streams: RandomStreams;
  readonly lossRate: number; // share of the frames that are damaged
}

export interface Segment<P extends Carried> {
  readonly busyNs: Nanos;
  /** How long a packet of `bytes` occupies the network. */
  frameTime(bytes: number): Nanos;
  /** Hands a packet to a station, which must have none. */
  transmit(station: number, packet: P, addressee: number): void;
}

const ON_THE_RING: Step = {
  name: "Transmission time on the token ring",
  layer: "wire",
  source: { kind: "standard", text: "IEEE 802.5 framing, 21 bytes, and 8 of IEEE 802.2, at 4 Mbit/s" },
};
const ON_THE_ETHERNET: Step = {
  name: "Transmission time on Ethernet",
  layer: "wire",
  source: { kind: "standard", text: "IEEE 802.3 framing: preamble 8, frame, check sequence 4 bytes at 10 Mbit/s" },
};

/** The packets that a network carries, each under a number that the network gives it. */
class Cargo<P> {
  private readonly packets: (P | null)[] = [];
  private readonly free: number[] = [];

  put(packet: P): number {
    const number = this.free.pop() ?? this.packets.length;
    this.packets[number] = packet;
    return number;
  }

  get(number: number): P {
    const packet = this.packets[number];
    if (packet === null || packet === undefined) throw new Error(`A network carries no packet ${number}.`);
    return packet;
  }

  take(number: number): P {
    const packet = this.get(number);
    this.packets[number] = null;
    this.free.push(number);
    return packet;
  }
}

abstract class Recorded<P extends Carried> {
  protected readonly sim: Simulation;
  protected readonly recorder: TraceRecorder;
  protected readonly owner: SegmentOwner<P>;
  protected readonly cargo = new Cargo<P>();
  private readonly track: number;
  private readonly step: number;

  constructor(sim: Simulation, recorder: TraceRecorder, name: string, step: Step, owner: SegmentOwner<P>) {
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.track = recorder.track({ name, machine: "", kind: "medium" });
    this.step = recorder.step(step);
  }

  protected recordSent(packet: P, departs: Nanos): void {
    const { sim, recorder, track, step } = this;
    packet.ref = recorder.span(track, step, -1, departs, sim.now, packet.ref, packet.call);
  }

  protected mark(label: string, cause: Ref, call: number, kind: MarkKind = "note"): void {
    this.recorder.mark(this.sim.now, this.track, this.recorder.label(label, kind), cause, call);
  }
}

export class RingSegment<P extends Carried> extends Recorded<P> implements Segment<P> {
  private readonly ring: TokenRing;

  constructor(sim: Simulation, recorder: TraceRecorder, options: SegmentOptions, owner: SegmentOwner<P>) {
    const { name, stations, streams, lossRate } = options;
    super(sim, recorder, name, ON_THE_RING, owner);
    const sizes = {
      mbps: CAMPUS_STANDARD.ringMbps.value,
      stations,
      hopMetres: CAMPUS_ASSUMED.hopMetres.value,
      stationBits: TOKEN_RING.stationBits.value,
      lossRate,
    };
    this.ring = new TokenRing(sim, sizes, streams.stream(`damage on ${name}`), {
      sent: (station, number, departs) => this.sent(station, number, departs),
      arrived: (station, number) => owner.arrived(station, this.cargo.get(number)),
      damaged: (_station, number) => owner.lost(this.cargo.get(number), "damaged"),
      returned: (_station, number, status) => this.returned(number, status),
    });
  }

  get busyNs(): Nanos {
    return this.ring.busyNs;
  }

  frameTime(bytes: number): Nanos {
    return this.ring.frameTime(bytes);
  }

  transmit(station: number, packet: P, addressee: number): void {
    this.ring.transmit(station, this.cargo.put(packet), packet.bytes, addressee);
  }

  private sent(station: number, number: number, departs: Nanos): void {
    const packet = this.cargo.get(number);
    this.recordSent(packet, departs);
    this.owner.sent(station, packet, departs);
  }

  /** The sender's adapter has read the frame status. Its software never asks for it, so only the trace notes it. */
  private returned(number: number, { recognised, copied }: FrameStatus): void {
    const { call } = this.cargo.take(number);
    if (!copied) this.mark(recognised ? "frame came back not copied" : "frame came back not recognised", NO_REF, call);
  }
}

const DELIVER = 0;

export class EthernetSegment<P extends Carried> extends Recorded<P> implements Segment<P> {
  private readonly ethernet: Ethernet;
  private readonly options: SegmentOptions;
  private readonly damage: RandomStream;
  private readonly tag: number;
  private readonly numbers = new Map<number, number>(); // from a station of the subnet to its number on the Ethernet
  private readonly stations: number[] = []; // from its number on the Ethernet to the station of the subnet
  private readonly addressees: number[] = []; // stations on the subnet, by the number of the packet

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    options: SegmentOptions & { readonly metres: number },
    owner: SegmentOwner<P>,
  ) {
    super(sim, recorder, options.name, ON_THE_ETHERNET, owner);
    this.options = options;
    this.damage = options.streams.stream(`damage on ${options.name}`);
    this.tag = sim.register((_kind, number) => this.deliver(number));
    const { metres } = options;
    this.ethernet = new Ethernet(
      sim,
      { mbps: CAMPUS_STANDARD.ethernetMbps.value, metres },
      {
        sent: (station, number, departs, arrives) => this.sent(station, number, departs, arrives),
        collided: (_station, number) => this.mark("collision", NO_REF, this.cargo.get(number).call, "collision"),
        givenUp: (station, number) => this.givenUp(station, number),
      },
    );
  }

  get busyNs(): Nanos {
    return this.ethernet.busyNs;
  }

  frameTime(bytes: number): Nanos {
    return this.ethernet.frameTime(bytes + ETHERNET.headerBytes.value);
  }

  transmit(station: number, packet: P, addressee: number): void {
    const number = this.cargo.put(packet);
    this.addressees[number] = addressee;
    const bytes = packet.bytes + ETHERNET.headerBytes.value;
    this.ethernet.transmit(this.numberOf(station), number, bytes);
  }

  private numberOf(station: number): number {
    const known = this.numbers.get(station);
    if (known !== undefined) return known;
    const { streams, name } = this.options;
    const number = this.ethernet.addStation(streams.stream(`${name} station ${station}`));
    this.numbers.set(station, number);
    this.stations[number] = station;
    return number;
  }

  private sent(station: number, number: number, departs: Nanos, arrives: Nanos): void {
    const packet = this.cargo.get(number);
    this.recordSent(packet, departs);
    this.sim.at(arrives, this.tag + DELIVER, number);
    this.owner.sent(itemAt(this.stations, station, "station"), packet, departs);
  }

  private givenUp(station: number, number: number): void {
    const packet = this.cargo.take(number);
    this.owner.lost(packet, "too many collisions");
    this.owner.sent(itemAt(this.stations, station, "station"), packet, this.sim.now);
  }

  private deliver(number: number): void {
    const addressee = itemAt(this.addressees, number, "addressee of packet");
    const packet = this.cargo.take(number);
    const { lossRate } = this.options;
    if (lossRate > 0 && this.damage.float() < lossRate) this.owner.lost(packet, "damaged");
    else this.owner.arrived(addressee, packet);
  }
}
