/** The loopback interface of one machine as a medium: a packet that is sent comes back to the same machine. */
import type { Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import { Carrier, type CarrierHost, type Medium } from "./carrier.ts";
import type { Frame } from "./frame.ts";
import type { HostMedium, Plug } from "./medium.ts";
import type { World } from "./world.ts";

/** Beside a network the loopback interface loses nothing by chance: a fault script speaks of the network’s packets. */
export class SureCarrier extends Carrier {
  protected override meetChance(): void {
    // Nothing is drawn for a packet that stays on its machine.
  }
}

export class LoopbackMedium implements Medium, HostMedium {
  readonly carrier: Carrier;
  private readonly world: World;
  private readonly delay: (frame: Frame) => Nanos;

  /** @param delay of a frame, from the process that sends it until the machine has it */
  constructor(world: World, delay: (frame: Frame) => Nanos, CarrierOf: typeof Carrier = Carrier) {
    this.world = world;
    this.delay = delay;
    const track = world.recorder.track({ name: "Loopback", machine: "", kind: "medium" });
    this.carrier = new CarrierOf(world, this, { track, whenDown: "ignored" });
  }

  /** A frame has left the machine as soon as it is on its way. */
  plug(host: CarrierHost): Plug {
    return {
      transmit: (frame) => {
        this.transmit(frame);
        host.sent(frame, frame.departs);
      },
    };
  }

  frameBytes(octets: number): number {
    return octets;
  }

  /** For machines that send by no controller: nobody is told that the frame has left. */
  transmit(frame: Frame): void {
    const { now } = this.world.sim;
    frame.departs = now;
    this.carrier.leaves(frame, now, now + this.delay(frame));
  }

  repeat(copy: Frame): void {
    this.transmit(copy);
  }

  slot(frame: Frame): Nanos {
    return this.delay(frame);
  }

  chainOf({ row }: Frame): Ref {
    return row;
  }
}
