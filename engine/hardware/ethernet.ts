/**
 * An Ethernet with carrier sense and collision detection.
 *
 * Rules (IEEE 802.3, clause 4; DIX 1980)
 * 1. A station that senses no carrier, and sensed none for the interframe gap, sends at once; one that senses carrier
 *    waits until it drops, then one gap, then sends without further question (1-persistent).
 * 2. A station senses another's carrier one propagation time after it began and until one after it ended; its own
 *    carrier drops with its own last bit, and its gap counts from there.
 * 3. Two that began before either could sense the other collide. Each notices one propagation time after the other
 *    (of several, the first) began, finishes its preamble if it is still in it, sends the jam and stops.
 * 4. After its n-th collision a frame waits r slots, r uniform in 0 … 2^min(n, 10) - 1; after 16 it is given up.
 * 5. A frame is delivered to its addressee alone, one propagation time after its last bit was sent: other stations
 *    filter by address in hardware, at no cost to their hosts.
 *
 * All stations lie one propagation time from each other (a short cable, or hosts at the two ends of a long one).
 */
import type { RandomStream } from "../kernel/random.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { seconds, type Nanos } from "../kernel/time.ts";
import { checkCable, checkFrame, checkSpeed, type FrameSizes } from "./check.ts";
import { standard, type CostTable } from "./cost.ts";

export const ETHERNET = {
  preambleBytes: standard("Preamble and start delimiter", 8, "bytes", "IEEE 802.3, 3.1.1"),
  checkBytes: standard("Frame check sequence", 4, "bytes", "IEEE 802.3, 3.2.9"),
  headerBytes: standard("Header: two addresses, and a type or a length", 14, "bytes", "IEEE 802.3, 3.1.1"),
  minFrameBytes: standard(
    "Smallest frame, check sequence included",
    64,
    "bytes",
    "IEEE 802.3, 4.4.2. The sender pads what is shorter (4.2.3.3)",
  ),
  maxFrameBytes: standard("Largest frame, check sequence included", 1518, "bytes", "IEEE 802.3, 4.4.2"),
  gapBits: standard("Interframe gap", 96, "bits", "IEEE 802.3, 4.4.2"),
  slotBits: standard("Slot time", 512, "bits", "IEEE 802.3, 4.4.2"),
  jamBits: standard("Jam", 32, "bits", "IEEE 802.3, 4.4.2"),
  backoffLimit: standard("Collisions after which the range of waits stops doubling", 10, "", "IEEE 802.3, 4.4.2"),
  attemptLimit: standard("Attempts before a frame is given up", 16, "", "IEEE 802.3, 4.4.2"),
  nanosPerMetre: standard("Propagation in coaxial cable", 4.3, "ns/m", "IEEE 802.3, 8.4: 0.77 c"),
} as const;

/**
 * The experimental Ethernet of the Alto and the Dorado (Metcalfe & Boggs 1976; Shoch & Hupp 1980). It has no gap
 * between frames and no smallest frame.
 */
export const EXPERIMENTAL_ETHERNET = {
  mbps: standard("Speed", 2.94, "Mbit/s", "Metcalfe & Boggs 1976; the paper says 3 Mbit/s (E-C05)"),
  syncBits: standard("Sync bit", 1, "bit", "Metcalfe & Boggs 1976"),
  headerBytes: standard(
    "Header: two addresses and a type",
    4,
    "bytes",
    "Metcalfe & Boggs 1976; the type as the Alto has it",
  ),
  maxDataBytes: standard("Longest data", 1536, "bytes", "RFC 895. A Pup has at most 554 bytes"),
  checkBytes: standard("Cyclic redundancy check", 2, "bytes", "Metcalfe & Boggs 1976: 16 bits"),
  slotBits: standard("Collision window", 47, "bits", "Metcalfe & Boggs 1976: 16 us"),
  jamBits: standard("Jam", 32, "bits", "Metcalfe & Boggs 1976 give no length; that of the later standard"),
  backoffLimit: standard("Collisions after which the range of waits stops doubling", 8, "", "a mask of 8 bits"),
  attemptLimit: standard("Attempts before a frame is given up", 16, "", "as in the later standard"),
} as const;

/** The numbers by which an Ethernet frames and shares its cable. */
interface Framing {
  readonly preambleBits: number;
  readonly checkBytes: number;
  readonly minFrameBytes: number; // check sequence included; what is shorter is padded
  readonly sizes: FrameSizes;
  readonly gapBits: number;
  readonly slotBits: number;
  readonly jamBits: number;
  readonly backoffLimit: number;
  readonly attemptLimit: number;
}

/** Frames of an Ethernet and of a link, without the check sequence: 14 to 1514 bytes. */
export const ETHERNET_FRAMES: FrameSizes = {
  least: ETHERNET.headerBytes.value,
  most: ETHERNET.maxFrameBytes.value - ETHERNET.checkBytes.value,
};

const FRAMINGS = {
  standard: {
    preambleBits: ETHERNET.preambleBytes.value * 8,
    checkBytes: ETHERNET.checkBytes.value,
    minFrameBytes: ETHERNET.minFrameBytes.value,
    sizes: ETHERNET_FRAMES,
    gapBits: ETHERNET.gapBits.value,
    slotBits: ETHERNET.slotBits.value,
    jamBits: ETHERNET.jamBits.value,
    backoffLimit: ETHERNET.backoffLimit.value,
    attemptLimit: ETHERNET.attemptLimit.value,
  },
  experimental: {
    preambleBits: EXPERIMENTAL_ETHERNET.syncBits.value,
    checkBytes: EXPERIMENTAL_ETHERNET.checkBytes.value,
    minFrameBytes: 0,
    sizes: {
      least: EXPERIMENTAL_ETHERNET.headerBytes.value,
      most: EXPERIMENTAL_ETHERNET.headerBytes.value + EXPERIMENTAL_ETHERNET.maxDataBytes.value,
    },
    gapBits: 0,
    slotBits: EXPERIMENTAL_ETHERNET.slotBits.value,
    jamBits: EXPERIMENTAL_ETHERNET.jamBits.value,
    backoffLimit: EXPERIMENTAL_ETHERNET.backoffLimit.value,
    attemptLimit: EXPERIMENTAL_ETHERNET.attemptLimit.value,
  },
} as const satisfies Readonly<Record<string, Framing>>;

export type EthernetKind = keyof typeof FRAMINGS;

interface EthernetOptions {
  readonly mbps: number;
  readonly metres: number;
  /** Left out: the standard of 10 Mbit/s and more. */
  readonly kind?: EthernetKind;
}

/**
 * The longest cable, in metres, on which a sender notices every collision at this speed: its signal must go to the far
 * end and back within a slot (IEEE 802.3, 4.4.2). No repeater takes a share of that time here. At 10 Mbit/s the longest
 * cable has 5,953 m, at 116 Mbit/s 513 m. Throws RangeError for a speed that cannot be.
 */
export function longestCable(mbps: number, kind: EthernetKind = "standard"): number {
  const slotNanos = (FRAMINGS[kind].slotBits * 1e3) / checkSpeed("Ethernet", mbps);
  return slotNanos / 2 / ETHERNET.nanosPerMetre.value;
}

/** The calls that the medium makes to its owner. `frame` is the number that the station gave with the frame. */
export interface EthernetListener {
  /** The last bit of a frame has reached its addressee's end of the cable. */
  sent(station: number, frame: number, departs: Nanos, arrives: Nanos): void;
  collided(station: number, frame: number, attempt: number, at: Nanos): void;
  givenUp(station: number, frame: number, at: Nanos): void;
}

const ATTEMPT = 0;
const DETECT = 1;
const END = 2;

interface Station {
  readonly random: RandomStream;
  frame: number; // -1 when idle
  bits: number; // of the frame on the wire, preamble included
  attempts: number;
  sending: boolean;
  deferring: boolean;
  began: Nanos;
  stops: Nanos;
  collision: boolean;
}

/** A station that has stopped sending, and when. */
interface Ended {
  readonly station: number;
  readonly at: Nanos;
}

const NOBODY_YET: Ended = { station: -1, at: Number.NEGATIVE_INFINITY };

export class Ethernet {
  readonly propagation: Nanos;
  private readonly sim: Simulation;
  private readonly listener: EthernetListener;
  private readonly framing: Framing;
  private readonly part: string; // in errors
  private readonly nanosPerBit: number;
  private readonly tag: number;
  private readonly stations: Station[] = [];
  private senders = 0;
  private busyBefore: Nanos = 0; // until the cable was last silent
  private busySince: Nanos = 0;
  private last: Ended = NOBODY_YET; // the station that stopped sending last
  private lastOther: Ended = NOBODY_YET; // of the other stations, the one that stopped last

  /** Throws RangeError for a speed that cannot be, and for a cable longer than a slot allows at its speed. */
  constructor(sim: Simulation, options: EthernetOptions, listener: EthernetListener) {
    const { mbps, metres, kind = "standard" } = options;
    const most = longestCable(mbps, kind);
    this.framing = FRAMINGS[kind];
    this.part = kind === "standard" ? "Ethernet" : "experimental Ethernet";
    if (checkCable("Ethernet", metres) > most) {
      const wanted = `at most ${Math.floor(most)} m at ${mbps} Mbit/s`;
      throw new RangeError(`Ethernet: metres = ${metres}, want ${wanted}: on a longer one collisions go unnoticed.`);
    }
    this.sim = sim;
    this.listener = listener;
    this.nanosPerBit = 1e3 / options.mbps;
    this.propagation = Math.round(options.metres * ETHERNET.nanosPerMetre.value);
    this.tag = sim.register((kind, arg) => this.handle(kind, arg));
  }

  /** Gives the station's number. `random` decides how long it waits after collisions. */
  addStation(random: RandomStream): number {
    this.stations.push({
      random,
      frame: -1,
      bits: 0,
      attempts: 0,
      sending: false,
      deferring: false,
      began: 0,
      stops: 0,
      collision: false,
    });
    return this.stations.length - 1;
  }

  private bitsToNanos(bits: number): Nanos {
    return Math.round(bits * this.nanosPerBit);
  }

  /** First bit of the preamble to the last bit of the check sequence, for `bytes` of frame as the papers count. */
  frameTime(bytes: number): Nanos {
    return this.bitsToNanos(this.frameBits(bytes));
  }

  private frameBits(bytes: number): number {
    const { checkBytes, minFrameBytes, preambleBits } = this.framing;
    return Math.max(bytes + checkBytes, minFrameBytes) * 8 + preambleBits;
  }

  /** The silence that a station keeps before it sends. */
  get gap(): Nanos {
    return this.bitsToNanos(this.framing.gapBits);
  }

  /** Time so far in which at least one station sent, collisions included. */
  get busyNs(): Nanos {
    return this.busyBefore + (this.senders > 0 ? this.sim.now - this.busySince : 0);
  }

  /**
   * Hands a frame to a station, which must have none. It stays with the station until sent or given up. Throws
   * RangeError for a frame of a size that the Ethernet does not take. A short one is padded.
   */
  transmit(station: number, frame: number, bytes: number): void {
    const self = this.station(station);
    checkFrame(this.part, bytes, this.framing.sizes);
    if (self.frame >= 0) throw new Error(`Ethernet station ${station} already has frame ${self.frame}.`);
    self.frame = frame;
    self.bits = this.frameBits(bytes);
    self.attempts = 0;
    this.attempt(station);
  }

  private station(index: number): Station {
    const self = this.stations[index];
    if (self === undefined) throw new Error(`There is no Ethernet station ${index}.`);
    return self;
  }

  private handle(kind: number, arg: number): void {
    if (kind === ATTEMPT) this.attempt(arg);
    else if (kind === DETECT) this.detect(arg);
    else this.end(arg);
  }

  /** Rule 1. */
  private attempt(index: number): void {
    const self = this.station(index);
    self.deferring = false;
    if (self.sending || self.frame < 0) return;
    const now = this.sim.now;
    if (this.carrierSensed(index)) {
      self.deferring = true; // `end` wakes it
      return;
    }
    const free = this.freeFor(index);
    if (now < free) {
      this.sim.at(free, this.tag + ATTEMPT, index);
      return;
    }
    this.begin(index, self);
  }

  /** Rule 2: when the station may send, once it senses no carrier. */
  private freeFor(index: number): Nanos {
    const { last, lastOther, propagation, gap } = this;
    const silent = last.station === index ? Math.max(last.at, lastOther.at + propagation) : last.at + propagation;
    return silent + gap;
  }

  /** Rule 2. */
  private carrierSensed(index: number): boolean {
    if (this.senders === 0) return false;
    const now = this.sim.now;
    return this.stations.some((other, i) => i !== index && other.sending && now > other.began + this.propagation);
  }

  private begin(index: number, self: Station): void {
    const now = this.sim.now;
    if (this.senders === 0) this.busySince = now;
    this.senders++;
    self.sending = true;
    self.collision = false;
    self.began = now;
    self.attempts++;
    let firstBegan = Infinity; // of the others that it could not sense
    for (const [i, other] of this.stations.entries()) {
      if (i === index || !other.sending || now > other.began + this.propagation) continue;
      this.collide(i, other, now + this.propagation);
      firstBegan = Math.min(firstBegan, other.began);
    }
    if (firstBegan < Infinity) {
      this.collide(index, self, firstBegan + this.propagation);
      return;
    }
    self.stops = now + this.bitsToNanos(self.bits);
    this.sim.at(self.stops, this.tag + END, index);
  }

  /** Rule 3: `notices` is when this station's electronics see the other's signal. */
  private collide(index: number, self: Station, notices: Nanos): void {
    if (self.collision) return;
    self.collision = true;
    self.stops = Number.POSITIVE_INFINITY; // its END event, if any, is void
    this.sim.at(notices, this.tag + DETECT, index);
  }

  private detect(index: number): void {
    const self = this.station(index);
    const preamble = self.began + this.bitsToNanos(this.framing.preambleBits);
    self.stops = Math.max(this.sim.now, preamble) + this.bitsToNanos(this.framing.jamBits);
    this.sim.at(self.stops, this.tag + END, index);
  }

  private end(index: number): void {
    const self = this.station(index);
    const now = this.sim.now;
    if (!self.sending || self.stops !== now) return; // it collided after this event was set
    self.sending = false;
    this.senders--;
    if (this.senders === 0) this.busyBefore += now - this.busySince;
    if (this.last.station !== index) this.lastOther = this.last;
    this.last = { station: index, at: now };
    const frame = self.frame;
    if (self.collision) this.afterCollision(index, self, frame);
    else {
      self.frame = -1;
      this.listener.sent(index, frame, self.began, now + this.propagation);
    }
    if (this.senders === 0) this.wakeDeferring();
  }

  private wakeDeferring(): void {
    for (const [i, other] of this.stations.entries()) {
      if (!other.deferring) continue;
      other.deferring = false;
      this.sim.at(this.freeFor(i), this.tag + ATTEMPT, i);
    }
  }

  /** Rule 4: truncated binary exponential backoff. */
  private afterCollision(index: number, self: Station, frame: number): void {
    const now = this.sim.now;
    this.listener.collided(index, frame, self.attempts, now);
    if (self.attempts >= this.framing.attemptLimit) {
      self.frame = -1;
      this.listener.givenUp(index, frame, now);
      return;
    }
    const slots = self.random.integer(2 ** Math.min(self.attempts, this.framing.backoffLimit));
    this.sim.after(this.bitsToNanos(slots * this.framing.slotBits), this.tag + ATTEMPT, index);
  }
}

/** Mean time between frames so that they fill `load` of the capacity. */
export function meanGapForLoad(load: number, frameNanos: Nanos): Nanos {
  return load <= 0 ? seconds(1e6) : Math.round(frameNanos / load);
}

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Ethernet",
    title: "Constants of the standard",
    note: "Of the segments of Fireflies and of the campus. A link to a switch has a speed and a cable alone.",
    costs: Object.values(ETHERNET),
    rules: "engine/hardware/ethernet.ts",
  },
  {
    of: "Experimental Ethernet",
    title: "Constants of the 3 Mbit/s Ethernet",
    note: "Of the network of Dorados. It shares its cable by the same rules as the later Ethernet.",
    costs: Object.values(EXPERIMENTAL_ETHERNET),
  },
];
