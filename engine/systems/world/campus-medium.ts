/**
 * The campus as a medium of hosts: networks joined by routers. A packet's arrival is known only when it comes, and the
 * packet may be lost on its way. A host's number is that of its workstation.
 */
import { Campus, type CampusOptions, type CampusUse, type LossReason } from "../../hardware/campus.ts";
import { addressOfSubnet, isSubnetAddress, routersBetween, subnetAt, subnetOf } from "../../hardware/campus-plan.ts";
import type { CampusPlan } from "../../hardware/campus-plan.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import { ETHERNET_BYTES } from "../../wire/ethernet.ts";
import { BroadcastCarrier } from "./broadcast-carrier.ts";
import type { Carrier, CarrierHost, CarrierWatch, Medium } from "./carrier.ts";
import type { Frame } from "./frame.ts";
import { OTHERS_REST, type HostMedium, type Plug } from "./medium.ts";
import type { World } from "./world.ts";
import { gather } from "../../kernel/tally.ts";

/** On a campus a frame can go to all workstations of a subnet. */
class CampusCarrier extends BroadcastCarrier {
  private readonly plan: CampusPlan;

  constructor(plan: CampusPlan, ...rest: ConstructorParameters<typeof Carrier>) {
    super(...rest);
    this.plan = plan;
  }

  protected override isForMany(to: number): boolean {
    return isSubnetAddress(this.plan, to);
  }

  protected override reaches(to: number, { number }: CarrierHost): boolean {
    return subnetOf(this.plan, number).number === subnetAt(this.plan, to).number;
  }

  protected override trackOfMany(to: number): number {
    return this.world.recorder.track({ name: subnetAt(this.plan, to).name, machine: "", kind: "medium" });
  }
}

export class CampusMedium implements Medium, HostMedium {
  readonly carrier: Carrier;
  private readonly world: World;
  private readonly plan: CampusPlan;
  private readonly campus: Campus<Frame>;
  private lastSent: Nanos = 0; // a frame of the run
  private readonly sending = new Map<number, Frame[]>(); // by host: the frames of its adapter, the first under way

  constructor(world: World, plan: CampusPlan, options: Omit<CampusOptions, "streams">, watch: CarrierWatch = {}) {
    const { sim, recorder, streams } = world;
    this.world = world;
    this.plan = plan;
    this.campus = new Campus<Frame>(
      sim,
      recorder,
      plan,
      { ...options, streams, othersRest: () => world.isAnswered && sim.now - this.lastSent > OTHERS_REST },
      {
        sent: (frame) => this.hasLeft(frame),
        arrived: (frame) => this.carrier.came(frame),
        lost: (frame, why, where) => this.lost(frame, why, where),
      },
    );
    this.carrier = new CampusCarrier(plan, world, this, { track: NO_TRACK, whenDown: "lost", watch });
  }

  /** The numbers of the subnets on which these workstations stand, for frames to many. */
  subnetsWith(workstations: readonly number[]): readonly number[] {
    const subnets = new Map(workstations.map((one) => [subnetOf(this.plan, one).number, subnetOf(this.plan, one)]));
    return [...subnets.values()].map((subnet) => addressOfSubnet(this.plan, subnet));
  }

  plug(): Plug {
    return this;
  }

  /** The campus counts IP packets, which are what a token ring carries too. */
  frameBytes(octets: number): number {
    return octets - ETHERNET_BYTES;
  }

  /** A machine that restarted may send a frame before the last frame of its previous power cycle has left. */
  transmit(frame: Frame): void {
    if (gather(this.sending, frame.from, frame).length === 1) this.start(frame);
  }

  /** The work of each network and router so far, by name. */
  uses(): ReadonlyMap<string, CampusUse> {
    return this.campus.uses();
  }

  // The carrier's side.

  /**
   * A copy takes a frame's time on the network of its addressee, but does not contend there: a station more would
   * change the token's way.
   */
  repeat(copy: Frame): void {
    const { now } = this.world.sim;
    this.carrier.leaves(copy, now, now + this.slot(copy));
  }

  slot(frame: Frame): Nanos {
    return this.campus.lastFrameTime(frame);
  }

  /** A frame that came through routers has their rows in its chain, so that its waits there show. */
  chainOf({ from, to, row, ref, origin }: Frame): Ref {
    const isRouted = origin !== "duplicate" && routersBetween(this.campus.plan, from, to).length > 0;
    return isRouted ? ref : row;
  }

  // The campus's side.

  private start(frame: Frame): void {
    frame.departs = this.world.sim.now;
    this.lastSent = frame.departs;
    frame.cause = frame.ref;
    this.campus.transmit(frame);
  }

  private hasLeft(frame: Frame): void {
    this.carrier.left(frame);
    const line = this.sending.get(frame.from);
    if (line === undefined) throw new Error(`A frame left host ${frame.from}, which had none.`);
    line.shift();
    if (line[0] !== undefined) this.start(line[0]);
    this.carrier.host(frame.from).sent(frame, frame.departs);
  }

  private lost(frame: Frame, why: LossReason, where: string): void {
    const { recorder } = this.world;
    const track =
      why === "no router buffer"
        ? recorder.track({ name: "Forwarding", machine: where, kind: "processor" })
        : recorder.track({ name: where, machine: "", kind: "medium" });
    this.carrier.lostOnTheWay(frame, why, track);
  }
}

/** The trace keeps no rows for other hosts' packets here, so the medium needs no track for them. */
const NO_TRACK = -1;
