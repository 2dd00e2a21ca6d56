/** The critical path of a call in rows: what one machine does under one name is one row. */
import { criticalPath } from "./critical-path.ts";
import type { PathSegment } from "./critical-path.ts";
import { itemAt, numberAt } from "./reads.ts";
import type { Nanos } from "./time.ts";
import { NO_REF, refRow, refTable } from "./trace-data.ts";
import type { Layer, Ref, Source, TraceData } from "./trace-data.ts";

/** Neighbouring segments of one name on one machine. */
export interface WaterfallRow {
  readonly name: string; // the step's group where it has one, else the step; a packet's kind; a mark's label
  readonly machine: string; // "" for the medium
  readonly layer: Layer;
  readonly from: Nanos;
  readonly to: Nanos;
  readonly nanos: Nanos; // to - from
  readonly refs: readonly Ref[];
  /** The source of the first step's duration; null for packets and marks. */
  readonly source: Source | null;
  readonly wait: boolean; // true: waiting for this to begin
}

/** The critical path, neighbours of one name and machine merged; sums to the call's elapsed time. Throws likewise. */
export const waterfall = (trace: TraceData, call: number): WaterfallRow[] => [
  ...mergedSegments(trace, criticalPath(trace, call)),
];

/** The rows of a critical path one after the other: a caller may do other work between two of them. */
export function* mergedSegments(trace: TraceData, path: Iterable<PathSegment>): Generator<WaterfallRow> {
  let row: (WaterfallRow & { to: number; nanos: number }) | undefined;
  let refs: Ref[] = [];
  for (const { ref, part, from, to } of path) {
    const [info, wait] = [describe(trace, ref), part === "wait"];
    if (row !== undefined && row.name === info.name && row.machine === info.machine && row.wait === wait) {
      refs.push(ref);
      row.to = to;
      row.nanos = to - row.from;
    } else {
      if (row !== undefined) yield row;
      refs = ref === NO_REF ? [] : [ref];
      row = { ...info, from, to, nanos: to - from, refs, wait };
    }
  }
  if (row !== undefined) yield row;
}

function describe(trace: TraceData, ref: Ref): Pick<WaterfallRow, "name" | "machine" | "layer" | "source"> {
  if (ref === NO_REF) return { name: "unrecorded", machine: "", layer: "other", source: null };
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet") {
    const name = itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind");
    return { name, machine: "", layer: "wire", source: null };
  }
  const { machine } = itemAt(trace.tracks, numberAt(trace[`${table}s`].track, row), "track");
  if (table === "mark") {
    const name = itemAt(trace.labels, numberAt(trace.marks.label, row), "label");
    return { name, machine, layer: "other", source: null };
  }
  const step = itemAt(trace.steps, numberAt(trace.spans.step, row), "step");
  return { name: step.group ?? step.name, machine, layer: step.layer, source: step.source };
}
