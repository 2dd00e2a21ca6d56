/** Short ways to run RPC2 and to read its trace, for tests; and the laws that hold for every run. */
import { parseScript } from "../../faults/index.ts";
import { CAMPUS_ASSUMED } from "../../hardware/campus-costs.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { toMillis } from "../../kernel/time.ts";
import { decodeUdpFrame } from "../../wire/udp-frame.ts";
import { parseRpc2, type Rpc2Packet } from "../../wire/rpc2.ts";
import { checkedRpc2Faults, simulateRpc2, USUAL_REQUEST, type Rpc2Options, type Rpc2Outcome } from "../rpc2.ts";
import { callsOf, marksOf, packetsOf, type PacketRow } from "../testing.ts";

/** The assumed load of other hosts on each subnet, as a share of its capacity. */
export const LOAD = { byDay: CAMPUS_ASSUMED.loadByDay.value, byNight: CAMPUS_ASSUMED.loadByNight.value };

export const USUAL: Rpc2Options = {
  servers: 5,
  mode: "multi",
  library: "1987",
  computeMs: 10,
  distribution: "constant",
  dead: 0,
  placement: "ring",
  trials: 1,
  timeoutMs: null,
  waitFor: Infinity,
  followUp: "same",
  socketBytes: 3200,
  yieldEvery: 32,
  load: 0,
  lossRate: 0,
  backboneDelayMs: 0,
  procedure: "computes",
  handlerMs: 0,
  requestMs: USUAL_REQUEST.ms,
  tellsOutcomes: false,
  gapMs: 1000,
  clockFirst: false,
};

/** Runs with these options in place of one MultiRPC call to five servers; the whole trace is kept. */
export function play(options: Partial<Rpc2Options> = {}, faults: readonly string[] = [], seed = 1): Rpc2Outcome {
  const all = { ...USUAL, ...options };
  return simulateRpc2(all, seed, checkedRpc2Faults(parseScript(faults), all.servers, all.clients), "all");
}

/** Like `play`, without a trace. */
export function measure(options: Partial<Rpc2Options> = {}, faults: readonly string[] = [], seed = 1): Rpc2Outcome {
  const all = { ...USUAL, ...options };
  return simulateRpc2(all, seed, checkedRpc2Faults(parseScript(faults), all.servers, all.clients), "none");
}

/** Mean time of a trial. */
export function tookMs({ trials }: Rpc2Outcome): number {
  return trials.reduce((sum, { took }) => sum + toMillis(took), 0) / trials.length;
}

/** Packets of a run, each with what its bytes say. */
export function parsedPacketsOf(trace: TraceData): readonly (PacketRow & { readonly packet: Rpc2Packet })[] {
  return packetsOf(trace).map((row) => ({ ...row, packet: parseRpc2(decodeUdpFrame(row.frame).packet) }));
}

/** Labels of marks, with the machine or network that each is on: `crash, server2`. */
export const placedMarksOf = (trace: TraceData): readonly string[] =>
  marksOf(trace).map(({ label, where }) => `${label}, ${where}`);

export const outcomesOf = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);
