/** Short ways to run RPC2 and to look at what happened, for tests; and the laws that hold for every run. */
import { CAMPUS_ASSUMED } from "../../hardware/campus-costs.ts";
import { overlap } from "../../hardware/testing.ts";
import { endOf, startOf } from "../../kernel/critical-path.ts";
import { FATES, markRef, NO_REF, ORIGINS, OUTCOMES, packetRef, spanRef } from "../../kernel/trace-data.ts";
import type { Ref, TraceData } from "../../kernel/trace-data.ts";
import { toMillis } from "../../kernel/time.ts";
import { decodeRpc2Frame } from "../../wire/rpc2-frame.ts";
import { parseRpc2, type Rpc2Packet } from "../../wire/rpc2.ts";
import { parseRpc2Faults, simulateRpc2, USUAL_REQUEST, type Rpc2Options, type Rpc2Outcome } from "../rpc2.ts";

/** Of other hosts on each subnet, as the campus is assumed to have it. */
export const LOAD = { byDay: CAMPUS_ASSUMED.loadByDay.value, byNight: CAMPUS_ASSUMED.loadByNight.value };

const USUAL: Rpc2Options = {
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
  return simulateRpc2(all, seed, parseRpc2Faults(faults, all.servers), "all");
}

/** As `play`, without a trace. */
export function measure(options: Partial<Rpc2Options> = {}, faults: readonly string[] = [], seed = 1): Rpc2Outcome {
  const all = { ...USUAL, ...options };
  return simulateRpc2(all, seed, parseRpc2Faults(faults, all.servers), "none");
}

/** Mean time of a trial. */
export function tookMs({ trials }: Rpc2Outcome): number {
  return trials.reduce((sum, { took }) => sum + toMillis(took), 0) / trials.length;
}

export interface PacketRow {
  readonly kind: string;
  readonly call: number;
  readonly from: string;
  readonly to: string;
  readonly origin: string;
  readonly fate: string;
  readonly departsMs: number;
  readonly arrivesMs: number;
  readonly packet: Rpc2Packet;
}

export function packetsOf({ packets, packetKinds, tracks, frames }: TraceData): readonly PacketRow[] {
  return Array.from({ length: packets.count }, (_, row) => {
    const at = packets.frameAt[row] ?? 0;
    return {
      kind: packetKinds[packets.kind[row] ?? -1] ?? "",
      call: packets.call[row] ?? NaN,
      from: tracks[packets.from[row] ?? -1]?.machine ?? "",
      to: tracks[packets.to[row] ?? -1]?.machine ?? "",
      origin: ORIGINS[packets.origin[row] ?? -1] ?? "",
      fate: FATES[packets.fate[row] ?? -1] ?? "",
      departsMs: toMillis(packets.departs[row] ?? NaN),
      arrivesMs: toMillis(packets.arrives[row] ?? NaN),
      packet: parseRpc2(decodeRpc2Frame(frames.subarray(at, at + (packets.frameLength[row] ?? 0))).packet),
    };
  });
}

/** Labels of marks, with the machine or network that each is on. */
export function marksOf({ marks, labels, tracks }: TraceData): readonly string[] {
  return Array.from({ length: marks.count }, (_, row) => {
    const track = tracks[marks.track[row] ?? -1];
    const where = track?.machine === "" ? track.name : (track?.machine ?? "");
    return `${labels[marks.label[row] ?? -1] ?? ""}, ${where}`;
  });
}

export const outcomesOf = ({ calls }: TraceData): readonly string[] =>
  Array.from(calls.outcome, (outcome) => OUTCOMES[outcome] ?? "");

/** The first law that a run breaks, or null. */
export function brokenLaw({ trace, resources, elapsed }: Rpc2Outcome): string | null {
  const tables: readonly [readonly Int32Array[], (row: number) => Ref, number][] = [
    [[trace.spans.cause], spanRef, trace.spans.count],
    [[trace.packets.cause], packetRef, trace.packets.count],
    [[trace.marks.cause], markRef, trace.marks.count],
  ];
  for (const [[causes], refOf, count] of tables) {
    for (let row = 0; row < count; row++) {
      const cause = causes?.[row] ?? NO_REF;
      if (cause === NO_REF || endOf(trace, cause) <= startOf(trace, refOf(row))) continue;
      return `row ${refOf(row)} starts before its cause ${cause} has ended`;
    }
  }
  for (const [name, { busyNs }] of resources) {
    if (!(busyNs >= 0 && busyNs <= elapsed)) return `${name} was busy ${busyNs} ns of ${elapsed}`;
  }
  return overlap(trace);
}
