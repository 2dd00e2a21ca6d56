/**
 * A carrier of a medium whose frames can go to all hosts at once.
 *
 * A broadcast is one frame, with one row, which goes to the medium. All hosts but its sender take it in. A line of a
 * script that names it befalls it for all of them. Chance draws for each of its receivers, and it is lost where none of
 * them is left.
 */
import type { Reception } from "../../hardware/machine.ts";
import { Carrier, type CarrierHost } from "./carrier.ts";
import { EVERYBODY, receivedFrame, type Frame } from "./frame.ts";

export class BroadcastCarrier extends Carrier {
  private readonly deaf = new Map<Frame, readonly CarrierHost[]>(); // receivers that chance takes a broadcast from

  protected override trackTo(to: number): number {
    return to === EVERYBODY ? this.options.track : super.trackTo(to);
  }

  protected override meetChance(frame: Frame, hasFate: boolean): void {
    if (frame.to !== EVERYBODY) {
      super.meetChance(frame, hasFate);
      return;
    }
    const { chance } = this.world;
    const { name } = this.host(frame.from);
    const deaf = this.others(frame).filter((host) => {
      const taken = chance.draw(frame.kind, name, host.name);
      if (hasFate) return false;
      chance.took(taken);
      return taken.length > 0;
    });
    this.deaf.set(frame, deaf);
  }

  protected override handTo(frame: Frame): Reception {
    if (frame.to !== EVERYBODY) return super.handTo(frame);
    const deaf = this.deaf.get(frame) ?? [];
    this.deaf.delete(frame);
    const received = (): Frame => receivedFrame(frame, this.medium.chainOf(frame));
    const all = this.others(frame);
    if (all.length > 0 && deaf.length === all.length) this.lose(received(), "lost by chance", this.options.track);
    for (const host of all) if (!deaf.includes(host)) host.arrive(this.receivedBy(host, frame));
    this.forget(frame);
    return "copied";
  }

  private others({ from }: Frame): readonly CarrierHost[] {
    return [...this.hosts.values()].filter(({ number }) => number !== from);
  }
}
