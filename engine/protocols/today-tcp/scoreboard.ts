/** What a sender knows of data that have come out of order: stretches of the stream, in order, with gaps between. */
import { withStretch } from "../tcp/segments.ts";
import type { Stretch } from "../tcp/flow-state.ts";

/** With what an acknowledgement says besides, and without what lies below `from`. */
export function withSacks(sacked: readonly Stretch[], added: readonly Stretch[], from: number): readonly Stretch[] {
  const isKnown = ({ from: start, to }: Stretch): boolean =>
    to <= from || sacked.some((one) => one.from <= start && to <= one.to);
  const fresh = added.filter((one) => !isKnown(one));
  const all = fresh.reduce(withStretch, sacked);
  return all[0] === undefined || all[0].from >= from
    ? all
    : all.filter(({ to }) => to > from).map((one) => ({ from: Math.max(from, one.from), to: one.to }));
}

/** Bytes of the stretches from one place to another. */
export function bytesIn(sacked: readonly Stretch[], from: number, to: number): number {
  let sum = 0;
  for (const one of sacked) sum += Math.max(0, Math.min(to, one.to) - Math.max(from, one.from));
  return sum;
}

/** Stretches, or segments, above a gap that make it a loss (RFC 6675, DupThresh). */
export const DUPLICATES = 3;

/**
 * The place below which all gaps count as lost (RFC 6675, IsLost): three stretches lie above, or more bytes than two
 * full segments; 0 where there is none.
 */
export function lostBelow(sacked: readonly Stretch[], segmentBytes: number): number {
  let [stretches, bytes] = [0, 0];
  for (const { from, to } of sacked.toReversed()) {
    stretches++;
    bytes += to - from;
    if (stretches >= DUPLICATES || bytes > (DUPLICATES - 1) * segmentBytes) return from;
  }
  return 0;
}

/** The first gap at `from` or above, below `limit`; null where there is none. */
export function gapFrom(sacked: readonly Stretch[], from: number, limit: number): Stretch | null {
  let at = from;
  for (const one of sacked) {
    if (one.to <= at) continue;
    if (one.from > at) return at < limit ? { from: at, to: Math.min(limit, one.from) } : null;
    at = one.to;
  }
  return at < limit ? { from: at, to: limit } : null;
}
