/** The parameters and the measures of services that call each other. */
import { BALANCERS } from "../../systems/services/balancer.ts";
import { BACKOFFS } from "../../systems/services/caller-policy.ts";
import { BLIPS, WHOM } from "../../systems/services/disturbance.ts";
import { graphLines, graphText, readServiceGraph, ServiceGraphError } from "../../systems/services/graph.ts";
import { READY_GRAPHS } from "../../systems/services/ready-graphs.ts";
import { POLICIES } from "../../systems/services/policies.ts";
import { BUDGET_RULES } from "../../systems/services/retry-budget.ts";
import { choice, choiceOrText, number } from "../params.ts";
import type { OwnText, Values } from "../types.ts";
import { DEFAULTS } from "./defaults.ts";
import { CACHE_PARAMS, CHECK_PARAMS, OF_READY, ONCE_PARAMS, POOL_PARAMS } from "./more-params.ts";

const OWN_GRAPH: OwnText = {
  label: "Your own, in JSON",
  allowed: "a graph of services in JSON",
  read: (text) => {
    try {
      return { text: graphText(readServiceGraph(text)) };
    } catch (error) {
      if (error instanceof ServiceGraphError) return { problem: error.message };
      throw error; // a bug of ours, not of the text
    }
  },
  lines: (text) => graphLines(readServiceGraph(text)),
  example:
    '{"services":[{"name":"shop","servers":4,"workers":16,"ms":2,"calls":[{"to":"stock"},{"to":"payment"}]},' +
    '{"name":"stock","servers":2,"ms":5,"hits":0.9,"calls":[{"to":"storage"}]},' +
    '{"name":"payment","servers":2,"ms":30,"spread":"lognormal"},{"name":"storage","ms":10}]}',
};

export const SERVICES_PARAMS = {
  graph: choiceOrText({
    group: "workload",
    label: "Services",
    options: READY_GRAPHS,
    own: OWN_GRAPH,
    default: DEFAULTS.graph,
    why:
      "The clients call the first service. The last one does the long work. Write your own to see yours: who calls " +
      "whom, with how many servers and workers, and how long each takes. The last service is then where the last " +
      "call of each one leads.",
  }),
  loadPerS: number({
    group: "workload",
    label: "Calls a second",
    min: 1,
    max: 5000,
    default: DEFAULTS.loadPerS,
    why: "All clients together. With the other defaults the storage can serve 800 a second.",
  }),
  arrivals: choice({
    group: "workload",
    label: "Calls begin",
    options: { random: "At random times", even: "At even times" },
    default: DEFAULTS.arrivals,
    why: "Users do not wait for each other, and nobody sends them evenly. Even times show what chance adds.",
  }),
  seconds: number({
    group: "workload",
    label: "Calls come for",
    unit: "s",
    min: 3,
    max: 120,
    default: DEFAULTS.seconds,
    why: "The disturbance begins after two seconds. What comes of it needs some seconds more.",
  }),
  clients: number({
    group: "workload",
    label: "Clients",
    min: 1,
    max: 200,
    default: DEFAULTS.clients,
    why: "Each has a balancer, a budget and a breaker of its own, and takes its turn with the calls.",
  }),
  leaves: number({
    group: "machines",
    label: "Servers that a page asks",
    min: 1,
    max: 100,
    default: DEFAULTS.leaves,
    why: "The page waits for all of them. Dean and Barroso (2013) have a hundred.",
    needs: { with: { graph: "fan-out", loadPerS: 20 }, why: "Only the page that asks many servers has leaves." },
    only: { parameter: "graph", values: ["fan-out"], why: "no page asks many servers there" },
  }),
  servers: number({
    group: "machines",
    label: "Servers of the first service",
    min: 1,
    max: 40,
    default: DEFAULTS.servers,
    why:
      "What a team adds first. The middle service has as many, and each of three layers. In the other services the " +
      "number is fixed; your own graph has its own.",
    only: OF_READY,
  }),
  workers: number({
    group: "machines",
    label: "Workers of a server",
    min: 1,
    max: 200,
    default: DEFAULTS.workers,
    why:
      "A worker that waits for a service below does nothing else. gunicorn begins with 1, Hystrix gives 10 to each " +
      "service below, Tomcat has 200.",
    only: OF_READY,
  }),
  serverMs: number({
    group: "machines",
    label: "The last service takes",
    unit: "ms",
    min: 0.1,
    max: 1000,
    step: 0.1,
    default: DEFAULTS.serverMs,
    why: "The mean of a request’s own time there. Front and middle take 1 and 2 ms; your own graph has its own times.",
    stretches: { name: "service", steps: ["Serve the request"], share: true },
    only: OF_READY,
  }),
  spread: choice({
    group: "machines",
    label: "Spread of that time",
    options: { constant: "None", exponential: "Exponential", lognormal: "Log-normal: long tails" },
    default: DEFAULTS.spread,
    why:
      "Exponential times give the laws of queueing theory. Measured times of services have longer tails: of " +
      "log-normal ones, one in a hundred is ten times the median.",
    only: OF_READY,
  }),
  ...CACHE_PARAMS,
  ...POOL_PARAMS,
  queue: choice({
    group: "machines",
    label: "Order of the queue",
    options: { fifo: "First in, first out", lifo: "The youngest first", codel: "CoDel" },
    default: DEFAULTS.queue,
    why: "CoDel (RFC 8289) turns requests away while all of them wait for longer than 5 ms over 100 ms.",
  }),
  queueLimit: number({
    group: "machines",
    label: "Places in a server’s queue",
    min: 0,
    max: 10_000,
    default: DEFAULTS.queueLimit,
    why: "A request that finds it full is refused, which costs the server 0.1 ms. Tomcat’s queue has 100 places.",
  }),
  networkMs: number({
    group: "network",
    label: "A message takes",
    unit: "ms",
    min: 0.05,
    max: 200,
    step: 0.05,
    default: DEFAULTS.networkMs,
    why: "One way, within a data centre; ours. Between continents it is 50 to 100 ms.",
  }),
  timeoutMs: number({
    group: "protocol",
    label: "An attempt is given up after",
    unit: "ms",
    min: 1,
    max: 60_000,
    default: DEFAULTS.timeoutMs,
    why: "Twelve times the mean time of the storage; ours. The last one of a call may wait until the deadline.",
  }),
  retries: number({
    group: "protocol",
    label: "Retries",
    min: 0,
    max: 10,
    default: DEFAULTS.retries,
    why: "Three attempts in all: the default of AWS’s SDKs and of resilience4j. gRPC allows four retries at most.",
  }),
  retryAt: choice({
    group: "protocol",
    label: "Who tries again",
    options: { clients: "The clients alone", all: "All who call" },
    default: DEFAULTS.retryAt,
    why:
      "Where each of three layers makes four attempts, the lowest gets sixty-four (Site Reliability Engineering, " +
      "chapter 22).",
  }),
  backoff: choice({
    group: "protocol",
    label: "A retry leaves",
    options: BACKOFFS,
    default: DEFAULTS.backoff,
    why: "The first pause is 25 ms, as Envoy has it. It doubles with each retry, up to two seconds.",
    needs: { with: { retries: 3 }, why: "One retry alone has one pause." },
  }),
  budget: number({
    group: "protocol",
    label: "Budget: retries for each call",
    min: 0,
    max: 10,
    step: 0.05,
    default: DEFAULTS.budget,
    why: "Of each caller. Finagle and Envoy allow 0.2, Google’s clients 0.1. One as large as the retries binds nobody.",
    only: {
      parameter: "budgetRule",
      values: ["share", "finagle", "grpc"],
      why: "the bucket has numbers of its own",
    },
  }),
  budgetRule: choice({
    group: "protocol",
    label: "How the budget counts",
    options: BUDGET_RULES,
    default: DEFAULTS.budgetRule,
    why:
      "Finagle adds ten retries a second to the share. gRPC has ten tokens: a failure takes one, and a success gives " +
      "the budget. With five nothing is tried again. In botocore’s bucket a retry takes five, ten after a time-out.",
    needs: {
      with: { budget: 0.1 },
      why: "A share as large as the retries binds nobody, with ten more or without.",
    },
  }),
  deadlineMs: number({
    group: "protocol",
    label: "A call has",
    unit: "ms",
    min: 1,
    max: 120_000,
    default: DEFAULTS.deadlineMs,
    why: "Then its client gives it up, however many attempts it made. gRPC has no deadline by default.",
  }),
  travels: choice({
    group: "protocol",
    label: "Deadlines travel",
    options: {
      off: "No: each server waits as long by itself",
      on: "Yes: late requests are thrown away",
      reserve: "Yes, and what cannot end in time is not begun",
    },
    default: DEFAULTS.travels,
    why: "gRPC sends the time that is left along. HTTP has no field for it.",
  }),
  cancel: choice({
    group: "protocol",
    label: "Who has left says so",
    options: { off: "No", on: "Yes, by a cancel" },
    default: DEFAULTS.cancel,
    why: "gRPC sends a cancel. A server that does not look for it works on.",
  }),
  hedgeMs: number({
    group: "protocol",
    label: "A second copy to the last service after",
    unit: "ms",
    min: 0,
    max: 500,
    default: DEFAULTS.hedgeMs,
    why: "0: never. Dean and Barroso wait for the 95th percentile; that of the storage is 60 ms.",
  }),
  ...ONCE_PARAMS,
  balancer: choice({
    group: "protocol",
    label: "Balancer",
    options: BALANCERS,
    default: DEFAULTS.balancer,
    why: "gRPC begins with the first server that answers and stays there. Envoy takes the less busy of two.",
  }),
  policy: choice({
    group: "protocol",
    label: "Protection",
    options: POLICIES,
    default: DEFAULTS.policy,
    why:
      "Breakers open when half of twenty attempts fail, for five seconds (Hystrix). Envoy leaves a server out after " +
      "five errors in a row, for 30 s.",
  }),
  ...CHECK_PARAMS,
  blip: choice({
    group: "chance",
    label: "Disturbance",
    options: BLIPS,
    default: DEFAULTS.blip,
    why: "A pause may be one of the memory’s housekeeping; a cut, a cable; a burst, a sale that opens.",
  }),
  blipMs: number({
    group: "chance",
    label: "It lasts",
    unit: "ms",
    min: 0,
    max: 60_000,
    default: DEFAULTS.blipMs,
    why: "0: nothing happens. All else is as before when it is over.",
  }),
  whom: choice({
    group: "chance",
    label: "Whom it meets",
    options: WHOM,
    default: DEFAULTS.whom,
    why: "One machine that fails is an everyday event. All of a kind fail where they share a bug, a switch or a load.",
  }),
  errorShare: number({
    group: "chance",
    label: "Requests that errors answer",
    unit: "",
    min: 0.01,
    max: 1,
    step: 0.01,
    default: DEFAULTS.errorShare,
    share: true,
    why: "Of those that meet the disturbance. One is a full outage.",
    needs: { with: { blip: "fail" }, why: "Only that disturbance answers with errors." },
    only: { parameter: "blip", values: ["fail"], why: "no server answers with errors then" },
  }),
} as const;

export type ServicesValues = Values<typeof SERVICES_PARAMS>;
