/** Graphs of services that are ready to run. The last service of each is the one that carries the load. */
import type { Service, ServiceGraph, Spread } from "./graph.ts";

/** What a run's parameters say of a ready graph. */
interface ReadyOptions {
  /** Servers of the service that the clients call. */
  readonly servers: number;
  /** Of each server. */
  readonly workers: number;
  /** The mean time of a request at the last service, and its spread. */
  readonly serverMs: number;
  readonly spread: Spread;
  /** Servers that a page asks. */
  readonly leaves?: number;
  /** The share of requests that a cache of the first service answers. */
  readonly hitShare?: number;
}

export const READY_GRAPHS = {
  single: "One service",
  "front-middle-storage": "Front, middle, storage",
  "fan-out": "A page that asks many servers",
  "three-layers": "Three layers of services",
  replicas: "Front before a primary and its replica",
} as const;
export type ReadyGraph = keyof typeof READY_GRAPHS;

/** Requests that are passed on take so long themselves: short beside the work that they ask for. */
export const FRONT_MS = 1;
const MIDDLE_MS = 2;
/** Leaves of a page. Dean and Barroso (2013) have a hundred; forty keep the figure legible. */
export const LEAVES = 40;
/** Of the last service behind front and middle. */
export const STORAGE_SERVERS = 2;

const passing = (name: string, ms: number, servers: number, workers: number, calls: Service["calls"]): Service => ({
  ...{ name, servers, workers, ms, calls },
  spread: "exponential",
  hits: 0,
});

const once = (to: string): Service["calls"] => [{ to, times: 1, together: false }];

export function readyGraph(name: ReadyGraph, options: ReadyOptions): ServiceGraph {
  const [first, ...others] = withoutCache(name, options).services;
  if (first === undefined) throw new RangeError(`the graph ${name} has no service.`);
  const { hitShare = 0 } = options;
  return { services: [others.length === 0 ? first : { ...first, hits: hitShare }, ...others] };
}

function withoutCache(name: ReadyGraph, options: ReadyOptions): ServiceGraph {
  const { servers, workers, serverMs, spread, leaves = LEAVES } = options;
  const last = (of: string, count: number): Service => ({
    ...{ name: of, servers: count, workers, ms: serverMs, spread, calls: [], hits: 0 },
  });
  type Layer = readonly [name: string, ms: number];
  const layers = ([first, firstMs]: Layer, [second, secondMs]: Layer, storages: number): ServiceGraph => ({
    services: [
      passing(first, firstMs, servers, workers, once(second)),
      passing(second, secondMs, servers, workers, once("storage")),
      last("storage", storages),
    ],
  });
  switch (name) {
    case "single":
      return { services: [last("server", servers)] };
    case "front-middle-storage":
      return layers(["front", FRONT_MS], ["middle", MIDDLE_MS], STORAGE_SERVERS);
    case "fan-out":
      return {
        services: [
          // A page waits for all its leaves: the front needs a worker for each page under way.
          passing("front", FRONT_MS, servers, workers * leaves, [{ to: "leaf", times: leaves, together: true }]),
          last("leaf", leaves),
        ],
      };
    case "three-layers":
      return layers(["outer", FRONT_MS], ["inner", FRONT_MS], servers);
    case "replicas":
      return {
        services: [
          passing("front", FRONT_MS, servers, workers, [...once("primary"), ...once("replica")]),
          last("primary", 1),
          last("replica", 1),
        ],
      };
  }
}
