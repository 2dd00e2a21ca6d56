/**
 * The reader’s own service: the fields of the place *Your numbers*, their link, and the run of services/graph that they
 * stand for. A field has the name of the parameter that it sets.
 */
import { readParameters } from "../../engine/experiments/parameters.ts";
import { changedParameters, defaultsOf, withDefaults } from "../../engine/experiments/settings.ts";
import { graph } from "../../engine/experiments/services/describe.ts";
import { SERVICES_PARAMS } from "../../engine/experiments/services/params.ts";
import type { Description, NumberParam, ParamTable, ParamValues } from "../../engine/experiments/types.ts";
import { DEFAULT_SEED, type Setup } from "./setup.ts";
import { placeAt } from "./link-table.ts";
import type { PagePlace } from "./location.ts";
import { hashOf } from "./location.ts";
import { writeLink } from "./write-link.ts";

const P = SERVICES_PARAMS;

/** The five that everybody knows, with the spread and the workers that belong to them. */
const FIVE = {
  loadPerS: { ...P.loadPerS, why: "All callers together." },
  serverMs: {
    ...P.serverMs,
    label: "The procedure takes",
    default: 10,
    why: "The mean of a call’s own time at the server, without any waiting.",
  },
  spread: {
    ...P.spread,
    label: "Spread of that time",
    options: [
      { value: "constant", label: "Fixed" },
      { value: "exponential", label: "Varies" },
      { value: "lognormal", label: "A few slow" },
    ],
    why:
      "Varies: exponential, as in the laws of queueing theory. A few slow: log-normal, one in a hundred takes ten " +
      "times the median.",
  },
  servers: { ...P.servers, label: "Servers", why: "Each has a queue of its own." },
  workers: { ...P.workers, default: 1, why: "Calls that a server works at side by side." },
  timeoutMs: {
    ...P.timeoutMs,
    label: "A caller waits for",
    default: 300,
    why: "Then it gives up. The server knows nothing of it.",
  },
  retries: { ...P.retries, label: "and sends again, up to", unit: "times", default: 3, why: "gRPC allows four." },
} as const satisfies ParamTable;

const upToAttempts: NumberParam = {
  ...P.deadlineMs,
  label: "A whole call has",
  min: 0,
  default: 0,
  why: "0: as long as its attempts and their pauses take. gRPC has no deadline by default.",
};

/** What stands behind the door. */
const MORE = {
  arrivals: P.arrivals,
  clients: {
    ...P.clients,
    label: "Clients, or load balancers",
    default: 1,
    why: "One load balancer sees all calls. Of several each knows of its own alone, with a budget and a breaker each.",
  },
  balancer: { ...P.balancer, default: "least-requests", why: "A load balancer that counts what is under way." },
  queueLimit: P.queueLimit,
  queue: P.queue,
  networkMs: P.networkMs,
  deadlineMs: upToAttempts,
  backoff: P.backoff,
  budget: P.budget,
  travels: P.travels,
  cancel: P.cancel,
  hedgeMs: { ...P.hedgeMs, label: "A second copy after" },
  policy: P.policy,
} as const satisfies ParamTable;

export const NUMBERS: ParamTable = { ...FIVE, ...MORE };
export const FIVE_KEYS: readonly string[] = Object.keys(FIVE);
export const MORE_NUMBERS: ParamTable = MORE;

/** The fields as a table that the readers of parameters take. */
const NUMBERS_TABLE: Description = { ...graph, id: "Your numbers", params: NUMBERS };

export const defaultNumbers = (): ParamValues => defaultsOf(NUMBERS_TABLE);

/** The values of a link, and a sentence for each that is not used. Keys that the place does not have are not read. */
export function readNumbers(query: string): { readonly values: ParamValues; readonly problems: readonly string[] } {
  const given = [...new URLSearchParams(query)].filter(([key]) => Object.hasOwn(NUMBERS, key));
  const { parameters, problems } = readParameters(NUMBERS_TABLE, Object.fromEntries(given));
  const kept = problems.map(({ message, default: stays }) => `${message} ${stays} is used.`);
  return { values: parameters, problems: kept };
}

/** The place with these values; defaults are left out. */
export function numbersPlace(values: ParamValues): PagePlace {
  const changed = Object.entries(changedParameters(NUMBERS_TABLE, values));
  const query = new URLSearchParams(changed.map(([key, value]): [string, string] => [key, String(value)]));
  return { ...placeAt("numbers"), query: query.toString() };
}

/** Of an attempt’s pauses, in ms: engine/systems/services/caller-policy.ts. */
const [FIRST_PAUSE_MS, MOST_PAUSE_MS] = [25, 2000];
const LONGEST_MS = P.deadlineMs.max;

/** The least and the most time in which calls come, in s, and the calls that a run has if it can. */
const [LEAST_S, MOST_S] = [12, P.seconds.max];
const [WANTED_CALLS, MOST_CALLS] = [12_000, 60_000];

/** All of a call’s attempts and the longest pauses between them. */
function attemptsMs({ timeoutMs, retries, backoff }: ParamValues): number {
  const pauses = Array.from({ length: Number(retries) }, (_, nth) =>
    Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** nth),
  );
  const paused = backoff === "none" ? 0 : pauses.reduce((sum, pause) => sum + pause, 0);
  return Number(timeoutMs) * (Number(retries) + 1) + paused;
}

/** For how long calls come: enough of them, and some times as long as a call may last; no longer than a page waits. */
function secondsOf(values: ParamValues): number {
  const load = Number(values["loadPerS"]);
  const wanted = Math.max(20, WANTED_CALLS / load, (3 * attemptsMs(values)) / 1000);
  return Math.round(Math.min(MOST_S, Math.max(LEAST_S, Math.min(wanted, MOST_CALLS / load))));
}

/** The parameters of the run that these values stand for; nothing disturbs it unless `blipMs` says so. */
export function runOfNumbers(values: ParamValues, blipMs = 0): ParamValues {
  const deadlineMs = values["deadlineMs"] === 0 ? Math.min(LONGEST_MS, attemptsMs(values)) : values["deadlineMs"];
  const given = { ...values, deadlineMs: deadlineMs ?? LONGEST_MS, seconds: secondsOf(values), blipMs };
  return withDefaults(graph, { ...given, graph: "single" });
}

/** The bench with that run. */
export function benchHref(values: ParamValues, blipMs: number): string {
  const setup: Setup = {
    experiment: graph.id,
    parameters: runOfNumbers(values, blipMs),
    seed: DEFAULT_SEED,
    faults: [],
  };
  return hashOf(writeLink(setup));
}
