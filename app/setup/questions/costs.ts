/** Questions on what a call costs, and where its time goes. */
import type { Question } from "./types.ts";

const SUN = "sun-rpc/call";
const ONE_SUN = { iterations: 1 } as const;
const TAILED = {
  ...{ graph: "single", blipMs: 0, workers: 1, serverMs: 10, loadPerS: 200, retries: 0 },
  ...{ timeoutMs: 2000, deadlineMs: 2000, clients: 1, balancer: "least-requests" },
} as const;
const SHORT = { bytes: 1000, lossShare: 0, rttMs: 20 } as const;
const FAR = { calls: 20, argumentPackets: 16, oneWayMs: 30 } as const;

export const COSTS: readonly Question[] = [
  {
    id: "many-small-calls",
    asked: "I send thousands of small calls. Is it better to put many into one?",
    words: "batch batching batch writes batch size linger chatty n+1 bulk small messages coalesce combine requests",
    answer:
      "Most of a small call is a fixed cost, so one call with the data of sixty takes little longer than one of " +
      "them. A wait for more calls pays only where more calls are coming: a lone caller just gets slower.",
    runs: [
      {
        says: "Today: twenty calls to each of ten servers, sent together",
        experiment: "many/call",
        set: { way: "mercury", machine: "today-sockets", calls: 20, atOnce: 20 },
        shows: { msPerCall: "1.07", packets: "20" },
      },
      {
        says: "The same calls one at a time",
        experiment: "many/call",
        set: { way: "mercury", machine: "today-sockets", calls: 20, atOnce: 1 },
        shows: { msPerCall: "3.02", packets: "400" },
      },
      {
        says: "A store of today: a job waits 5 ms at most for others that go with it",
        experiment: "services/batching",
        set: {},
        shows: { p50Ms: "6.6", perBatch: "2.0", storeBusy: "48" },
      },
      {
        says: "Each job goes by itself: it is there sooner, and the store is nearly full",
        experiment: "services/batching",
        set: { lingerMs: 0 },
        shows: { p50Ms: "4.3", perBatch: "1.0", storeBusy: "89" },
      },
      {
        says: "All 1,200 bytes in one call",
        experiment: SUN,
        set: { ...ONE_SUN, argumentBytes: 1200 },
        shows: { elapsedUs: "12,770" },
      },
      {
        says: "Sixty calls of 20 bytes: the time of one of them",
        experiment: SUN,
        set: { iterations: 60, argumentBytes: 20 },
        shows: { elapsedUs: "10,646", packets: "122" },
      },
    ],
    same: "The fixed cost was milliseconds in 1988 and is microseconds today; that it is most of a small call stayed.",
    lesson: "three-orders",
  },
  {
    id: "idle-link",
    asked: "I make one call at a time, and the link is idle. What fills it?",
    words:
      "latency bound far away region continent wan satellite pipelining pipeline async asynchronous stub future " +
      "promise window in flight bandwidth delay product round trips throughput",
    answer:
      "With one message under way the rate is its size divided by the round trip, whatever the wire. Keep as many " +
      "under way as fit into a round trip; calls that wait for each other set the end of the gain.",
    runs: [
      {
        says: "Today: sixteen calls at once",
        experiment: "today/call",
        set: { callers: 16, calls: 1000 },
        shows: { callsPerS: "19,135" },
      },
      {
        says: "One call at a time",
        experiment: "today/call",
        set: { calls: 1000 },
        shows: { callsPerS: "11,110" },
      },
      {
        says: "All packets of an argument under way at once, to a machine 30 ms away",
        experiment: "cedar/call",
        set: { ...FAR, underWay: "all" },
        shows: { throughputMbps: "0.703", packetsPerCall: "17" },
      },
      {
        says: "Each packet waits for its acknowledgement",
        experiment: "cedar/call",
        set: FAR,
        shows: { throughputMbps: "0.065", packetsPerCall: "32" },
      },
      {
        says: "A graph of calls, all that can go out at once",
        experiment: "sun-rpc/olympus",
        set: { calling: "nonblocking" },
        shows: { totalMs: "440" },
      },
      {
        says: "The same graph, one call at a time",
        experiment: "sun-rpc/olympus",
        set: { calling: "blocking" },
        shows: { totalMs: "885" },
      },
    ],
    same: "The round trip of 1984 is idle for the same reason: who waits for each answer sends one thing at a time.",
    lesson: "too-big",
  },
  {
    id: "tail",
    asked: "The median is fine and the slowest calls are awful. What does the mean say?",
    words:
      "p50 p95 p99 p999 percentile quantile tail latency average mean median distribution histogram outliers slow " +
      "requests",
    answer:
      "A mean describes no call: half of these take {p50Ms} ms, the mean is {meanMs} ms, and one in a hundred takes " +
      "{p99Ms} ms. Draw the distribution, count its kinds apart, and look for what the slow ones waited for.",
    runs: [
      {
        says: "Four servers at half of their load, and some requests take far longer",
        experiment: "services/graph",
        set: { ...TAILED, spread: "lognormal" },
        shows: { p50Ms: "7.8", meanMs: "13.0", p99Ms: "76" },
      },
      {
        says: "All requests take the same time",
        experiment: "services/graph",
        set: { ...TAILED, spread: "constant" },
        shows: { p50Ms: "10.5", meanMs: "11.0", p99Ms: "17" },
      },
      {
        says: "Today: one request in a few takes far longer",
        experiment: "today/hedge",
        set: { hedge: "off" },
        shows: { p50Ms: "10.0", meanMs: "25.3", maxMs: "368" },
      },
      {
        says: "One packet in a hundred is lost",
        experiment: "firefly/null",
        set: {},
        faults: ["lose 1% of packets"],
        shows: { medianMs: "2.53", latencyMs: "15.8" },
      },
      { says: "Nothing is lost", experiment: "firefly/null", set: {}, shows: { medianMs: "2.53", latencyMs: "2.53" } },
    ],
    same: "In 1990 a lost packet makes the second kind of call; the mean is as far from both kinds as today.",
    lesson: "where-2-66-ms-go",
  },
  {
    id: "how-many-threads",
    asked: "More threads bring the same throughput and more latency. How many do I need?",
    words:
      "thread pool size threads saturation little’s law queueing concurrency scale workers connections knee " +
      "utilisation utilization",
    answer:
      "Past the knee calls stand in line: each call takes longer, and the rate stays. You need as many as are under " +
      "way, the rate times the time of a call; beyond that some stage is never idle.",
    runs: [
      {
        says: "Today: a server at nine tenths of its load",
        experiment: "today/open-loop",
        set: { load: 0.9, distribution: "exponential" },
        shows: { callsPerS: "92.6", meanMs: "146", underWay: "13.5" },
      },
      {
        says: "The same server at half of its load",
        experiment: "today/open-loop",
        set: { load: 0.5, distribution: "exponential" },
        shows: { callsPerS: "51.6", meanMs: "20.9", underWay: "1.08" },
      },
      {
        says: "Three threads",
        experiment: "firefly/max-result",
        set: { threads: 3 },
        shows: { callsPerSecond: "405", latencyMs: "7.40" },
      },
      {
        says: "Eight threads",
        experiment: "firefly/max-result",
        set: { threads: 8 },
        shows: { callsPerSecond: "404", latencyMs: "19.7" },
      },
    ],
    same: "Little’s law holds for Firefly’s threads of 1990, too: calls under way are rate by time.",
    lesson: "more-threads",
  },
  {
    id: "same-machine",
    asked: "Both programs are on one machine. Why is a call still so dear?",
    words:
      "localhost loopback unix domain socket ipc same host shared memory lrpc local call sidecar service mesh " +
      "syscalls",
    answer:
      "One machine saves the wire, and the wire was the small part: {wireShare} % of a call of today. Sockets, " +
      "wake-ups and copies stay, until both sides share a buffer.",
    runs: [
      {
        says: "Today: a small call, and the share of its wire",
        experiment: "today/call",
        set: {},
        shows: { wireShare: "0.07", latencyUs: "90.0" },
      },
      {
        says: "No kernel between a program and the buffers of its controller",
        experiment: "today/call",
        set: { stack: "bypass" },
        shows: { wireShare: "2.5", latencyUs: "2.30" },
      },
      {
        says: "Two programs of one machine that share a buffer",
        experiment: "firefly/null",
        set: { transport: "shared-memory" },
        shows: { latencyMs: "0.937" },
      },
      { says: "The same call to another machine", experiment: "firefly/null", set: {}, shows: { latencyMs: "2.53" } },
      {
        says: "Client and server on one machine",
        experiment: SUN,
        set: { place: "local" },
        shows: { elapsedUs: "7,812", clientCpuUs: "4,057" },
      },
      { says: "On two machines", experiment: SUN, set: {}, shows: { elapsedUs: "10,600", clientCpuUs: "5,527" } },
      {
        says: "A procedure of the program itself",
        experiment: SUN,
        set: { program: "c-call" },
        shows: { elapsedUs: "4.13" },
      },
    ],
    same: "In 1989 and 1990 the wire is a small part as well, and a shared buffer saves most of the rest.",
    lesson: "three-orders",
  },
  {
    id: "two-clocks",
    asked: "The profiler says 5 ms, the user waits 10 ms. Which one is right?",
    words:
      "tracing span flame graph cpu time elapsed wall clock user time system time profile profiler clock resolution " +
      "tick",
    answer:
      "Both: processor time leaves out all waiting, so this call of {latencyUs} µs is {clientUs} µs of its client’s " +
      "processor. A clock of coarse steps measures one call badly, so time many calls, and divide.",
    runs: [
      {
        says: "Today: the procedure takes a millisecond",
        experiment: "today/call",
        set: { serverUs: 1000 },
        shows: { latencyUs: "1,090", clientUs: "44" },
      },
      {
        says: "The procedure takes no time",
        experiment: "today/call",
        set: {},
        shows: { latencyUs: "90", clientUs: "44" },
      },
      { says: "An exact clock", experiment: SUN, set: {}, shows: { elapsedUs: "10,600", clientCpuUs: "5,527" } },
      {
        says: "Ten calls by the clock of the machine, which steps every 20 ms",
        experiment: SUN,
        set: { iterations: 10, clock: "ticks" },
        shows: { elapsedUs: "12,000" },
      },
    ],
    same: "Sun’s client of 1989 waits for half of its call, too; only its clock is coarser.",
    lesson: "three-orders",
  },
  {
    id: "serialization",
    asked: "Is it the serialization? Would another format help?",
    words:
      "flatbuffers msgpack rest http api serialization serialisation protobuf json marshalling marshal encode " +
      "decode idl stub allocation format xdr thrift grpc avro",
    answer:
      "Measure its share first: code that is three times as fast takes this call from {latencyUs 2} to {latencyUs} " +
      "µs, for sockets are most of it. Allocated memory and many small items cost more than bytes.",
    runs: [
      {
        says: "Today: the library’s code is three times as fast",
        experiment: "today/call",
        set: { library: "recoded" },
        shows: { latencyUs: "84.0" },
      },
      { says: "The library as it is", experiment: "today/call", set: {}, shows: { latencyUs: "90.0" } },
      {
        says: "XDR",
        experiment: SUN,
        set: {},
        shows: { xdrPercent: "9.8", socketPercent: "84.5", elapsedUs: "10,600" },
      },
      { says: "Bytes as they are", experiment: SUN, set: { encoding: "raw" }, shows: { elapsedUs: "9,497" } },
    ],
    same: "In 1989 the format is a tenth of the client’s work: small then, small now.",
    lesson: "xdr",
  },
  {
    id: "faster-network",
    asked: "Would a faster network help?",
    words: "faster network bandwidth nic 100 mbit gigabit cpu bound bottleneck upgrade wire speed link speed",
    answer:
      "Hardly for small calls: a wire sixteen times as fast takes this one from {latencyUs 2} to {latencyUs} µs. " +
      "Software, wake-ups and the network controller are the rest.",
    runs: [
      {
        says: "Today: a small call at 400 Gbit/s",
        experiment: "today/call",
        set: { networkGbps: 400 },
        shows: { latencyUs: "89.87", wireShare: "0.004" },
      },
      { says: "At 25 Gbit/s", experiment: "today/call", set: {}, shows: { latencyUs: "90.01", wireShare: "0.070" } },
      {
        says: "An empty call at 100 Mbit/s",
        experiment: "firefly/null",
        set: { networkMbps: 100 },
        shows: { latencyMs: "2.41" },
      },
      { says: "An empty call at 10 Mbit/s", experiment: "firefly/null", set: {}, shows: { latencyMs: "2.53" } },
      {
        says: "A full result at 100 Mbit/s",
        experiment: "firefly/max-result",
        set: { networkMbps: 100 },
        shows: { latencyMs: "5.36" },
      },
      { says: "A full result at 10 Mbit/s", experiment: "firefly/max-result", set: {}, shows: { latencyMs: "6.52" } },
    ],
    same: "In 1990 the wire is a small part of a small call, too, and more of a large one.",
    lesson: "where-2-66-ms-go",
  },
  {
    id: "large-message",
    asked: "My message is larger than the limit. Do I raise the limit or send pieces?",
    words:
      "file upload download big max message size 4 mb limit chunk chunks streaming upload fragment fragments large " +
      "payload packet too large fragmentation jumbo frames",
    answer:
      "Pieces keep memory small and repeat little after a loss, but one that waits for its answer costs a round " +
      "trip. Sixteen of 4 KB take {latencyUs} µs each, all 64 KB in one call {latencyUs 2} µs: keep several under " +
      "way.",
    runs: [
      {
        says: "Today: sixteen pieces of 4 KB, one after the other",
        experiment: "today/call",
        set: { bytes: 4096, calls: 16 },
        shows: { latencyUs: "93.0", packets: "80" },
      },
      {
        says: "All 64 KB in one call",
        experiment: "today/call",
        set: { bytes: 65_536, calls: 1 },
        shows: { latencyUs: "132", packets: "70" },
      },
      {
        says: "A megabyte to three machines in a chain, packet by packet",
        experiment: "flexrpc/gfs-push",
        set: {},
        shows: { latencyMs: "92.8" },
      },
      {
        says: "Four packets, one at a time",
        experiment: "cedar/call",
        set: { calls: 20, argumentPackets: 4 },
        shows: { packetsPerCall: "8", medianUs: "13,015" },
      },
    ],
    same: "In 1984 a piece is a packet; one that waits for its answer costs a round trip then as now.",
    lesson: "too-big",
  },
  {
    id: "encryption",
    asked: "How much does encryption cost?",
    words: "tls ssl https encryption security encrypted mtls crypto overhead authentication tls handshake cost",
    answer:
      "Today it is round trips before the first byte: a first call takes {p50Ms} ms with TLS 1.3, and {p50Ms 3} " +
      "ms without. In 1984 it was the words themselves: encrypted by software, a call takes nearly four times as " +
      "long.",
    runs: [
      {
        says: "Today: the first call of a connection, with TLS 1.3",
        experiment: "tcp/transfer",
        set: { ...SHORT, setup: "tls-1.3" },
        shows: { p50Ms: "60.5" },
      },
      {
        says: "With TLS 1.2",
        experiment: "tcp/transfer",
        set: { ...SHORT, setup: "tls-1.2" },
        shows: { p50Ms: "80.5" },
      },
      {
        says: "Without TLS",
        experiment: "tcp/transfer",
        set: { ...SHORT, setup: "tcp" },
        shows: { p50Ms: "40.1" },
      },
      {
        says: "Encrypted",
        experiment: "cedar/call",
        set: { calls: 1, load: 0, security: "encrypted" },
        shows: { medianUs: "4,141" },
      },
      { says: "Open", experiment: "cedar/call", set: { calls: 1, load: 0 }, shows: { medianUs: "1,097" } },
    ],
    same: "Both ends must agree on a key before they call, in 1984 as now; Cedar’s had one already.",
    open: "What a processor of today works to encrypt each byte is not shown.",
  },
  {
    id: "capture",
    asked: "How do I look at the packets of a call in Wireshark?",
    words: "capture pcap pcapng wireshark tcpdump tshark dissect export packets bytes trace sniff",
    answer:
      "Open the run, choose Export, and take the packets: Wireshark opens the file. The file’s comment names the " +
      "setting that Wireshark needs to show the calls of a program that it does not know.",
    runs: [
      {
        says: "Ten calls between servers of today",
        experiment: "today/call",
        set: {},
        shows: { packets: "20" },
      },
      {
        says: "Ten calls over UDP",
        experiment: SUN,
        set: { iterations: 10 },
        shows: { packets: "22" },
      },
      {
        says: "Ten calls over TCP",
        experiment: SUN,
        set: { iterations: 10, transport: "tcp" },
        shows: { packets: "29" },
      },
    ],
    same: "Calls of 1989 are exported and read in the same way.",
    open: "Captures of your own open under Captures, not here; programs of today’s kinds are only named there.",
  },
];
