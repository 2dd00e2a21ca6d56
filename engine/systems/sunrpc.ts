/**
 * Sun RPC: Sun 3/50s on an Ethernet, a server and one client or several, or one machine with both processes; and the
 * programs that Elliott & Nutt measured ("Remarks on the Cost of Using a Remote Procedure Call Facility", 1989).
 */
import type { Fault } from "../faults/fault.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { Cast, type Measured } from "./sunrpc/cast.ts";
import { SunHost, type Network, type Surroundings } from "./sunrpc/host.ts";
import { fileServer } from "./sunrpc/nfs/file-server.ts";
import {
  CLIENT,
  CLIENT_NAME,
  CLOCK_TICK,
  FILE_SERVER,
  FILE_SERVER_NAME,
  furtherClients,
  SERVER,
  SERVER_NAME,
  type SunRpcOptions,
} from "./sunrpc/options.ts";
import { runHosts, sunEthernet, sunLoopback } from "./sunrpc/run-hosts.ts";
import type { Server } from "./sunrpc/server.ts";
import { kernelSegments, serverSegments } from "./sunrpc/steps.ts";
import { World } from "./world/world.ts";
import type { WorldRun } from "./world/world-run.ts";

/** Five ticks are six sixtieths of a second: any of them may be the last before the loop. */
const TICKS_BEFORE = 5;

export interface SunRpcOutcome extends WorldRun, Measured {}

function networkOf(world: World, isLocal: boolean, { otherWork }: SunRpcOptions): Network {
  if (!isLocal) return sunEthernet(world);
  const loopback = sunLoopback(world);
  return otherWork ? { ...sunEthernet(world), loopback } : { place: "local", medium: loopback };
}

/** The machine that the client's kernel has its files from. */
function fileServerHost(around: Surroundings): SunHost {
  const segments = serverSegments(around.world.recorder, {
    program: "sun-rpc",
    place: "remote",
    isStream: false,
    udpChecksums: around.udpChecksums,
    dispatching: true,
    xdr: true,
  });
  let process: Server | null = null;
  return new SunHost(around, FILE_SERVER_NAME, FILE_SERVER, {
    start: (one) => {
      process = fileServer(one, segments);
      process.start();
    },
    crashed: () => process?.end(),
  });
}

/** One machine with all processes: a server that is dead is a process that has ended. */
function localHost(around: Surroundings, cast: Cast, { serverDead }: SunRpcOptions): readonly SunHost[] {
  const host: SunHost = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (one) => {
      if (serverDead !== "before") cast.startServers(one);
      cast.startClient(one, () => {
        if (serverDead === "after") cast.endServers(host);
      });
    },
    crashed: () => cast.crashed(host),
  });
  return [host];
}

function remoteHosts(around: Surroundings, cast: Cast, { serverDead }: SunRpcOptions): readonly SunHost[] {
  const client: SunHost = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (one) =>
      cast.startClient(one, () => {
        if (serverDead === "after") server.crash("dead");
      }),
    crashed: () => cast.clientCrashed(client),
  });
  const server = new SunHost(around, SERVER_NAME, SERVER, {
    start: (one) => cast.startServers(one),
    crashed: () => cast.serversEnded(),
  });
  return [client, server];
}

/** The clients behind the first: each runs the same program. */
const furtherHosts = (around: Surroundings, cast: Cast, options: SunRpcOptions): readonly SunHost[] =>
  furtherClients(options).map(([name, number]) => {
    const client: SunHost = new SunHost(around, name, number, {
      start: (one) => cast.startClient(one, () => undefined),
      crashed: () => cast.clientCrashed(client),
    });
    return client;
  });

/** Runs until nothing is left to happen: servers finish what they have begun. `progress` hears of calls that ended. */
export function simulateSunRpc(
  options: SunRpcOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): SunRpcOutcome {
  const world = new World({ faults, keep, seed, garbles: true });
  const { recorder, streams } = world;
  const { udpChecksums } = options;
  const isLocal = options.place === "local" || options.program === "c-call";
  const network = networkOf(world, isLocal, options);
  const random = streams.stream("clock");
  const clock =
    options.clock === "ticks" ? { phase: random.integer(CLOCK_TICK), before: random.integer(TICKS_BEFORE) } : null;
  const kernel = kernelSegments(recorder, isLocal ? "local" : "remote", udpChecksums);
  const around: Surroundings = { world, network, kernel, clock, udpChecksums };
  const cast = new Cast(world, options, progress);
  const called = isLocal ? localHost(around, cast, options) : remoteHosts(around, cast, options);
  const dead = !isLocal && options.serverDead === "before" ? called.slice(-1) : [];
  const hosts = options.otherWork ? [...called, fileServerHost(around)] : called;
  const further = furtherHosts(around, cast, options);
  return { ...runHosts(world, network, hosts, dead, further), ...cast.measured() };
}
