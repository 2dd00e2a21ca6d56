/** Packets of a call that come again: probes, and a packet with its retransmissions. */
import { itemAt, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";

export interface Repeats {
  readonly kind: string;
  /** When each was sent, in order. */
  readonly times: readonly number[];
}

/** So many packets have two gaps, which one can compare. */
const LEAST = 3;

const isProbe = (kind: string): boolean => kind === "probe";

/**
 * The packets of one kind from one machine to another that come again most often; null where none comes three times. Of
 * packets that are no probes only those count that were sent again, and the one before the first of them.
 */
export const repeatsOf = analysis((trace: TraceData, call: number): Repeats | null => {
  const { packets, packetKinds, tracks } = trace;
  const series = new Map<number, { readonly kind: string; readonly times: number[]; before: number }>();
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call || call === 0) continue;
    const origin = originOf(trace, row);
    if (origin === "duplicate") continue;
    const number = numberAt(packets.kind, row);
    const kind = itemAt(packetKinds, number, "packet kind");
    // A number for kind, sender and receiver: to write them down for each of many packets takes long.
    const way = (numberAt(packets.from, row) + 1) * (tracks.length + 1) + numberAt(packets.to, row) + 1;
    const key = way * packetKinds.length + number;
    const one = series.get(key) ?? { kind, times: [], before: NaN };
    series.set(key, one);
    const at = timeAt(packets.departs, row);
    if (isProbe(kind)) one.times.push(at);
    else if (origin !== "retransmission") one.before = at;
    else if (one.times.length > 0 || Number.isNaN(one.before)) one.times.push(at);
    else one.times.push(one.before, at);
  }
  const most = [...series.values()].reduce<Repeats>((a, b) => (b.times.length > a.times.length ? b : a), NONE);
  return most.times.length < LEAST ? null : { kind: most.kind, times: most.times.toSorted((a, b) => a - b) };
});

const NONE: Repeats = { kind: "", times: [] };
