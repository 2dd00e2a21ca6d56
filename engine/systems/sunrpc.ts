/**
 * Sun RPC: two Sun 3/50s on an Ethernet, or one with both processes on it, and the programs that Elliott & Nutt
 * measured ("Remarks on the Cost of Using a Remote Procedure Call Facility", 1989).
 */
import type { Fault } from "../faults/fault.ts";
import { durationOf } from "../hardware/cost.ts";
import { SUN3_ASSUMED } from "../hardware/sun3-costs.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { Cast, type Measured } from "./sunrpc/cast.ts";
import { SunHost, type Network, type Surroundings } from "./sunrpc/host.ts";
import { LoopbackMedium } from "./sunrpc/loopback.ts";
import { CLIENT, CLOCK_TICK, CLIENT_NAME, SERVER, SERVER_NAME, type SunRpcOptions } from "./sunrpc/options.ts";
import { kernelSegments } from "./sunrpc/steps.ts";
import { EthernetMedium } from "./world/ethernet-medium.ts";
import { World } from "./world/world.ts";

export interface SunRpcOutcome extends Measured {
  readonly elapsed: Nanos;
  readonly packets: number;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
}

function networkOf(world: World, isLocal: boolean): Network {
  if (isLocal) return { place: "local", medium: new LoopbackMedium(world, durationOf(SUN3_ASSUMED.loopback)) };
  const metres = SUN3_ASSUMED.cableMetres.value;
  return {
    place: "remote",
    medium: new EthernetMedium(world, { mbps: SUN3_ASSUMED.networkMbps.value, metres, others: null }),
  };
}

/** One machine with all processes: a server that is dead is a process that has ended. */
function localHost(around: Surroundings, cast: Cast, { serverDead }: SunRpcOptions): readonly SunHost[] {
  const host: SunHost = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (one) => {
      if (serverDead !== "before") cast.startServers(one);
      cast.startClient(one, host, () => {
        if (serverDead === "after") cast.endServers(host);
      });
    },
    crashed: () => cast.crashed(),
  });
  return [host];
}

function remoteHosts(around: Surroundings, cast: Cast, { serverDead }: SunRpcOptions): readonly SunHost[] {
  const client = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (one) =>
      cast.startClient(one, server, () => {
        if (serverDead === "after") server.crash("dead");
      }),
    crashed: () => cast.clientCrashed(),
  });
  const server = new SunHost(around, SERVER_NAME, SERVER, {
    start: (one) => cast.startServers(one),
    crashed: () => cast.serversEnded(),
  });
  return [client, server];
}

/** Runs until nothing is left to happen: servers finish what they have begun. `progress` hears of calls that ended. */
export function simulateSunRpc(
  options: SunRpcOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): SunRpcOutcome {
  const world = new World({ faults, keep, seed });
  const { sim, recorder, script, streams } = world;
  const isLocal = options.place === "local" || options.program === "c-call";
  const network = networkOf(world, isLocal);
  const tickPhase = options.clock === "ticks" ? streams.stream("clock").integer(CLOCK_TICK) : null;
  const around: Surroundings = { world, network, kernel: kernelSegments(recorder, network.place), tickPhase };
  const cast = new Cast(world, options, progress);
  const hosts = isLocal ? localHost(around, cast, options) : remoteHosts(around, cast, options);
  world.scheduleMachineEvents();
  if (!isLocal && options.serverDead === "before") hosts.at(-1)?.crash("dead");
  for (const host of hosts.toReversed()) if (!host.isDown) host.start();
  sim.run();
  const { carrier } = network.medium;
  carrier.close();
  const busy = hosts.flatMap((host) => [...host.busyNs()]);
  if (network.place === "remote") busy.push(["ethernet", network.medium.ethernet.busyNs]);
  return {
    elapsed: sim.now,
    packets: carrier.packets,
    resources: new Map(busy.map(([name, busyNs]) => [name, { busyNs }])),
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: recorder.finish(sim.now),
    ...cast.measured(),
  };
}
