/**
 * Ethernet switches and the links of the machines at them.
 *
 * Rules
 * 1. Store and forward: a frame goes on when its last bit has come in and the switch has looked at it (its latency).
 * 2. It waits at the port that leads to its addressee, first come, first served; other ports do not feel it.
 * 3. A port has memory for all that comes, or for so many bytes beside the frame that it sends. A frame that finds less
 *    is dropped there. How much waited at most is measured.
 * 4. Machines stand at the switch that they are told to. Two switches are joined by one link, the trunk, which is
 *    crossed in the same way: looked at, queued, sent, received whole, looked at again.
 */
import { itemAt } from "../kernel/reads.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import { wholeFrom } from "./check.ts";
import { LinkDirection, type LinkOptions } from "./link.ts";

export interface SwitchedFrame {
  readonly bytes: number; // without preamble and check sequence
  readonly from: number; // machine
  readonly to: number; // machine
  /** When its first bit leaves its machine. */
  departs: Nanos;
}

export interface SwitchListener<F extends SwitchedFrame> {
  /** The frame has come to the first switch; it left its machine at `frame.departs`. False if it never did. */
  entered(frame: F): boolean;
  /** The frame is crossing the trunk of the switch `from`. */
  crosses(frame: F, from: number, departs: Nanos, arrives: Nanos): void;
  /** The port to its machine, or to the other switch, has no room for the frame. */
  dropped(frame: F): void;
  /** The frame will be on the link to its machine from `departs`, and whole there at `arrives`. */
  leaves(frame: F, departs: Nanos, arrives: Nanos): void;
}

export interface SwitchOptions extends LinkOptions {
  readonly latency: Nanos;
  /** Rule 3; left out: all that comes. */
  readonly portBytes?: number;
  /** The switch of each machine: 0, or 1 for the second. */
  readonly places: readonly number[];
  /** The speed of each machine’s link, in Mbit/s, where not all have `mbps`. */
  readonly speeds?: readonly number[];
}

/** The speed of a machine’s link. */
export const speedOf = ({ mbps, speeds }: Pick<SwitchOptions, "mbps" | "speeds">, machine: number): number =>
  speeds === undefined ? mbps : itemAt(speeds, machine, "speed of a link");

const FIRST = 0; // at the switch of its sender
const SECOND = 1; // across the trunk

export class SwitchedNetwork<F extends SwitchedFrame> {
  /** Of each machine: from it, and to it. */
  readonly out: readonly LinkDirection[];
  readonly in: readonly LinkDirection[];
  /** From each switch to the other; none where there is one switch. */
  readonly trunks: readonly LinkDirection[];
  private readonly sim: Simulation;
  private readonly listener: SwitchListener<F>;
  private readonly latency: Nanos;
  private readonly portBytes: number;
  private readonly places: readonly number[];
  private readonly tag: number;
  private readonly frames: (F | null)[] = []; // on their way to a switch
  private readonly free: number[] = [];

  /** Throws RangeError for a negative latency, and for a machine at a third switch. */
  constructor(sim: Simulation, options: SwitchOptions, listener: SwitchListener<F>) {
    const { places } = options;
    wholeFrom("switch", "latency", options.latency, 0, "nanoseconds");
    const stray = places.find((place) => place !== 0 && place !== 1);
    if (stray !== undefined) throw new RangeError(`switch: a machine at switch ${stray}, want 0 or 1.`);
    const link = (): LinkDirection => new LinkDirection(sim, options);
    const linkOf = (_: number, machine: number): LinkDirection =>
      new LinkDirection(sim, { ...options, mbps: speedOf(options, machine) });
    this.sim = sim;
    this.listener = listener;
    this.latency = options.latency;
    this.portBytes = options.portBytes ?? Infinity;
    this.places = places;
    this.out = places.map(linkOf);
    this.in = places.map(linkOf);
    this.trunks = places.some((place) => place !== places[0]) ? [link(), link()] : [];
    this.tag = sim.register((kind, id) => this.handle(kind, id));
  }

  /** Throws RangeError where a machine has no place at the switches. */
  checkPlace(machine: string, number: number): void {
    const { length } = this.places;
    if (number < length) return;
    const places = length === 1 ? "1 place, number 0" : `${length} places, numbers 0 to ${length - 1}`;
    throw new RangeError(
      `switch: ${machine} has the number ${number}, but there are ${places}. Give it one of these, or add places.`,
    );
  }

  /** Hands a frame to its machine's link; `feed` as in LinkDirection. Sets `frame.departs`. */
  transmit(frame: F, feed: Nanos): void {
    const link = this.linkOf(this.out, frame.from);
    link.send(frame.bytes, feed);
    frame.departs = link.departs;
    this.toSwitch(frame, FIRST, link.arrives);
  }

  /** A copy of a frame comes out of its addressee's port once more. */
  repeat(frame: F): void {
    this.leave(frame);
  }

  /** The most bytes that have waited at one port of a switch. */
  get deepestBytes(): number {
    return [...this.in, ...this.trunks].reduce((most, { deepestBytes }) => Math.max(most, deepestBytes), 0);
  }

  private placeOf(machine: number): number {
    const place = this.places[machine];
    if (place !== undefined) return place;
    const known = `want one of 0 to ${this.places.length - 1}`;
    throw new RangeError(
      `switch: a frame goes to machine ${machine}, ${known}. A switch here sends none to all machines.`,
    );
  }

  private linkOf(links: readonly LinkDirection[], index: number): LinkDirection {
    return itemAt(links, index, "link of the switch");
  }

  private toSwitch(frame: F, which: number, arrives: Nanos): void {
    const id = this.free.pop() ?? this.frames.length;
    this.frames[id] = frame;
    this.sim.at(arrives + this.latency, this.tag + which, id);
  }

  private handle(kind: number, id: number): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) throw new Error(`switch: frame ${id} came twice.`);
    this.frames[id] = null;
    this.free.push(id);
    if (kind === FIRST && !this.listener.entered(frame)) return;
    const [from, to] = [this.placeOf(frame.from), this.placeOf(frame.to)];
    if (kind === SECOND || from === to) this.leave(frame);
    else {
      const trunk = this.linkOf(this.trunks, from);
      if (!trunk.hasRoom(frame.bytes, this.portBytes)) return this.listener.dropped(frame);
      trunk.send(frame.bytes);
      this.listener.crosses(frame, from, trunk.departs, trunk.arrives);
      this.toSwitch(frame, SECOND, trunk.arrives);
    }
  }

  private leave(frame: F): void {
    const link = this.linkOf(this.in, frame.to);
    if (!link.hasRoom(frame.bytes, this.portBytes)) return this.listener.dropped(frame);
    link.send(frame.bytes);
    this.listener.leaves(frame, link.departs, link.arrives);
  }
}
