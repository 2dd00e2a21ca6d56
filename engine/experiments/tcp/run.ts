/** Runs transfers over TCP of today for the parameters of their experiments, and takes the measures. */
import { millis, toMillis, toSeconds, type Nanos } from "../../kernel/time.ts";
import type { TransferOptions } from "../../protocols/today-transfer/ends.ts";
import { SETUPS, tripsBefore } from "../../protocols/today-transfer/setup.ts";
import { runTransfer, type Transfer, type TransferRun } from "../../systems/tcp/transfer.ts";
import { endsOf, failedIn } from "../call-measures.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { incast, transfer } from "./describe.ts";
import type { IncastMeasure, IncastValues, TransferMeasure, TransferValues } from "./params.ts";
import { blockSeconds, cubicWindow, incastMbps, pftk, renoWindow, slowStartRounds, windowMbps } from "./theory.ts";

type CallTimes = "p50Ms" | "p90Ms" | "p99Ms" | "p999Ms";
type MeasuresOf<Name extends string> = Omit<Outcome<Name>["measures"], CallTimes>;

/** A full frame’s data without time stamps: 1,500 bytes less 20 of IP and 20 of TCP. */
export const SEGMENT_BYTES = 1460;
const KIB = 1024;
const SERVER_MBPS = 10_000;
const FRAME_BYTES = 1538; // of a full segment on a link, with preamble, check sequence and gap

type FlowValues = Pick<
  TransferValues,
  | "congestion"
  | "initialWindow"
  | "growsBy"
  | "sack"
  | "tailProbe"
  | "minRtoMs"
  | "delayedAckMs"
  | "quickAcks"
  | "rttMs"
>;

const flowOf = (values: FlowValues): TransferOptions["flow"] => ({
  congestion: values.congestion,
  initialWindow: values.initialWindow,
  growsBy: values.growsBy,
  sack: values.sack === "on",
  tailProbe: values.tailProbe === "on",
  hyStart: false,
  minRto: millis(values.minRtoMs),
  delayedAck: millis(values.delayedAckMs),
  quickAcks: values.quickAcks,
  restarts: true,
  userTimeout: Infinity,
  known: millis(values.rttMs),
});

/** The ends of a transfer, as the search over faults follows them, too. */
export const endsOptions = (values: TransferValues): TransferOptions => ({
  servers: 1,
  connections: values.connections,
  setup: values.setup,
  isRenewed: values.reuse === "one" && SETUPS[values.setup].opens,
  writes: values.writes === "2" && values.connections !== "streams" ? 2 : 1,
  segmentBytes: SEGMENT_BYTES,
  windowBytes: values.windowKB * KIB,
  nagle: values.nagle === "on",
  retries: values.retries,
  keepAlive: values.keepAlive === "on",
  flow: {
    ...flowOf(values),
    hyStart: values.hyStart === "on",
    restarts: values.afterIdle === "on",
    userTimeout: values.userTimeoutMs === 0 ? Infinity : millis(values.userTimeoutMs),
  },
});

const transferOf = (values: TransferValues): Transfer => ({
  ends: endsOptions(values),
  calls: values.calls,
  callsAtOnce: values.callers,
  requestBytes: values.requestBytes,
  replyBytes: values.bytes,
  serverTime: millis(values.serverMs),
  gap: millis(values.idleMs),
  roundTrip: millis(values.rttMs),
  mbps: values.mbps,
  serverMbps: Math.max(SERVER_MBPS, values.mbps),
  portBytes: values.bufferKB * KIB,
  lossShare: values.lossShare,
  isPeriodic: values.losses === "periodic",
});

function runCalls(values: TransferValues, request: RunRequest) {
  const faults = request.faults(["client", "server"]);
  const run = runTransfer(transferOf(values), { ...request, faults: () => faults });
  return { ...run, faults, measures: transferMeasures(values, run, faults.length > 0) };
}

const mbpsOf = (bytes: number, time: Nanos): number | null => (time > 0 ? (bytes * 8e3) / time : null);

function transferMeasures(values: TransferValues, run: TransferRun, isBroken: boolean): MeasuresOf<TransferMeasure> {
  const { trace, elapsed, packets, retransmissions, timeouts, probes, lost, meanWindow, ended } = run;
  const { requestAt, requestSpans } = run;
  const { bytes, requestBytes } = values;
  return {
    goodputMbps: mbpsOf(latenciesOf(trace).length * (bytes + requestBytes), elapsed),
    modelMbps: isBroken ? null : modelMbps(values, lost),
    totalMs: endsOf(trace).has("pending") ? null : toMillis(elapsed),
    retransmits: retransmissions,
    timeouts,
    probes,
    lostPackets: lost,
    meanWindow,
    modelWindow: isBroken || !isEvenLoss(values) || meanWindow === null ? null : modelWindow(values),
    endWindow: ended?.window ?? null,
    endThreshold: ended === null || ended.threshold === Infinity ? null : ended.threshold,
    requestMs: requestAt === null ? null : toMillis(requestAt - millis(values.idleMs)), // the run begins with a silence
    partsMs: requestSpans.length === 0 ? null : toMillis(median(requestSpans)),
    packets,
    failedCalls: failedIn(trace),
  };
}

/** Where acknowledgements count and are delayed, a window grows half as fast. */
function modelWindow(values: TransferValues): number {
  const { congestion, lossShare, rttMs } = values;
  if (congestion === "cubic") return cubicWindow(lossShare, rttMs / 1000, countsEach(values));
  return renoWindow(lossShare, countsEach(values));
}

const countsEach = ({ growsBy, delayedAckMs }: TransferValues): boolean => growsBy === "segments" || delayedAckMs === 0;

/** From so many losses on the forms for even losses speak of a run: the first comes late, and from a large window. */
const MANY_LOSSES = 30;

/** Above this share windows are so small that time-outs decide, and not the forms. */
const MOST_LOSS = 0.03;

const isEvenLoss = (values: TransferValues): boolean =>
  lossesOf(values) >= MANY_LOSSES && values.lossShare <= MOST_LOSS;

const segmentsOf = ({ bytes }: TransferValues): number => bytes / SEGMENT_BYTES;

/** Losses of replies that a connection will meet, in the mean. */
const lossesOf = (values: TransferValues): number =>
  segmentsOf(values) * values.lossShare * (values.reuse === "all" ? values.calls : 1);

/** For one call after the other on one connection. A port that was full is no part of it. */
function modelMbps(values: TransferValues, lost: number): number | null {
  const { bytes, requestBytes, lossShare, rttMs, mbps, windowKB, minRtoMs, serverMs, initialWindow } = values;
  if (values.callers > 1 || values.idleMs > 0 || bytes === 0) return null;
  const trip = rttMs / 1000;
  const link = (mbps * SEGMENT_BYTES) / FRAME_BYTES;
  const most = Math.min(link, windowMbps(windowKB * KIB, trip));
  const segments = segmentsOf(values);
  const data = (8 * (bytes + requestBytes)) / 1e6;
  const requestRounds = slowStartRounds(Math.max(1, requestBytes / SEGMENT_BYTES), initialWindow);
  const before = (tripsBefore(SETUPS[values.setup]) + requestRounds - 1) * trip + serverMs / 1000;
  if (lossesOf(values) >= 1) {
    if (!isEvenLoss(values)) return null;
    const rate =
      values.congestion === "reno"
        ? pftk(lossShare, trip, trip + minRtoMs / 1000, countsEach(values) ? 1 : 2)
        : modelWindow(values) / trip;
    return Math.min(most, data / (before + segments / rate));
  }
  if (lost > 0) return null;
  return Math.min(most, data / (before + slowStartRounds(segments, initialWindow) * trip));
}

const incastOf = (values: IncastValues): Transfer => ({
  ends: {
    servers: values.servers,
    connections: "one",
    setup: "open",
    isRenewed: false,
    writes: 1,
    segmentBytes: SEGMENT_BYTES,
    windowBytes: values.windowKB * KIB,
    nagle: false,
    retries: LINUX_RETRIES,
    keepAlive: false,
    flow: flowOf(values),
  },
  calls: values.calls,
  callsAtOnce: 1,
  requestBytes: INCAST_REQUEST,
  replyBytes: values.blockKB * KIB,
  serverTime: 0,
  gap: 0,
  roundTrip: millis(values.rttMs),
  mbps: values.mbps,
  serverMbps: values.mbps,
  portBytes: values.portKB * KIB,
  lossShare: 0,
  isPeriodic: false,
});

const INCAST_REQUEST = 64;
const LINUX_RETRIES = 15; // tcp_retries2

function runIncast(values: IncastValues, request: RunRequest) {
  const asked = incastOf(values);
  const names = values.servers === 1 ? ["server"] : Array.from({ length: values.servers }, (_, i) => `server${i + 1}`);
  const faults = request.faults(["client", ...names]);
  const { series: _, ...run } = runTransfer(asked, { ...request, faults: () => faults });
  const latencies = latenciesOf(run.trace);
  const block = values.servers * asked.replyBytes;
  const bytes = latencies.length * block;
  const link = (values.mbps * SEGMENT_BYTES) / FRAME_BYTES;
  const trip = values.rttMs / 1000;
  const each = blockSeconds(block, link, trip, asked.replyBytes / asked.ends.windowBytes);
  const held = trip + values.minRtoMs / 1000; // by a time-out
  const stallsIn = (time: Nanos): number => Math.round(Math.max(0, toSeconds(time) - each) / held);
  const stalls = Math.min(
    run.timeouts,
    latencies.reduce((sum, time) => sum + stallsIn(time), 0),
  );
  const measures: MeasuresOf<IncastMeasure> = {
    goodputMbps: mbpsOf(bytes, run.elapsed),
    modelMbps: bytes === 0 ? null : incastMbps(bytes, latencies.length, each, stalls * held),
    stalls,
    retransmits: run.retransmissions,
    timeouts: run.timeouts,
    probes: run.probes,
    lostPackets: run.lost,
    packets: run.packets,
    failedCalls: failedIn(run.trace),
  };
  return { ...run, faults, measures };
}

export const runs: Runs = {
  "tcp/transfer": runnerOf<typeof transfer>(runCalls),
  "tcp/incast": runnerOf<typeof incast>(runIncast),
};
