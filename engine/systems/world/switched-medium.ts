/** Switches and their links as a medium of hosts. A frame may wait at a port, and is lost where that has a limit. */
import { frameNanos, slotNanos } from "../../hardware/link.ts";
import { speedOf, SwitchedNetwork, type SwitchListener, type SwitchOptions } from "../../hardware/switch.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Ref, Step } from "../../kernel/trace-data.ts";
import { Carrier, type CarrierHost, type CarrierWatch, type Medium } from "./carrier.ts";
import type { Frame } from "./frame.ts";
import type { HostMedium, Plug } from "./medium.ts";
import type { World } from "./world.ts";

const ON_THE_WIRE: Step = {
  name: "Transmission time on the link",
  layer: "wire",
  source: {
    kind: "standard",
    text: "IEEE 802.3 framing: preamble 8, frame, check sequence 4, gap 12 bytes at the network’s speed",
  },
};

/** Called for packets, so that a run can measure them. */
export interface SwitchedWatch extends CarrierWatch {
  /** The frame has begun to leave its machine, at `departs`. */
  left?(frame: Frame): void;
}

export class SwitchedMedium implements SwitchListener<Frame>, Medium, HostMedium {
  readonly switched: SwitchedNetwork<Frame>;
  readonly carrier: Carrier;
  private readonly world: World;
  private readonly watch: SwitchedWatch;
  private readonly options: SwitchOptions;
  private readonly trunkTracks: readonly number[];
  private readonly step: number;

  /** Hosts have the numbers of their links in `options.places`, from 0. */
  constructor(world: World, options: SwitchOptions, watch: SwitchedWatch = {}) {
    const { recorder } = world;
    this.world = world;
    this.watch = watch;
    this.options = options;
    this.switched = new SwitchedNetwork(world.sim, options, this);
    const medium = (name: string): number => recorder.track({ name, machine: "", kind: "medium" });
    this.carrier = new Carrier(world, this, { track: medium("Switch"), whenDown: "ignored", watch });
    this.trunkTracks = this.switched.trunks.map((_, i) => medium(i === 0 ? "Trunk, there" : "Trunk, back"));
    this.step = recorder.step(ON_THE_WIRE);
  }

  plug(host: CarrierHost, isTold: boolean): Plug {
    this.switched.checkPlace(host.name, host.number);
    if (!isTold) return this;
    const mbps = speedOf(this.options, host.number);
    const leaving: Frame[] = []; // they leave in the order in which they came
    const tag = this.world.sim.register(() => {
      const frame = leaving.shift();
      if (frame !== undefined) host.sent(frame, frame.departs);
    });
    return {
      transmit: (frame) => {
        this.transmit(frame);
        leaving.push(frame);
        this.world.sim.at(frame.departs + frameNanos(frame.bytes, mbps), tag, 0);
      },
    };
  }

  frameBytes(octets: number): number {
    return octets;
  }

  /**
   * Hands a frame to its machine's link; `feed` is the time that the machine takes to feed the link its data, where it
   * is slower than the link.
   */
  transmit(frame: Frame, feed: Nanos = 0): void {
    this.switched.transmit(frame, feed);
  }

  /** When all that was handed to the link from a host has left. */
  freeAt(host: number): Nanos {
    const link = this.switched.out[host];
    if (link === undefined) throw new RangeError(`There is no link of host ${host} at the switch.`);
    return link.freeAt;
  }

  // The carrier's side.

  /** A copy comes out of its addressee's port once more. */
  repeat(copy: Frame): void {
    this.switched.repeat(copy);
  }

  slot({ bytes, to }: Frame): Nanos {
    return slotNanos(bytes, speedOf(this.options, to));
  }

  chainOf({ row }: Frame): Ref {
    return row;
  }

  // The switch's side.

  entered(frame: Frame): boolean {
    const { from, departs, sender } = frame;
    if (sender !== null && sender.endedAt <= departs) return false;
    this.onLink(this.carrier.host(from).outTrack, frame, departs, speedOf(this.options, from));
    this.watch.left?.(frame);
    return true;
  }

  crosses(frame: Frame, from: number, departs: Nanos): void {
    const track = this.trunkTracks[from];
    if (track === undefined) throw new RangeError(`There is no trunk of switch ${from}.`);
    this.onLink(track, frame, departs, this.options.mbps);
  }

  dropped(frame: Frame): void {
    this.carrier.lostOnTheWay(frame, "switch port full", this.carrier.host(frame.to).inTrack);
  }

  leaves(frame: Frame, departs: Nanos, arrives: Nanos): void {
    this.onLink(this.carrier.host(frame.to).inTrack, frame, departs, speedOf(this.options, frame.to));
    this.carrier.leaves(frame, frame.origin === "duplicate" ? departs : frame.departs, arrives);
  }

  private onLink(track: number, frame: Frame, departs: Nanos, mbps: number): void {
    const until = departs + slotNanos(frame.bytes, mbps);
    this.world.recorder.span(track, this.step, -1, departs, until, frame.ref, frame.call);
  }
}
