/** The parameters and the measures of services that call each other. */
import { BALANCERS } from "../../systems/services/balancer.ts";
import { BACKOFFS } from "../../systems/services/caller-policy.ts";
import { BLIPS } from "../../systems/services/disturbance.ts";
import { graphLines, graphText, readServiceGraph, ServiceGraphError } from "../../systems/services/graph.ts";
import { LEAVES, READY_GRAPHS } from "../../systems/services/ready-graphs.ts";
import { POLICIES } from "../../systems/services/policies.ts";
import { callTimeMeasures } from "../call-measures.ts";
import { choice, choiceOrText, number } from "../params.ts";
import type { SeriesTable } from "../series.ts";
import type { MeasureTable, OwnText, Values } from "../types.ts";

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
    default: "front-middle-storage",
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
    default: 300,
    why: "All clients together. With the other defaults the storage can serve 800 a second.",
  }),
  arrivals: choice({
    group: "workload",
    label: "Calls begin",
    options: { random: "At random times", even: "At even times" },
    default: "random",
    why: "Users do not wait for each other, and nobody sends them evenly. Even times show what chance adds.",
  }),
  seconds: number({
    group: "workload",
    label: "Calls come for",
    unit: "s",
    min: 3,
    max: 120,
    default: 15,
    why: "The disturbance begins after two seconds. What comes of it needs some seconds more.",
  }),
  clients: number({
    group: "workload",
    label: "Clients",
    min: 1,
    max: 200,
    default: 20,
    why: "Each has a balancer, a budget and a breaker of its own, and takes its turn with the calls.",
  }),
  servers: number({
    group: "machines",
    label: "Servers of the first service",
    min: 1,
    max: 40,
    default: 4,
    why: "What a team adds first. In the other services of a graph the number is fixed; your own graph has its own.",
  }),
  leaves: number({
    group: "machines",
    label: "Servers that a page asks",
    min: 1,
    max: 100,
    default: LEAVES,
    why: "Its leaves. The page waits for the slowest of them. Dean and Barroso (2013) reckon with a hundred.",
    needs: { with: { graph: "fan-out" }, why: "Only this graph has a page that asks others at once." },
  }),
  workers: number({
    group: "machines",
    label: "Workers of a server",
    min: 1,
    max: 200,
    default: 8,
    why:
      "A worker that waits for a service below does nothing else. gunicorn begins with 1, Hystrix gives 10 to each " +
      "service below, Tomcat has 200.",
  }),
  serverMs: number({
    group: "machines",
    label: "The last service takes",
    unit: "ms",
    min: 0.1,
    max: 1000,
    step: 0.1,
    default: 20,
    why: "The mean of a request’s own time there. Front and middle take 1 and 2 ms; your own graph has its own times.",
    stretches: { name: "service", steps: ["Serve the request"], share: true },
  }),
  spread: choice({
    group: "machines",
    label: "Spread of that time",
    options: {
      constant: "None",
      exponential: "Exponential",
      lognormal: "Log-normal: one in a hundred is ten times the median",
    },
    default: "exponential",
    why: "Exponential times give the laws of queueing theory. Measured times of services have longer tails.",
  }),
  queue: choice({
    group: "machines",
    label: "Order of the queue",
    options: { fifo: "First in, first out", lifo: "The youngest first", codel: "CoDel" },
    default: "fifo",
    why: "CoDel (RFC 8289) turns requests away while all of them wait for longer than 5 ms over 100 ms.",
  }),
  queueLimit: number({
    group: "machines",
    label: "Places in a server’s queue",
    min: 0,
    max: 10_000,
    default: 100,
    why: "A request that finds it full is refused, which costs the server 0.1 ms. Tomcat’s queue has 100 places.",
  }),
  networkMs: number({
    group: "network",
    label: "A message takes",
    unit: "ms",
    min: 0.05,
    max: 200,
    step: 0.05,
    default: 0.25,
    why: "One way, within a data centre; ours. Between continents it is 50 to 100 ms.",
  }),
  timeoutMs: number({
    group: "protocol",
    label: "An attempt is given up after",
    unit: "ms",
    min: 1,
    max: 60_000,
    default: 250,
    why: "Twelve times the mean time of the storage; ours. The last one of a call may wait until the deadline.",
  }),
  retries: number({
    group: "protocol",
    label: "Retries",
    min: 0,
    max: 10,
    default: 2,
    why: "Three attempts in all: the default of AWS’s SDKs and of resilience4j. gRPC allows four retries at most.",
  }),
  retryAt: choice({
    group: "protocol",
    label: "Who tries again",
    options: { clients: "The clients alone", all: "All who call" },
    default: "clients",
    why:
      "Where each of three layers makes four attempts, the lowest gets sixty-four (Site Reliability Engineering, " +
      "chapter 22).",
  }),
  backoff: choice({
    group: "protocol",
    label: "A retry leaves",
    options: BACKOFFS,
    default: "none",
    why: "The first pause is 25 ms, as Envoy has it. It doubles with each retry, up to two seconds.",
    needs: { with: { retries: 3 }, why: "One retry alone has one pause." },
  }),
  budget: number({
    group: "protocol",
    label: "Budget: retries for each call",
    min: 0,
    max: 10,
    step: 0.05,
    default: 10,
    why: "Of each caller. Finagle and Envoy allow 0.2, Google’s clients 0.1. One as large as the retries binds nobody.",
  }),
  deadlineMs: number({
    group: "protocol",
    label: "A call has",
    unit: "ms",
    min: 1,
    max: 120_000,
    default: 1000,
    why: "Then its client gives it up, however many attempts it made. gRPC has no deadline by default.",
  }),
  travels: choice({
    group: "protocol",
    label: "Deadlines travel",
    options: { off: "No: each server waits as long by itself", on: "Yes: late requests are thrown away" },
    default: "off",
    why: "gRPC sends the time that is left along. HTTP has no field for it.",
  }),
  cancel: choice({
    group: "protocol",
    label: "Who has left says so",
    options: { off: "No", on: "Yes, by a cancel" },
    default: "off",
    why: "gRPC sends a cancel. A server that does not look for it works on.",
  }),
  hedgeMs: number({
    group: "protocol",
    label: "A second copy to the last service after",
    unit: "ms",
    min: 0,
    max: 500,
    default: 0,
    why: "0: never. Dean and Barroso wait for the 95th percentile; that of the storage is 60 ms.",
  }),
  balancer: choice({
    group: "protocol",
    label: "Balancer",
    options: BALANCERS,
    default: "round-robin",
    why: "gRPC begins with the first server that answers and stays there. Envoy takes the less busy of two.",
  }),
  policy: choice({
    group: "protocol",
    label: "Protection",
    options: POLICIES,
    default: "none",
    why:
      "Breakers open when half of twenty attempts fail, for five seconds (Hystrix). Envoy leaves a server out after " +
      "five errors in a row, for 30 s.",
  }),
  blip: choice({
    group: "chance",
    label: "Disturbance",
    options: BLIPS,
    default: "pause",
    why: "It begins after two seconds. A pause may be one of the memory’s housekeeping; a cut, a cable.",
  }),
  blipMs: number({
    group: "chance",
    label: "It lasts",
    unit: "ms",
    min: 0,
    max: 60_000,
    default: 2000,
    why: "0: nothing happens. All else is as before when it is over.",
  }),
} as const;

export const SERVICES_MEASURES = {
  goodputPerS: {
    label: "Calls that return at the end",
    unit: "calls/s",
    what: "a second, in the last fifth of the time in which calls come",
  },
  offeredPerS: { label: "Calls that begin", unit: "calls/s", what: "a second, over the time in which calls come" },
  returnedShare: { label: "Calls that returned", unit: "%", what: "of all calls of the run" },
  ...callTimeMeasures(),
  meanMs: { label: "Latency, mean", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  modelMs: {
    label: "Mean by queueing theory",
    unit: "ms",
    what:
      "of one service: Erlang’s formula for random arrivals and exponential times, with Allen and Cunneen’s factor " +
      "for others, as if all workers had one queue; none for more services, for a load of 1 and more, and with a " +
      "disturbance",
  },
  attemptsPerCall: {
    label: "Attempts a call",
    unit: "",
    what: "requests sent to the last service, by those that the calls need where nothing is tried again",
  },
  wastedShare: {
    label: "Work for nobody",
    unit: "%",
    what:
      "of the time that the last service worked: for requests whose caller, or one further up, had left or had its " +
      "answer",
  },
  utilisation: {
    label: "Workers of the last service busy",
    unit: "%",
    what: "time that they worked, by the time in which calls come",
  },
  refusals: { label: "Refusals", unit: "", what: "requests that a server refused", total: true },
  recoveryMs: {
    label: "Until it is well again",
    unit: "ms",
    what:
      "from the end of the disturbance until nine of ten calls that begin return, for good: in pieces of half a " +
      "second; none without a disturbance",
  },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result", total: true },
} satisfies MeasureTable;

export const SERVICES_SERIES = {
  attempts: {
    label: "Attempts at the last service",
    unit: "/s",
    what:
      "sent for the first time, by retries, by hedges; refused by any server; worked at for nobody; and calls that " +
      "return; capacity is what its workers can serve",
  },
  queue: { label: "Requests that wait", unit: "", what: "most at once at the servers of a service" },
  latency: {
    label: "Latency",
    unit: "ms",
    what: "median and 99th percentile of the calls that returned in each piece of time",
  },
} satisfies SeriesTable;

export type ServicesValues = Values<typeof SERVICES_PARAMS>;
export type ServicesMeasure = keyof typeof SERVICES_MEASURES;
