/**
 * A carrier of a medium whose frames can go to many hosts at once: to all, or to those of a part of it.
 *
 * A broadcast is one frame, with one row, which goes to the medium. All hosts that it reaches but its sender take it
 * in. A line of a script that names it befalls it for all of them. Chance draws for each of its receivers, and it is
 * lost where none of them is left.
 */
import type { Reception } from "../../hardware/machine.ts";
import { Carrier, type CarrierHost } from "./carrier.ts";
import { EVERYBODY, receivedFrame, type Frame } from "./frame.ts";

export class BroadcastCarrier extends Carrier {
  private readonly deaf = new Map<Frame, readonly CarrierHost[]>(); // receivers that chance takes a broadcast from

  /** Whether a frame to this number goes to many hosts. */
  protected isForMany(to: number): boolean {
    return to === EVERYBODY;
  }

  /** Whether a frame to many goes to this host. */
  protected reaches(_to: number, _host: CarrierHost): boolean {
    return true;
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
    const { chance } = this.world;
    const { name } = this.host(frame.from);
    const deaf = this.receivers(frame).filter((host) => {
      const taken = chance.draw(frame.kind, name, host.name);
      if (hasFate) return false;
      chance.took(taken);
      return taken.length > 0;
    });
    this.deaf.set(frame, deaf);
  }

  protected override handTo(frame: Frame): Reception {
    if (!this.isForMany(frame.to)) return super.handTo(frame);
    const deaf = this.deaf.get(frame) ?? [];
    this.deaf.delete(frame);
    const received = (): Frame => receivedFrame(frame, this.medium.chainOf(frame));
    const all = this.receivers(frame);
    if (all.length > 0 && deaf.length === all.length) {
      this.lose(received(), "lost by chance", this.trackOfMany(frame.to));
    }
    for (const host of all) if (!deaf.includes(host)) host.arrive(this.receivedBy(host, frame));
    this.forget(frame);
    return "copied";
  }

  private receivers({ from, to }: Frame): readonly CarrierHost[] {
    return [...this.hosts.values()].filter((host) => host.number !== from && this.reaches(to, host));
  }
}
