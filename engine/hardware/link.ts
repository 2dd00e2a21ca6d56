/**
 * One direction of a full-duplex link: frames leave in the order in which they were handed over, each when the one
 * before and the gap behind it have passed (IEEE 802.3, clause 4, without collisions: nobody else sends here).
 *
 * Frames leave in order, so the link knows at once when each will leave, and needs no events: the machine that hands a
 * frame over reads `departs` and `arrives` from the link, and schedules the arrival itself.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import { checkCable, checkFrame, checkSpeed } from "./check.ts";
import { ETHERNET, ETHERNET_FRAMES } from "./ethernet.ts";

export interface LinkOptions {
  readonly mbps: number;
  readonly metres: number;
}

const FIRST_RING = 16; // a power of two

const onWire = (bytes: number): number =>
  Math.max(bytes + ETHERNET.checkBytes.value, ETHERNET.minFrameBytes.value) + ETHERNET.preambleBytes.value;

/** First bit of the preamble to the last bit of the check sequence, for `bytes` of frame as the papers count. */
export const frameNanos = (bytes: number, mbps: number): Nanos => Math.round((onWire(bytes) * 8e3) / mbps);

/**
 * The time for which a frame keeps a link busy: a full one, 1514 bytes, takes 1538 bytes' time with preamble, check and
 * gap.
 */
export const slotNanos = (bytes: number, mbps: number): Nanos =>
  Math.round((onWire(bytes) * 8e3 + ETHERNET.gapBits.value * 1e3) / mbps);

export class LinkDirection {
  /** Of the frame handed over last: when its first bit leaves, and when its last bit has arrived at the other end. */
  departs: Nanos = 0;
  arrives: Nanos = 0;
  /** When all that was handed over has left. */
  freeAt: Nanos = 0;
  /** Frames and their bytes handed over so far. */
  frames = 0;
  bytes = 0;
  /** The most bytes that have waited here at once, not counting the frame being sent. */
  deepestBytes = 0;
  private readonly sim: Simulation;
  private readonly mbps: number;
  private readonly propagation: Nanos;
  private fedAt: Nanos = 0; // when the machine has the next data ready
  private promised: Nanos = 0; // sending time given or promised
  private presentEnds: Nanos = 0; // of the frame being sent, or sent last
  // Frames that had to wait: when they begin and their bytes, a ring of `count` entries from `head`, some begun by now.
  private starts = new Float64Array(FIRST_RING);
  private sizes = new Float64Array(FIRST_RING);
  private head = 0;
  private count = 0;
  private waitingBytes = 0;
  private waitingNs: Nanos = 0; // that they will take

  /** Throws RangeError for a speed or a length that cannot be. */
  constructor(sim: Simulation, { mbps, metres }: LinkOptions) {
    this.sim = sim;
    this.mbps = checkSpeed("link", mbps);
    this.propagation = Math.round(checkCable("link", metres) * ETHERNET.nanosPerMetre.value);
  }

  /**
   * Hands a frame over. `feed` is what the machine takes to feed the link its data: however fast the link, the next
   * frame with data does not leave sooner after this one. Throws RangeError for a size that no Ethernet frame has.
   */
  send(bytes: number, feed: Nanos = 0): void {
    const { now } = this.sim;
    checkFrame("link", bytes, ETHERNET_FRAMES);
    const slot = slotNanos(bytes, this.mbps);
    this.departs = Math.max(now, this.freeAt, feed > 0 ? this.fedAt : 0);
    this.arrives = this.departs + frameNanos(bytes, this.mbps) + this.propagation;
    this.freeAt = this.departs + slot;
    if (feed > 0) this.fedAt = this.departs + feed;
    this.promised += slot;
    this.frames++;
    this.bytes += bytes;
    if (this.departs > now) this.line(bytes, slot);
    else this.presentEnds = this.freeAt;
  }

  /** Whether so many bytes may wait here besides those that do; always where it would not have to wait. */
  hasRoom(bytes: number, limit: number): boolean {
    if (limit === Infinity) return true;
    this.dropBegun();
    return this.freeAt <= this.sim.now || this.waitingBytes + bytes <= limit;
  }

  /** Time so far in which it was sending, gaps included. */
  get busyNs(): Nanos {
    this.dropBegun();
    return this.promised - this.waitingNs - Math.max(0, this.presentEnds - this.sim.now);
  }

  private line(bytes: number, slot: Nanos): void {
    this.dropBegun();
    if (this.count === this.starts.length) this.makeRoom();
    const place = (this.head + this.count++) & (this.starts.length - 1);
    this.starts[place] = this.departs;
    this.sizes[place] = bytes;
    this.waitingBytes += bytes;
    this.waitingNs += slot;
    this.deepestBytes = Math.max(this.deepestBytes, this.waitingBytes);
  }

  private dropBegun(): void {
    const { now } = this.sim;
    while (this.count > 0 && (this.starts[this.head] as number) <= now) {
      const bytes = this.sizes[this.head] as number;
      const slot = slotNanos(bytes, this.mbps);
      this.waitingBytes -= bytes;
      this.waitingNs -= slot;
      this.presentEnds = (this.starts[this.head] as number) + slot;
      this.head = (this.head + 1) & (this.starts.length - 1);
      this.count--;
    }
  }

  private makeRoom(): void {
    const { starts, sizes, head, count } = this;
    this.starts = new Float64Array(starts.length * 2);
    this.sizes = new Float64Array(starts.length * 2);
    for (let i = 0; i < count; i++) {
      this.starts[i] = starts[(head + i) & (starts.length - 1)] as number;
      this.sizes[i] = sizes[(head + i) & (starts.length - 1)] as number;
    }
    this.head = 0;
  }
}
