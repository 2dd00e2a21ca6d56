/** What happened in a run, row by row and in milliseconds, for tests; and the laws that hold for every run. */
import { overlap } from "../hardware/testing.ts";
import { criticalPath, endOf, startOf } from "../kernel/critical-path.ts";
import { FATES, markRef, NO_REF, ORIGINS, OUTCOMES, packetRef, spanRef } from "../kernel/trace-data.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { toMillis, type Nanos } from "../kernel/time.ts";

export interface CallRow {
  readonly call: number; // from 1
  readonly outcome: string;
  readonly startMs: number;
  readonly tookMs: number;
}

export function callsOf({ calls }: TraceData): readonly CallRow[] {
  return Array.from({ length: calls.count }, (_, row) => ({
    call: row + 1,
    outcome: OUTCOMES[calls.outcome[row] ?? -1] ?? "",
    startMs: toMillis(calls.start[row] ?? NaN),
    tookMs: toMillis((calls.end[row] ?? NaN) - (calls.start[row] ?? NaN)),
  }));
}

export interface PacketRow {
  readonly kind: string;
  readonly call: number;
  readonly from: string; // machine; "" for other hosts
  readonly to: string;
  readonly origin: string;
  readonly fate: string;
  readonly departsMs: number;
  readonly arrivesMs: number;
  readonly frame: Uint8Array;
}

export function packetsOf({ packets, packetKinds, tracks, frames }: TraceData): readonly PacketRow[] {
  return Array.from({ length: packets.count }, (_, row) => {
    const at = packets.frameAt[row] ?? NaN;
    return {
      kind: packetKinds[packets.kind[row] ?? -1] ?? "",
      call: packets.call[row] ?? NaN,
      from: tracks[packets.from[row] ?? -1]?.machine ?? "",
      to: tracks[packets.to[row] ?? -1]?.machine ?? "",
      origin: ORIGINS[packets.origin[row] ?? -1] ?? "",
      fate: FATES[packets.fate[row] ?? -1] ?? "",
      departsMs: toMillis(packets.departs[row] ?? NaN),
      arrivesMs: toMillis(packets.arrives[row] ?? NaN),
      frame: frames.subarray(at, at + (packets.frameLength[row] ?? NaN)),
    };
  });
}

export interface MarkRow {
  readonly label: string; // `call failed: unbound`
  readonly where: string; // the machine, or the network
  readonly atMs: number;
}

export function marksOf({ marks, labels, tracks }: TraceData): readonly MarkRow[] {
  return Array.from({ length: marks.count }, (_, row) => {
    const track = tracks[marks.track[row] ?? -1];
    return {
      label: labels[marks.label[row] ?? -1] ?? "",
      where: track?.machine === "" ? track.name : (track?.machine ?? ""),
      atMs: toMillis(marks.at[row] ?? NaN),
    };
  });
}

/** The parts of a run's outcome that every system has, and that its laws are about. */
interface RunOutcome {
  readonly trace: TraceData;
  readonly elapsed: Nanos;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
}

/** What a run breaks of the laws that hold for every system, whatever goes wrong; nothing, if all is well. */
export function brokenLaws({ trace, elapsed, resources }: RunOutcome): string[] {
  const overlaps = overlap(trace);
  return [
    ...brokenCalls(trace),
    ...brokenCauses(trace),
    ...(overlaps === null ? [] : [`spans overlap: ${overlaps}`]),
    ...packetsOf(trace).flatMap(({ kind, call, departsMs, arrivesMs }) =>
      arrivesMs > departsMs ? [] : [`${kind}#${call} arrives before it departs`],
    ),
    ...[...resources].flatMap(([name, { busyNs }]) =>
      busyNs >= 0 && busyNs <= elapsed ? [] : [`${name} was busy for ${busyNs} of ${elapsed} ns`],
    ),
  ];
}

/** Every call ends, and its critical path sums to its time. */
function brokenCalls(trace: TraceData): string[] {
  return callsOf(trace).flatMap(({ call, outcome, tookMs }) => {
    if (outcome === "pending") return [`call ${call} has not ended`];
    const path = criticalPath(trace, call).reduce((sum, { from, to }) => sum + to - from, 0);
    return toMillis(path) === tookMs ? [] : [`the path of call ${call} takes ${path} ns, not ${tookMs} ms`];
  });
}

/** Rule 3 of the trace: a cause has ended when its effect starts. */
function brokenCauses(trace: TraceData): string[] {
  const { spans, packets, marks } = trace;
  const tables = [
    { table: spans, ref: spanRef },
    { table: packets, ref: packetRef },
    { table: marks, ref: markRef },
  ];
  return tables.flatMap(({ table, ref }) =>
    Array.from(table.cause.subarray(0, table.count)).flatMap((cause, row) => {
      const isBroken = cause !== NO_REF && endOf(trace, cause) > startOf(trace, ref(row));
      return isBroken ? [`ref ${ref(row)} starts before its cause, ${cause}, ends`] : [];
    }),
  );
}
