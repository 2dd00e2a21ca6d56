/**
 * What the package `roundtrip` gives to other programs, in Node and in a page: the experiments, a run of one of them,
 * and what its trace says. It needs no DOM, nothing of Node and no network. Times are integer nanoseconds from the
 * start of the run.
 */
import { fateOf, itemAt, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import type { Fate, Layer, Outcome, Source, TraceData } from "../kernel/trace-data.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { packetName } from "./export/facts.ts";
import { experiments, findExperiment } from "./index.ts";
import { checkedParameters } from "./parameters.ts";
import type { ParamValues, Run } from "./types.ts";

export { toCsv, toPcapng, toTraceEvents } from "./export/index.ts";
export { FaultError } from "../faults/index.ts";
export { experiments, findExperiment };
export type { Keep, ParamValues, Run, TraceData };
export type { Experiment, Measure, Param } from "./types.ts";

/** What decides a run, besides the experiment. */
export interface RunSettings {
  /** Parameters by their names; those that are left out have their defaults. */
  readonly parameters?: ParamValues;
  /** The number that the run's randomness starts from: a whole number from 0 to 2³² − 1. 1 where it is left out. */
  readonly seed?: number;
  /** Lines of the fault script, such as "drop call#1". */
  readonly faults?: readonly string[];
  /** How much of the trace to keep: all where it is left out. */
  readonly keep?: Keep;
}

const MOST_SEED = 2 ** 32 - 1;

/**
 * Runs the experiment with this id. The same settings give the same run, on every machine. Throws RangeError for an id,
 * a parameter or a seed that cannot be, and FaultError for a fault that cannot be read; the message says what may be.
 */
export function runExperiment(id: string, settings: RunSettings = {}): Run {
  const { parameters = {}, seed = 1, faults = [], keep = "all" } = settings;
  const experiment = findExperiment(id);
  if (experiment === undefined) {
    const ids = experiments.map((known) => known.id).join(", ");
    throw new RangeError(`runExperiment: there is no experiment ${JSON.stringify(id)}; there are ${ids}.`);
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED) {
    throw new RangeError(
      `runExperiment: seed = ${seed} is not allowed: whole numbers from 0 to ${MOST_SEED} (default 1).`,
    );
  }
  return experiment.run(checkedParameters(experiment, parameters, "runExperiment"), seed, faults, { keep });
}

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
