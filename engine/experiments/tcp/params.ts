/** The parameters and the measures of transfers over TCP of today. */
import { callTimeMeasures } from "../call-measures.ts";
import { COMMON_MEASURES } from "../common-measures.ts";
import { bytes, calls, callsAtOnce, procedureMs } from "../common-params.ts";
import { choice, number } from "../params.ts";
import type { SeriesTable } from "../series.ts";
import type { MeasureTable, Values } from "../types.ts";

const ON_OFF = { on: "On", off: "Off" } as const;
const OFF_ON = { off: "Off", on: "On" } as const;
const LOSSY = { lossShare: 0.1, losses: "random" } as const;

const CONGESTION = choice({
  group: "protocol",
  label: "The window grows by",
  options: { cubic: "CUBIC", reno: "Reno" },
  default: "cubic",
  why: "Linux has CUBIC by default (RFC 9438). Reno is what came before it, and most models speak of it (RFC 5681).",
});
const INITIAL_WINDOW = number({
  group: "protocol",
  label: "First window",
  unit: "segments",
  min: 1,
  max: 100,
  default: 10,
  why: "RFC 6928, Linux since 2.6.39: 10. Before it was 2 to 4 (RFC 3390).",
});
const GROWS_BY = choice({
  group: "protocol",
  label: "Slow start counts",
  options: { segments: "Segments that are acknowledged", acknowledgements: "Acknowledgements" },
  default: "segments",
  why: "Linux counts segments. Where acknowledgements count, as of old, delayed ones slow the growth (RFC 3465).",
});
const MIN_RTO = number({
  group: "protocol",
  label: "Least time-out",
  unit: "ms",
  min: 1,
  max: 3000,
  default: 200,
  why: "Linux: 200 ms (TCP_RTO_MIN), on top of the round trip. RFC 6298 asks for 1 s in all.",
  needs: { with: LOSSY, why: "Without a loss no time-out is over." },
});
const SACK = choice({
  group: "protocol",
  label: "Selective acknowledgements",
  options: ON_OFF,
  default: "on",
  why: "RFC 2018 and RFC 6675. Linux has them on.",
});
const TAIL_PROBE = choice({
  group: "protocol",
  label: "Tail-loss probe",
  options: ON_OFF,
  default: "on",
  why: "RFC 8985. Linux has it since 3.10; numbers that were published before are from runs without it.",
  needs: { with: LOSSY, why: "Without a loss nobody probes." },
});
const DELAYED_ACK = number({
  group: "protocol",
  label: "Delayed acknowledgement",
  unit: "ms",
  min: 0,
  max: 500,
  default: 40,
  why: "Linux: 40 ms at least (TCP_DELACK_MIN). RFC 1122 allows 500 ms. With 0 every segment is acknowledged.",
});
const QUICK_ACKS = number({
  group: "protocol",
  label: "Acknowledged at once, at first",
  unit: "segments",
  min: 0,
  max: 1000,
  default: 16,
  why: "Linux: the first 16 segments of a connection (TCP_MAX_QUICKACKS), and of each one after a silence.",
});

const WINDOW = number({
  group: "protocol",
  label: "Receiver’s window",
  unit: "KiB",
  min: 4,
  max: 16_384,
  default: 6144,
  why: "Linux lets it grow to 6 MiB (tcp_rmem). 64 KiB was the most before windows were scaled (RFC 7323).",
});

export const TRANSFER_PARAMS = {
  bytes: bytes({
    ...{ label: "Reply", max: 50_000_000, default: 1_000_000 },
    why: "A page’s picture, or a batch of rows. The most is what a run carries in some seconds.",
  }),
  requestBytes: bytes({
    ...{ label: "Request", max: 1_000_000, default: 200 },
    why: "A request of HTTP has some hundred bytes.",
  }),
  calls: calls({ max: 2000, default: 1, why: "One call shows a transfer. Several show what a connection keeps." }),
  callers: callsAtOnce({
    max: 100,
    why: "A page fetches many objects together.",
    needs: { with: { calls: 20 }, why: "A run has no more calls at once than it makes." },
  }),
  serverMs: procedureMs({
    ...{ step: "Run the procedure", max: 10_000_000 },
    why: "0 leaves the network alone. More than two hours show what TCP asks of a silent end.",
  }),
  idleMs: number({
    group: "workload",
    label: "Between calls",
    unit: "ms",
    min: 0,
    max: 100_000,
    default: 0,
    why: "A connection that was silent for a time-out begins again with a small window.",
    needs: { with: { calls: 3 }, why: "One call has none after it." },
  }),
  writes: choice({
    group: "workload",
    label: "The client writes a request by",
    options: { "1": "One system call", "2": "Two: header, then data" },
    default: "1",
    why: "Two writes are a usual mistake of a client. With Nagle’s algorithm the second part waits.",
    only: { parameter: "connections", values: ["one", "six"], why: "each packet of a stream has a header of its own" },
  }),
  setup: choice({
    group: "protocol",
    label: "The connection is set up by",
    options: {
      open: "Nothing: it stands",
      tcp: "TCP alone",
      "tls-1.2": "TCP and TLS 1.2",
      "tls-1.2-resumed": "TCP and TLS 1.2, resumed",
      "tls-1.3": "TCP and TLS 1.3",
      "tls-1.3-early": "TCP and TLS 1.3 with early data",
      quic: "QUIC",
      "quic-early": "QUIC with early data",
    },
    default: "open",
    why:
      "RFC 5246, RFC 8446, RFC 9000. The flights have bytes and packets of their own; nothing is enciphered. QUIC’s " +
      "flights go over TCP without its own handshake here.",
  }),
  reuse: choice({
    group: "protocol",
    label: "A connection serves",
    options: { all: "All calls", one: "One call, and is closed" },
    default: "all",
    why: "A client without a pool opens one for each call.",
    needs: { with: { calls: 3, setup: "tcp" }, why: "One call needs one connection." },
    only: {
      parameter: "setup",
      values: ["tcp", "tls-1.2", "tls-1.2-resumed", "tls-1.3", "tls-1.3-early"],
      why: "a connection that is renewed is opened by TCP",
    },
  }),
  connections: choice({
    group: "protocol",
    label: "Calls at once share",
    options: {
      one: "One connection, as HTTP/2",
      six: "Six, one call each, as HTTP/1.1",
      streams: "One whose messages do not wait for each other, as QUIC",
    },
    default: "one",
    why: "Browsers open six connections to a server. On one stream of bytes a loss holds up all that is behind it.",
    needs: { with: { calls: 20, callers: 20 }, why: "One call has one connection." },
  }),
  congestion: CONGESTION,
  initialWindow: INITIAL_WINDOW,
  growsBy: GROWS_BY,
  hyStart: choice({
    group: "protocol",
    label: "HyStart",
    options: ON_OFF,
    default: "on",
    why: "RFC 9406: slow start ends when the round trip grows. Linux’s CUBIC has it on.",
    needs: {
      with: { bytes: 5_000_000, lossShare: 0 },
      why: "A short transfer or an early loss ends slow start first.",
    },
    only: { parameter: "congestion", values: ["cubic"], why: "with Reno Linux has no such rule" },
  }),
  sack: { ...SACK, needs: { with: LOSSY, why: "Without a loss nothing is acknowledged out of order." } },
  tailProbe: TAIL_PROBE,
  minRtoMs: MIN_RTO,
  delayedAckMs: DELAYED_ACK,
  quickAcks: QUICK_ACKS,
  nagle: choice({
    group: "protocol",
    label: "Nagle’s algorithm",
    options: OFF_ON,
    default: "off",
    why: "Sockets have it on; libraries for calls turn it off (TCP_NODELAY).",
    needs: { with: { writes: "2" }, why: "A request that is written at once has no second part that could wait." },
  }),
  windowKB: WINDOW,
  afterIdle: choice({
    group: "protocol",
    label: "Slow start after a silence",
    options: ON_OFF,
    default: "on",
    why: "Linux: tcp_slow_start_after_idle is 1.",
    needs: { with: { calls: 3, idleMs: 2000 }, why: "Without a silence it changes nothing." },
  }),
  retries: number({
    group: "protocol",
    label: "Sent again in vain",
    unit: "times",
    min: 1,
    max: 15,
    default: 15,
    why: "Linux: tcp_retries2 is 15, which is about a quarter of an hour.",
    needs: { with: { lossShare: 0.5, losses: "random" }, why: "A segment that gets through is not given up." },
  }),
  userTimeoutMs: number({
    group: "protocol",
    label: "User time-out",
    unit: "ms",
    min: 0,
    max: 1_000_000,
    default: 0,
    why: "0 for none (TCP_USER_TIMEOUT, RFC 5482). gRPC sets 20 s where its keep-alive is on.",
    needs: {
      with: { lossShare: 0.5, losses: "random", minRtoMs: 3000 },
      why: "What is acknowledged in time has no use for it.",
    },
  }),
  keepAlive: choice({
    group: "protocol",
    label: "TCP asks a silent end if it lives",
    options: OFF_ON,
    default: "off",
    why: "Linux asks after 7,200 s, then each 75 s, and gives up after nine, where a program has it on.",
    needs: { with: { serverMs: 10_000_000 }, why: "A quick reply comes before anyone asks." },
  }),
  rttMs: number({
    group: "network",
    label: "Round trip",
    unit: "ms",
    min: 0.01,
    max: 1000,
    step: 0.01,
    default: 50,
    why: "0.1 ms is a data centre, 50 ms a continent, 150 ms an ocean.",
  }),
  mbps: number({
    group: "network",
    label: "Speed of the path",
    unit: "Mbit/s",
    min: 1,
    max: 100_000,
    default: 100,
    why: "The client’s link. A server’s has 10 Gbit/s, or this where it is more.",
  }),
  bufferKB: number({
    group: "network",
    label: "Memory before the slow link",
    unit: "KiB",
    min: 4,
    max: 100_000,
    default: 1000,
    why: "What waits for the client’s link. More keeps the link busy, and makes the round trip longer.",
  }),
  lossShare: number({
    group: "chance",
    label: "Packets lost",
    min: 0,
    max: 0.5,
    step: 0.000_01,
    default: 0.01,
    share: true,
    why: "0.1 % is a good path, 2 % a bad radio link.",
  }),
  losses: choice({
    group: "chance",
    label: "Losses come",
    options: { random: "By chance", periodic: "Evenly: each so manyth packet with data" },
    default: "random",
    why: "Closed forms speak of even losses. Chance brings them together, and acknowledgements are lost, too.",
    needs: { with: { lossShare: 0.05 }, why: "Without losses there is no order of them." },
  }),
} as const;

export const TRANSFER_MEASURES = {
  goodputMbps: { label: "Goodput", unit: "Mbit/s", what: "requests and replies of calls that returned, by the time" },
  modelMbps: {
    label: "Goodput by a model",
    unit: "Mbit/s",
    what:
      "the least of link, window by round trip, and what losses leave; without losses by slow start’s rounds; none " +
      "where fewer than thirty losses come, more than 3 % are lost or a port was full, and with faults",
  },
  ...callTimeMeasures(),
  totalMs: {
    label: "All calls",
    unit: "ms",
    what: "until the last answer; none where a call waits for ever",
    total: true,
  },
  retransmits: { label: "Sent again", unit: "packets", what: "packets with data that were sent again" },
  timeouts: { label: "Time-outs", unit: "", what: "retransmission timers that went off" },
  probes: { label: "Tail-loss probes", unit: "", what: "tails that were probed" },
  lostPackets: { label: "Packets lost", unit: "packets", what: "on the path or at a full port" },
  meanWindow: {
    label: "Window, mean",
    unit: "segments",
    what: "the senders’ congestion windows over time, from the second cut to the last; none with fewer than three cuts",
  },
  modelWindow: {
    label: "Window by a model",
    unit: "segments",
    what:
      "Reno’s or CUBIC’s mean for even losses (RFC 9438, section 5); none where fewer than thirty come, or more than " +
      "3 % are lost",
  },
  endWindow: {
    label: "Window, at the end",
    unit: "segments",
    what: "the server’s congestion window when the last reply is there; of several, that of the last connection in use",
  },
  endThreshold: {
    label: "Threshold of slow start, at the end",
    unit: "segments",
    what: "where the growth of that window turns from doubling to careful; none where nothing has set it",
  },
  requestMs: {
    label: "First request leaves after",
    unit: "ms",
    what: "the first packet of the first request, from its call on",
  },
  partsMs: { label: "From first to last packet of a request", unit: "ms", what: "the median of all requests" },
  packets: COMMON_MEASURES.packets,
  failedCalls: COMMON_MEASURES.failedCalls,
} satisfies MeasureTable;

export const TRANSFER_SERIES = {
  window: {
    label: "Congestion window",
    unit: "segments",
    what: "of each machine’s connection that has changed last",
  },
} as const satisfies SeriesTable;

export type TransferValues = Values<typeof TRANSFER_PARAMS>;
export type TransferMeasure = keyof typeof TRANSFER_MEASURES;

// Incast.

export const INCAST_PARAMS = {
  servers: number({
    group: "workload",
    label: "Servers",
    min: 1,
    max: 64,
    default: 8,
    why: "A file is spread over them, and each sends its part of a block.",
  }),
  blockKB: number({
    group: "workload",
    label: "Part of each server",
    unit: "KiB",
    min: 1,
    max: 1024,
    default: 256,
    why: "Phanishayee and others (FAST 2008) have 256.",
  }),
  calls: calls({ max: 100, default: 4, why: "The client asks for a block when it has the one before." }),
  portKB: number({
    group: "network",
    label: "Memory of a switch’s port",
    unit: "KiB",
    min: 4,
    max: 4096,
    default: 64,
    why: "Small switches have 32 to 256 KiB for a port.",
  }),
  mbps: number({
    group: "network",
    label: "Speed of the links",
    unit: "Mbit/s",
    min: 100,
    max: 100_000,
    default: 1000,
    why: "The links of the paper’s machines.",
  }),
  rttMs: number({
    group: "network",
    label: "Round trip",
    unit: "ms",
    min: 0.01,
    max: 10,
    step: 0.01,
    default: 0.1,
    why: "Of an empty packet between machines at one switch.",
  }),
  minRtoMs: { ...MIN_RTO, needs: { with: { servers: 16 }, why: "Few servers do not fill a port." } },
  congestion: CONGESTION,
  initialWindow: INITIAL_WINDOW,
  growsBy: GROWS_BY,
  sack: SACK,
  tailProbe: { ...TAIL_PROBE, needs: { with: { servers: 16 }, why: "Few servers do not fill a port." } },
  delayedAckMs: DELAYED_ACK,
  quickAcks: QUICK_ACKS,
  windowKB: WINDOW,
} as const;

export const INCAST_MEASURES = {
  goodputMbps: TRANSFER_MEASURES.goodputMbps,
  modelMbps: {
    label: "Goodput by a model",
    unit: "Mbit/s",
    what:
      "Chen and others (2009): the blocks at the link’s speed, and a least time-out for each that one held up; ours " +
      "are the round trips",
  },
  ...callTimeMeasures(),
  stalls: {
    label: "Time-outs that held a block up",
    unit: "",
    what: "least time-outs in what blocks take beside the link; no more than went off",
  },
  retransmits: TRANSFER_MEASURES.retransmits,
  timeouts: TRANSFER_MEASURES.timeouts,
  probes: TRANSFER_MEASURES.probes,
  lostPackets: TRANSFER_MEASURES.lostPackets,
  packets: COMMON_MEASURES.packets,
  failedCalls: COMMON_MEASURES.failedCalls,
} satisfies MeasureTable;

export type IncastValues = Values<typeof INCAST_PARAMS>;
export type IncastMeasure = keyof typeof INCAST_MEASURES;
