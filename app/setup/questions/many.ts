/** Questions on calls to many machines at once. */
import type { Question } from "./types.ts";

const TODAY = { machine: "today-sockets", way: "multirpc" } as const;
const FAN_OUT = "services/fan-out";
const MULTI = "multirpc/call";
const CAMPUS = { placement: "campus", servers: 40 } as const;
const CHANCE = { distribution: "exponential", trials: 100, computeMs: 50 } as const;
const WAITS = { procedure: "waits", distribution: "exponential", computeMs: 200, trials: 50 } as const;
const HEDGED = {
  ...{ graph: "single", blipMs: 0, workers: 1, serverMs: 10, spread: "lognormal", loadPerS: 120, retries: 0 },
  ...{ timeoutMs: 2000, deadlineMs: 2000, clients: 1, balancer: "random" },
} as const;
const SLOW = { slowCallee: 5, slowMs: 50 } as const;
const SMALL = { argumentBytes: 1024, resultBytes: 0 } as const;

export const MANY: readonly Question[] = [
  {
    id: "incast",
    asked: "My service calls 40 nodes at once, and throughput collapses.",
    words:
      "incast fan-in fan-out goodput collapse lost replies buffer overflow socket buffer dropped packets 40 " +
      "nodes tcp incast minimum rto min rto",
    answer:
      "Replies come together and overflow a buffer, and what is lost last waits for a timer: {goodputMbps} of 1,000 " +
      "Mbit/s. A larger buffer prevents the loss; a shorter timer only shortens the wait, and that is enough here: " +
      "{goodputMbps 3} Mbit/s.",
    runs: [
      {
        says: "Today: eight servers answer at once, and a port of 64 KB overflows",
        experiment: "tcp/incast",
        set: {},
        shows: { goodputMbps: "82", lostPackets: "385", p50Ms: "203" },
      },
      {
        says: "A port with room for all of it",
        experiment: "tcp/incast",
        set: { portKB: 4096 },
        shows: { goodputMbps: "943", lostPackets: "0", p50Ms: "18" },
      },
      {
        says: "The small port, and the timer of a lost packet is a millisecond",
        experiment: "tcp/incast",
        set: { minRtoMs: 1 },
        shows: { goodputMbps: "933", lostPackets: "403", p50Ms: "18" },
      },
      {
        says: "Thirty-two servers on the network of 2009",
        experiment: "flexrpc/incast",
        set: {},
        shows: { goodputMbps: "69.0", lostPackets: "443" },
      },
      {
        says: "That network, and a port with room for all of it",
        experiment: "flexrpc/incast",
        set: { portBytes: 8_388_608 },
        shows: { goodputMbps: "930", lostPackets: "0" },
      },
      {
        says: "Forty servers, a receive buffer of 2,048 bytes",
        experiment: MULTI,
        set: CAMPUS,
        shows: { multiRpcMs: "786", droppedReplies: "10" },
      },
      {
        says: "A buffer of 8,192 bytes",
        experiment: MULTI,
        set: { ...CAMPUS, socketBytes: 8192 },
        shows: { multiRpcMs: "429", droppedReplies: "0" },
      },
      {
        says: "The client reads after each send",
        experiment: MULTI,
        set: { ...CAMPUS, yieldEvery: "1" },
        shows: { multiRpcMs: "436", droppedReplies: "0" },
      },
      {
        says: "Thirty servers",
        experiment: MULTI,
        set: { ...CAMPUS, servers: 30 },
        shows: { multiRpcMs: "322", droppedReplies: "0" },
      },
    ],
    same: "In 1990 the buffer is the client’s socket and not a port of a switch; the timer that ends the wait stayed.",
    lesson: "scale",
  },
  {
    id: "hedging",
    asked: "Is it a good idea to send a second copy when the first is late?",
    words:
      "hedge hedged hedging request backup request speculative retry tail tolerant duplicate work first answer wins",
    answer:
      "Where slowness is chance, a second copy of the late few takes the 99th percentile from {p99Ms 2} to {p99Ms} " +
      "ms. Where the servers are what is slow, the copies fill them, and {returnedShare 3} % return: bound the " +
      "copies, cancel the loser.",
    runs: [
      {
        says: "A second copy after 30 ms, the servers at a third of their load",
        experiment: "services/graph",
        set: { ...HEDGED, hedgeMs: 30 },
        shows: { p99Ms: "71", attemptsPerCall: "1.18" },
      },
      {
        says: "No second copy",
        experiment: "services/graph",
        set: HEDGED,
        shows: { p99Ms: "102", attemptsPerCall: "1" },
      },
      {
        says: "A second copy, and five sixths of the load",
        experiment: "services/graph",
        set: { ...HEDGED, hedgeMs: 30, loadPerS: 330 },
        shows: { returnedShare: "73", attemptsPerCall: "1.72" },
      },
      {
        says: "That load without a second copy",
        experiment: "services/graph",
        set: { ...HEDGED, loadPerS: 330 },
        shows: { returnedShare: "100", p99Ms: "387" },
      },
      {
        says: "Today: a second copy after 20 ms",
        experiment: "today/hedge",
        set: {},
        shows: { meanMs: "15.9", maxMs: "220", requestsPerCall: "1.157" },
      },
      {
        says: "No second copy",
        experiment: "today/hedge",
        set: { hedge: "off" },
        shows: { meanMs: "25.3", maxMs: "368", requestsPerCall: "1" },
      },
      {
        says: "A second copy, and the servers are full",
        experiment: "today/hedge",
        set: { load: 0.8 },
        shows: { meanMs: "4,864", requestsPerCall: "1.976" },
      },
      {
        says: "Three copies, and the first reply counts",
        experiment: MULTI,
        set: { ...CHANCE, servers: 3, waitFor: 1 },
        shows: { multiRpcMs: "51.6", packets: "5.98" },
      },
      {
        says: "One server",
        experiment: MULTI,
        set: { ...CHANCE, servers: 1 },
        shows: { multiRpcMs: "75.1", packets: "2" },
      },
    ],
    same: "MultiRPC’s first of three answers is quick for the same reason: chance is seldom bad three times.",
  },
  {
    id: "slowest-of-ten",
    asked: "A page that asks forty services is always slow, though each of them is fast. Why?",
    words:
      "page calls 40 services " +
      "p999 aggregator backend for frontend fan-out slowest of n tail at scale p99 page microservices aggregate max " +
      "of latencies straggler",
    answer:
      "Who waits for forty waits for the slowest of forty: the mean page takes {meanMs} ms, a page that asks one " +
      "service {meanMs 2} ms. For times of this kind it is 1 + 1/2 + … + 1/40 means of one, more than four, where " +
      "nobody queues.",
    runs: [
      { says: "A page of forty", experiment: FAN_OUT, set: {}, shows: { meanMs: "24", p99Ms: "44" } },
      { says: "A page of one", experiment: FAN_OUT, set: { leaves: 1 }, shows: { meanMs: "7", p99Ms: "24" } },
      {
        says: "Forty servers",
        experiment: MULTI,
        set: { ...WAITS, servers: 40 },
        shows: { multiRpcMs: "959" },
      },
      { says: "Ten servers", experiment: MULTI, set: { ...WAITS, servers: 10 }, shows: { multiRpcMs: "583" } },
      { says: "One server", experiment: MULTI, set: { ...WAITS, servers: 1 }, shows: { multiRpcMs: "198" } },
    ],
    same: "The sum 1 + 1/2 + … is the same for MultiRPC’s workstations of 1990.",
    lesson: "ceiling",
  },
  {
    id: "majority",
    asked: "One replica is slow, and everything is slow. May I return at a majority?",
    words:
      "replication raft leader quorum majority straggler slow replica early return paxos raft consensus slow node " +
      "wait for all",
    answer:
      "A majority hides as many slow machines as may be missing. Of the others the caller knows nothing: they may " +
      "be slow, dead, or still at work.",
    runs: [
      {
        says: "Today: three of five answers are enough; one is 50 ms late",
        experiment: "many/call",
        set: { ...TODAY, callees: 5, slow: 1, slowMs: 50, wanted: 3 },
        shows: { msPerCall: "0.869", answered: "3" },
      },
      {
        says: "All five must answer",
        experiment: "many/call",
        set: { ...TODAY, callees: 5, slow: 1, slowMs: 50 },
        shows: { msPerCall: "51.2", answered: "5" },
      },
      {
        says: "A majority of five is enough; the fifth is 50 ms late",
        experiment: "flexrpc/paxos-round",
        set: SLOW,
        shows: { elapsedUs: "792", answers: "3" },
      },
      {
        says: "All five must answer",
        experiment: "flexrpc/paxos-round",
        set: { ...SLOW, waitFor: "all" },
        shows: { elapsedUs: "101,100", answers: "5" },
      },
    ],
    same: "A round of Paxos in 2009 returns at three of five in the same way.",
  },
  {
    id: "who-is-there",
    asked: "I ask all machines “who is there?”, and some never answer. How long do I wait?",
    words:
      "many computers machines at once group send to all discovery broadcast multicast ssdp mdns bystanders who is " +
      "there service discovery announce",
    answer:
      "Nobody can know that all have answered: ask again, and stop at a number or at a time. Each question costs " +
      "every machine some time, and each server runs it again.",
    runs: [
      {
        says: "Today: three servers answer a broadcast, and the caller asks again and again",
        experiment: "many/call",
        set: { ...TODAY, way: "sun-broadcast", callees: 3 },
        shows: { answered: "3", mostExecutions: "6" },
      },
      {
        says: "Fifty machines, three of them serve",
        experiment: "sun-rpc/broadcast",
        set: { machines: 50, servers: 3 },
        shows: { answered: "3", executions: "18", totalS: "54.1", bystanders: "47" },
      },
    ],
    same: "In 1988 nobody can know, either, that all have answered; each server runs each question again.",
  },
  {
    id: "chain-or-copies",
    asked: "Do I write replicas along a chain, or send a copy to each?",
    words: "chain replication write pipeline fan-out write replicas hdfs gfs serial parallel multicast copies",
    answer:
      "A chain sends each byte over each link once, so it wins with large data; for small data its hops cost more. " +
      "One slow or dead link of a chain stops all behind it.",
    runs: [
      {
        says: "Today: 800 bytes along a chain of ten",
        experiment: "many/call",
        set: { ...TODAY, way: "flexrpc-serial", bytes: 800, callees: 10 },
        shows: { msPerCall: "9.29", callerBytes: "906" },
      },
      {
        says: "800 bytes to each of ten",
        experiment: "many/call",
        set: { ...TODAY, bytes: 800, callees: 10 },
        shows: { msPerCall: "11.7", callerBytes: "9,020" },
      },
      {
        says: "A megabyte along a chain",
        experiment: "flexrpc/gfs-push",
        set: {},
        shows: { latencyMs: "92.8", callerBytes: "1,096,450" },
      },
      {
        says: "A megabyte to each",
        experiment: "flexrpc/gfs-push",
        set: { mode: "parallel" },
        shows: { latencyMs: "268", callerBytes: "3,289,458" },
      },
      {
        says: "A kilobyte along a chain",
        experiment: "flexrpc/multicast",
        set: { ...SMALL, mode: "serial" },
        shows: { latencyUs: "1,185" },
      },
      {
        says: "A kilobyte to each",
        experiment: "flexrpc/multicast",
        set: { ...SMALL, mode: "parallel" },
        shows: { latencyUs: "786" },
      },
    ],
    same: "On the cluster of 2009 a chain sends each byte over each link once, too, and its hops cost more.",
    lesson: "parallel-or-serial",
  },
  {
    id: "not-ten-times",
    asked: "I split the work over ten machines. Why is it not ten times as fast?",
    words: "scatter gather speed-up speedup coordinator mget shards sharding amdahl scaling parallel limit",
    answer:
      "The caller sends and takes every message itself. The gain ends at the time of one call divided by the " +
      "caller’s work for one server.",
    runs: [
      {
        says: "Today: a call to ten servers",
        experiment: "many/call",
        set: { ...TODAY, callees: 10 },
        shows: { msPerCall: "3.28", callerPackets: "10" },
      },
      {
        says: "To one server",
        experiment: "many/call",
        set: { ...TODAY, callees: 1 },
        shows: { msPerCall: "0.288", callerPackets: "1" },
      },
      {
        says: "Fifteen servers, 20 ms of work each",
        experiment: MULTI,
        set: { servers: 15, computeMs: 20 },
        shows: { speedup: "4.50" },
      },
      { says: "Five servers", experiment: MULTI, set: { servers: 5, computeMs: 20 }, shows: { speedup: "3.26" } },
    ],
    same: "The caller of 1990 sends and takes every message itself as well, so its gain ends in the same way.",
    lesson: "ceiling",
  },
  {
    id: "cache-invalidation",
    asked: "How do I tell a hundred clients that their copies are old?",
    words: "cache invalidation watch lease notify callback push notification stale cache break fan-out",
    answer:
      "Tell them all in one call, and wait for all at once: the silence of three dead machines then costs one wait, " +
      "not three. A shorter limit is quicker, and it gives up machines that live.",
    runs: [
      {
        says: "Today: fifty clients at once, three are dead",
        experiment: "many/call",
        set: { ...TODAY, callees: 50, dead: 3 },
        shows: { msPerCall: "60,000", answered: "47" },
      },
      {
        says: "All fifty live",
        experiment: "many/call",
        set: { ...TODAY, callees: 50 },
        shows: { msPerCall: "17.6", answered: "50" },
      },
      {
        says: "All at once, three of a hundred are dead",
        experiment: "multirpc/callback-break",
        set: { workstations: 100, deadFraction: 0.03 },
        shows: { elapsedMs: "60,968", told: "97" },
      },
      {
        says: "One after another",
        experiment: "multirpc/callback-break",
        set: { workstations: 100, deadFraction: 0.03, mode: "iterative" },
        shows: { elapsedMs: "187,075", told: "97" },
      },
    ],
    same: "Andrew’s workstations of 1990 wait once for all that are dead, too.",
    lesson: "callback",
  },
];
