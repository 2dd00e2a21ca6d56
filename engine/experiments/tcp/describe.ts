/** TCP of today as experiments. RFCs and Linux say how it works; the published numbers are from many sources. */
import type { PacketKind } from "../../faults/index.ts";
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { INCAST_ANSWERS, TRANSFER_ANSWERS } from "./answers.ts";
import { INCAST_MEASURES, INCAST_PARAMS, TRANSFER_MEASURES, TRANSFER_PARAMS, TRANSFER_SERIES } from "./params.ts";

const BOTH = { parameter: "congestion", values: ["cubic", "reno"] } as const;
const IN_WIRESHARK =
  "Wireshark shows Ethernet, IP and TCP with its options. It has no reader for the messages and shows them as data.";

export const transfer = describeExperiment({
  id: "tcp/transfer",
  title: "A transfer over TCP of today",
  question: "Where does the time of a transfer go: set-up, slow start, a loss, or a timer?",
  paper: "today",
  packetKinds: KINDS_OF.todayTransfer,
  inWireshark: IN_WIRESHARK,
  params: TRANSFER_PARAMS,
  measures: TRANSFER_MEASURES,
  series: TRANSFER_SERIES,
  sweep: { over: "lossShare", values: [0, 0.0001, 0.001, 0.003, 0.01, 0.02, 0.05] },
  charts: [
    { y: "goodputMbps", title: "Goodput by the losses", points: [], series: BOTH },
    {
      id: "trip",
      y: "goodputMbps",
      title: "Goodput by the round trip",
      points: [],
      sweep: { over: "rttMs", values: [1, 5, 10, 20, 50, 100, 200] },
      series: BOTH,
    },
    {
      id: "bytes",
      y: "p50Ms",
      title: "Time of a call by its reply, without losses",
      points: [],
      sweep: { over: "bytes", values: [1000, 10_000, 30_000, 100_000, 300_000, 1_000_000], fixed: { lossShare: 0 } },
      series: { parameter: "initialWindow", values: [3, 10, 30] },
    },
    {
      id: "setup",
      y: "p50Ms",
      title: "Time of the first call, by how its connection is set up",
      points: [],
      sweep: {
        over: "setup",
        values: ["open", "tcp", "tls-1.2", "tls-1.2-resumed", "tls-1.3", "tls-1.3-early", "quic", "quic-early"],
        fixed: { lossShare: 0, bytes: 10_000 },
      },
    },
    {
      id: "writes",
      y: "p50Ms",
      title: "Time of a small call by the client’s writes",
      points: [],
      sweep: { over: "writes", values: ["1", "2"], fixed: { lossShare: 0, bytes: 200, calls: 60, rttMs: 0.2 } },
      series: { parameter: "nagle", values: ["off", "on"] },
    },
    {
      id: "connections",
      y: "totalMs",
      title: "A page of 100 objects by the losses",
      points: [],
      sweep: {
        over: "lossShare",
        values: [0, 0.005, 0.01, 0.02, 0.05],
        fixed: { calls: 100, callers: 100, bytes: 20_000, rttMs: 100 },
      },
      series: { parameter: "connections", values: ["one", "six", "streams"] },
    },
    {
      id: "tail",
      y: "p99Ms",
      title: "99th percentile of small calls by the least time-out",
      points: [],
      sweep: { over: "minRtoMs", values: [5, 20, 50, 200, 1000], fixed: { calls: 300, bytes: 3000, rttMs: 1 } },
      series: { parameter: "tailProbe", values: ["on", "off"] },
    },
  ],
  models: [],
  answers: TRANSFER_ANSWERS,
  callMeasure: "p50Ms",
  roughMs: ({ calls, bytes, requestBytes }) => 5 + (calls * (bytes + requestBytes)) / 10_000,
});

/** Its connections have no TLS, nobody closes them, and none is idle for so long that it is asked for. */
const NEVER_SENT: readonly PacketKind[] = ["hello", "probe", "close"];

export const incast = describeExperiment({
  id: "tcp/incast",
  title: "Many servers answer at once",
  question: "Why do more servers make a read slower, and what is the least time-out to do with it?",
  paper: "today",
  packetKinds: KINDS_OF.todayTransfer.filter((kind) => !NEVER_SENT.includes(kind)),
  inWireshark: IN_WIRESHARK,
  params: INCAST_PARAMS,
  measures: INCAST_MEASURES,
  sweep: { over: "servers", values: [1, 2, 4, 6, 8, 12, 16, 24, 32, 47] },
  charts: [
    {
      y: "goodputMbps",
      title: "Goodput by the servers",
      points: [],
      series: { parameter: "portKB", values: [32, 64, 128, 256] },
    },
    {
      id: "timeout",
      y: "goodputMbps",
      title: "Goodput by the servers and the least time-out",
      points: [],
      series: { parameter: "minRtoMs", values: [1, 10, 200] },
    },
  ],
  models: [],
  answers: INCAST_ANSWERS,
  callMeasure: "p50Ms",
  roughMs: ({ servers, blockKB, calls }) => 5 + (servers * blockKB * calls) / 10,
});

/** What the family is called where one is chosen. */
export const title = "TCP of today";

export const descriptions: readonly Description[] = [transfer, incast];
