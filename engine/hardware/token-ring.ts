/**
 * A token ring: stations in order on one ring of cable, each of which repeats every bit to the next, and a token that
 * gives the right to send.
 *
 * Rules (IEEE 802.5, single-token operation; one priority)
 * 1. A bit takes the station delay and the cable to the next station at every hop, and the latency of the active
 *    monitor, which is at station 0, where it comes round to it. Once round all of it is the ring latency.
 * 2. A station with a frame waits for the token, sends the frame in its stead, and takes it off the ring again. It
 *    frees the token when it has sent its last bit and the first one has come back, whichever is later. So one cycle is
 *    max(frame time, ring latency) + token time + walk to the next station that has a frame.
 * 3. Having sent a frame, a station that is handed another at once sends it on the same token, as long as that ends
 *    within the holding time. To come back to the station that freed it, the token must go all the way round.
 * 4. The addressee marks a frame that passes: address recognised, and frame copied if it had a buffer. The sender reads
 *    both when the last bit has come back.
 * 5. A damaged frame, found by its check sequence, is copied by nobody.
 * 6. An idle token goes round and round; nothing is computed for it until a station wants to send.
 */
import type { RandomStream } from "../kernel/random.ts";
import { numberAt, timeAt } from "../kernel/reads.ts";
import { NO_TIMER, type Simulation, type Timer } from "../kernel/simulation.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import { checkCable, checkSpeed, inRange, wholeFrom } from "./check.ts";
import { assumed, standard } from "./cost.ts";
import type { Reception } from "./machine.ts";

export const TOKEN_RING = {
  tokenBits: standard("Token", 24, "bits", "IEEE 802.5, 3.1: start delimiter, access control, end delimiter"),
  frameBytes: standard(
    "Start and end delimiter, access and frame control, addresses, check sequence, frame status",
    21,
    "bytes",
    "IEEE 802.5, 3.1",
  ),
  snapBytes: standard("Logical link and subnetwork headers of an IP packet", 8, "bytes", "IEEE 802.2; RFC 1042"),
  monitorBits: standard("Latency of the active monitor", 24, "bits", "IEEE 802.5: the ring must hold a whole token"),
  holdingMs: standard("Token holding time", 10, "ms", "IEEE 802.5, 3.4: default of the timer"),
  stations: standard("Stations on one ring, at most", 250, "stations", "IEEE 802.5, shielded cable"),
  stationBits: standard("Delay of a station that repeats", 1, "bits", "IEEE 802.5: one bit; real adapters up to 2.5"),
  nanosPerMetre: assumed("Propagation in shielded twisted pair", 5, "ns/m", "Two thirds of the speed of light."),
} as const;

export interface TokenRingOptions {
  readonly mbps: number;
  readonly stations: number;
  /** Cable from one station to the next. */
  readonly hopMetres: number;
  /** Bits by which a station delays what it repeats: 1 to 2.5. */
  readonly stationBits: number;
  /** Share of the frames that are damaged on the way, 0 to 1. */
  readonly lossRate: number;
}

type RingCable = Pick<TokenRingOptions, "mbps" | "hopMetres" | "stationBits">;

/** From a station to the next (rule 1), in nanoseconds. */
function hopNs({ mbps, hopMetres, stationBits }: RingCable): number {
  return (stationBits * 1e3) / mbps + hopMetres * TOKEN_RING.nanosPerMetre.value;
}

/** Once round (rule 1). */
export function ringLatency(stations: number, cable: RingCable): Nanos {
  return Math.round(stations * hopNs(cable) + (TOKEN_RING.monitorBits.value * 1e3) / cable.mbps);
}

/** The fate of a frame, as its sender reads it from the frame status. */
export interface FrameStatus {
  readonly recognised: boolean;
  readonly copied: boolean;
}

/** The calls that the ring makes to its owner. `frame` is the number that the station gave with the frame. */
interface TokenRingListener {
  /** The last bit of a frame has left its station, which may send another; the first left at `departs`. */
  sent(station: number, frame: number, departs: Nanos): void;
  /** The last bit of a sound frame has reached its addressee. */
  arrived(station: number, frame: number): Reception;
  /** The last bit of a damaged frame has reached its addressee, which cannot copy it. */
  damaged(station: number, frame: number): void;
  /** The frame is back at its sender. */
  returned(station: number, frame: number, status: FrameStatus): void;
}

/** A frame on the ring. */
interface Passing {
  readonly from: number;
  readonly to: number;
  readonly frame: number;
  readonly departs: Nanos;
  readonly damaged: boolean;
  reception: Reception;
}

const CAPTURE = 0;
const SENT = 1;
const ARRIVE = 2;
const RETURN = 3;
const FREE = 4;

const NOBODY = -1;
const NO_FRAME = -1;

export class TokenRing {
  readonly latency: Nanos;
  readonly stations: number;
  private readonly sim: Simulation;
  private readonly listener: TokenRingListener;
  private readonly random: RandomStream;
  private readonly lossRate: number;
  private readonly nanosPerBit: number;
  private readonly holding = millis(TOKEN_RING.holdingMs.value);
  private readonly positions: Float64Array; // delay from station 0 to each
  private readonly tag: number;
  // Of each station: the frame that it has, its size, its addressee, and since when.
  private readonly frames: Int32Array;
  private readonly bytes: Int32Array;
  private readonly addressees: Int32Array;
  private readonly wanted: Float64Array;
  private readonly waiting = new Set<number>();
  private readonly passing: (Passing | null)[] = [];
  private readonly free: number[] = []; // places in `passing`
  private sender = NOBODY; // the station that has the token; NOBODY while the token is free
  private capturedAt: Nanos = 0;
  private headerBack: Nanos = 0; // when the first bit of the sender's present frame has come round
  private present = NO_FRAME; // the place of the frame that is being sent
  private freedBy = 0; // the station that freed the token last
  private freedAt: Nanos;
  private capture: Timer = NO_TIMER;
  private sentNs: Nanos = 0;

  /** `random` decides which frames are damaged. Throws RangeError for a ring that the standard does not allow. */
  constructor(sim: Simulation, options: TokenRingOptions, random: RandomStream, listener: TokenRingListener) {
    const { mbps, stations, lossRate } = options;
    const most = TOKEN_RING.stations.value;
    if (!(Number.isInteger(stations) && stations >= 1 && stations <= most)) {
      throw new RangeError(`token ring: ${stations} stations, want 1 to ${most} (IEEE 802.5). Use several rings.`);
    }
    checkSpeed("token ring", mbps);
    checkCable("token ring", options.hopMetres);
    inRange("token ring", "stationBits", options.stationBits, 0, 1000, "bits");
    this.sim = sim;
    this.listener = listener;
    this.random = random;
    this.lossRate = inRange("token ring", "lossRate", lossRate, 0, 1);
    this.stations = stations;
    this.nanosPerBit = 1e3 / mbps;
    const hop = hopNs(options);
    this.positions = Float64Array.from({ length: stations }, (_, station) => Math.round(station * hop));
    this.latency = ringLatency(stations, options);
    this.frames = new Int32Array(stations).fill(NO_FRAME);
    this.bytes = new Int32Array(stations);
    this.addressees = new Int32Array(stations);
    this.wanted = new Float64Array(stations);
    this.freedAt = sim.now;
    this.tag = sim.register((kind, arg) => this.handle(kind, arg));
  }

  /** Start delimiter to frame status, for an IP packet of `bytes`. */
  frameTime(bytes: number): Nanos {
    const all = bytes + TOKEN_RING.snapBytes.value + TOKEN_RING.frameBytes.value;
    return Math.round(all * 8 * this.nanosPerBit);
  }

  /** Bytes of the largest IP packet that can be sent within the holding time. */
  get largest(): number {
    const all = Math.floor(this.holding / (8 * this.nanosPerBit));
    return all - TOKEN_RING.snapBytes.value - TOKEN_RING.frameBytes.value;
  }

  get tokenTime(): Nanos {
    return Math.round(TOKEN_RING.tokenBits.value * this.nanosPerBit);
  }

  /** Time in which the frames sent so far were on the ring, that of the present one up to now. */
  get busyNs(): Nanos {
    const present = this.passing[this.present];
    return this.sentNs + (present ? this.sim.now - present.departs : 0);
  }

  /** From the first bit at one station to the same bit at another: all the way round to itself. */
  walk(from: number, to: number): Nanos {
    const way = this.position(to) - this.position(from);
    return way > 0 ? way : way + this.latency;
  }

  /**
   * Hands an IP packet to a station, which must have none; it stays with the station until sent. Throws RangeError
   * where the frame would take longer than the token may be held.
   */
  transmit(station: number, frame: number, bytes: number, addressee: number): void {
    if (this.frames[station] !== NO_FRAME) {
      throw new Error(`Token ring station ${station} already has frame ${this.frames[station]}, or does not exist.`);
    }
    this.position(addressee);
    wholeFrom("token ring", "bytes", bytes, 0, "bytes");
    if (bytes > this.largest) {
      throw new RangeError(`token ring: a packet of ${bytes} bytes, at most ${this.largest} fit the holding time.`);
    }
    this.frames[station] = frame;
    this.bytes[station] = bytes;
    this.addressees[station] = addressee;
    this.wanted[station] = this.sim.now;
    this.waiting.add(station);
    if (this.sender === NOBODY) this.chooseNext();
  }

  private position(station: number): Nanos {
    const position = this.positions[station];
    if (position === undefined) throw new Error(`There is no token ring station ${station} of ${this.stations}.`);
    return position;
  }

  private handle(kind: number, arg: number): void {
    if (kind === CAPTURE) this.seize(arg);
    else if (kind === SENT) this.finishSending();
    else if (kind === ARRIVE) this.arrive(arg);
    else if (kind === RETURN) this.giveBack(arg);
    else this.freeToken();
  }

  /** Rules 2 and 6: the token is on its way; the first station with a frame that it comes to takes it. */
  private chooseNext(): void {
    this.sim.cancel(this.capture);
    let first = NOBODY;
    let earliest = Infinity;
    for (const station of this.waiting) {
      const at = this.tokenAt(station);
      if (at < earliest) [first, earliest] = [station, at];
    }
    this.capture = first === NOBODY ? NO_TIMER : this.sim.at(earliest, this.tag + CAPTURE, first);
  }

  /** When the token, free since `freedAt`, first comes to a station after it wanted to send. */
  private tokenAt(station: number): Nanos {
    const first = this.freedAt + this.tokenTime + this.walk(this.freedBy, station);
    const late = timeAt(this.wanted, station) - first;
    return late <= 0 ? first : first + Math.ceil(late / this.latency) * this.latency;
  }

  private seize(station: number): void {
    this.sender = station;
    this.capturedAt = this.sim.now;
    this.send(station);
  }

  private send(station: number): void {
    const { now } = this.sim;
    const to = numberAt(this.addressees, station);
    const damaged = this.lossRate > 0 && this.random.float() < this.lossRate;
    const frame = numberAt(this.frames, station);
    const place = this.free.pop() ?? this.passing.length;
    this.passing[place] = { from: station, to, frame, departs: now, damaged, reception: "absent" };
    this.waiting.delete(station);
    this.present = place;
    this.headerBack = now + this.latency;
    const time = this.frameTime(numberAt(this.bytes, station));
    this.sim.after(time, this.tag + SENT, place);
    this.sim.after(time + this.walk(station, to), this.tag + ARRIVE, place);
    this.sim.after(time + this.latency, this.tag + RETURN, place);
  }

  /** Rule 3. */
  private finishSending(): void {
    const { now } = this.sim;
    const { sender } = this;
    const sent = this.passing[this.present];
    if (!sent) throw new Error("The token ring has sent a frame that it does not carry.");
    this.sentNs += now - sent.departs;
    this.present = NO_FRAME;
    this.frames[sender] = NO_FRAME;
    this.listener.sent(sender, sent.frame, sent.departs);
    const more = this.frames[sender] !== NO_FRAME && now + this.frameTime(numberAt(this.bytes, sender));
    if (more !== false && more <= this.capturedAt + this.holding) this.send(sender);
    else if (this.headerBack > now) this.sim.at(this.headerBack, this.tag + FREE, 0);
    else this.freeToken();
  }

  private freeToken(): void {
    this.freedBy = this.sender;
    this.freedAt = this.sim.now;
    this.sender = NOBODY;
    this.chooseNext();
  }

  /** Rules 4 and 5. */
  private arrive(place: number): void {
    const passing = this.carried(place);
    if (passing.damaged) this.listener.damaged(passing.to, passing.frame);
    else passing.reception = this.listener.arrived(passing.to, passing.frame);
  }

  private giveBack(place: number): void {
    const { from, frame, reception, damaged } = this.carried(place);
    this.passing[place] = null;
    this.free.push(place);
    const copied = reception === "copied";
    this.listener.returned(from, frame, { recognised: !damaged && reception !== "absent", copied });
  }

  private carried(place: number): Passing {
    const passing = this.passing[place];
    if (!passing) throw new Error("A frame has come to its end on a token ring that does not carry it.");
    return passing;
  }
}
