/** The parameters and the measures of a call between two servers of today. */
import { COMMON_MEASURES } from "../common-measures.ts";
import { bytes, calls, callsAtOnce, faster, networkMbps, procedureMs } from "../common-params.ts";
import { choice, variant } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const SOCKETS = { parameter: "stack", values: ["sockets"] } as const;

const BYTES = bytes({
  ...{ label: "Argument", max: 65_536, default: 32 },
  why: "A published small call has a few dozen bytes. In Google’s fleet half of the calls have less than about 1,500.",
});

const WORKLOAD = {
  bytes: BYTES,
  resultBytes: variant(BYTES, { label: "Result", why: "As for the argument." }),
  serverUs: procedureMs({
    ...{ step: "Run the procedure", unit: "us", max: 60_000_000 },
    why: "0 stands for a procedure that does nothing, as in the published calls.",
  }),
  callers: callsAtOnce({
    ...{ max: 64, scale: "log" },
    why: "Each caller makes one call after the other. Eight is the number of slots of a session past the kernel.",
    needs: { with: { calls: 200 }, why: "A run has no more calls at once than it makes." },
  }),
  calls: calls({ max: 10_000, default: 10, why: "The number is ours." }),
} as const;

const SOFTWARE = {
  library: choice({
    group: "software",
    label: "Library",
    options: { "as-is": "As it is", recoded: "Recoded, three times as fast", lean: "A lean one" },
    default: "as-is",
    why: "Through sockets a library like gRPC makes and takes messages. Past the kernel the library is lean already.",
  }),
  waiting: choice({
    group: "software",
    label: "Who waits for a message",
    options: { sleeps: "Sleeps, and is woken", polls: "Polls" },
    default: "sleeps",
    why: "Threads of such libraries sleep in the kernel. The Firefly paper proposes to wait busily (4.2.7).",
    only: { ...SOCKETS, why: "past the kernel both programs poll" },
  }),
  layers: choice({
    group: "software",
    label: "Layers below",
    options: { "tcp-ip": "TCP and IP in the kernel", none: "None: straight to the driver" },
    default: "tcp-ip",
    why: "The bytes stay as they are: only the kernel’s work for TCP and IP is left out.",
    only: { ...SOCKETS, why: "past the kernel no TCP handles a packet" },
  }),
  checksums: choice({
    group: "software",
    label: "Checksums",
    options: { controller: "By the controller", software: "In software" },
    default: "controller",
    why: "Controllers of today add up and compare the bytes of each packet.",
  }),
} as const;

export const TODAY_PARAMS = {
  ...WORKLOAD,
  stack: choice({
    group: "protocol",
    label: "Stack",
    options: { sockets: "Through sockets, as gRPC", bypass: "Past the kernel, as eRPC" },
    default: "sockets",
    why: "Both are in use: the first nearly everywhere, the second where microseconds count.",
  }),
  writes: choice({
    group: "protocol",
    label: "The client writes a call by",
    options: { "1": "One system call", "2": "Two: header, then data" },
    default: "1",
    why: "Two writes are a usual mistake of a client: two segments leave in place of one.",
    only: { ...SOCKETS, why: "past the kernel a library makes whole packets" },
  }),
  nagle: choice({
    group: "protocol",
    label: "Nagle’s algorithm",
    options: { off: "Off (TCP_NODELAY)", on: "On" },
    default: "off",
    why:
      "A socket has it unless its program turns it off, and libraries for calls do. The server’s TCP delays a lone " +
      "acknowledgement by 40 ms.",
    needs: { with: { writes: "2" }, why: "A call that is written at once has no second part that could wait." },
    only: { ...SOCKETS, why: "past the kernel there is no TCP" },
  }),
  keepAlive: choice({
    group: "protocol",
    label: "TCP asks a silent end if it lives",
    options: { off: "Never", on: "After 10 s" },
    default: "off",
    why:
      "Libraries for calls have it off by default. Where it is on, gRPC lets a client ask after 10 s at the least, " +
      "and gives the connection up after 20 s more.",
    needs: { with: { serverUs: 60_000_000 }, why: "A quick reply comes before anyone asks." },
    only: { ...SOCKETS, why: "past the kernel there is no TCP" },
  }),
  ...SOFTWARE,
  networkGbps: networkMbps({
    ...{ label: "Network", unit: "Gbit/s", min: 1, max: 400, default: 25, scale: "log" },
    why: "25 Gbit/s are a common speed of a server’s link.",
    wire: "Transmission time on the link",
  }),
  controller: choice({
    group: "machines",
    label: "Controller and its bus",
    options: { "as-is": "As they are", "no-delay": "Take no time" },
    default: "as-is",
    why: "A packet takes about a quarter of a microsecond from memory to wire, and from wire to memory.",
  }),
  faster: faster({
    ...{ label: "Processors are faster", max: 100 },
    why: "All software takes so many times less. The controller, the bus and the network stay as they are.",
  }),
} as const;

export const TODAY_MEASURES = {
  msPerCall: COMMON_MEASURES.msPerCall,
  latencyUs: { label: "Latency, median", unit: "us", what: "from a call’s start to its end, of calls that returned" },
  callsPerS: { label: "Calls a second", unit: "", what: "calls that returned, by the time of the run" },
  clientUs: { label: "Client’s processor", unit: "us", what: "busy time until the last answer, divided by the calls" },
  serverCpuUs: {
    label: "Server’s processor",
    unit: "us",
    what: "busy time until the last answer, divided by the calls, with the procedure",
  },
  wireUs: {
    label: "On the wire",
    unit: "us",
    what: "the bits of all frames at the network’s speed, once, divided by the calls",
  },
  wireShare: {
    label: "Share of the wire",
    unit: "%",
    what: "that time, by the time a call; each direction has a wire, so that many callers can pass 100 %",
  },
  packets: { label: "Packets", unit: "packets", what: "on the network until the last answer" },
  retransmissions: { label: "Sent again", unit: "packets", what: "packets that were sent again until the last answer" },
  failedCalls: COMMON_MEASURES.failedCalls,
} satisfies MeasureTable;

export type TodayValues = Values<typeof TODAY_PARAMS>;
export type TodayMeasure = keyof typeof TODAY_MEASURES;
