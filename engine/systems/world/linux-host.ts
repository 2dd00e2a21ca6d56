/** A Linux machine at a switch, as a host: its power cycles, its processor, its two links. */
import { CLUSTER_ASSUMED, CLUSTER_CALIBRATED, SEGMENT_BYTES, segmentWork } from "../../hardware/linux-costs.ts";
import { LinuxNode, type NodeCosts, type NodeOwner, type NodeSteps } from "../../hardware/linux-node.ts";
import { durationOf } from "../../hardware/cost.ts";
import type { Reception } from "../../hardware/token-ring.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { Source } from "../../kernel/trace-data.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import type { Frame } from "./frame.ts";
import { PoweredHost, type HostCycle } from "./powered-host.ts";
import type { SwitchedMedium } from "./switched-medium.ts";
import type { World } from "./world.ts";

/** Linux 2.6.18's, but for the limits, which would be a quarter of an hour and two hours. */
export const LINUX_TCP: TcpOptions = {
  segmentBytes: SEGMENT_BYTES,
  windowBytes: 65_535, // the largest without scaling (RFC 793)
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  keepAlive: { after: seconds(1), every: seconds(1), limit: 5 },
};

/** Source of the share of a segment's time. The paper gives that time; only the share is fitted. */
const SHARE: Source = CLUSTER_CALIBRATED.relayCost.source;

const STEPS: NodeSteps = {
  send: { name: "Send a segment", layer: "kernel", source: SHARE },
  receive: { name: "Receive a segment", layer: "kernel", source: SHARE },
};

/** The costs of a segment on the cluster on which FlexRPC was measured. */
const CLUSTER_NODE: NodeCosts = {
  segment: segmentWork(CLUSTER_CALIBRATED.relayCost.value),
  moderation: durationOf(CLUSTER_ASSUMED.moderation),
};

export interface LinuxCycle extends HostCycle {
  readonly node: LinuxNode<Frame>;
}

export abstract class LinuxHost<Cycle extends LinuxCycle = LinuxCycle>
  extends PoweredHost<Cycle>
  implements NodeOwner<Frame>
{
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly medium: SwitchedMedium;
  protected readonly noteTrack: number;
  private readonly costs: NodeCosts;

  /** @param number of its link at the switch. A subclass calls `switchOn` when it is made. */
  constructor(world: World, medium: SwitchedMedium, name: string, number: number, costs: NodeCosts = CLUSTER_NODE) {
    super(world, name, number);
    const { recorder } = world;
    this.medium = medium;
    this.costs = costs;
    medium.carrier.attach(this);
    this.noteTrack = recorder.track({ name: "CPU", machine: name, kind: "processor" });
    this.outTrack = recorder.track({ name: "Link out", machine: name, kind: "controller" });
    this.inTrack = recorder.track({ name: "Link in", machine: name, kind: "controller" });
  }

  /** The machine has handled a frame; `frame.ref` is the span of that work. */
  abstract received(frame: Frame): void;

  /** Sends a frame, once the processor has had it where it carries data. */
  sendFrame(frame: Frame): void {
    this.up.node.send(frame);
  }

  /** The machine's part of a power cycle. */
  protected linuxCycle(): LinuxCycle {
    const { sim, recorder } = this.world;
    const node = new LinuxNode<Frame>(sim, recorder, this.name, this.costs, STEPS, this);
    return {
      node,
      endedAt: Infinity,
      hardware: {
        halt: () => node.halt(),
        slow: (times) => node.slow(times),
        busyNs: () => [["cpu", node.busyNs]],
      },
    };
  }

  /** How long the machine takes to feed its link a frame's data. */
  protected feedNanos(_frame: Frame): Nanos {
    return 0;
  }

  prepared(frame: Frame): void {
    this.medium.transmit(frame, this.feedNanos(frame));
  }

  heldBack({ ref, call }: Frame): void {
    this.note("interrupt held back", { cause: ref, call });
  }

  protected takeIn({ node }: Cycle, frame: Frame): Reception {
    node.arrive(frame);
    return "copied";
  }
}
