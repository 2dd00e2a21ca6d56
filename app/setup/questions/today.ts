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
      "An open costs a round trip before the first byte of a call, and some servers start a process for each " +
      "caller. A call over an open connection pays neither, so keep it, and open it before it is needed.",
    runs: [
      {
        says: "The connection is opened by the first call",
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
    open: "A pool that grows and shrinks, and the keys of an encrypted connection, are not shown.",
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
      "Who stands behind a long request waits for it, so unequal requests wait far longer than equal ones at the " +
      "same load. Give the long ones their own queue, server or connection.",
    runs: [
      {
        says: "Some requests take much longer than others",
        experiment: OPEN,
        set: { ...MIXED, distribution: "tailed" },
        shows: { meanMs: "135.0", utilisation: "80" },
      },
      {
        says: "All requests take the same time",
        experiment: OPEN,
        set: { ...MIXED, distribution: "constant" },
        shows: { meanMs: "31.3", utilisation: "82" },
      },
    ],
    open: "The queue is at the server here. Calls of two sizes on one connection are not shown.",
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
