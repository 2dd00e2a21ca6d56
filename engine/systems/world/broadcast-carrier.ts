/**
 * A carrier of a medium whose frames can go to many hosts at once: to all, to those of a part of it, or to a group.
 *
 * A broadcast is one frame, with one row, which goes to the medium. All hosts that it reaches but its sender take it
 * in. A line of a script that names it befalls it for all of them. Chance draws for each of its receivers, and it is
 * lost where none of them is left. One whose controller has no buffer misses it, and is marked.
 *
 * A multicast is the same to a group of hosts. The controllers of all others leave the frame on the wire.
 */
import type { Reception } from "../../hardware/machine.ts";
import { Carrier, type CarrierHost } from "./carrier.ts";
import { LOSSES, type Loss } from "../../kernel/trace-data.ts";
import { EVERYBODY, FIRST_GROUP, receivedFrame, type Frame } from "./frame.ts";

const NO_BUFFER = "no receive buffer";

export class BroadcastCarrier extends Carrier {
  private readonly groups: (readonly number[])[] = []; // hosts, by their numbers
  /** Receivers that chance, or a cut, takes a broadcast from, and why. */
  private readonly deaf = new Map<Frame, ReadonlyMap<CarrierHost, Loss>>();

  /** The number of a frame from a host to these others: EVERYBODY where there are no others. */
  numberOf(from: number, hosts: readonly number[]): number {
    const wanted = [...hosts].sort((a, b) => a - b);
    const all = [...this.hosts.keys()].filter((host) => host !== from).sort((a, b) => a - b);
    if (wanted.join() === all.join()) return EVERYBODY;
    const known = this.groups.findIndex((group) => group.join() === wanted.join());
    return FIRST_GROUP - (known >= 0 ? known : this.groups.push(wanted) - 1);
  }

  /** Whether a frame to this number goes to many hosts. */
  protected isForMany(to: number): boolean {
    return to === EVERYBODY || FIRST_GROUP - to in this.groups;
  }

  /** Whether a frame to many goes to this host. */
  protected reaches(to: number, { number }: CarrierHost): boolean {
    return this.groups[FIRST_GROUP - to]?.includes(number) ?? true;
  }

  /** The track of the medium, or of the part of it, to which a frame to many goes. */
  protected trackOfMany(_to: number): number {
    return this.options.track;
  }

  protected override trackTo(to: number): number {
    return this.isForMany(to) ? this.trackOfMany(to) : super.trackTo(to);
  }

  protected override meetChance(frame: Frame, hasFate: boolean): void {
    if (!this.isForMany(frame.to)) {
      super.meetChance(frame, hasFate);
      return;
    }
    const { chance, sim } = this.world;
    const { name } = this.host(frame.from);
    const deaf = new Map<CarrierHost, Loss>();
    for (const host of this.receivers(frame)) {
      const taken = chance.draw(frame.kind, name, host.name, sim.now);
      if (taken.length > 0 && !hasFate) deaf.set(host, chance.took(taken));
    }
    this.deaf.set(frame, deaf);
  }

  protected override handTo(frame: Frame): Reception {
    if (!this.isForMany(frame.to)) return super.handTo(frame);
    const deaf: ReadonlyMap<CarrierHost, Loss> = this.deaf.get(frame) ?? new Map();
    this.deaf.delete(frame);
    const received = (): Frame => receivedFrame(frame, this.medium.chainOf(frame));
    const all = this.receivers(frame);
    const [why] = deaf.values();
    if (why !== undefined && deaf.size === all.length) this.lose(received(), why, this.trackOfMany(frame.to));
    for (const host of all) if (!deaf.has(host)) this.handToOne(host, frame);
    this.forget(frame);
    return "copied";
  }

  /** The frame's row is that of all its receivers, so it does not say that one of them misses it. */
  private handToOne(host: CarrierHost, frame: Frame): void {
    const received = this.receivedBy(host, frame);
    if (host.arrive(received) !== "no buffer") return;
    const { recorder, sim } = this.world;
    const label = recorder.label(NO_BUFFER, "loss", LOSSES.indexOf(NO_BUFFER));
    recorder.mark(sim.now, host.inTrack, label, received.ref, frame.call);
  }

  private receivers({ from, to }: Frame): readonly CarrierHost[] {
    return [...this.hosts.values()].filter((host) => host.number !== from && this.reaches(to, host));
  }
}
