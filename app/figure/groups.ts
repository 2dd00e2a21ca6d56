/** The rows of a stream that are in view, in groups of rows that nobody could tell apart at the view's scale. */
import { timeAt } from "../../engine/kernel/reads.ts";
import { firstOver } from "../trace/trace-index.ts";
import type { Stretch } from "../trace/folds.ts";
import type { PacketStream, Stream, WorkStream } from "./traffic.ts";

/** Rows `first` to `last` of a stream. */
export interface Group<Of extends Stream> {
  readonly stream: Of;
  readonly first: number;
  readonly last: number;
}

export const countOf = ({ first, last }: Group<Stream>): number => last - first + 1;
export const startOf = ({ stream, first }: Group<Stream>): number => timeAt(stream.starts, first);
export const endOf = ({ stream, last }: Group<Stream>): number => timeAt(stream.latest, last);

/** The gap before a row, in nanoseconds, by which a new group begins at a moment. On a logarithm it grows with time. */
type LeastGap = (time: number) => number;

/**
 * The groups that touch a window, whole: what of them lies outside of it belongs to them too. Null where there are more
 * than `most`.
 */
function groupsWithin<Of extends Stream>(
  streams: readonly Of[],
  window: Stretch,
  least: LeastGap,
  most: number,
): Group<Of>[] | null {
  const groups: Group<Of>[] = [];
  for (const stream of streams) {
    const { gaps, latest, starts } = stream;
    if (stream.from > window.to || stream.to < window.from) continue;
    const low = firstOver(latest, window.from, true);
    const high = firstOver(starts, window.to);
    if (low >= high) continue;
    let first = gaps.before(low, least(window.from));
    while (first < high) {
      const next = nextGroup(stream, first, least);
      groups.push({ stream, first, last: next - 1 });
      if (groups.length > most) return null;
      first = next;
    }
  }
  return groups;
}

/** Where the next group begins: a gap that is wide enough for the moment before it may be too narrow for its own. */
function nextGroup({ gaps, starts }: Stream, first: number, least: LeastGap): number {
  let next = first;
  for (let wanted = least(timeAt(starts, first)); ; wanted = least(timeAt(starts, next))) {
    next = gaps.next(next + 1, wanted);
    const from = starts[next];
    if (from === undefined || least(from) <= wanted || gaps.next(next, least(from)) === next) return next;
  }
}

/**
 * Packets of a link that leave closer to one another than this are one band; wider where there are very many. An arrow
 * and its head need so much room to be seen beside the next.
 */
const BAND_PIXELS = [16, 40, Infinity] as const;
/** Between two machines the packets of one way have the strip to themselves. */
const WIRE_PIXELS = [3, 16, 40, Infinity] as const;
const MOST_BANDS = 800;
/** Work with smaller gaps than this is one bar. */
const BAR_PIXELS = [1.5, 3] as const;
const MOST_BARS = 3000;

interface Seen extends Stretch {
  /** Pixels a nanosecond, at a moment. */
  readonly perNano: (time: number) => number;
}

function coarser<Of extends Stream>(
  streams: readonly Of[],
  seen: Seen,
  pixels: readonly number[],
  most: number,
): readonly Group<Of>[] | null {
  for (const wide of pixels) {
    const groups = groupsWithin(streams, seen, (time) => wide / seen.perNano(time), most);
    if (groups !== null) return groups;
  }
  return null;
}

/** Null where even one band a link is too many. @param isWired whether they go between two machines */
export const bandsWithin = (
  streams: readonly PacketStream[],
  seen: Seen,
  isWired: boolean,
): readonly Group<PacketStream>[] | null => coarser(streams, seen, isWired ? WIRE_PIXELS : BAND_PIXELS, MOST_BANDS);

/** None where there are too many: these are drawn as densities. */
export const oneByOne = <Item>(few: readonly Item[] | null): readonly Item[] => few ?? [];

/** More of what stands out, and nothing does. */
const MOST_FATED = 200;

/** Packets that something befell are not taken together far and wide. Null where there are too many to be drawn. */
export const fatedWithin = (
  streams: readonly PacketStream[],
  seen: Seen,
  isWired: boolean,
): readonly Group<PacketStream>[] | null =>
  coarser(streams, seen, (isWired ? WIRE_PIXELS : BAND_PIXELS).slice(0, 2), MOST_FATED);

/** Null where there are too many to be drawn one by one. */
export const barsWithin = (streams: readonly WorkStream[], seen: Seen): readonly Group<WorkStream>[] | null =>
  coarser(streams, seen, BAR_PIXELS, MOST_BARS);
