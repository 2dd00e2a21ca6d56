/** Names by which a row of one trace is found again in the trace of another run. */
import { itemAt, numberAt } from "../../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { analysis } from "../../trace/analysis.ts";
import { tally } from "../../../engine/kernel/tally.ts";

/** Of each row how many before it were of the same kind: the same step of a call on a track, the same packet. */
interface Places {
  readonly spans: Int32Array;
  readonly packets: Int32Array;
}

function counted(count: number, kindOf: (row: number) => string): Int32Array {
  const known = new Map<string, number>();
  return Int32Array.from({ length: count }, (_, row) => {
    const kind = kindOf(row);
    return tally(known, kind) - 1;
  });
}

const spanKind = ({ spans }: TraceData, row: number): string =>
  `${numberAt(spans.track, row)} ${numberAt(spans.step, row)} ${numberAt(spans.call, row)}`;
const packetKind = ({ packets: { from, to, kind, call } }: TraceData, row: number): string =>
  [from, to, kind, call].map((column) => numberAt(column, row)).join(" ");

const placesIn = analysis((trace: TraceData): Places => ({
  spans: counted(trace.spans.count, (row) => spanKind(trace, row)),
  packets: counted(trace.packets.count, (row) => packetKind(trace, row)),
}));

const trackName = ({ tracks }: TraceData, track: number): string => {
  const { machine, name } = itemAt(tracks, track, "track");
  return `${machine} ${name}`;
};

/** "span caller CPU, Send call packet, call 1, 0": the same words for the same row of two runs. */
export function rowKey(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  const { spans, packets, steps, packetKinds } = trace;
  if (refTable(ref) === "span") {
    const step = itemAt(steps, numberAt(spans.step, row), "step").name;
    const where = trackName(trace, numberAt(spans.track, row));
    return `span ${where}, ${step}, ${numberAt(spans.call, row)}, ${numberAt(placesIn(trace).spans, row)}`;
  }
  if (refTable(ref) === "packet") {
    const ways = [numberAt(packets.from, row), numberAt(packets.to, row)].map((track) => trackName(trace, track));
    const kind = itemAt(packetKinds, numberAt(packets.kind, row), "packet kind");
    const [call, place] = [numberAt(packets.call, row), numberAt(placesIn(trace).packets, row)];
    return `packet ${ways.join(" to ")}, ${kind}, ${call}, ${place}`;
  }
  return `mark ${row}`;
}
