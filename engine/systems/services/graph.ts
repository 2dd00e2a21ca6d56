/**
 * A graph of services as data: who calls whom, how many servers and workers each has, and how long a request takes
 * there. A reader may write one in JSON; ready ones stand in ready-graphs.ts.
 */
import { isMachineName } from "../../faults/fault.ts";
import { entryOf } from "../../kernel/reads.ts";

/** How times are spread around their mean. */
const SPREADS = ["constant", "exponential", "lognormal"] as const;
export type Spread = (typeof SPREADS)[number];

/** A call to another service that a request makes. */
interface CallBelow {
  readonly to: string;
  /** So many of them. */
  readonly times: number;
  /** Whether they go out at once, or one after the other. */
  readonly together: boolean;
  /** Whether they go out with the call before, all of both at once; left out: when that has been answered. */
  readonly beside?: boolean;
}

export interface Service {
  readonly name: string;
  readonly servers: number;
  /** Requests that a server works at. A worker that waits for a call below does nothing else. */
  readonly workers: number;
  /** The mean of a request's own time, in milliseconds, before it calls others. */
  readonly ms: number;
  readonly spread: Spread;
  /** One after the other, but for those beside the one before. */
  readonly calls: readonly CallBelow[];
  /** The share of requests that a cache answers, so that nothing below is called. */
  readonly hits: number;
}

/** The clients call the first service. */
export interface ServiceGraph {
  readonly services: readonly Service[];
}

/** What is wrong with a reader's graph, as one whole sentence. */
export class ServiceGraphError extends Error {
  override readonly name = "ServiceGraphError";
}

/** Bounds of a reader's graph. */
const MOST = { services: 12, servers: 100, workers: 1000, times: 100, ms: 60_000 } as const;
/** The clients' name; no service can have it. */
export const CLIENTS = "clients";

/** The names of the servers of a service, as fault scripts say them: "storage", or "front1", "front2". */
export const serverNames = ({ name, servers }: Pick<Service, "name" | "servers">): readonly string[] =>
  servers === 1 ? [name] : Array.from({ length: servers }, (_, i) => `${name}${i + 1}`);

/** All machines of a graph, the clients first. */
export const machinesOf = ({ services }: ServiceGraph): readonly string[] => [
  CLIENTS,
  ...services.flatMap(serverNames),
];

/** The last service: where the last call of each leads, from the first service on. It is disturbed and counted. */
export function lastService({ services }: ServiceGraph): Service {
  const byName = new Map(services.map((one) => [one.name, one]));
  let service = services[0];
  for (let below = service; below !== undefined; below = byName.get(below.calls.at(-1)?.to ?? "")) service = below;
  if (service === undefined) throw new RangeError("a graph of services: it has none.");
  return service;
}

/** How many requests a call of a client makes at each service, where no cache answers and nothing is tried again. */
export function visitsOf({ services }: ServiceGraph): ReadonlyMap<string, number> {
  const visits = new Map<string, number>(services.map(({ name }, i) => [name, i === 0 ? 1 : 0]));
  for (const { name, calls } of services) {
    for (const { to, times } of calls)
      visits.set(to, entryOf(visits, to, "service") + entryOf(visits, name, "service") * times);
  }
  return visits;
}

/** Calls a second that a service can serve, by all its workers. */
export const capacityOf = ({ servers, workers, ms }: Pick<Service, "servers" | "workers" | "ms">): number =>
  (1000 * servers * workers) / ms;

/** The graph as the text that links and runs have: JSON without spaces, defaults left out. */
export const graphText = ({ services }: ServiceGraph): string =>
  JSON.stringify({
    services: services.map(({ name, servers, workers, ms, spread, calls, hits }) => ({
      ...{ name, servers, workers, ms },
      ...(spread === "exponential" ? {} : { spread }),
      ...(hits === 0 ? {} : { hits }),
      ...(calls.length === 0 ? {} : { calls: calls.map(callText) }),
    })),
  });

const callText = ({ to, times, together, beside = false }: CallBelow): object => ({
  to,
  ...(times === 1 ? {} : { times }),
  ...(together ? { together } : {}),
  ...(beside ? { beside } : {}),
});

/** The calls that go out with the one at a place, that one first. */
export function besideAt(calls: readonly CallBelow[], place: number): readonly CallBelow[] {
  const next = calls.findIndex(({ beside = false }, i) => i > place && !beside);
  return calls.slice(place, next < 0 ? calls.length : next);
}

/** The graph in lines for a person. */
export const graphLines = (graph: ServiceGraph): string =>
  `{"services": [\n${graph.services
    .map(
      (one) =>
        `  ${JSON.stringify((JSON.parse(graphText({ services: [one] })) as { services: object[] }).services[0])}`,
    )
    .join(",\n")}\n]}`;

/** Reads a reader's graph. Throws ServiceGraphError: where, what, what is allowed. */
export function readServiceGraph(text: string): ServiceGraph {
  const whole = fieldsOf(parsed(text), "the graph", ["services"]);
  const list = whole["services"];
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST.services) {
    throw new ServiceGraphError(
      `services: want a list of 1 to ${MOST.services} services, the one that clients call first.`,
    );
  }
  const services = list.map((one, place) => readService(one, place + 1));
  const names = services.map(({ name }) => name);
  for (const [i, { name, calls }] of services.entries()) {
    if (names.indexOf(name) < i) throw new ServiceGraphError(`there are two services named "${name}". Rename one.`);
    for (const { to } of calls) {
      if (names.indexOf(to) > i) continue;
      const others = names.slice(i + 1);
      const allowed = others.length === 0 ? "none, as it is the last one" : others.join(", ");
      throw new ServiceGraphError(
        `service "${name}" calls ${JSON.stringify(to)}; want one that stands behind it in the list: ${allowed}.`,
      );
    }
  }
  return { services };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceGraphError(`this is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readService(value: unknown, place: number): Service {
  const where = `service ${place}`;
  const fields = fieldsOf(value, where, ["name", "servers", "workers", "ms", "spread", "hits", "calls"]);
  const name = fields["name"];
  if (typeof name !== "string" || !isMachineName(name) || name === CLIENTS) {
    throw new ServiceGraphError(
      `${where}, name: got ${JSON.stringify(name)}, want small letters, digits and hyphens, and not "${CLIENTS}".`,
    );
  }
  const of = `service "${name}"`;
  const { spread = "exponential", servers = 1, workers = 8, hits = 0, calls = [] } = fields;
  if (!SPREADS.some((one) => one === spread)) {
    throw new ServiceGraphError(`${of}, spread: got ${JSON.stringify(spread)}, want one of ${SPREADS.join(", ")}.`);
  }
  if (!Array.isArray(calls)) throw new ServiceGraphError(`${of}, calls: want a list such as [{"to":"storage"}].`);
  return {
    name,
    servers: whole(servers, `${of}, servers`, MOST.servers),
    workers: whole(workers, `${of}, workers`, MOST.workers),
    ms: within(fields["ms"], `${of}, ms`, 0.01, MOST.ms),
    spread: spread as Spread,
    hits: within(hits, `${of}, hits`, 0, 1),
    calls: calls.map((call, i) => readCall(call, `${of}, call ${i + 1}`, i > 0)),
  };
}

function readCall(value: unknown, where: string, hasBefore: boolean): CallBelow {
  const { to, times = 1, together = false, beside = false } = fieldsOf(value, where, CALL_FIELDS);
  if (typeof to !== "string") throw new ServiceGraphError(`${where}, to: want the name of a service.`);
  if (typeof together !== "boolean") throw new ServiceGraphError(`${where}, together: want true or false.`);
  if (typeof beside !== "boolean") throw new ServiceGraphError(`${where}, beside: want true or false.`);
  if (beside && !hasBefore) throw new ServiceGraphError(`${where}, beside: there is no call before it. Take it out.`);
  return { to, times: whole(times, `${where}, times`, MOST.times), together, ...(beside ? { beside } : {}) };
}

const CALL_FIELDS = ["to", "times", "together", "beside"];

/** The fields of an object. Throws for one that nothing reads: a slip would change nothing, without a word. */
function fieldsOf(value: unknown, where: string, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceGraphError(`${where}: want an object with ${names.join(", ")}.`);
  }
  const strange = Object.keys(value).find((name) => !names.includes(name));
  if (strange !== undefined) {
    throw new ServiceGraphError(`${where} has ${JSON.stringify(strange)}; want ${names.join(", ")}.`);
  }
  return value as Readonly<Record<string, unknown>>;
}

function within(value: unknown, where: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new ServiceGraphError(`${where}: got ${JSON.stringify(value)}, want ${least} to ${most}.`);
}

function whole(value: unknown, where: string, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ServiceGraphError(`${where}: got ${JSON.stringify(value)}, want a whole number from 1 to ${most}.`);
}
