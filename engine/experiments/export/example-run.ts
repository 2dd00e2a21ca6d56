/**
 * A run made by hand for tests: the call packet of call 1 is lost, its retransmission arrives, and the result comes
 * twice, the original five milliseconds late and overtaken by its copy. Then comes a packet of another host.
 */
import { itemAt } from "../../kernel/reads.ts";
import {
  FATES,
  MARK_KINDS,
  markRef,
  LOSSES,
  NO_REF,
  ORIGINS,
  packetRef,
  spanRef,
  type Fate,
  type Origin,
  type Source,
  type TraceData,
} from "../../kernel/trace-data.ts";
import { encodeFrame, station, type FireflyPacket } from "../../wire/firefly.ts";
import type { Run } from "../types.ts";

const CALLER_CPU = 0;
const CALLER_OUT = 1;
const CALLER_IN = 2;
const SERVER_CPU = 3;
const SERVER_OUT = 4;
const SERVER_IN = 5;
const ETHERNET = 6;

const PAPER: Source = { kind: "paper", text: 'Table VI, "send", us' };
const ASSUMED: Source = { kind: "assumed", text: "by hand" };

interface Span {
  readonly track: number;
  readonly step: number;
  readonly owner: number;
  readonly start: number;
  readonly end: number;
  readonly cause: number;
}

const SPANS: readonly Span[] = [
  { track: CALLER_CPU, step: 0, owner: 0, start: 0, end: 1_500, cause: NO_REF },
  { track: CALLER_CPU, step: 0, owner: 0, start: 600_000_000, end: 600_000_700, cause: markRef(0) },
  { track: SERVER_CPU, step: 1, owner: 1, start: 600_080_000, end: 600_090_001, cause: packetRef(1) },
  { track: CALLER_CPU, step: 1, owner: 0, start: 600_170_000, end: 600_171_000, cause: packetRef(3) },
];

interface Packet {
  readonly from: number;
  readonly to: number;
  readonly departs: number;
  readonly arrives: number;
  readonly kind: number;
  readonly fate: Fate;
  readonly origin: Origin;
  readonly delayed: number;
  readonly cause: number;
  readonly call: number;
  readonly isKept: boolean;
}

const CALL = { from: CALLER_OUT, to: SERVER_IN, kind: 0, delayed: 0, call: 1, isKept: true } as const;
const RESULT = { from: SERVER_OUT, to: CALLER_IN, kind: 1, cause: spanRef(2), call: 1, isKept: true } as const;

const PACKETS: readonly Packet[] = [
  { ...CALL, departs: 2_000, arrives: 70_800, fate: "lost", origin: "first", cause: spanRef(0) },
  {
    ...CALL,
    departs: 600_001_000,
    arrives: 600_069_800,
    fate: "delivered",
    origin: "retransmission",
    cause: spanRef(1),
  },
  {
    ...RESULT,
    departs: 600_091_000,
    arrives: 605_159_800,
    fate: "ignored",
    origin: "first",
    delayed: 5_000_000,
  },
  { ...RESULT, departs: 600_100_000, arrives: 600_168_800, fate: "delivered", origin: "duplicate", delayed: 0 },
  {
    from: ETHERNET,
    to: ETHERNET,
    departs: 300_000_000,
    arrives: 300_068_800,
    kind: 2,
    fate: "delivered",
    origin: "other traffic",
    delayed: 0,
    cause: NO_REF,
    call: 0,
    isKept: false,
  },
];

const HEADER: Omit<FireflyPacket, "type"> = {
  pleaseAck: false,
  lastFragment: true,
  fragment: 0,
  activity: { machine: 1, space: 1, thread: 1 },
  sequence: 1,
  serverSpace: 1,
  serverThread: 1,
  interface: 1,
  binding: 1,
  procedure: 1,
  data: new Uint8Array(0),
};
const FRAMES = [
  encodeFrame({ ...HEADER, type: "call" }, { from: station(1), to: station(2) }),
  encodeFrame({ ...HEADER, type: "result" }, { from: station(2), to: station(1) }),
];

const ints = <Row>(rows: readonly Row[], value: (row: Row, index: number) => number): Int32Array =>
  Int32Array.from(rows, value);
const times = <Row>(rows: readonly Row[], value: (row: Row) => number): Float64Array => Float64Array.from(rows, value);

const SPAN_COLUMNS: TraceData["spans"] = {
  count: SPANS.length,
  track: ints(SPANS, ({ track }) => track),
  step: ints(SPANS, ({ step }) => step),
  owner: ints(SPANS, ({ owner }) => owner),
  start: times(SPANS, ({ start }) => start),
  end: times(SPANS, ({ end }) => end),
  cause: ints(SPANS, ({ cause }) => cause),
  call: ints(SPANS, () => 1),
};

const PACKET_COLUMNS: TraceData["packets"] = {
  count: PACKETS.length,
  from: ints(PACKETS, ({ from }) => from),
  to: ints(PACKETS, ({ to }) => to),
  departs: times(PACKETS, ({ departs }) => departs),
  arrives: times(PACKETS, ({ arrives }) => arrives),
  bytes: ints(PACKETS, () => 74),
  kind: ints(PACKETS, ({ kind }) => kind),
  fate: Uint8Array.from(PACKETS, ({ fate }) => FATES.indexOf(fate)),
  loss: Uint8Array.from(PACKETS, ({ fate }) => (fate === "lost" ? LOSSES.indexOf("dropped by the script") + 1 : 0)),
  origin: Uint8Array.from(PACKETS, ({ origin }) => ORIGINS.indexOf(origin)),
  delayed: times(PACKETS, ({ delayed }) => delayed),
  queued: times(PACKETS, () => -1),
  freed: times(PACKETS, () => -1),
  laid: times(PACKETS, () => -1),
  taken: times(PACKETS, () => -1),
  cause: ints(PACKETS, ({ cause }) => cause),
  call: ints(PACKETS, ({ call }) => call),
  frameAt: ints(PACKETS, ({ isKept }, index) => (isKept ? index * 74 : 0)),
  frameLength: ints(PACKETS, ({ isKept }) => (isKept ? 74 : 0)),
};

function exampleTrace(): TraceData {
  const kept = PACKETS.filter(({ isKept }) => isKept);
  const frames = Uint8Array.from(kept.flatMap(({ kind }) => [...itemAt(FRAMES, kind, "frame")]));
  return {
    tracks: [
      { name: "CPU 0", machine: "caller", kind: "processor" },
      { name: "DEQNA transmit", machine: "caller", kind: "controller" },
      { name: "DEQNA receive", machine: "caller", kind: "controller" },
      { name: "CPU 0", machine: "server", kind: "processor" },
      { name: "DEQNA transmit", machine: "server", kind: "controller" },
      { name: "DEQNA receive", machine: "server", kind: "controller" },
      { name: "Ethernet", machine: "", kind: "medium" },
    ],
    steps: [
      { name: "Send call, queue it", layer: "kernel", source: PAPER },
      { name: "Handle packet", layer: "rpc", source: ASSUMED },
    ],
    owners: ["caller thread 1", "server thread 1"],
    packetKinds: ["call", "result", "other traffic"],
    labels: ["retransmission timer"],
    words: ["caller", "Firefly caller", "caller thread 1", "idle", "calling", "start"],
    factNames: [{ name: "sends", kind: "count", limit: 10 }],
    protocols: [{ protocol: "Firefly caller", states: [] }],
    spans: SPAN_COLUMNS,
    packets: PACKET_COLUMNS,
    marks: {
      count: 1,
      at: Float64Array.of(600_000_000),
      track: Int32Array.of(CALLER_CPU),
      label: Int32Array.of(0),
      kind: Uint8Array.of(MARK_KINDS.indexOf("timer")),
      value: Float64Array.of(0),
      cause: Int32Array.of(spanRef(0)),
      call: Int32Array.of(1),
    },
    calls: {
      count: 1,
      thread: Int32Array.of(0),
      start: Float64Array.of(0),
      end: Float64Array.of(600_171_000),
      outcome: Uint8Array.of(1),
      first: Int32Array.of(spanRef(0)),
      last: Int32Array.of(spanRef(3)),
    },
    transitions: {
      count: 1,
      at: Float64Array.of(3_200),
      machine: Int32Array.of(0),
      protocol: Int32Array.of(1),
      instance: Int32Array.of(2),
      from: Int32Array.of(3),
      to: Int32Array.of(4),
      input: Int32Array.of(5),
      cause: Int32Array.of(spanRef(0)),
      call: Int32Array.of(1),
      due: Float64Array.of(600_003_200),
      factsAt: Int32Array.of(0),
      factsLength: Int32Array.of(1),
    },
    facts: { count: 1, name: Int32Array.of(0), value: Float64Array.of(1) },
    frames,
    elapsed: 605_159_800,
    complete: true,
    hash: "0123456789abcdef",
  };
}

export function exampleRun(): Run {
  const trace = exampleTrace();
  return {
    experiment: "firefly/null",
    parameters: { threads: 4, network: "private" },
    seed: 1,
    faults: ["drop call#1", "delay result#1 by 5ms", "duplicate result#1"],
    unusedFaults: [],
    measures: { latencyMs: { value: 600.171, unit: "ms" }, longestStep: { value: null, unit: "step" } },
    resources: { "caller.cpu0": { busyNs: 3_200 } },
    elapsedNs: trace.elapsed,
    packets: 5,
    laterPackets: 0,
    draws: 0,
    traceHash: trace.hash,
    trace,
  };
}
