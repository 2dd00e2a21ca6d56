/** Questions on services of today: several servers, connections, queues, and a way past the kernel. */
import type { Question } from "./types.ts";

const CALL = "today/call";
const SUN = "sun-rpc/call";
const ONE_SUN = { iterations: 1 } as const;
const OPEN = "today/open-loop";
const FIVE = {
  ...{ graph: "single", blipMs: 0, servers: 5, workers: 1, serverMs: 10, loadPerS: 250 },
  ...{ clients: 1, timeoutMs: 1000, retries: 0 },
} as const;
const TCP = "tcp/transfer";
const SMALL = { calls: 20, bytes: 1000, lossShare: 0, rttMs: 20 } as const;
const PAGE = { calls: 100, callers: 100, bytes: 20_000, lossShare: 0.02, rttMs: 100 } as const;
const RARE = { calls: 20, bytes: 100_000, lossShare: 0, idleMs: 10_000 } as const;
const STREAM = { way: "mercury", machine: "today-sockets", callees: 1 } as const;
const MIXED = { load: 0.8, calls: 2000 } as const;

export const TODAY: readonly Question[] = [
  {
    id: "kernel-bypass",
    asked: "What does a call gain that goes past the kernel?",
    words:
      "kernel bypass dpdk rdma erpc ebpf xdp af_xdp io_uring user space userspace network stack zero copy polling " +
      "busy wait context switch interrupt smartnic infiniband roce",
    answer:
      "Between servers of today nearly all of a small call is software at both ends: kernel, library, and waking a " +
      "thread that sleeps. A program that polls the controller itself pays none of these.",
    runs: [
      {
        says: "Past the kernel",
        experiment: CALL,
        set: { stack: "bypass" },
        shows: { latencyUs: "2.30", wireShare: "2.5" },
      },
      { says: "Through sockets", experiment: CALL, set: {}, shows: { latencyUs: "90.0", wireShare: "0.07" } },
    ],
    lesson: "who-is-fastest",
  },
  {
    id: "connection-per-call",
    asked: "Do I open a connection for each call, or keep one?",
    words:
      "connection reuse connection per call pool pooling keep-alive keepalive http/2 handshake cold start warm up " +
      "warmup first call slow setup session resumption new connection persistent",
    answer:
      "A new connection pays round trips before the first byte: with TLS 1.3 each call takes {p50Ms} ms, and " +
      "over one that is open {p50Ms 2}. So keep it, and open it before it is needed.",
    runs: [
      {
        says: "A connection for each call, with TLS 1.3, over a path of 20 ms",
        experiment: TCP,
        set: { ...SMALL, setup: "tls-1.3", reuse: "one" },
        shows: { p50Ms: "60.5", packets: "415" },
      },
      {
        says: "One connection for all calls",
        experiment: TCP,
        set: { ...SMALL, setup: "tls-1.3" },
        shows: { p50Ms: "20.1", packets: "80" },
      },
      {
        says: "A connection for each call, and early data with the first packets",
        experiment: TCP,
        set: { ...SMALL, setup: "tls-1.3-early", reuse: "one" },
        shows: { p50Ms: "40.2", packets: "294" },
      },
      {
        says: "Within a data centre: the connection is opened by the first call",
        experiment: "many/call",
        set: { ...STREAM, bound: "call" },
        shows: { msPerCall: "0.416", packets: "4" },
      },
      {
        says: "The connection is open",
        experiment: "many/call",
        set: { ...STREAM, bound: "before" },
        shows: { msPerCall: "0.231", packets: "2" },
      },
      {
        says: "The server also starts a process for the caller",
        experiment: "many/call",
        set: { ...STREAM, way: "gemini", bound: "call" },
        shows: { msPerCall: "50.2", packets: "4" },
      },
    ],
    open: "A pool that grows and shrinks is not shown.",
  },
  {
    id: "connection-pool",
    asked: "Requests wait for a connection of the pool. How large must it be?",
    words:
      "connection pool exhausted hikaricp maximum pool size connection is not available request timed out " +
      "waiting for connection checkout database connections max connections",
    answer:
      "As many as are in use at once, the rate times the time of a request, and a little room. With three " +
      "{returnedShare} % of the calls return; with four the 99th percentile is {p99Ms 2} ms, with five {p99Ms 3} " +
      "ms.",
    runs: [
      {
        says: "Three connections for each server",
        experiment: "services/pool",
        set: { pool: 3 },
        shows: { returnedShare: "62", goodputPerS: "413" },
      },
      {
        says: "Four",
        experiment: "services/pool",
        set: {},
        shows: { p99Ms: "362", returnedShare: "100" },
      },
      {
        says: "Five",
        experiment: "services/pool",
        set: { pool: 5 },
        shows: { p99Ms: "107", returnedShare: "100" },
      },
      {
        says: "Twenty",
        experiment: "services/pool",
        set: { pool: 20 },
        shows: { p99Ms: "101", returnedShare: "100" },
      },
    ],
  },
  {
    id: "after-a-silence",
    asked: "The first call after a quiet minute is always slow. Why?",
    words:
      "first request after idle slow after lunch idle connection quiet slow start after idle congestion window " +
      "reset tcp_slow_start_after_idle warm connection sporadic traffic",
    answer:
      "After a silence TCP begins slowly again: a reply of 100 KB takes {p50Ms} ms, and {p50Ms 2} ms where the " +
      "window is kept. Where the connection was closed meanwhile, round trips for a new one come before.",
    runs: [
      {
        says: "Ten seconds of silence before each call",
        experiment: TCP,
        set: RARE,
        shows: { p50Ms: "155" },
      },
      {
        says: "The window is kept over a silence",
        experiment: TCP,
        set: { ...RARE, afterIdle: "off" },
        shows: { p50Ms: "58" },
      },
    ],
    lesson: "two-timers",
  },
  {
    id: "lossy-path",
    asked: "One packet in a hundred is lost on a long way. Why is the transfer so slow?",
    words:
      "packet loss throughput drops lossy link wifi mobile congestion control cubic reno bbr bandwidth not used " +
      "long fat pipe slow download far region slow start tcp slow",
    answer:
      "TCP takes each loss for a full link and sends less: {goodputMbps} of 100 Mbit/s, and {goodputMbps 2} " +
      "without a loss. The longer the way, the longer it takes to grow again, and Reno takes longer than CUBIC.",
    runs: [
      {
        says: "A megabyte over a path of 50 ms that loses one packet in a hundred",
        experiment: TCP,
        set: {},
        shows: { goodputMbps: "7.5", retransmits: "7" },
      },
      {
        says: "Nothing is lost: slow start is what is left",
        experiment: TCP,
        set: { lossShare: 0 },
        shows: { goodputMbps: "22.3", retransmits: "0" },
      },
      {
        says: "A path of 5 ms with these losses",
        experiment: TCP,
        set: { rttMs: 5 },
        shows: { goodputMbps: "24.2", retransmits: "11" },
      },
      {
        says: "Reno on the path of 50 ms",
        experiment: TCP,
        set: { congestion: "reno" },
        shows: { goodputMbps: "2.8", retransmits: "11" },
      },
      {
        says: "1990: calls on one wire, one packet in a hundred is lost",
        experiment: "firefly/null",
        set: {},
        faults: ["lose 1% of packets"],
        shows: { latencyMs: "15.8" },
      },
    ],
    same: "Firefly’s calls of 1990 wait for a timer, and do not slow down: a loss costs time then as now.",
  },
  {
    id: "load-test",
    asked: "My load test says 10 ms, and users wait for seconds. What does the tester not see?",
    words:
      "coordinated omission open loop closed loop load generator load test benchmark wrk jmeter arrival rate stall " +
      "pause gc garbage collection",
    answer:
      "A tester that waits for each reply sends nothing while the server stands still, so it meets the stall once; " +
      "users all wait. Send at a rate, and count from the planned time.",
    runs: [
      {
        says: "Calls come at a rate, and the server stands still for two seconds",
        experiment: OPEN,
        set: { load: 0.5, stallMs: 2000 },
        shows: { p50Ms: "12.5", meanMs: "139.6" },
      },
      {
        says: "The same stall, and each call waits for the one before it",
        experiment: OPEN,
        set: { load: 0.5, stallMs: 2000, arrivals: "closed" },
        shows: { p50Ms: "10.0", meanMs: "11.0" },
      },
    ],
  },
  {
    id: "behind-a-long-call",
    asked: "A few long requests make all the short ones slow. Why?",
    words:
      "head-of-line head of line blocking hol multiplexing http/2 stream one connection large reply delays small " +
      "calls queue behind slow query mixed sizes variance",
    answer:
      "Who stands behind a long request waits for it: at the same load {meanMs} ms, and {meanMs 2} ms where all " +
      "are equal. Give the long ones their own queue, server or connection.",
    runs: [
      {
        says: "Some requests take much longer than others",
        experiment: OPEN,
        set: { ...MIXED, distribution: "tailed" },
        shows: { meanMs: "135.0", utilisation: "81" },
      },
      {
        says: "All requests take the same time",
        experiment: OPEN,
        set: { ...MIXED, distribution: "constant" },
        shows: { meanMs: "31.3", utilisation: "83" },
      },
      {
        says: "A hundred replies on one connection: what is behind a lost packet waits for it",
        experiment: TCP,
        set: PAGE,
        shows: { totalMs: "15,593", p50Ms: "7,716" },
      },
      {
        says: "Streams: a lost packet holds up its own reply alone",
        experiment: TCP,
        set: { ...PAGE, connections: "streams" },
        shows: { totalMs: "12,128", p50Ms: "3,410" },
      },
      {
        says: "Six connections",
        experiment: TCP,
        set: { ...PAGE, connections: "six" },
        shows: { totalMs: "3,281", p50Ms: "1,409" },
      },
    ],
    open: "Calls of two sizes on one connection are not shown: those on it are equal.",
  },
  {
    id: "load-balancer",
    asked: "I have five servers, and all calls go to one. How do I share them out?",
    words:
      "load balancer load balancing round robin pick first sticky session long-lived connection service mesh envoy " +
      "istio scale up replicas hot spot uneven least loaded grpc balancing kubernetes",
    answer:
      "A connection keeps the server that it was opened to, and every call over it follows: of 250 calls a second " +
      "{goodputPerS} return. Choose at each call, best the less busy of two, and all do.",
    runs: [
      {
        says: "All calls go over one connection, to one of five servers",
        experiment: "services/graph",
        set: { ...FIVE, balancer: "pick-first" },
        shows: { goodputPerS: "24", returnedShare: "18" },
      },
      {
        says: "The less busy of two, for each call",
        experiment: "services/graph",
        set: { ...FIVE, balancer: "two-choices" },
        shows: { goodputPerS: "251", p99Ms: "57" },
      },
      {
        says: "At random",
        experiment: "services/graph",
        set: { ...FIVE, balancer: "random" },
        shows: { goodputPerS: "251", p99Ms: "110" },
      },
      {
        says: "One after the other",
        experiment: "services/graph",
        set: { ...FIVE, balancer: "round-robin" },
        shows: { goodputPerS: "251", p99Ms: "64" },
      },
    ],
  },
  {
    id: "connection-or-datagram",
    asked: "Do my calls need a connection, or are datagrams enough?",
    words: "http/3 quic difference between udp or tcp datagram connection mtu fragments reliable transport quic",
    answer:
      "A connection repeats the packet and not the procedure, at some more time for each call. It does not say who " +
      "crashed, nor whether the call ran.",
    runs: [
      {
        says: "Today: a connection, one reply lost",
        experiment: "today/call",
        set: { calls: 1 },
        faults: ["drop reply#1"],
        shows: { latencyUs: "200,088", retransmissions: "2" },
      },
      { says: "Nothing is lost", experiment: "today/call", set: { calls: 1 }, shows: { latencyUs: "90.0" } },
      {
        says: "Datagrams between servers of today, one reply lost: the whole call is sent again",
        experiment: "machine/call",
        set: { machine: "today-sockets", protocol: "sun-rpc", calls: 1 },
        faults: ["drop reply#1"],
        shows: { msPerCall: "5,000", retransmissions: "1" },
      },
      { says: "Datagrams", experiment: SUN, set: { program: "udp" }, shows: { elapsedUs: "8,316" } },
      { says: "A connection", experiment: SUN, set: { program: "tcp" }, shows: { elapsedUs: "9,599" } },
      {
        says: "Datagrams, one reply lost",
        experiment: SUN,
        set: { ...ONE_SUN, program: "udp" },
        faults: ["drop reply#1"],
        shows: { elapsedUs: "5,011,071", executions: "2" },
      },
      {
        says: "A connection, one reply lost",
        experiment: SUN,
        set: { ...ONE_SUN, program: "tcp" },
        faults: ["drop reply#1"],
        shows: { elapsedUs: "1,011,042", executions: "1" },
      },
    ],
    same: "In 1989, too, the connection repeats a packet, and the datagram’s client repeats the call.",
    lesson: "timeouts",
  },
];
