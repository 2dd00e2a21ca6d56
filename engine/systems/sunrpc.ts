/**
 * Sun RPC: two Sun 3/50s on an Ethernet, or one with both processes on it, and the programs that Elliott & Nutt
 * measured ("Remarks on the Cost of Using a Remote Procedure Call Facility", 1989).
 */
import type { Fault } from "../faults/fault.ts";
import { durationOf } from "../hardware/cost.ts";
import { SUN3_ASSUMED } from "../hardware/sun3-costs.ts";
import { millis, seconds, type Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { sunClient } from "../protocols/sunrpc/client.ts";
import { sunServer, type Registered } from "../protocols/sunrpc/server.ts";
import { MINIMAL_PORT } from "../wire/minimal.ts";
import { PORTMAP_PORT } from "../wire/portmap.ts";
import { argumentOf, procedureOf } from "./sunrpc/arguments.ts";
import { Client, type CallEnd, type Handle, type Program } from "./sunrpc/client.ts";
import { MINIMAL, SUN_RPC } from "./sunrpc/format.ts";
import { SunHost, type Network, type Surroundings } from "./sunrpc/host.ts";
import { LoopbackMedium } from "./sunrpc/loopback.ts";
import { CLIENT_NAME, SERVER_NAME, type SunRpcOptions } from "./sunrpc/options.ts";
import { getPort, portIn, portmapper, PORT_QUESTION } from "./sunrpc/portmapper.ts";
import type { RoutineTime } from "./sunrpc/profile.ts";
import { Server } from "./sunrpc/server.ts";
import { clientSegments, serverSegments, sun3Segments } from "./sunrpc/steps.ts";
import { EthernetMedium } from "./world/ethernet-medium.ts";
import { World } from "./world/world.ts";

export interface SunRpcOutcome {
  readonly elapsed: Nanos;
  readonly packets: number;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
  /** Calls that ended, and what the loop of them took: in time, and of the client's process. */
  readonly ended: number;
  readonly loopNs: Nanos;
  readonly clientCpuNs: Nanos;
  /** What prof would see of the client's loop of calls; interrupts that it was charged for are in no routine. */
  readonly profile: readonly RoutineTime[];
  /** From the first packet of what failed, the binding or a call, until the program gave up. Null where it did not. */
  readonly failedAfter: Nanos | null;
  /** How the first call ended; null where it did not. */
  readonly firstEnd: CallEnd | null;
  /** How often a call was sent and its procedure run, by the call's number. */
  readonly sends: ReadonlyMap<number, number>;
  readonly executions: ReadonlyMap<number, number>;
}

/** The program that is called: a number of the range that Sun leaves to its users. */
const PROGRAM = 0x2000_0010;
const VERSION = 1;
const PROCEDURES = [1, 2, 3];
const SERVER_PORT = 1030;
const FIRST_XID = 0x1989_0000;
/** A client of the portmapper waits so long in all. */
const PORTMAP_TOTAL = seconds(60);
const PORTMAP_RETRY = seconds(5);
/** Replies that the cache has room for. */
const CACHE = 64;

const NO_DATA = new Uint8Array(0);

const count = (into: Map<number, number>, call: number): void => {
  into.set(call, (into.get(call) ?? 0) + 1); // 0: the first of its kind
};

function networkOf(world: World, { place }: SunRpcOptions): Network {
  if (place === "local") return { place, medium: new LoopbackMedium(world, durationOf(SUN3_ASSUMED.loopback)) };
  const metres = SUN3_ASSUMED.cableMetres.value;
  return { place, medium: new EthernetMedium(world, { mbps: SUN3_ASSUMED.networkMbps.value, metres, others: null }) };
}

/** Our procedures were registered first, so they stand at the end of the list, behind those of other programs. */
const listOf = (procedures: number): readonly Registered[] => [
  ...Array.from({ length: procedures - 1 }, (_, i) => ({
    program: PROGRAM + i + 1,
    version: VERSION,
    procedures: [1],
  })),
  { program: PROGRAM, version: VERSION, procedures: PROCEDURES },
];

function handlesOf(options: SunRpcOptions): Pick<Program, "bind" | "handle" | "port"> {
  const { program, waiting, retryS, totalS, without, place } = options;
  const to = place === "local" ? CLIENT : SERVER;
  const isRpc = program === "sun-rpc";
  const total = isRpc || waiting === "select" ? seconds(totalS) : null;
  const shared = { to, firstXid: FIRST_XID };
  const handle = (port: number): Handle => ({
    ...shared,
    name: "server",
    port,
    machine: sunClient({ retryAfter: seconds(retryS), total, canRefresh: false, without }),
    format: isRpc ? SUN_RPC : MINIMAL,
    kind: "call",
  });
  if (!isRpc) return { bind: null, handle, port: MINIMAL_PORT };
  const portmap: Handle = {
    ...shared,
    name: "portmapper",
    port: PORTMAP_PORT,
    machine: sunClient({ retryAfter: PORTMAP_RETRY, total: PORTMAP_TOTAL, canRefresh: false, without: [] }),
    format: SUN_RPC,
    kind: PORT_QUESTION,
  };
  return { bind: { handle: portmap, asked: getPort(NAMED), port: portIn }, handle, port: SERVER_PORT };
}

const NAMED = { program: PROGRAM, version: VERSION } as const;

// The client is host 0 and the server host 1, because that is the order in which the lanes are drawn.
const CLIENT = 0;
const SERVER = 1;

/** The processes of a run, and what they count. */
class Cast {
  readonly sends = new Map<number, number>();
  readonly executions = new Map<number, number>();
  client: Client | null = null;
  firstEnd: CallEnd | null = null;
  endedCalls = 0;
  private servers: readonly Server[] = [];
  private readonly world: World;
  private readonly options: SunRpcOptions;
  private readonly progress: ((share: number) => void) | undefined;

  constructor(world: World, options: SunRpcOptions, progress?: (share: number) => void) {
    this.world = world;
    this.options = options;
    this.progress = progress;
  }

  startClient(host: SunHost, bound: () => void): void {
    const { program, waiting, place, iterations, argumentBytes } = this.options;
    if (this.client !== null) return; // the program is not started again after a crash
    const segments = clientSegments(this.world.recorder, { program, waiting, place });
    this.client = new Client(host, segments, {
      ...handlesOf(this.options),
      iterations,
      bytes: argumentBytes,
      asked: (call) => {
        const data = argumentOf(argumentBytes, call, program === "sun-rpc");
        return { ...NAMED, procedure: procedureOf(argumentBytes), data };
      },
      bound,
      sent: (call) => count(this.sends, call),
      ended: (call, end) => {
        if (call === 1) this.firstEnd = end;
        this.endedCalls++;
        this.progress?.(this.endedCalls / iterations);
      },
    });
    this.client.start();
  }

  startServers(host: SunHost): void {
    const { program, place, serverMs, duplicateCache, registeredProcedures, without } = this.options;
    const segments = serverSegments(this.world.recorder, { program, place });
    const isRpc = program === "sun-rpc";
    const port = isRpc ? SERVER_PORT : MINIMAL_PORT;
    const server = new Server(host, {
      name: "server process",
      port,
      machine: sunServer({
        registered: isRpc ? listOf(registeredProcedures) : [{ program: 0, version: 0, procedures: [0, ...PROCEDURES] }],
        cache: duplicateCache ? CACHE : 0,
        without,
      }),
      format: isRpc ? SUN_RPC : MINIMAL,
      kind: "reply",
      segments,
      procedure: {
        waits: millis(serverMs),
        run: (_call, number) => {
          count(this.executions, number);
          return { status: "SUCCESS", data: NO_DATA };
        },
      },
    });
    this.servers = isRpc ? [portmapper(host, segments, { ...NAMED, port }), server] : [server];
    for (const one of this.servers) one.start();
  }

  clientCrashed(): void {
    this.client?.crashed();
  }

  serversEnded(): void {
    for (const server of this.servers) server.end();
    this.servers = [];
  }

  /** The one machine has crashed. */
  crashed(): void {
    this.clientCrashed();
    this.serversEnded();
  }

  /** The servers' processes end; the client's goes on. */
  endServers(host: SunHost): void {
    this.serversEnded();
    if (this.client !== null) host.closeAllBut(this.client.socket);
  }
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
    crashed: () => cast.crashed(),
  });
  return [host];
}

function remoteHosts(around: Surroundings, cast: Cast, { serverDead }: SunRpcOptions): readonly SunHost[] {
  const client = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (one) =>
      cast.startClient(one, () => {
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
  const network = networkOf(world, options);
  const around: Surroundings = { world, network, kernel: sun3Segments(recorder) };
  const cast = new Cast(world, options, progress);
  const hosts = options.place === "local" ? localHost(around, cast, options) : remoteHosts(around, cast, options);
  world.scheduleMachineEvents();
  if (options.place === "remote" && options.serverDead === "before") hosts.at(-1)?.crash("dead");
  for (const host of hosts.toReversed()) if (!host.isDown) host.start();
  sim.run();
  const { carrier } = network.medium;
  carrier.close();
  const busy = hosts.flatMap((host) => [...host.busyNs()]);
  if (network.place === "remote") busy.push(["ethernet", network.medium.ethernet.busyNs]);
  const { began = null, ended = null } = cast.client ?? {};
  const loop = began === null || ended === null ? null : { from: began, to: ended };
  return {
    elapsed: sim.now,
    packets: carrier.packets,
    resources: new Map(busy.map(([name, busyNs]) => [name, { busyNs }])),
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: recorder.finish(sim.now),
    ended: cast.endedCalls,
    loopNs: loop === null ? 0 : loop.to.at - loop.from.at,
    clientCpuNs: loop === null ? 0 : loop.to.charged - loop.from.charged,
    profile: cast.client?.profile ?? [],
    failedAfter: cast.client?.failedAfter ?? null,
    firstEnd: cast.firstEnd,
    sends: cast.sends,
    executions: cast.executions,
  };
}
