/** Other hosts' packets on a subnet of the campus: their sizes, when they come, and where they go. */
import { itemAt } from "../kernel/reads.ts";
import type { RandomStream, RandomStreams } from "../kernel/random.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import { NO_REF, type Ref } from "../kernel/trace-data.ts";
import { CAMPUS_ASSUMED } from "./campus-costs.ts";
import type { CampusPlan } from "./campus-plan.ts";
import { meanGapForLoad } from "./ethernet.ts";

/** A packet of hosts outside the run: no machine of the run is told of it. */
export interface Foreign {
  readonly from: number; // a workstation of the subnet that it comes from
  readonly to: number;
  readonly bytes: number;
  readonly call: 0;
  ref: Ref;
  /** The traffic that it is part of, which sends the next when this one has left. */
  readonly source: ForeignTraffic;
}

/** True for what other hosts sent. */
export const isForeign = (packet: object): packet is Foreign =>
  "source" in packet && packet.source instanceof ForeignTraffic;

/** Sizes of IP packets: seven short to one long, after a mix measured on office Ethernets of the time. */
const SIZES = [46, 46, 46, 46, 46, 46, 46, 1500] as const;
/** At most so many packets wait on a subnet: beyond that it is overloaded, and hosts hold back. */
const LONGEST_LINE = 50;

interface ForeignOptions {
  readonly subnet: number;
  readonly name: string;
  readonly streams: RandomStreams;
  readonly load: number; // share of the subnet's capacity
  /** Whether these hosts fall silent for good. */
  readonly othersRest: () => boolean;
}

export class ForeignTraffic {
  private readonly sim: Simulation;
  private readonly plan: CampusPlan;
  private readonly subnet: number;
  private readonly random: RandomStream;
  private readonly transmit: (packet: Foreign) => void;
  private readonly meanGap: Nanos;
  private readonly othersRest: () => boolean;
  private readonly tag: number;
  private readonly line: Foreign[] = []; // the first is being sent

  constructor(
    sim: Simulation,
    plan: CampusPlan,
    options: ForeignOptions,
    medium: { frameTime(bytes: number): Nanos },
    transmit: (packet: Foreign) => void,
  ) {
    this.sim = sim;
    this.plan = plan;
    this.subnet = options.subnet;
    this.random = options.streams.stream(`other traffic on ${options.name}`);
    this.transmit = transmit;
    this.othersRest = options.othersRest;
    const mean = SIZES.reduce((sum, bytes) => sum + medium.frameTime(bytes), 0) / SIZES.length;
    this.meanGap = meanGapForLoad(options.load, mean);
    this.tag = sim.register(() => this.come());
    this.wait();
  }

  /** The first in line has been sent. */
  sent(): void {
    this.line.shift();
    const next = this.line[0];
    if (next !== undefined) this.transmit(next);
  }

  private wait(): void {
    this.sim.after(this.random.exponential(this.meanGap), this.tag, 0);
  }

  private come(): void {
    const { random, plan, line } = this;
    if (this.othersRest()) return;
    const bytes = itemAt(SIZES, random.integer(SIZES.length), "size");
    const elsewhere = random.float() < CAMPUS_ASSUMED.loadToOthers.value;
    const from = itemAt(plan.subnets, this.subnet, "subnet").first;
    const to = elsewhere ? this.elsewhere() : from;
    const packet: Foreign = { from, to, bytes, call: 0, ref: NO_REF, source: this };
    if (line.length < LONGEST_LINE && line.push(packet) === 1) this.transmit(packet);
    this.wait();
  }

  /** The first workstation of another subnet; which one is chosen at random. */
  private elsewhere(): number {
    const drawn = this.random.integer(this.plan.subnets.length - 1);
    const subnet = drawn < this.subnet ? drawn : drawn + 1;
    return itemAt(this.plan.subnets, subnet, "subnet").first;
  }
}
