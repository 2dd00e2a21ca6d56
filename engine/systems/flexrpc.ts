/**
 * FlexRPC: one machine calls many, itself or through a chain of them, on Linux machines at gigabit switches (Kim, Kim
 * and Maeng 2009).
 */
import type { FaultScript } from "../faults/script.ts";
import type { Fault } from "../faults/fault.ts";
import { durationOf } from "../hardware/cost.ts";
import { CLUSTER_ASSUMED, CLUSTER_CALIBRATED, procedureCost, segmentWork } from "../hardware/linux-costs.ts";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder, type Keep } from "../kernel/trace.ts";
import { micros, type Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { MulticastCall } from "../protocols/flexrpc/caller.ts";
import { station } from "../wire/station.ts";
import { Callee } from "./flexrpc/callee.ts";
import { Caller, type CallSupply } from "./flexrpc/caller.ts";
import type { Host, World } from "./flexrpc/host.ts";
import { chainOf, placesOf } from "./flexrpc/layout.ts";
import { Network } from "./flexrpc/network.ts";
import type { FlexrpcOptions } from "./flexrpc/options.ts";
import { EMPTY_ROUND_TRIP, NODE_STEPS } from "./flexrpc/steps.ts";
import { Watch } from "./flexrpc/watch.ts";

export type { FlexrpcOptions } from "./flexrpc/options.ts";

export interface FlexrpcOutcome {
  readonly elapsed: Nanos;
  readonly packets: number;
  /** Processors and links; bytes for links, as frames without preamble, check sequence and gap. */
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos; readonly bytes?: number }>;
  readonly unusedFaults: readonly Fault[];
  /** Results that came, of each call in order. */
  readonly answers: readonly number[];
  readonly deepestQueueBytes: number; // at one port of a switch
  /** Of the first call. */
  readonly watch: Watch;
  readonly chain: readonly number[]; // machines in the order of the chain
  readonly trace: TraceData;
}

/** Names of the machines of a run, for its fault script. */
export const machineNames = (callees: number): readonly string[] => [
  "caller",
  ...Array.from({ length: callees }, (_, i) => `callee${i + 1}`),
];

/** Calls still to be made. */
class Supply implements CallSupply {
  /** Restarts of the caller that the script still has in store. */
  restarts = 0;
  readonly answers: number[] = [];
  private begun = 0;
  private readonly sim: Simulation;
  private readonly calls: number;
  private readonly call: MulticastCall;
  private readonly progress: ((share: number) => void) | undefined;

  constructor(sim: Simulation, calls: number, call: MulticastCall, progress: ((share: number) => void) | undefined) {
    this.sim = sim;
    this.calls = calls;
    this.call = call;
    this.progress = progress;
  }

  take(): MulticastCall | null {
    if (this.begun === this.calls) return null;
    this.begun++;
    this.progress?.(this.begun / this.calls);
    return this.call;
  }

  ended(call: number, results: number): void {
    this.answers[call - 1] = results;
  }

  finished(): void {
    if (this.restarts === 0 || this.begun === this.calls) this.sim.stop();
  }
}

/** Puts what the script does to machines into the queue of events. */
function scheduleMachineEvents(sim: Simulation, script: FaultScript, hosts: readonly Host[], supply: Supply): void {
  const events = script.machineEvents();
  supply.restarts = events.filter(({ machine, what }) => machine === "caller" && what === "restart").length;
  const tag = sim.register((_kind, index) => {
    const event = events[index];
    const host = hosts.find(({ name }) => name === event?.machine);
    if (event === undefined || host === undefined) return;
    script.met(event);
    if (event.machine === "caller" && event.what === "restart") supply.restarts--;
    if (event.what === "slow") host.slow(event.times);
    else if (event.what === "crash") host.crash();
    else host.restart();
  });
  for (const [index, event] of events.entries()) sim.at(event.at, tag, index);
}

/** Connections that lasted from before the run: from the caller to all, or along the chain. */
function connect(caller: Caller, callees: readonly Callee[], chain: readonly number[], options: FlexrpcOptions): void {
  const hosts: readonly Host[] = [caller, ...callees];
  const isThere = (machine: number): boolean =>
    !options.refusing.includes(machine) && !options.silent.includes(machine);
  for (const [i, machine] of chain.entries()) {
    const before = options.mode === "parallel" ? 0 : (chain[i - 1] ?? 0);
    const [from, to] = [hosts[before], hosts[machine]];
    if (from !== undefined && to !== undefined && isThere(before) && isThere(machine)) from.open(to);
  }
}

function worldOf(options: FlexrpcOptions, keep: Keep, faults: readonly Fault[], watch: Watch): World {
  const sim = new Simulation();
  const recorder = new TraceRecorder(keep);
  const network = new Network(
    sim,
    recorder,
    faults,
    {
      mbps: options.networkMbps,
      metres: CLUSTER_ASSUMED.cableMetres.value,
      latency: durationOf(CLUSTER_ASSUMED.switchLatency),
      places: placesOf(options.callees),
    },
    watch,
  );
  const costs = { segment: segmentWork(options.relayCost), moderation: micros(options.moderationUs) };
  return { sim, recorder, network, costs, steps: NODE_STEPS };
}

/**
 * Runs until every call has returned or failed. `progress` is told the share of calls begun. There is no chance in it,
 * so no seed.
 */
export function simulateFlexrpc(
  options: FlexrpcOptions,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): FlexrpcOutcome {
  const watch = new Watch();
  const world = worldOf(options, keep, faults, watch);
  const { sim, recorder, network } = world;
  const chain = chainOf(options.callees, options.order);
  const call: MulticastCall = {
    mode: options.mode,
    callees: chain.map((machine) => station(machine + 1).ip),
    argumentBytes: options.argumentBytes,
    pipelined: options.pipelined,
    wanted: options.mode === "serial" ? options.callees : options.wanted,
  };
  const supply = new Supply(sim, options.calls, call, progress);
  const perCallee = { ...CLUSTER_CALIBRATED.perCallee, value: options.calleeUs };
  const caller = new Caller(world, supply, perCallee);
  const process = procedureCost(options.processUs, EMPTY_ROUND_TRIP);
  const callees = Array.from({ length: options.callees }, (_, i) => {
    const slowMs = options.slowCallee === i + 1 ? options.slowMs : 0;
    const runs = !options.refusing.includes(i + 1);
    return new Callee(world, i + 1, { process, slowMs, resultBytes: options.resultBytes, runs }, watch);
  });
  connect(caller, callees, chain, options);
  for (const machine of options.silent) callees[machine - 1]?.crash();
  scheduleMachineEvents(sim, network.script, [caller, ...callees], supply);
  caller.start();
  sim.run();
  network.close();
  return {
    elapsed: sim.now,
    packets: network.packets,
    resources: resourcesOf([caller, ...callees], network),
    unusedFaults: network.script.unused(),
    answers: supply.answers,
    deepestQueueBytes: network.switched.deepestBytes,
    watch,
    chain,
    trace: recorder.finish(sim.now),
  };
}

function resourcesOf(hosts: readonly Host[], { switched }: Network): FlexrpcOutcome["resources"] {
  const machines = hosts.flatMap(({ name, number, busyNs }) => {
    const [out, into] = [switched.out[number], switched.in[number]];
    return [
      [`${name}.cpu`, { busyNs }] as const,
      ...(out === undefined ? [] : [[`${name}.out`, { busyNs: out.busyNs, bytes: out.bytes }] as const]),
      ...(into === undefined ? [] : [[`${name}.in`, { busyNs: into.busyNs, bytes: into.bytes }] as const]),
    ];
  });
  const trunks = switched.trunks.map(
    ({ busyNs, bytes }, i) => [i === 0 ? "trunk.there" : "trunk.back", { busyNs, bytes }] as const,
  );
  return new Map([...machines, ...trunks]);
}
