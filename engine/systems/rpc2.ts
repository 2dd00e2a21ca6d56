/**
 * RPC2 and MultiRPC on the campus of Carnegie Mellon: an RT-PC that calls many, by MultiRPC, one after another, or with
 * a thread for each (Satyanarayanan & Siegel 1990). Several RT-PCs may call the same servers.
 */
import type { Fault } from "../faults/fault.ts";
import { QUIET_CAMPUS, type CampusUse } from "../hardware/campus.ts";
import { CAMPUS, CAMPUS_ASSUMED } from "../hardware/campus-costs.ts";
import {
  mostRingServers,
  placeServers,
  planCampus,
  type CampusPlan,
  type CampusSite,
} from "../hardware/campus-plan.ts";
import { kernelSegments } from "../hardware/rt-pc.ts";
import { itemAt } from "../kernel/reads.ts";
import type { RandomStream } from "../kernel/random.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { ServingParty } from "./rpc2/bind.ts";
import type { BindAgain, Trial } from "./rpc2/calling.ts";
import { Client } from "./rpc2/client.ts";
import { Starts, type Setting } from "./rpc2/host.ts";
import type { Rpc2Options } from "./rpc2/options.ts";
import { Server } from "./rpc2/server.ts";
import { rpc2Segments } from "./rpc2/steps.ts";
import { TrialSupply } from "./rpc2/trial-supply.ts";
import { CampusMedium } from "./world/campus-medium.ts";
import type { CarrierWatch } from "./world/carrier.ts";
import type { Frame } from "./world/frame.ts";
import { World } from "./world/world.ts";

export type { CampusSite, Placement } from "../hardware/campus-plan.ts";
export type { Trial } from "./rpc2/calling.ts";
export { programOf } from "./rpc2/program.ts";
export {
  FOREIGN_LOADS,
  checkedRpc2Faults,
  USUAL_GAP,
  USUAL_REQUEST,
  type CallMode,
  type Distribution,
  type Rpc2Options,
} from "./rpc2/options.ts";

export interface Rpc2Outcome {
  /** Until the program had its last answer; the trace goes on until nothing is left to happen. */
  readonly elapsed: Nanos;
  readonly trials: readonly Trial[]; // by client and thread
  /** Those but the first of each thread. */
  readonly furtherTrials: readonly Trial[];
  readonly packets: number; // until then
  readonly laterPackets: number; // after it
  /** Servers that are up at the end. */
  readonly living: readonly number[];
  readonly retries: number; // packets that were sent again until then
  readonly lostReplies: number; // replies that were sent until then, and came to no process
  /** What the first client's tables of MultiRPC take at the end. */
  readonly tableBytes: number;
  /** How long processors were busy; of networks and routers also how many packets they carried and lost. */
  readonly resources: ReadonlyMap<string, { readonly busyNs: number } | CampusUse>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  /** The campus that it ran on, and where its machines stood there. */
  readonly site: CampusSite;
  readonly trace: TraceData;
}

/**
 * The plan of the campus, with the workstations of the client's servers. Of more servers than a token ring has room
 * for, the rest stand elsewhere.
 */
function campusFor({ servers, placement, clients = 1 }: Rpc2Options): CampusSite {
  const usual = CAMPUS.ringServers.value;
  const ringServers = placement === "ring" ? Math.min(mostRingServers(clients), Math.max(usual, servers)) : usual;
  const workstations = Math.max(CAMPUS.workstations.value, servers + clients);
  const plan = planCampus({ workstations, ringServers, clients });
  return {
    plan,
    at: placeServers(plan, servers, servers > ringServers && placement === "ring" ? "campus" : placement),
  };
}

/** `count` different numbers below `servers`, drawn at random. */
export function drawn(random: RandomStream, count: number, servers: number): ReadonlySet<number> {
  const left = Array.from({ length: servers }, (_, server) => server);
  const taken = Array.from({ length: Math.min(count, servers) }, () => {
    const at = random.integer(left.length);
    const server = itemAt(left, at, "server");
    left[at] = itemAt(left, left.length - 1, "server");
    left.pop();
    return server;
  });
  return new Set(taken);
}

/** How the client binds anew to each server; `before` are the servers as they were before some of them died. */
export function bindAgainTo(
  servers: readonly Server[],
  before: readonly ServingParty[],
  dead: ReadonlySet<number>,
): (server: number) => BindAgain {
  return (number) => {
    if (dead.has(number)) return { tag: "at once", party: itemAt(before, number, "server") };
    const { isDown, peer } = itemAt(servers, number, "server");
    return isDown ? { tag: "down" } : { tag: "over the network", peer };
  };
}

/** Packets of a run that are counted apart. */
class PacketCounts implements CarrierWatch {
  retries = 0; // packets that were sent again
  lostReplies = 0; // replies that came to no process

  recorded({ origin }: Frame): void {
    if (origin === "retransmission") this.retries++;
  }

  lost({ kind }: Frame): void {
    if (kind === "reply") this.lostReplies++;
  }
}

/** The campus with its loads and losses, and the parts of a run that all machines share. */
export function settingOf(
  world: World,
  plan: CampusPlan,
  options: Rpc2Options,
  watch: CarrierWatch,
  progress?: (share: number) => void,
): Setting {
  const { load, lossRate, routerBuffers = CAMPUS_ASSUMED.routerBuffers.value } = options;
  const backboneDelay = millis(options.backboneDelayMs);
  const medium = new CampusMedium(
    world,
    plan,
    { ...QUIET_CAMPUS, load, lossRate, backboneDelay, routerBuffers },
    watch,
  );
  const { recorder } = world;
  const [kernel, segments] = [kernelSegments(recorder), rpc2Segments(recorder, options)];
  const supply = new TrialSupply(options.trials, progress);
  return { world, medium, kernel, segments, options, starts: new Starts(), supply };
}

/** Runs all trials. `seed` names the run's random streams, `progress` is told the share of requests and results. */
export function simulateRpc2(
  options: Rpc2Options,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): Rpc2Outcome {
  const site = campusFor(options);
  const world = new World({ faults, keep, seed });
  const { sim, script, streams } = world;
  const counts = new PacketCounts();
  const setting = settingOf(world, site.plan, options, counts, progress);
  const { carrier } = setting.medium;
  // The client first, because that is the order in which the lanes are drawn; further ones last.
  const client = new Client(setting);
  const servers = site.at.map((workstation, server) => new Server(setting, server, workstation));
  const further = Array.from({ length: site.plan.clients - 1 }, (_, i) => new Client(setting, i + 1));
  const clients = [client, ...further];
  const dead = drawn(streams.stream("dead servers"), options.dead, options.servers);
  const parties = servers.map(({ party }) => party);
  for (const host of [client, ...servers, ...further]) host.listen();
  world.scheduleMachineEvents();
  for (const one of clients) one.start(parties, bindAgainTo(servers, parties, dead));
  for (const server of dead) itemAt(servers, server, "server").crash("dead");
  world.runUntilAnswered();
  const elapsed = sim.now;
  const { packets } = carrier;
  const { retries, lostReplies } = counts;
  const hosts = [client, ...servers, ...further].flatMap((host) =>
    [...host.busyNs()].map(([part, busyNs]) => [part, { busyNs }] as const),
  );
  const resources = new Map<string, { readonly busyNs: number }>([...hosts, ...setting.medium.uses()]);
  world.runToEnd();
  carrier.close();
  return {
    elapsed,
    trials: clients.flatMap(({ trials }) => trials),
    furtherTrials: clients.flatMap(({ furtherTrials }) => furtherTrials),
    packets,
    laterPackets: carrier.packets - packets,
    living: servers.flatMap(({ isDown }, server) => (isDown ? [] : [server])),
    retries,
    lostReplies,
    tableBytes: client.tableBytes,
    resources,
    unusedFaults: script.unused(),
    draws: streams.draws,
    site,
    trace: world.finish(elapsed),
  };
}
