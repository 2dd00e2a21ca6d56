/**
 * Olympus over Sun RPC: a backend that interprets a token graph, and servers that run its nodes, Sun 3/50s on one
 * Ethernet (Elliott & Nutt 1989, Section 2.3).
 */
import type { Fault } from "../faults/fault.ts";
import type { RandomStream } from "../kernel/random.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { itemAt } from "../kernel/reads.ts";
import { sunServer } from "../protocols/sunrpc/server.ts";
import { Backend, type BackendOptions, type GraphEnd } from "./sunrpc/graph/backend.ts";
import { callTime } from "./sunrpc/graph/call-time.ts";
import { graphTimes } from "./sunrpc/graph/critical-path.ts";
import type { TokenGraph } from "./sunrpc/graph/token-graph.ts";
import { SUN_RPC } from "./sunrpc/format.ts";
import { NAMED, SERVER_PORT } from "./sunrpc/handles.ts";
import { SunHost, type Surroundings } from "./sunrpc/host.ts";
import { CLIENT, CLIENT_NAME, serverName } from "./sunrpc/options.ts";
import { runHosts, sunEthernet } from "./sunrpc/run-hosts.ts";
import { Server } from "./sunrpc/server.ts";
import { clientSegments, kernelSegments, serverSegments, type ServerSegments } from "./sunrpc/steps.ts";
import { World } from "./world/world.ts";
import type { WorldRun } from "./world/world-run.ts";

export type OlympusOptions = Omit<BackendOptions, "graph" | "ended">;

interface OlympusRequest {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly keep: Keep;
  readonly progress?: (share: number) => void;
}

/** What Sun RPC does by default. */
const WORK = {
  isStream: false,
  udpChecksums: false,
  program: "sun-rpc",
  place: "remote",
  form: "bytes",
  waiting: "select",
  dispatching: true,
  xdr: true,
} as const;
const NO_DATA = new Uint8Array(0);

export interface OlympusOutcome extends WorldRun {
  readonly graph: TokenGraph;
  /** From the first firing to the end of the last; null where the backend crashed before. */
  readonly took: Nanos | null;
  readonly end: GraphEnd;
  /** How often each node fired, by its place in the list. */
  readonly firings: readonly number[];
  readonly mostUnderWay: number; // calls
  readonly sends: number;
  readonly executions: number;
  /** The time of a call where nobody waits for anything, without the node's own time. */
  readonly callNs: Nanos;
}

/** The machines that a fault script can name. */
export const olympusMachines = (servers: number): readonly string[] => [
  CLIENT_NAME,
  ...Array.from({ length: servers }, (_, i) => serverName(i + 1)),
];

/** The process that runs the procedures of all nodes. A procedure waits as long as its node takes. */
const interpreter = (host: SunHost, segments: ServerSegments, { nodes }: TokenGraph, runs: () => void): Server =>
  new Server(host, {
    name: "server process",
    port: SERVER_PORT,
    isStream: false,
    machine: sunServer({
      registered: [{ ...NAMED, procedures: nodes.map((_, node) => node + 1) }],
      cache: 0,
      without: [],
    }),
    format: SUN_RPC,
    kind: "reply",
    segments,
    procedure: {
      waits: ({ procedure }) => itemAt(nodes, procedure - 1, "node").nanos,
      run: () => {
        runs();
        return { status: "SUCCESS", data: NO_DATA };
      },
    },
  });

/**
 * Runs until nothing is left to happen. `progress` hears of firings that ended.
 * @param graphFrom makes the graph; a stream of the run is there for one that is made at random
 */
export function simulateOlympus(
  graphFrom: (random: RandomStream) => TokenGraph,
  options: OlympusOptions,
  { seed, faults, keep, progress }: OlympusRequest,
): OlympusOutcome {
  const world = new World({ faults, keep, seed, garbles: true });
  const { recorder, streams } = world;
  const graph = graphFrom(streams.stream("graph"));
  const all = graphTimes(graph, 0).firings.reduce((sum, times) => sum + times, 0);
  const network = sunEthernet(world);
  const kernel = kernelSegments(recorder, "remote", false);
  const around: Surroundings = { world, network, kernel, clock: null, udpChecksums: false };
  const client = clientSegments(recorder, WORK);
  const server = serverSegments(recorder, WORK);
  let executions = 0;
  const backends: Backend[] = []; // one, from the start on
  const first = new SunHost(around, CLIENT_NAME, CLIENT, {
    start: (host) => {
      if (backends.length > 0) return; // it is not started again after a crash
      const backend = new Backend(host, client, { graph, ...options, ended: (firings) => progress?.(firings / all) });
      backends.push(backend);
      backend.start();
    },
    crashed: () => backends[0]?.crashed(),
  });
  const others = Array.from({ length: options.servers }, (_, i) => {
    let process: Server | null = null;
    return new SunHost(around, serverName(i + 1), i + 1, {
      start: (host) => {
        process = interpreter(host, server, graph, () => executions++);
        process.start();
      },
      crashed: () => process?.end(),
    });
  });
  const run = runHosts(world, network, [first, ...others]);
  const backend = itemAt(backends, 0, "backend");
  if (backend.end === null) throw new Error("The run is over, and the backend waits on.");
  return {
    ...run,
    graph,
    took: backend.took,
    end: backend.end,
    firings: backend.marking.firings,
    mostUnderWay: backend.mostUnderWay,
    sends: backend.sends,
    executions,
    callNs: callTime({ client, server, kernel, medium: network.medium }),
  };
}
