/**
 * The graph of services that is nearest to recorded traces, as the experiment `services/graph` takes it: who calls
 * whom, how often, at once or in turn, and how long a request takes at each service by itself. A service's own time is
 * what is left of its visit when its calls are taken away, so that the parts of a visit sum to it. Traces do not say
 * how many workers a service has: the graph has more than are needed, and what was waited for is in the own times.
 */
import { itemAt, lastItem, present } from "../kernel/reads.ts";
import { groupedBy, tally } from "../kernel/tally.ts";
import { bundlesOf, eachVisit, visitOf } from "./visits.ts";
import type { Visit, VisitCall } from "./visits.ts";
import { quantileOf, spreadOf } from "./spreads.ts";
import type { Spread } from "./spreads.ts";
import { operationOf } from "./paths.ts";
import { durationOf } from "./tree.ts";
import type { Node, Trace } from "./tree.ts";

interface FittedCall {
  readonly to: string;
  readonly times: number;
  readonly together: boolean;
  readonly beside: boolean;
}

interface FittedService {
  readonly name: string;
  readonly servers: number;
  readonly workers: number;
  readonly ms: number;
  readonly spread: Spread;
  readonly calls: readonly FittedCall[];
  readonly hits: number;
}

export interface FittedGraph {
  readonly services: readonly FittedService[];
  /** The settings of `services/graph` beside the graph itself. */
  readonly settings: Readonly<Record<string, number | string>>;
  /** The traces that it is made of, all of one operation, and how long they took, sorted: nanoseconds. */
  readonly operation: string;
  readonly tookNs: readonly number[];
  /** What a simulated call has beside what was recorded: the client's way there and back. */
  readonly clientsNs: number;
  /** What is fitted, assumed and left out: a sentence each. */
  readonly said: readonly string[];
}

/** Bounds of the experiment (engine/systems/services/graph.ts, engine/experiments/services/params.ts). */
const MOST_SERVICES = 12;
const LEAST_MS = 0.01;
const MOST_MS = 60_000;
const MOST_TIMES = 100;
const [LEAST_NETWORK_MS, MOST_NETWORK_MS, NETWORK_STEP_MS] = [0.05, 200, 0.05];
const WORKERS = 1000; // more than are ever needed

/** null where no trace has a root with a length. */
export function graphOf(traces: readonly Trace[]): FittedGraph | null {
  const { operation, roots, others } = commonRoots(traces);
  if (operation === null) return null;
  const { visits, left } = shownVisits(roots);
  const [first] = visits;
  if (first === undefined) return null;
  const isByClients = visits.every(({ service, calls }) => service === first.service && isOneCall(calls, first.calls));
  const hasClients = isByClients && roots.every(({ span }) => span.kind === "client");
  const asked = hasClients ? visits.flatMap(({ calls }) => calls.map(({ visit }) => visit)) : visits;
  const network = networkOf(visits);
  const all = asked.flatMap((visit) => [...eachVisit(visit)]);
  const names = namesOf(all);
  const services = ordered(all).map((service) =>
    fittedService(
      service,
      all.filter((visit) => visit.service === service),
      names,
      network.ns,
    ),
  );
  const tookNs = present(roots, durationOf)
    .map(Number)
    .sort((a, b) => a - b);
  return {
    services: services.map(({ fitted }) => fitted),
    settings: settingsOf(roots, all, network.ns),
    operation,
    tookNs,
    clientsNs: hasClients ? 0 : 2 * network.ns,
    said: [
      `Fitted: the own time of each service, by its mean and the nearest of three spreads, from ${roots.length} ` +
        `trace${roots.length === 1 ? "" : "s"}.`,
      network.isMeasured
        ? `Fitted: a message takes ${network.ns / 1e6} ms, half of what clients saw beside their servers.`
        : `Assumed: a message takes ${network.ns / 1e6} ms, the least that the experiment has; no span says it.`,
      "Assumed: more workers than are needed; what was waited for is in the own times.",
      ...(others === 0 ? [] : [`Left out: ${others} traces that begin with something else.`]),
      ...(left.length === 0 ? [] : [`Counted as their callers’ own time: ${left.join(", ")}.`]),
      ...services.flatMap(({ said }) => said),
    ],
  };
}

const isOneCall = (calls: readonly VisitCall[], others: readonly VisitCall[]): boolean =>
  calls.length === 1 && calls[0]?.visit.service === others[0]?.visit.service;

/** The roots of the most common operation. */
function commonRoots(traces: readonly Trace[]) {
  const took = (root: Node): boolean => {
    const duration = durationOf(root);
    return duration !== null && duration > 0n;
  };
  const byOperation = groupedBy(traces.flatMap(({ roots }) => roots).filter(took), operationOf);
  const [most] = [...byOperation].sort(([, a], [, b]) => b.length - a.length);
  const all = [...byOperation.values()].reduce((sum, { length }) => sum + length, 0);
  const [operation, roots] = most ?? [null, []];
  return { operation, roots, others: all - roots.length };
}

/** The visits without what the graph has no room for: services beyond the most, and calls that lead back. */
function shownVisits(roots: readonly Node[]) {
  const hidden = new Set<string>();
  const back = new Set<string>();
  const key = (caller: string, service: string): string => JSON.stringify([caller, service]);
  for (;;) {
    const visits = present(roots, (root) =>
      visitOf(root, (caller, service) => !hidden.has(service) && !back.has(key(caller, service))),
    );
    const all = visits.flatMap((visit) => [...eachVisit(visit)]);
    const circle = circleIn(all);
    if (circle !== null) back.add(key(...circle));
    else {
      const least = leastOf(all, visits[0]?.service);
      if (least === null) {
        const pairs = [...back].map((one) => (JSON.parse(one) as string[]).join(" to "));
        return { visits, left: [...hidden, ...pairs] };
      }
      hidden.add(least);
    }
  }
}

/** The service with the least time of all, where there are too many; never the first. */
function leastOf(visits: readonly Visit[], first: string | undefined): string | null {
  const sums = new Map<string, number>();
  for (const { service, from, to } of visits) tally(sums, service, to - from);
  if (sums.size <= MOST_SERVICES) return null;
  if (first !== undefined) sums.delete(first);
  return [...sums].reduce((least, one) => (one[1] < least[1] ? one : least))[0];
}

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

function edgesOf(visits: readonly Visit[]): Edges {
  const edges = new Map<string, Set<string>>();
  for (const { service, calls } of visits) {
    const below = edges.get(service) ?? new Set();
    edges.set(service, below);
    for (const { visit } of calls) below.add(visit.service);
  }
  return edges;
}

/** Services so that each stands before those that it calls; those on a circle are missing. */
function inOrder(edges: Edges): readonly string[] {
  const open = new Set([...edges.keys(), ...[...edges.values()].flatMap((below) => [...below])]);
  const done: string[] = [];
  for (;;) {
    const called = new Set([...open].flatMap((service) => [...(edges.get(service) ?? [])]));
    const next = [...open].filter((service) => !called.has(service));
    if (next.length === 0) return done;
    for (const service of next) {
      done.push(service);
      open.delete(service);
    }
  }
}

const ordered = (visits: readonly Visit[]): readonly string[] => inOrder(edgesOf(visits));

/** A call on a circle of services: of those the rarest. */
function circleIn(visits: readonly Visit[]): readonly [string, string] | null {
  const fine = new Set(ordered(visits));
  const counts = new Map<string, readonly [pair: readonly [string, string], count: number]>();
  for (const { service, calls } of visits) {
    for (const { visit } of calls) {
      if (fine.has(service) || fine.has(visit.service)) continue;
      const key = JSON.stringify([service, visit.service]);
      counts.set(key, [[service, visit.service], (counts.get(key)?.[1] ?? 0) + 1]);
    }
  }
  const found = [...counts.values()];
  return found.length === 0 ? null : found.reduce((least, one) => (one[1] < least[1] ? one : least))[0];
}

/** One way, in steps of the experiment. */
function networkOf(visits: readonly Visit[]): { readonly ns: number; readonly isMeasured: boolean } {
  const ways = visits
    .flatMap((visit) => [...eachVisit(visit)])
    .flatMap(({ calls }) => present(calls, ({ networkNs }) => networkNs));
  if (ways.length === 0) return { ns: LEAST_NETWORK_MS * 1e6, isMeasured: false };
  const mean = ways.reduce((sum, way) => sum + way, 0) / ways.length / 1e6;
  const steps = Math.round(Math.min(MOST_NETWORK_MS, Math.max(LEAST_NETWORK_MS, mean)) / NETWORK_STEP_MS);
  return { ns: Math.round(steps * NETWORK_STEP_MS * 1e6), isMeasured: true };
}

/** Names that machines of the lab can have, each once. */
function namesOf(visits: readonly Visit[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(["clients"]);
  for (const { service } of visits) {
    if (names.has(service)) continue;
    const plain =
      service
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^[^a-z]+|-+$/g, "") || "service";
    let name = plain.slice(0, 24);
    for (let nth = 2; used.has(name); nth++) name = `${plain.slice(0, 20)}-${nth}`;
    used.add(name);
    names.set(service, name);
  }
  return names;
}

interface Pattern {
  readonly calls: readonly { readonly to: string; readonly together: boolean; readonly beside: boolean }[];
  /** How many of each call. */
  readonly times: readonly number[];
}

/** What calls a visit makes, in which order: calls of a row to one service are one. */
function patternOf({ calls }: Visit): Pattern {
  const found: { to: string; together: boolean; beside: boolean }[] = [];
  const times: number[] = [];
  let isRow = false;
  for (const bundle of bundlesOf(calls)) {
    const counts = new Map<string, number>();
    for (const { visit } of bundle) tally(counts, visit.service);
    const [only] = counts.keys();
    if (bundle.length === 1 && isRow && found.at(-1)?.to === only) {
      times[times.length - 1] = lastItem(times, "count of calls") + 1;
      continue;
    }
    for (const [nth, [to, count]] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
      found.push({ to, together: bundle.length > 1, beside: nth > 0 });
      times.push(count);
    }
    isRow = bundle.length === 1;
  }
  return { calls: found, times };
}

/** One service: its own time, and the calls that most of its visits make. */
function fittedService(
  service: string,
  visits: readonly Visit[],
  names: ReadonlyMap<string, string>,
  networkNs: number,
): { readonly fitted: FittedService; readonly said: readonly string[] } {
  const own = visits.map((visit) => ownNs(visit, networkNs));
  const mean = own.reduce((sum, one) => sum + one, 0) / own.length / 1e6;
  const calling = visits.filter(({ calls }) => calls.length > 0).map(patternOf);
  const groups = groupedBy(calling, (pattern) => JSON.stringify(pattern.calls));
  const [common = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  const calls = (common[0]?.calls ?? []).map((call, i): FittedCall => {
    const sum = common.reduce((all, { times }) => all + itemAt(times, i, "call of the pattern"), 0);
    const times = Math.min(MOST_TIMES, Math.max(1, Math.round(sum / common.length)));
    return { ...call, to: names.get(call.to) ?? call.to, times, together: call.together && times > 1 };
  });
  const other = calling.length - common.length;
  const fitted: FittedService = {
    name: names.get(service) ?? service,
    ...{ servers: 1, workers: WORKERS },
    ms: Number(Math.min(MOST_MS, Math.max(LEAST_MS, mean)).toPrecision(4)),
    spread: spreadOf(own),
    calls,
    hits: calls.length === 0 ? 0 : Number((1 - calling.length / visits.length).toFixed(3)),
  };
  const said =
    other === 0
      ? []
      : [`Of ${calling.length} visits of ${service} that call others, ${other} do so in another way than the graph.`];
  return { fitted, said };
}

/** What is left of a visit when its calls are taken away, each as long as the graph makes it: the network both ways. */
function ownNs({ from, to, calls }: Visit, networkNs: number): number {
  const below = bundlesOf(calls).reduce((sum, bundle) => {
    return sum + Math.max(...bundle.map(({ visit }) => visit.to - visit.from + 2 * networkNs));
  }, 0);
  return Math.max(0, to - from - below);
}

/** Calls a second that show the spread of times, and seconds enough for thousands of them. */
const [WANTED_CALLS, LEAST_LOAD, MOST_LOAD] = [4000, 50, 5000];
const [LEAST_S, MOST_S] = [3, 120];
/** Requests of a run, at all services together: a page waits for them. */
const MOST_REQUESTS = 200_000;

function settingsOf(roots: readonly Node[], visits: readonly Visit[], networkNs: number) {
  const starts = present(roots, ({ span }) => span.start);
  const length = starts.reduce((most, one) => (one > most ? one : most)) - starts.reduce((a, b) => (b < a ? b : a));
  const recorded = length > 0n ? ((starts.length - 1) * 1e9) / Number(length) : 0;
  // Half of the workers of the busiest service are enough: a worker is taken for as long as a visit lasts.
  const takenNs = new Map<string, number>();
  for (const { service, from, to } of visits) tally(takenNs, service, to - from);
  const bearable = (WORKERS * 1e9) / 2 / Math.max(1, Math.max(...takenNs.values()) / roots.length);
  const loadPerS = Math.max(1, Math.floor(Math.min(MOST_LOAD, bearable, Math.max(LEAST_LOAD, recorded))));
  const calls = Math.min(WANTED_CALLS, (MOST_REQUESTS * roots.length) / visits.length);
  return {
    loadPerS,
    seconds: Math.ceil(Math.min(MOST_S, Math.max(LEAST_S, calls / loadPerS))),
    networkMs: networkNs / 1e6,
    ...{ timeoutMs: 60_000, deadlineMs: 120_000, retries: 0, queueLimit: 10_000, blipMs: 0 },
  };
}

/** The parameters of `services/graph`: the graph as its text, and the settings. */
export const fittedParameters = ({
  services,
  settings,
}: FittedGraph): Readonly<Record<string, number | string>> & {
  readonly graph: string;
} => ({ ...settings, graph: JSON.stringify({ services: services.map(serviceText) }) });

/** Defaults of the experiment’s own reader are left out. */
const serviceText = ({ calls, hits, spread, ...service }: FittedService): object => ({
  ...service,
  ...(spread === "exponential" ? {} : { spread }),
  ...(hits === 0 ? {} : { hits }),
  ...(calls.length === 0 ? {} : { calls: calls.map(callText) }),
});

const callText = ({ to, times, together, beside }: FittedCall): object => ({
  to,
  ...(times === 1 ? {} : { times }),
  ...(together ? { together } : {}),
  ...(beside ? { beside } : {}),
});

/** The recorded times within which half of the traces and 99 % of them are: nanoseconds. */
export const p50And99 = ({ tookNs }: FittedGraph): readonly number[] =>
  [0.5, 0.99].map((share) => quantileOf(tookNs, share));

/** A simulated time beside recorded ones: without the client's network, where the traces begin at the first server. */
export const withoutClients = ({ clientsNs }: FittedGraph, ms: number | string | null | undefined): number | null =>
  typeof ms === "number" ? Math.max(0, ms * 1e6 - clientsNs) : null;
