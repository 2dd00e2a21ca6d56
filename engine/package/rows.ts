/** A trace as rows: spans, packets and calls. Times are integer nanoseconds from the start of the run. */
import { packetName } from "../experiments/export/facts.ts";
import { fateOf, itemAt, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import type { Fate, Layer, Outcome, Source, TraceData } from "../kernel/trace-data.ts";

/** A piece of work on a resource. */
export interface Span {
  readonly machine: string; // "caller"; "" for a medium
  readonly track: string; // the resource: "CPU 0"
  readonly step: string; // the paper's name of the work
  readonly layer: Layer;
  readonly source: Source; // of its duration
  readonly call: number; // from 1; 0 where it serves no call
  readonly startNs: number;
  readonly endNs: number;
}

/** A packet on its way. */
export interface Packet {
  readonly name: string; // "result#2"
  readonly from: string; // machine
  readonly to: string;
  readonly bytes: number; // of the frame, without preamble and check sequence
  readonly fate: Fate;
  readonly call: number;
  readonly departsNs: number; // first bit
  readonly arrivesNs: number; // last bit, or where it would have been
}

export interface Call {
  readonly call: number; // from 1
  readonly outcome: Outcome;
  readonly startNs: number;
  readonly endNs: number;
}

const rows = <Row>(count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, i) => row(i));

/** The spans of a trace, in the order in which they were recorded. */
export const spansOf = (trace: TraceData): Span[] =>
  rows(trace.spans.count, (row) => {
    const { spans } = trace;
    const { machine, name: track } = itemAt(trace.tracks, numberAt(spans.track, row), "track");
    const { name: step, layer, source } = itemAt(trace.steps, numberAt(spans.step, row), "step");
    const [startNs, endNs] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    return { machine, track, step, layer, source, call: numberAt(spans.call, row), startNs, endNs };
  });

/** The packets of a trace, in the order in which they were recorded. */
export const packetsOf = (trace: TraceData): Packet[] =>
  rows(trace.packets.count, (row) => {
    const { packets, tracks } = trace;
    return {
      name: packetName(trace, row),
      from: itemAt(tracks, numberAt(packets.from, row), "track").machine,
      to: itemAt(tracks, numberAt(packets.to, row), "track").machine,
      bytes: numberAt(packets.bytes, row),
      fate: fateOf(trace, row),
      call: numberAt(packets.call, row),
      departsNs: timeAt(packets.departs, row),
      arrivesNs: timeAt(packets.arrives, row),
    };
  });

/** The calls of a trace, by their numbers. */
export const callsOf = (trace: TraceData): Call[] =>
  rows(trace.calls.count, (row) => ({
    call: row + 1,
    outcome: outcomeOf(trace, row),
    startNs: timeAt(trace.calls.start, row),
    endNs: timeAt(trace.calls.end, row),
  }));
