/** Questions on several services: deadlines, retries, queues, time-outs. */
import type { Question } from "./types.ts";

const GRAPH = "services/graph";
const STILL = { blipMs: 0 } as const;
const PAGE = { ...STILL, graph: "fan-out", loadPerS: 20, timeoutMs: 2000, deadlineMs: 4000, retries: 0 } as const;
const ONE = { ...STILL, graph: "single", workers: 1, serverMs: 10, retries: 0 } as const;
const QUEUE = { ...ONE, servers: 1, timeoutMs: 10_000, deadlineMs: 10_000, queueLimit: 1000, seconds: 60 } as const;
const POOL = {
  ...{ ...STILL, servers: 2, workers: 4, queueLimit: 1000, serverMs: 5, loadPerS: 200 },
  ...{ retries: 0, balancer: "random" },
} as const;
const FAILS = {
  ...{ graph: "single", servers: 10, workers: 8, loadPerS: 1500, clients: 2, retries: 0 },
  ...{ blip: "fail", blipMs: 4000, whom: "one", balancer: "least-requests" },
} as const;
const CHECKED = { blip: "fail", blipMs: 8000, retries: 0, loadPerS: 1500, checkMs: 1000 } as const;
const FULL = { blipMs: 0, retries: 0, loadPerS: 3800, queueLimit: 10, checkMs: 200, checkFails: 1 } as const;
const HANGS = ["slow storage1 by 1000 at 1s"];

export const SERVICES: readonly Question[] = [
  {
    id: "work-goes-on",
    asked: "My deadline has passed. Why does the server go on working?",
    words:
      "deadline exceeded cancelled cancel cancellation orphan wasted work context timeout propagate abandoned " +
      "queue is long and every request times out",
    answer:
      "A limit lives at the caller, and the servers finish what nobody waits for: {wastedShare} % of this storage’s " +
      "work. Send the time that is left along with each call, so that a server throws away what comes too late, and " +
      "it is {wastedShare 2} %.",
    runs: [
      {
        says: "Three services, a burst of calls for two seconds, and no server knows of the deadline",
        experiment: "services/deadline",
        set: {},
        shows: { wastedShare: "83", goodputPerS: "53" },
      },
      {
        says: "The deadline travels with the call",
        experiment: "services/deadline",
        set: { travels: "on" },
        shows: { wastedShare: "10", goodputPerS: "629" },
      },
      {
        says: "Today: callers give up after half a second, and the server serves what nobody waits for",
        experiment: "today/retry-storm",
        set: {},
        shows: { wastedShare: "99.2", returnedShare: "3.2" },
      },
      {
        says: "Second copies, and a message that cancels the loser",
        experiment: "today/hedge",
        set: { cancel: "on" },
        shows: { wastedShare: "3.6", meanMs: "14.0" },
      },
      {
        says: "Second copies, and nobody cancels",
        experiment: "today/hedge",
        set: {},
        shows: { wastedShare: "13.6", meanMs: "15.9" },
      },
      {
        says: "The call returns after 12 s; the server works on two copies until 36 s",
        experiment: "sun-rpc/call",
        set: { iterations: 1, serverMs: 12_000 },
        shows: { executions: "3", elapsedUs: "12,010,600" },
      },
    ],
    same: "In 1988 the limit is the caller’s own, too, and the server works on for a caller that has its answer.",
    lesson: "timeouts",
  },
  {
    id: "doubled-timeout",
    asked: "We doubled the time-out, and everything got worse. Why?",
    words:
      "longer timeout raised time-out doubled timeout worse increase pool exhausted threads stuck waiting " +
      "workers full",
    answer:
      "Who waits for a server that hangs holds a worker: {returnedShare} % of the calls return, with half of the " +
      "time-out {returnedShare 2} %. Make a time-out little longer than the slowest good answer.",
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
      "autoscaling autoscaler autoscale hpa more pods more servers scale out scaling horizontally latency same did " +
      "not help database below is full bottleneck replicas added",
    answer:
      "What is full is below: the storage is busy for {utilisation} % of the time, and the 99th percentile goes " +
      "from {p99Ms} to {p99Ms 2} ms. Look for the service whose workers are never idle, and add there.",
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
      "one slow server one slow node bad node gray failure grey failure straggler hot shard " +
      "noisy neighbour forty shards every request slow outlier slow replica fan-out",
    answer:
      "Each page waits for the last of forty: half of the pages take {p50Ms} ms, and {p50Ms 2} ms where all servers " +
      "are well. A second copy to another server takes the slow one out.",
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
    id: "fails-fast",
    asked: "A broken instance answers with errors, and gets more calls than the others. Why?",
    words:
      "bad instance black hole blackhole fails fast 500 errors outlier detection outlier ejection unhealthy host " +
      "least connections least requests one pod returns errors",
    answer:
      "A balancer takes the server that fails at once for the least busy: {failedCalls} calls fail, and " +
      "{failedCalls 2} where servers take turns. Leave a server out after some failures one after the other, and " +
      "it is {failedCalls 3}.",
    runs: [
      {
        says: "The least busy of ten, and one of them fails at once",
        experiment: GRAPH,
        set: FAILS,
        shows: { failedCalls: "2,662", returnedShare: "88" },
      },
      {
        says: "One after the other",
        experiment: GRAPH,
        set: { ...FAILS, balancer: "round-robin" },
        shows: { failedCalls: "594", returnedShare: "97" },
      },
      {
        says: "The least busy, and a server that fails is left out",
        experiment: GRAPH,
        set: { ...FAILS, policy: "ejection" },
        shows: { failedCalls: "10", returnedShare: "100" },
      },
    ],
  },
  {
    id: "cold-cache",
    asked: "After a deploy the cache is empty, and the database melts. How does it come back?",
    words:
      "cold cache cache stampede thundering herd on cache cache miss storm redis restarted memcached flush warm the " +
      "cache after deploy database melts dogpile cache hit ratio",
    answer:
      "While all miss, {goodputPerS} of 1,000 calls a second return: long queues serve whom nobody waits for, " +
      "and clients ask again. With short queues what is served fills the cache, and all is well after " +
      "{recoveryMs 2} ms.",
    runs: [
      {
        says: "A cache that answers nine of ten is lost, and clients try again",
        experiment: "services/cold-start",
        set: { loadPerS: 1000 },
        shows: { goodputPerS: "662", returnedShare: "48" },
      },
      {
        says: "Ten places in each queue",
        experiment: "services/cold-start",
        set: { loadPerS: 1000, queueLimit: 10 },
        shows: { goodputPerS: "986", recoveryMs: "5,500" },
      },
      {
        says: "Long queues, and nobody tries again",
        experiment: "services/cold-start",
        set: { loadPerS: 1000, retries: 0 },
        shows: { goodputPerS: "985", recoveryMs: "7,000" },
      },
      {
        says: "The cache keeps two thousand things, not twenty thousand",
        experiment: "services/cold-start",
        set: { loadPerS: 1000, keys: 2000 },
        shows: { goodputPerS: "986", recoveryMs: "2,000" },
      },
    ],
  },
  {
    id: "retries-in-layers",
    asked: "Each layer makes four attempts. Is that much?",
    words:
      "we retry three times retries at every layer each layer nested retries multiply amplification retry " +
      "amplification layers three layers four layers attempts exponential mesh retries sdk retries",
    answer:
      "Each layer multiplies: four attempts at each of three layers are {attemptsPerCall} at the lowest when it " +
      "fails. Let the clients alone retry, and it is {attemptsPerCall 2}; with a budget at every layer, of one " +
      "retry for ten calls, {attemptsPerCall 3}.",
    runs: [
      {
        says: "Three layers retry, and the lowest fails",
        experiment: "services/layers",
        set: {},
        shows: { attemptsPerCall: "64" },
      },
      {
        says: "The clients alone retry",
        experiment: "services/layers",
        set: { retryAt: "clients" },
        shows: { attemptsPerCall: "4" },
      },
      {
        says: "All retry, one retry for ten calls",
        experiment: "services/layers",
        set: { budget: 0.1 },
        shows: { attemptsPerCall: "1.7" },
      },
    ],
    lesson: "blip",
  },
  {
    id: "healthy-but-failing",
    asked: "The health check passes, and every call to that server fails. Why?",
    words:
      "health check passes green readiness probe liveness probe kubernetes unhealthy endpoint own thread calls time " +
      "out probe ok 200 shallow health check",
    answer:
      "A thread of its own answers the check, and knows only that the machine runs: {failedCalls} calls fail, as " +
      "many as without one. Let a worker answer, as for a request, and it is {failedCalls 2}; then see what a full " +
      "server answers.",
    runs: [
      {
        says: "One of ten servers answers with errors for eight seconds, and a thread answers checks",
        experiment: "services/balancers",
        set: CHECKED,
        shows: { failedCalls: "1,209", returnedShare: "92" },
      },
      {
        says: "A worker answers them",
        experiment: "services/balancers",
        set: { ...CHECKED, checkBy: "worker" },
        shows: { failedCalls: "297", returnedShare: "98" },
      },
      {
        says: "Short queues, nothing is wrong, and a worker answers: full servers are left out",
        experiment: "services/balancers",
        set: { ...FULL, checkBy: "worker" },
        shows: { failedCalls: "2,845", returnedShare: "93" },
      },
      {
        says: "The same with a thread",
        experiment: "services/balancers",
        set: FULL,
        shows: { failedCalls: "1,087", returnedShare: "97" },
      },
    ],
  },
  {
    id: "breaker-flaps",
    asked: "The breaker opens and closes all day. What does it cost?",
    words:
      "circuit breaker breaker opens breaker closes half-open half open flapping hystrix resilience4j trips " +
      "tripping open state",
    answer:
      "All breakers open at once and refuse all calls for five seconds: a pause of half a second costs {recoveryMs} " +
      "ms. Without them this pause is over when it ends; a breaker pays where it would last.",
    runs: [
      {
        says: "A pause of half a second, and breakers",
        experiment: "services/storm",
        set: { blipMs: 500, seconds: 30, policy: "breaker" },
        shows: { returnedShare: "82", recoveryMs: "5,500" },
      },
      {
        says: "No breakers",
        experiment: "services/storm",
        set: { blipMs: 500, seconds: 30 },
        shows: { returnedShare: "100", recoveryMs: "0" },
      },
    ],
  },
  {
    id: "at-ninety-percent",
    asked: "Latency is fine below 70 % of load, and at 90 % it explodes. Why?",
    words:
      "hockey stick knee utilisation utilization 90 % 70 % load explodes latency curve headroom m/m/1 queueing " +
      "theory 1/(1 - rho) cpu at ninety saturation target utilization",
    answer:
      "Waiting grows with one over what is left idle: one call in a hundred takes {p99Ms} ms, at half of the load " +
      "{p99Ms 2} ms. Plan for the load that leaves room, not for the one that just fits.",
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
      "overload overloaded load shedding shed 503 429 too many requests rate limiting admission control " +
      "backpressure concurrency limit codel lifo queue full bounded queue refuse reject throttle spike brownout " +
      "bufferbloat",
    answer:
      "A long queue serves calls whose callers have left: of 800 calls a second that the servers can do, " +
      "{goodputPerS} are for somebody. Refuse early, by a short queue or by what the servers measure, and " +
      "{goodputPerS 2} are.",
    runs: [
      {
        says: "900 calls a second for servers that can do 800, and a thousand places in each queue",
        experiment: "services/overload",
        set: {},
        shows: { goodputPerS: "355", wastedShare: "25" },
      },
      {
        says: "A hundred places",
        experiment: "services/overload",
        set: { queueLimit: 100 },
        shows: { goodputPerS: "826", wastedShare: "0" },
      },
      {
        says: "Servers limit what they take in",
        experiment: "services/overload",
        set: { policy: "limit" },
        shows: { goodputPerS: "814", wastedShare: "0" },
      },
      {
        says: "The youngest first",
        experiment: "services/overload",
        set: { queue: "lifo" },
        shows: { goodputPerS: "830", p50Ms: "24" },
      },
    ],
  },
];
