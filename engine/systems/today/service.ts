/**
 * Many clients of a service, and its servers, on a switch of 25 Gbit/s.
 *
 * Rules
 * 1. All clients are one machine here, so that their own processors never are what a run waits for: a message takes
 *    them no time. It takes a server what it takes through sockets (today-costs.ts).
 * 2. A server has one worker. How long a request is served is constant, exponential, or mostly short: drawn for each.
 * 3. Calls come at a rate, at times drawn or even, whatever became of those before; or from so many callers, each of
 *    which waits for its reply, and for a while besides.
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf } from "../../hardware/cost.ts";
import { CLUSTER_ASSUMED } from "../../hardware/linux-costs.ts";
import { NETWORK_COSTS, NETWORK_MBPS } from "../../hardware/networks.ts";
import { stationOf } from "../../hardware/station.ts";
import { SERVING, TODAY } from "../../hardware/today-costs.ts";
import { segment, type Segment } from "../../hardware/processors.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { CALLER } from "../../protocols/ends.ts";
import type { ServiceClientOptions } from "../../protocols/today-service/client.ts";
import { serviceEnds } from "../../protocols/today-service/ends.ts";
import type { ServiceServerOptions } from "../../protocols/today-service/server.ts";
import { readService, SERVICE_PORT, writeService } from "../../wire/today-service.ts";
import { LINUX } from "../../wire/ip-stack.ts";
import { runEnds } from "../world/ends-run.ts";
import { overUdp } from "../world/formats.ts";
import type { Frame } from "../world/frame.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import type { Distribution } from "./service-times.ts";

/** When calls begin. */
export type Arrivals =
  | { readonly tag: "random" | "even"; readonly perS: number }
  | { readonly tag: "callers"; readonly callers: number; readonly thinkMs: number };

interface ServiceRunOptions extends ServiceClientOptions, ServiceServerOptions {
  readonly calls: number;
  readonly arrivals: Arrivals;
  readonly serverMs: number; // mean
  readonly distribution: Distribution;
}

export interface ServiceRun extends WorldRun {
  readonly requests: number; // sent
  readonly served: number; // to the end
  readonly cancels: number;
  readonly series: { readonly queue: readonly SeriesLine[] };
}

/** The hosts of such a run, as a fault script names them. */
export const serviceHosts = (servers: number): readonly string[] => [
  "clients",
  ...Array.from({ length: servers }, (_, i) => (servers === 1 ? "server" : `server${i + 1}`)),
];

/** Rule 1. */
function messageWork(recorder: TraceRecorder): Segment {
  const costs = [TODAY.driver, TODAY.tcp, TODAY.systemCalls];
  return segment(
    recorder,
    costs.map(({ name, source, ...cost }) => ({
      step: { name, layer: "kernel", source },
      duration: durationOf({ name, source, ...cost }),
    })),
  );
}

export function simulateService(
  { calls, arrivals, serverMs, distribution, ...options }: ServiceRunOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): ServiceRun {
  const world = new World({ faults, keep, seed, garbles: true });
  const { recorder, streams } = world;
  const counts = { requests: 0, served: 0, cancels: 0 };
  const recorded = ({ kind }: Frame): void => {
    if (kind === "request") counts.requests++;
    else if (kind === "cancel") counts.cancels++;
  };
  const [service, gaps] = [streams.stream("service times"), streams.stream("gaps between calls")];
  const drawn = (): Nanos => {
    const mean = millis(serverMs);
    if (distribution === "constant") return mean;
    if (distribution === "exponential") return Math.max(1, service.exponential(mean));
    return service.float() < SERVING.slowShare.value ? mean * SERVING.slowTimes.value : mean;
  };
  const places = serviceHosts(options.servers).map(() => 0);
  const mbps = NETWORK_MBPS["gigabit-25"];
  const latency = durationOf(NETWORK_COSTS.modernLatency) + 2 * durationOf(TODAY.controller);
  const medium = new SwitchedMedium(
    world,
    { mbps, metres: CLUSTER_ASSUMED.cableMetres.value, latency, places },
    { recorded },
  );
  const atServer = messageWork(recorder);
  const none: Segment = { steps: [], ends: [], total: 0 };
  const run = runEnds(world, medium, {
    ends: serviceEnds(options),
    machine: stationOf({ controller: "Controller", send: [], receive: [] }),
    format: overUdp(SERVICE_PORT, { write: writeService, read: readService }, LINUX),
    series: { queue: "requests that wait" },
    work: (_, { from, to }) => ({
      send: from === CALLER ? none : atServer,
      receive: to === CALLER ? none : atServer,
    }),
    program: {
      calls,
      ...programOf(arrivals, (mean) => Math.max(1, gaps.exponential(mean))),
      argument: (call) => Uint8Array.of(call >>> 8, call),
      result: (argument) => {
        counts.served++;
        return argument;
      },
      procedure: {
        step: { name: "Serve the request", layer: "rpc", source: SERVING.service.source },
        duration: drawn,
      },
    },
    progress,
  });
  return { ...run, ...counts };
}

const SECOND = millis(1000);

/** Rule 3. */
function programOf(arrivals: Arrivals, draw: (mean: Nanos) => Nanos) {
  if (arrivals.tag === "callers") {
    const think = millis(arrivals.thinkMs);
    const pace = { isOpen: false, gap: (): Nanos => (think === 0 ? 1 : draw(think)) };
    return { threads: arrivals.callers, pace };
  }
  const mean = Math.round(SECOND / arrivals.perS);
  return { pace: { isOpen: true, gap: (): Nanos => (arrivals.tag === "even" ? mean : draw(mean)) } };
}
