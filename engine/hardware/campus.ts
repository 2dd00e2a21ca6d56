/**
 * The campus network at work: its subnets, its routers and the fibres between them, put together after a plan. It
 * carries packets from workstation to workstation; on every subnet other hosts may send too.
 *
 * Rules
 * 1. A workstation's adapter has one packet at a time; the workstation is told when it may send the next.
 * 2. A packet for the same subnet goes straight to its addressee. Another goes to the subnet's router, which sends it
 *    on another of its subnets, or over its building's fibre to the router of the machine room, and that over another
 *    fibre to the router of the addressee's building.
 * 3. Packets from one workstation to another come in the order in which they were sent.
 * 4. Every packet arrives, or is reported lost with what lost it and where.
 * 5. Other hosts' packets come at random on each subnet, seven short to one long; most go to a host of the subnet, some
 *    to one of another subnet chosen at random. The trace holds what happens to them, but no machine is told.
 * 6. A packet to a subnet's number crosses that subnet once, and its owner hands it to the workstations there. All get
 *    it at the same moment, and all miss it where it is damaged.
 */
import { entryOf, itemAt } from "../kernel/reads.ts";
import type { RandomStreams } from "../kernel/random.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Step } from "../kernel/trace-data.ts";
import { CAMPUS_ASSUMED, CAMPUS_STANDARD } from "./campus-costs.ts";
import { ForeignTraffic, isForeign, type Foreign } from "./campus-foreign.ts";
import {
  fibreName,
  isSubnetAddress,
  MACHINE_ROOM,
  machineRoom,
  OTHERS_STATION,
  ROUTER_STATION,
  stationOf,
  stationsOf,
  subnetAt,
  subnetOf,
  type CampusPlan,
  type RouterSite,
  type Subnet,
} from "./campus-plan.ts";
import {
  EthernetSegment,
  RingSegment,
  type Carried,
  type Segment,
  type SegmentLoss,
  type SegmentOptions,
} from "./campus-segment.ts";
import { durationOf } from "./cost.ts";
import { ETHERNET, ETHERNET_FRAMES } from "./ethernet.ts";
import { Router } from "./router.ts";
import type { Reception } from "./machine.ts";

/** A packet from a workstation to a workstation, or to a subnet. */
export interface CampusPacket extends Carried {
  readonly from: number;
  readonly to: number;
  /** When its first bit left its sender; the campus sets it. */
  departs: Nanos;
}

export type LossReason = SegmentLoss | "no router buffer";

interface CampusOwner<P> {
  /** The last bit has left the sender's adapter, which may have another. */
  sent(packet: P): void;
  /** The last bit has come to the addressee's adapter; says what became of it there. */
  arrived(packet: P): Reception;
  /** Rule 4. `where` names a subnet or a router. */
  lost(packet: P, why: LossReason, where: string): void;
}

export interface CampusOptions {
  readonly streams: RandomStreams;
  /** Share of the frames that each network damages, 0 to 1. */
  readonly lossRate: number;
  /** Share of each subnet's capacity that other hosts take, 0 to 1. */
  readonly load: number;
  readonly routerService: Nanos;
  readonly routerBuffers: number;
  /** Asked before each packet of other hosts: whether they fall silent for good. Left out: they always send. */
  readonly othersRest?: () => boolean;
  /** Time from building to building beside the fibres, one way: above 0 the buildings are far apart. */
  readonly backboneDelay: Nanos;
}

/** The work of a network or a router so far. */
export interface CampusUse {
  readonly busyNs: Nanos;
  /** Packets that were sent on the network, or that came to the router; those of other hosts apart. */
  readonly packets: number;
  readonly others: number;
  /** Of those, lost there: damaged, given up after collisions, or without a buffer. */
  readonly lost: number;
  readonly othersLost: number;
}

type Tally = { -readonly [Count in Exclude<keyof CampusUse, "busyNs">]: CampusUse[Count] };

/** A quiet campus, as it is assumed to be. */
export const QUIET_CAMPUS: Omit<CampusOptions, "streams"> = {
  lossRate: 0,
  load: 0,
  routerService: durationOf(CAMPUS_ASSUMED.routerService),
  routerBuffers: CAMPUS_ASSUMED.routerBuffers.value,
  backboneDelay: 0,
};

const FORWARD: Step = {
  name: CAMPUS_ASSUMED.routerService.name,
  layer: "hardware",
  source: CAMPUS_ASSUMED.routerService.source,
};

/** In errors: what has a name and a tally. */
const USED = "network or router";

export class Campus<P extends CampusPacket> {
  readonly plan: CampusPlan;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly options: CampusOptions;
  private readonly owner: CampusOwner<P>;
  private readonly segments: readonly Segment<P | Foreign>[]; // subnets as in the plan, then a fibre for each router
  private readonly routers: readonly Router<P | Foreign>[]; // as in the plan, and the machine room's last
  private readonly tallies = new Map<string, Tally>(); // by the names of networks and routers
  private readonly tag: number;
  private readonly crossing: { readonly router: number; readonly packet: P | Foreign }[] = [];

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    plan: CampusPlan,
    options: CampusOptions,
    owner: CampusOwner<P>,
  ) {
    this.sim = sim;
    this.recorder = recorder;
    this.plan = plan;
    this.options = options;
    this.owner = owner;
    const fibreNames = plan.routers.map(({ name }) => fibreName(name));
    const names = [...plan.subnets, ...plan.routers].map(({ name }) => name);
    for (const name of [...names, ...fibreNames, MACHINE_ROOM]) {
      this.tallies.set(name, { packets: 0, others: 0, lost: 0, othersLost: 0 });
    }
    this.tag = sim.register(() => this.crossed());
    const fibres = plan.routers.map(({ number, name }) => this.makeFibre(number, fibreName(name)));
    this.segments = [...plan.subnets.map((_, subnet) => this.makeSubnet(subnet)), ...fibres];
    const routers = plan.routers.map(({ name, subnets }, router) => this.makeRouter(router, name, subnets.length + 1));
    this.routers = [...routers, this.makeRouter(machineRoom(plan), MACHINE_ROOM, plan.routers.length)];
    if (options.load > 0) this.startOthers();
  }

  /**
   * Rule 1. `packet.ref` is what handed it to the adapter. Throws RangeError for a packet that is too long for a
   * network on its way.
   */
  transmit(packet: P): void {
    const subnet = subnetOf(this.plan, packet.from);
    this.checkLength(packet, subnet);
    this.sendOn(subnet.number, stationOf(subnet, packet.from), packet);
  }

  /** A token ring takes longer packets than an Ethernet, and checks them itself. Fibres between rings are Ethernets. */
  private checkLength({ from, to, bytes }: P, { kind, number }: Subnet): void {
    const most = ETHERNET_FRAMES.most - ETHERNET.headerBytes.value;
    if (bytes <= most || (kind === "token ring" && subnetAt(this.plan, to).number === number)) return;
    throw new RangeError(
      `campus: an IP packet of ${bytes} bytes from workstation ${from} to ${to}, want at most ${most}: ` +
        "an Ethernet is on its way, and no router divides packets. Send it in several packets.",
    );
  }

  /** How long a packet keeps the network of its addressee busy. */
  lastFrameTime({ to, bytes }: P): Nanos {
    return this.segment(subnetAt(this.plan, to).number).frameTime(bytes);
  }

  /** Busy time so far of each network and router, by name. */
  busyNs(): ReadonlyMap<string, Nanos> {
    const busy = new Map<string, Nanos>();
    for (const { number, name } of this.plan.subnets) busy.set(name, this.segment(number).busyNs);
    for (const { number, name } of this.plan.routers) {
      busy.set(fibreName(name), this.segment(this.fibre(number)).busyNs);
      busy.set(name, this.router(number).busyNs);
    }
    busy.set(MACHINE_ROOM, this.router(machineRoom(this.plan)).busyNs);
    return busy;
  }

  /** The work of each network and router so far, by name. */
  uses(): ReadonlyMap<string, CampusUse> {
    const busy = this.busyNs();
    return new Map([...this.tallies].map(([name, tally]) => [name, { busyNs: entryOf(busy, name, USED), ...tally }]));
  }

  private fibre(router: number): number {
    return this.plan.subnets.length + router;
  }

  private segment(number: number): Segment<P | Foreign> {
    return itemAt(this.segments, number, "subnet or fibre");
  }

  private router(number: number): Router<P | Foreign> {
    return itemAt(this.routers, number, "router");
  }

  private subnet(number: number): Subnet {
    return itemAt(this.plan.subnets, number, "subnet");
  }

  private site(router: number): RouterSite {
    return itemAt(this.plan.routers, router, "router");
  }

  private tally(where: string): Tally {
    return entryOf(this.tallies, where, USED);
  }

  private makeSubnet(number: number): Segment<P | Foreign> {
    const { sim, recorder, options } = this;
    const subnet = this.subnet(number);
    const { name, kind } = subnet;
    const segment: SegmentOptions = {
      name,
      stations: stationsOf(subnet),
      streams: options.streams,
      lossRate: options.lossRate,
    };
    const owner = {
      sent: (station: number, packet: P | Foreign, departs: Nanos) =>
        this.leftStation(number, station, packet, departs),
      arrived: (station: number, packet: P | Foreign) => this.atStation(number, station, packet),
      lost: (packet: P | Foreign, why: SegmentLoss) => this.lose(packet, why, name),
    };
    if (kind === "token ring") return new RingSegment(sim, recorder, segment, owner);
    return new EthernetSegment(sim, recorder, { ...segment, metres: CAMPUS_STANDARD.segmentMetres.value }, owner);
  }

  /** An Ethernet of two stations: a building's router and the machine room's. */
  private makeFibre(router: number, name: string): Segment<P | Foreign> {
    const { streams, lossRate } = this.options;
    const options = { name, stations: 2, streams, lossRate, metres: CAMPUS_ASSUMED.fibreMetres.value };
    return new EthernetSegment<P | Foreign>(this.sim, this.recorder, options, {
      sent: (end, packet) => {
        this.count(name, packet);
        if (end === AT_MACHINE_ROOM) this.router(machineRoom(this.plan)).sent(router);
        else this.router(router).sent(this.fibrePort(router));
      },
      arrived: (end, packet) => {
        if (end === AT_MACHINE_ROOM) this.inMachineRoom(packet);
        else this.fromFar(router, packet);
        return "copied";
      },
      lost: (packet, why) => this.lose(packet, why, name),
    });
  }

  private makeRouter(number: number, name: string, ports: number): Router<P | Foreign> {
    const { routerService: service, routerBuffers: buffers } = this.options;
    return new Router<P | Foreign>(
      this.sim,
      this.recorder,
      name,
      { ports, service, buffers, step: FORWARD },
      {
        transmit: (port, packet) => this.fromRouter(number, port, packet),
        dropped: (_port, packet) => this.lose(packet, "no router buffer", name),
      },
    );
  }

  private fibrePort(router: number): number {
    return this.site(router).subnets.length;
  }

  // The way of a packet (rule 2).

  private sendOn(number: number, station: number, packet: P | Foreign): void {
    const to = subnetAt(this.plan, packet.to);
    const addressee =
      to.number !== number ? ROUTER_STATION : this.isForMany(packet) ? OTHERS_STATION : stationOf(to, packet.to);
    this.segment(number).transmit(station, packet, addressee);
  }

  /** Whether the packet goes to the station that stands for others: to other hosts, or to all of a subnet (rule 6). */
  private isForMany(packet: P | Foreign): boolean {
    return isForeign(packet) || isSubnetAddress(this.plan, packet.to);
  }

  private leftStation(number: number, station: number, packet: P | Foreign, departs: Nanos): void {
    const { name, router, port } = this.subnet(number);
    this.count(name, packet);
    if (station === ROUTER_STATION) {
      this.router(router).sent(port);
    } else if (isForeign(packet)) {
      packet.source.sent();
    } else {
      packet.departs = departs;
      this.owner.sent(packet);
    }
  }

  private atStation(number: number, station: number, packet: P | Foreign): Reception {
    if (station === ROUTER_STATION) {
      this.atRouter(this.subnet(number).router, packet);
      return "copied";
    }
    return isForeign(packet) ? "copied" : this.owner.arrived(packet);
  }

  private atRouter(router: number, packet: P | Foreign): void {
    const to = subnetAt(this.plan, packet.to);
    this.count(this.site(router).name, packet);
    this.router(router).arrive(packet, to.router === router ? to.port : this.fibrePort(router));
  }

  /** Its router's ports are the buildings' fibres, by the numbers of their routers. */
  private inMachineRoom(packet: P | Foreign): void {
    this.count(MACHINE_ROOM, packet);
    this.router(machineRoom(this.plan)).arrive(packet, subnetAt(this.plan, packet.to).router);
  }

  private fromRouter(router: number, port: number, packet: P | Foreign): void {
    if (router === machineRoom(this.plan)) {
      this.segment(this.fibre(port)).transmit(AT_MACHINE_ROOM, packet, AT_BUILDING);
    } else if (port === this.fibrePort(router)) {
      this.segment(this.fibre(router)).transmit(AT_BUILDING, packet, AT_MACHINE_ROOM);
    } else {
      this.sendOn(itemAt(this.site(router).subnets, port, "port"), ROUTER_STATION, packet);
    }
  }

  /** From another building, which may be far away. */
  private fromFar(router: number, packet: P | Foreign): void {
    const { backboneDelay } = this.options;
    if (backboneDelay === 0) this.atRouter(router, packet);
    else {
      this.crossing.push({ router, packet });
      this.sim.after(backboneDelay, this.tag, 0);
    }
  }

  private crossed(): void {
    const first = this.crossing.shift();
    if (first === undefined) throw new Error("A packet has crossed the backbone that was not on it.");
    this.atRouter(first.router, first.packet);
  }

  private lose(packet: P | Foreign, why: LossReason, where: string): void {
    this.tally(where)[isForeign(packet) ? "othersLost" : "lost"]++;
    if (!isForeign(packet)) this.owner.lost(packet, why, where);
  }

  private count(where: string, packet: P | Foreign): void {
    this.tally(where)[isForeign(packet) ? "others" : "packets"]++;
  }

  /** Rule 5. */
  private startOthers(): void {
    const { sim, plan, options } = this;
    for (const { number, name } of plan.subnets) {
      const segment = this.segment(number);
      new ForeignTraffic(
        sim,
        plan,
        {
          subnet: number,
          name,
          streams: options.streams,
          load: options.load,
          othersRest: options.othersRest ?? ((): boolean => false),
        },
        segment,
        (packet) => this.sendOn(number, OTHERS_STATION, packet),
      );
    }
  }
}

/** Stations of a fibre. */
const AT_BUILDING = 0;
const AT_MACHINE_ROOM = 1;
