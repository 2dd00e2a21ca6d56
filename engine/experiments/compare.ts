/**
 * Two runs side by side. Their calls are aligned by cause: a row of one trace and a row of the other are the same event
 * if they are the same step on the same track and so, step by step, are the rows that enabled them. The latency of a
 * call is aligned segment by segment along the two critical paths, so that the differences sum to the difference.
 */
import { endOf, startOf } from "../kernel/critical-path.ts";
import { waterfall, type WaterfallRow } from "../kernel/waterfall.ts";
import { causeOf, itemAt, numberAt, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import { NO_REF, packetRef, refRow, refTable, spanRef, type Ref, type TraceData } from "../kernel/trace-data.ts";

/** One stretch of a call in both runs; null where a run has no such stretch. */
export interface PairedSegment {
  readonly a: WaterfallRow | null;
  readonly b: WaterfallRow | null;
  /** Time in b less time in a. */
  readonly delta: Nanos;
}

/** Two calls part at this row: the earliest that has no partner, or another duration than its partner. */
interface Divergence {
  readonly a: Ref; // NO_REF where a has no such row
  readonly b: Ref;
  readonly at: Nanos; // from the start of the call
  readonly what: "only in a" | "only in b" | "another duration" | "another start" | "another fate";
}

export interface Comparison {
  readonly segments: readonly PairedSegment[];
  /** Sum of the segments' deltas: latency in b less latency in a. */
  readonly delta: Nanos;
  readonly divergence: Divergence | null; // null: the calls are the same
  /** Partner in b of each row of a that has one, and the other way. */
  readonly partnerInB: ReadonlyMap<Ref, Ref>;
  readonly partnerInA: ReadonlyMap<Ref, Ref>;
}

/** Aligns call `call` of two runs. Throws RangeError where a trace does not hold the call. */
export function compareCalls(a: TraceData, b: TraceData, call: number): Comparison {
  const rowsA = identities(a, call);
  const rowsB = identities(b, call);
  const partnerInB = new Map<Ref, Ref>();
  const partnerInA = new Map<Ref, Ref>();
  for (const [identity, refA] of rowsA) {
    const refB = rowsB.get(identity);
    if (refB === undefined) continue;
    partnerInB.set(refA, refB);
    partnerInA.set(refB, refA);
  }
  const segments = align(waterfall(a, call), waterfall(b, call));
  return {
    segments,
    delta: segments.reduce((sum, { delta }) => sum + delta, 0),
    divergence: firstDivergence(a, b, call, [...rowsA.values()], [...rowsB.values()], partnerInB, partnerInA),
    partnerInB,
    partnerInA,
  };
}

const callStart = (trace: TraceData, call: number): Nanos => timeAt(trace.calls.start, call - 1);

/** Every row of a call under a name: its own label behind the name of its cause. Equal names get numbers. */
function identities(trace: TraceData, call: number): Map<string, Ref> {
  const refs = [...rowsOf(trace, call)].sort((x, y) => startOf(trace, x) - startOf(trace, y) || x - y);
  const names = new Map<Ref, string>();
  const byName = new Map<string, Ref>();
  for (const ref of refs) {
    const cause = causeOf(trace, ref);
    const base = `${names.get(cause) ?? ""}/${labelOf(trace, ref)}`;
    let name = base;
    for (let n = 2; byName.has(name); n++) name = `${base}#${n}`;
    names.set(ref, name);
    byName.set(name, ref);
  }
  return byName;
}

function* rowsOf(trace: TraceData, call: number): Generator<Ref> {
  for (let row = 0; row < trace.spans.count; row++) if (trace.spans.call[row] === call) yield spanRef(row);
  for (let row = 0; row < trace.packets.count; row++) if (trace.packets.call[row] === call) yield packetRef(row);
}

function labelOf(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  if (refTable(ref) === "packet") {
    return `packet ${itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind")}`;
  }
  const { machine, kind } = itemAt(trace.tracks, numberAt(trace.spans.track, row), "track");
  return `${machine}.${kind} ${itemAt(trace.steps, numberAt(trace.spans.step, row), "step").name}`;
}

/** Longest common subsequence of the two waterfalls by step, machine and kind; the other rows stand alone. */
function align(a: readonly WaterfallRow[], b: readonly WaterfallRow[]): PairedSegment[] {
  const key = ({ machine, name, wait }: WaterfallRow): string => `${machine} ${name} ${wait ? "wait" : "work"}`;
  const same = (i: number, j: number): boolean => key(itemAt(a, i, "row")) === key(itemAt(b, j, "row"));
  const width = b.length + 1;
  const longest = new Int32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => numberAt(longest, i * width + j);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: PairedSegment[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && right !== undefined && same(i, j)) {
      pairs.push({ a: left, b: right, delta: right.nanos - left.nanos });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pairs.push({ a: left, b: null, delta: -left.nanos });
      i++;
    } else if (right !== undefined) {
      pairs.push({ a: null, b: right, delta: right.nanos });
      j++;
    }
  }
  return pairs;
}

function firstDivergence(
  a: TraceData,
  b: TraceData,
  call: number,
  rowsA: readonly Ref[],
  rowsB: readonly Ref[],
  partnerInB: ReadonlyMap<Ref, Ref>,
  partnerInA: ReadonlyMap<Ref, Ref>,
): Divergence | null {
  const [originA, originB] = [callStart(a, call), callStart(b, call)];
  let first: Divergence | null = null;
  const consider = (found: Divergence): void => {
    if (first === null || found.at < first.at) first = found;
  };
  for (const ref of rowsA) {
    const partner = partnerInB.get(ref);
    const at = startOf(a, ref) - originA;
    if (partner === undefined) {
      consider({ a: ref, b: NO_REF, at, what: "only in a" });
      continue;
    }
    const what = difference(a, ref, originA, b, partner, originB);
    if (what !== null) consider({ a: ref, b: partner, at: Math.min(at, startOf(b, partner) - originB), what });
  }
  for (const ref of rowsB) {
    if (!partnerInA.has(ref)) consider({ a: NO_REF, b: ref, at: startOf(b, ref) - originB, what: "only in b" });
  }
  return first;
}

function difference(
  a: TraceData,
  refA: Ref,
  originA: Nanos,
  b: TraceData,
  refB: Ref,
  originB: Nanos,
): Divergence["what"] | null {
  if (refTable(refA) === "packet" && a.packets.fate[refRow(refA)] !== b.packets.fate[refRow(refB)]) {
    return "another fate";
  }
  const [startA, startB] = [startOf(a, refA) - originA, startOf(b, refB) - originB];
  if (startA !== startB) return "another start";
  return endOf(a, refA) - originA === endOf(b, refB) - originB ? null : "another duration";
}
