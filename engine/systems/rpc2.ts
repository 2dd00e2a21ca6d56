/**
 * RPC2 and MultiRPC on the campus of Carnegie Mellon: one RT-PC that calls many, by MultiRPC, one after another, or
 * with a thread for each (Satyanarayanan & Siegel 1990).
 */
import { FaultScript } from "../faults/script.ts";
import type { Fault } from "../faults/fault.ts";
import type { CampusUse } from "../hardware/campus.ts";
import { CAMPUS } from "../hardware/campus-costs.ts";
import {
  MOST_RING_SERVERS,
  placeServers,
  planCampus,
  type CampusSite,
  type Placement,
} from "../hardware/campus-plan.ts";
import { kernelSegments } from "../hardware/rt-pc.ts";
import { RandomStreams, type RandomStream } from "../kernel/random.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder, type Keep } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { ServingParty } from "./rpc2/bind.ts";
import { Client, type Trial } from "./rpc2/client.ts";
import type { Host, World } from "./rpc2/host.ts";
import { Network } from "./rpc2/network.ts";
import { serverOf, type Rpc2Options } from "./rpc2/options.ts";
import { Server } from "./rpc2/server.ts";
import { rpc2Segments } from "./rpc2/steps.ts";

export type { CampusUse } from "../hardware/campus.ts";
export type { CampusSite, Placement } from "../hardware/campus-plan.ts";
export type { Trial } from "./rpc2/client.ts";
export {
  FOREIGN_LOADS,
  parseRpc2Faults,
  USUAL_GAP,
  USUAL_REQUEST,
  type CallMode,
  type Distribution,
  type Rpc2Options,
} from "./rpc2/options.ts";

export interface Rpc2Outcome {
  readonly elapsed: Nanos;
  readonly trials: readonly Trial[];
  readonly packets: number;
  /** Servers that are up at the end. */
  readonly living: readonly number[];
  readonly retries: number; // packets among them that were sent again
  readonly lostReplies: number; // that were sent and came to no process
  /** Of processors how long they were busy; of networks and routers also what they carried and lost. */
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
export function campusFor(servers: number, placement: Placement): CampusSite {
  const usual = CAMPUS.ringServers.value;
  const ringServers = placement === "ring" ? Math.min(MOST_RING_SERVERS, Math.max(usual, servers)) : usual;
  const plan = planCampus({ workstations: Math.max(CAMPUS.workstations.value, servers + 1), ringServers });
  return {
    plan,
    at: placeServers(plan, servers, servers > ringServers && placement === "ring" ? "campus" : placement),
  };
}

/** So many different numbers below `servers`, drawn by lot. */
function drawn(random: RandomStream, count: number, servers: number): ReadonlySet<number> {
  const left = Array.from({ length: servers }, (_, server) => server);
  const taken = Array.from({ length: Math.min(count, servers) }, () => {
    const at = random.integer(left.length);
    const server = left[at] ?? 0;
    left[at] = left.at(-1) ?? 0;
    left.pop();
    return server;
  });
  return new Set(taken);
}

/** Puts what the script does to machines into the queue of events. */
function scheduleMachineEvents(sim: Simulation, script: FaultScript, client: Client, servers: readonly Server[]): void {
  const events = script.machineEvents();
  const tag = sim.register((_kind, index) => {
    const event = events[index];
    const host: Host | undefined = event && (servers[serverOf(event.machine)] ?? client);
    if (event === undefined || host === undefined) return;
    script.met(event);
    if (event.what === "slow") host.slow(event.times);
    else if (event.what === "crash") host.crash("crash");
    else host.restart();
  });
  for (const [index, event] of events.entries()) sim.at(event.at, tag, index);
}

/** Whom a client can bind to: machines that are up, and those drawn dead, as they were before. */
function partiesOf(servers: readonly Server[], dead: ReadonlySet<number>): (server: number) => ServingParty | null {
  const before = servers.map((server, number) => (dead.has(number) ? server.party : null));
  return (number) => {
    const server = servers[number];
    return before[number] ?? (server === undefined || server.isDown ? null : server.party);
  };
}

/** Runs all trials. `seed` names the run's random streams, `progress` is told the share of requests and results. */
export function simulateRpc2(
  options: Rpc2Options,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): Rpc2Outcome {
  const sim = new Simulation();
  const recorder = new TraceRecorder(keep);
  const script = new FaultScript(faults);
  const site = campusFor(options.servers, options.placement);
  const { plan, at } = site;
  const streams = new RandomStreams(seed);
  const network = new Network(sim, recorder, script, plan, streams, options);
  const [kernel, segments] = [kernelSegments(recorder), rpc2Segments(recorder, options)];
  const world: World = { sim, recorder, network, kernel, segments, options, streams, progress };
  // The client first, because that is the order in which the lanes are drawn.
  const client = new Client(world);
  const servers = at.map((workstation, server) => new Server(world, server, workstation));
  const dead = drawn(streams.stream("dead servers"), options.dead, options.servers);
  const parties = partiesOf(servers, dead);
  for (const host of [client, ...servers]) host.listen();
  scheduleMachineEvents(sim, script, client, servers);
  client.start(parties);
  for (const server of dead) servers[server]?.crash("dead");
  sim.run();

  const hosts = [client, ...servers].map(({ name, busyNs }) => [`${name}.cpu0`, { busyNs }] as const);
  return {
    elapsed: sim.now,
    trials: client.trials,
    packets: network.packets,
    living: servers.flatMap(({ isDown }, server) => (isDown ? [] : [server])),
    retries: network.retries,
    lostReplies: network.lostReplies,
    resources: new Map<string, { readonly busyNs: number }>([...hosts, ...network.uses()]),
    unusedFaults: script.unused(),
    draws: streams.draws,
    site,
    trace: recorder.finish(sim.now),
  };
}
