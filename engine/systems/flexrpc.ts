/**
 * FlexRPC: one machine calls many, each directly or all through a chain, on Linux machines at gigabit switches (Kim,
 * Kim and Maeng 2009).
 */
import type { Fault } from "../faults/fault.ts";
import { durationOf } from "../hardware/cost.ts";
import { CLUSTER_ASSUMED, CLUSTER_CALIBRATED, procedureCost, segmentWork } from "../hardware/linux-costs.ts";
import { itemAt } from "../kernel/reads.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { micros, type Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { MulticastCall } from "../protocols/flexrpc/caller.ts";
import { station } from "../wire/station.ts";
import { Callee } from "./flexrpc/callee.ts";
import { Caller } from "./flexrpc/caller.ts";
import type { Host, Surroundings } from "./flexrpc/host.ts";
import { chainOf, placesOf } from "./flexrpc/layout.ts";
import { EMPTY_ROUND_TRIP } from "./flexrpc/steps.ts";
import { ShareOfBytes, Watch } from "./flexrpc/watch.ts";
import { CallSupply } from "./world/call-supply.ts";
import { SwitchedMedium } from "./world/switched-medium.ts";
import { World } from "./world/world.ts";

/** The options of a run of FlexRPC. */
export interface FlexrpcOptions {
  readonly mode: "serial" | "parallel";
  readonly callees: number;
  readonly argumentBytes: number;
  readonly resultBytes: number; // of each callee
  readonly pipelined: boolean; // results one by one, not in bundles
  readonly wanted: number; // results with which a parallel call returns
  readonly calls: number; // back to back
  readonly processUs: number; // the paper's tp
  readonly networkMbps: number;
  readonly portBytes?: number; // that may wait at a port of a switch; left out: all that come
  readonly relayCost: number; // share of a segment's time
  readonly moderationUs: number;
  readonly calleeUs: number; // the caller's work for each further callee of a parallel call
  readonly order: "closest" | "given";
  readonly slowCallee: number; // 0 for none
  readonly slowMs: number; // milliseconds by which the slow callee takes longer
  readonly refusing: readonly number[]; // callees whose process does not run
  readonly silent: readonly number[]; // callees whose machine is off
}

export interface FlexrpcOutcome {
  /** Until the program had its last answer; the trace goes on until nothing is left to happen. */
  readonly elapsed: Nanos;
  readonly packets: number; // until then
  readonly laterPackets: number; // after it
  /** Processors and links; bytes for links, as frames without preamble, check sequence and gap. */
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos; readonly bytes?: number }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  /** How many results each call got, in the order of the calls. */
  readonly answers: readonly number[];
  readonly deepestQueueBytes: number; // at one port of a switch
  /** The measures of the first call. */
  readonly watch: Watch;
  readonly chain: readonly number[]; // machines in the order of the chain
  readonly trace: TraceData;
}

/** Names of the machines of a run, for its fault script. */
export const machineNames = (callees: number): readonly string[] => [
  "caller",
  ...Array.from({ length: callees }, (_, i) => `callee${i + 1}`),
];

/** Connections that lasted from before the run: from the caller to all, or along the chain. */
function connect(caller: Caller, callees: readonly Callee[], chain: readonly number[], options: FlexrpcOptions): void {
  const hosts: readonly Host[] = [caller, ...callees];
  const isThere = (machine: number): boolean =>
    !options.refusing.includes(machine) && !options.silent.includes(machine);
  for (const [i, machine] of chain.entries()) {
    const before = options.mode === "parallel" || i === 0 ? 0 : itemAt(chain, i - 1, "callee of the chain");
    if (!isThere(before) || !isThere(machine)) continue;
    itemAt(hosts, before, "machine").open(itemAt(hosts, machine, "machine"));
  }
}

function surroundingsOf(options: FlexrpcOptions, world: World, watch: Watch): Surroundings {
  const medium = new SwitchedMedium(
    world,
    {
      mbps: options.networkMbps,
      metres: CLUSTER_ASSUMED.cableMetres.value,
      latency: durationOf(CLUSTER_ASSUMED.switchLatency),
      places: placesOf(options.callees),
      portBytes: options.portBytes ?? Infinity,
    },
    watch,
  );
  const costs = { segment: segmentWork(options.relayCost), moderation: micros(options.moderationUs) };
  return { world, medium, costs };
}

/** From here on a run tells progress by bytes, not by calls. */
const LARGE_BYTES = 1_000_000;

/**
 * Runs until nothing is left to happen. `seed` names the random streams of losses by chance, which alone draw
 * numbers here. `progress` is told the share of calls begun; where much is sent, the share of bytes arrived.
 */
export function simulateFlexrpc(
  options: FlexrpcOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): FlexrpcOutcome {
  const total = options.calls * options.callees * (options.argumentBytes + options.resultBytes);
  const share = progress === undefined || total < LARGE_BYTES ? null : new ShareOfBytes(total, progress);
  const watch = new Watch(share);
  const world = new World({ faults, keep, seed, mostEvents: Infinity });
  const around = surroundingsOf(options, world, watch);
  const { sim, script, streams } = world;
  const { carrier, switched } = around.medium;
  const chain = chainOf(options.callees, options.order);
  const request: MulticastCall = {
    mode: options.mode,
    callees: chain.map((machine) => station(machine + 1).ip),
    argumentBytes: options.argumentBytes,
    pipelined: options.pipelined,
    wanted: options.mode === "serial" ? options.callees : options.wanted,
  };
  const answers: number[] = [];
  const program = {
    calls: new CallSupply(world, "caller", options.calls, share === null ? progress : undefined),
    request,
    ended: (call: number, results: number): void => {
      answers[call - 1] = results;
    },
  };
  const perCallee = { ...CLUSTER_CALIBRATED.perCallee, value: options.calleeUs };
  const caller = new Caller(around, program, perCallee);
  const process = procedureCost(options.processUs, EMPTY_ROUND_TRIP);
  const callees = Array.from({ length: options.callees }, (_, i) => {
    const slowMs = options.slowCallee === i + 1 ? options.slowMs : 0;
    const runs = !options.refusing.includes(i + 1);
    return new Callee(around, i + 1, { process, slowMs, resultBytes: options.resultBytes, runs }, watch);
  });
  connect(caller, callees, chain, options);
  for (const machine of options.silent) itemAt(callees, machine - 1, "callee").crash();
  world.scheduleMachineEvents();
  caller.start();
  world.runUntilAnswered();
  const elapsed = sim.now;
  const { packets } = carrier;
  const resources = resourcesOf([caller, ...callees], around.medium);
  world.runToEnd();
  share?.finish();
  carrier.close();
  return {
    elapsed,
    packets,
    laterPackets: carrier.packets - packets,
    resources,
    unusedFaults: script.unused(),
    draws: streams.draws,
    answers,
    deepestQueueBytes: switched.deepestBytes,
    watch,
    chain,
    trace: world.finish(elapsed),
  };
}

function resourcesOf(hosts: readonly Host[], { switched }: SwitchedMedium): FlexrpcOutcome["resources"] {
  const machines = hosts.flatMap((host) => {
    const { name, number } = host;
    const [out, into] = [switched.out[number], switched.in[number]];
    return [
      ...[...host.busyNs()].map(([part, busyNs]) => [part, { busyNs }] as const),
      ...(out === undefined ? [] : [[`${name}.out`, { busyNs: out.busyNs, bytes: out.bytes }] as const]),
      ...(into === undefined ? [] : [[`${name}.in`, { busyNs: into.busyNs, bytes: into.bytes }] as const]),
    ];
  });
  const trunks = switched.trunks.map(
    ({ busyNs, bytes }, i) => [i === 0 ? "trunk.there" : "trunk.back", { busyNs, bytes }] as const,
  );
  return new Map([...machines, ...trunks]);
}
