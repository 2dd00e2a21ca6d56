/** Questions on several services: retries, queues, time-outs, balancers. All their runs are of today. */
import type { Question } from "./types.ts";

const GRAPH = "services/graph";
const STILL = { blipMs: 0 } as const;
const PAGE = { ...STILL, graph: "fan-out", loadPerS: 20, timeoutMs: 2000, deadlineMs: 4000, retries: 0 } as const;
const OUTAGE = { graph: "three-layers", loadPerS: 20, retries: 3, blip: "fail", blipMs: 60_000 } as const;
const ONE = { ...STILL, graph: "single", workers: 1, serverMs: 10, retries: 0 } as const;
const QUEUE = { ...ONE, servers: 1, timeoutMs: 10_000, deadlineMs: 10_000, queueLimit: 1000, seconds: 60 } as const;
const CROWD = { ...ONE, loadPerS: 500, timeoutMs: 250 } as const;
const POOL = {
  ...{ ...STILL, servers: 2, workers: 4, queueLimit: 1000, serverMs: 5, loadPerS: 200 },
  ...{ retries: 0, balancer: "random" },
} as const;
const HANGS = ["slow storage1 by 1000 at 1s"];

export const SERVICES: readonly Question[] = [
  {
    id: "doubled-timeout",
    asked: "We doubled the time-out, and everything got worse. Why?",
    words:
      "longer timeout raised time-out doubled timeout worse increase pool exhausted threads stuck waiting workers full",
    answer:
      "Who waits for a server that hangs holds a worker for the whole time-out, and soon all workers wait: with the " +
      "longer one {returnedShare} % of the calls return, with the shorter one {returnedShare 2} %. A time-out is how long " +
      "others may be held up, so make it little longer than the slowest good answer.",
    runs: [
      {
        says: "One of two storages hangs, and a time-out of 100 ms",
        experiment: GRAPH,
        set: { ...POOL, timeoutMs: 100, deadlineMs: 100 },
        faults: HANGS,
        shows: { returnedShare: "8.2", goodputPerS: "0" },
      },
      {
        says: "The same with 50 ms",
        experiment: GRAPH,
        set: { ...POOL, timeoutMs: 50, deadlineMs: 50 },
        faults: HANGS,
        shows: { returnedShare: "44.5", goodputPerS: "95.3" },
      },
    ],
    lesson: "blip",
  },
  {
    id: "more-servers",
    asked: "Autoscaling added servers, and the latency did not move. Why?",
    words:
      "autoscaling autoscaler autoscale hpa more pods more servers scale out scaling horizontally latency same did not " +
      "help database below is full bottleneck replicas added",
    answer:
      "The servers that were added wait for what is full below them: the storage is busy for {utilisation} % of the time, " +
      "and twice as many servers above it bring the 99th percentile from {p99Ms} to {p99Ms 2} ms. Look for the service " +
      "whose workers are never idle, and add there.",
    runs: [
      {
        says: "Four servers in front of a storage that is nearly full",
        experiment: GRAPH,
        set: { ...STILL, loadPerS: 750 },
        shows: { p99Ms: "144", utilisation: "95" },
      },
      {
        says: "Eight of them",
        experiment: GRAPH,
        set: { ...STILL, loadPerS: 750, servers: 8 },
        shows: { p99Ms: "139", utilisation: "95" },
      },
    ],
  },
  {
    id: "one-slow-server",
    asked: "One of forty servers is slow. Why is every page slow?",
    words:
      "one slow server one slow node bad node gray failure grey failure straggler hot shard noisy neighbour forty " +
      "shards every request slow outlier slow replica fan-out",
    answer:
      "Each page asks all forty and waits for the last, so the slow one is in every page: half of the pages take " +
      "{p50Ms} ms in place of {p50Ms 2} ms, one in a hundred {p99Ms} ms. A second copy to another server takes it out.",
    runs: [
      {
        says: "One leaf is ten times as slow",
        experiment: GRAPH,
        set: PAGE,
        faults: ["slow leaf3 by 10 at 1s"],
        shows: { p50Ms: "137", p99Ms: "898" },
      },
      { says: "All leaves are well", experiment: GRAPH, set: PAGE, shows: { p50Ms: "82", p99Ms: "158" } },
      {
        says: "One is slow, and a second copy goes out after 60 ms",
        experiment: GRAPH,
        set: { ...PAGE, hedgeMs: 60 },
        faults: ["slow leaf3 by 10 at 1s"],
        shows: { p50Ms: "79", p99Ms: "155" },
      },
    ],
  },
  {
    id: "retries-in-layers",
    asked: "Each layer makes four attempts. Is that much?",
    words:
      "we retry three times retries at every layer each layer nested retries multiply amplification retry amplification layers three layers " +
      "four layers attempts exponential service mesh retries sdk retries",
    answer:
      "Each layer multiplies: four attempts at each of three layers are sixty-four at the lowest, and {attemptsPerCall} " +
      "a call in this run, which is well for its first two seconds. Retry at one layer, and the same outage costs " +
      "{attemptsPerCall 2}.",
    runs: [
      {
        says: "All layers retry, and the lowest fails",
        experiment: GRAPH,
        set: { ...OUTAGE, retryAt: "all", queueLimit: 1000 },
        shows: { attemptsPerCall: "55.4" },
      },
      {
        says: "The clients alone retry",
        experiment: GRAPH,
        set: { ...OUTAGE, queueLimit: 1000 },
        shows: { attemptsPerCall: "3.6" },
      },
    ],
  },
  {
    id: "breaker-flaps",
    asked: "The breaker opens and closes all day. What does it cost?",
    words:
      "circuit breaker breaker opens breaker closes half-open half open flapping hystrix resilience4j trips tripping " +
      "open state",
    answer:
      "A pause of half a second costs {recoveryMs} ms: the breakers of all clients open, and each refuses all calls for " +
      "five seconds, so {returnedShare} % of the calls return. Without them this pause is over when it ends; a breaker " +
      "pays where it would last.",
    runs: [
      {
        says: "A pause of half a second, and breakers",
        experiment: GRAPH,
        set: { blipMs: 500, seconds: 30, policy: "breaker" },
        shows: { returnedShare: "82", recoveryMs: "5,500" },
      },
      {
        says: "No breakers",
        experiment: GRAPH,
        set: { blipMs: 500, seconds: 30 },
        shows: { returnedShare: "100", recoveryMs: "0" },
      },
    ],
  },
  {
    id: "at-ninety-percent",
    asked: "Latency is fine below 70 % of load, and at 90 % it explodes. Why?",
    words:
      "hockey stick knee utilisation utilization 90 % 70 % load explodes latency curve headroom m/m/1 queueing theory " +
      "1/(1 - rho) cpu at ninety saturation target utilization",
    answer:
      "The time in a queue grows with one over what is left idle: at half of the load 99 of 100 calls return within " +
      "{p99Ms 2} ms, at nine tenths within {p99Ms} ms, although the server does the same for each. Plan for the " +
      "load that leaves room, not for the one that just fits.",
    runs: [
      {
        says: "One server at nine tenths of its load",
        experiment: GRAPH,
        set: { ...QUEUE, loadPerS: 90 },
        shows: { p99Ms: "403", p50Ms: "83", modelMs: "100.5" },
      },
      {
        says: "At half of its load",
        experiment: GRAPH,
        set: { ...QUEUE, loadPerS: 50 },
        shows: { p99Ms: "79", p50Ms: "14", modelMs: "20.5" },
      },
    ],
    lesson: "more-threads",
  },
  {
    id: "overload",
    asked: "More calls come than we can serve. Do I queue them, or refuse some?",
    words:
      "overload overloaded load shedding shed 503 429 too many requests rate limiting admission control backpressure " +
      "concurrency limit codel lifo queue full bounded queue refuse reject throttle spike brownout bufferbloat",
    answer:
      "A long queue serves calls whose callers have left: of 400 calls a second that the servers can do, {goodputPerS} " +
      "are for somebody. Refuse early, by a short queue or by what the servers measure, and {goodputPerS 2} are.",
    runs: [
      {
        says: "500 calls a second for servers that can do 400, and a hundred places in each queue",
        experiment: GRAPH,
        set: CROWD,
        shows: { goodputPerS: "144", wastedShare: "39" },
      },
      {
        says: "Ten places",
        experiment: GRAPH,
        set: { ...CROWD, queueLimit: 10 },
        shows: { goodputPerS: "383", wastedShare: "0" },
      },
      {
        says: "Servers limit what they take in",
        experiment: GRAPH,
        set: { ...CROWD, policy: "limit" },
        shows: { goodputPerS: "384", wastedShare: "0" },
      },
      {
        says: "The youngest first",
        experiment: GRAPH,
        set: { ...CROWD, queue: "lifo" },
        shows: { goodputPerS: "379", p50Ms: "27" },
      },
    ],
  },
];
