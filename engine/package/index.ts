/**
 * What the package `roundtrip` gives to other programs, in Node and in a page: the experiments of the lab, a run of one
 * of them, and what its trace says. It needs no DOM, nothing of Node and no network. authors.ts is for those who write
 * experiments of their own.
 */
import { experiments, findExperiment } from "../experiments/index.ts";
import type { Run } from "../experiments/types.ts";
import { runOf, type RunSettings } from "./run.ts";

export { toCsv, toPcapng, toTraceEvents } from "../experiments/export/index.ts";
export { FaultError } from "../faults/index.ts";
export { experiments, findExperiment };
export type { Experiment, Measure, Param, ParamValues, Run } from "../experiments/types.ts";
export type { TraceData } from "../kernel/trace-data.ts";
export type { Keep } from "../kernel/trace-keep.ts";
export { callsOf, packetsOf, spansOf, type Call, type Packet, type Span } from "./rows.ts";
export type { RunSettings } from "./run.ts";

/** Runs the experiment with this id: see `runOf`. Throws RangeError where there is none. */
export function runExperiment(id: string, settings: RunSettings = {}): Run {
  const experiment = findExperiment(id);
  if (experiment === undefined) {
    const ids = experiments.map((known) => known.id).join(", ");
    throw new RangeError(`runExperiment: there is no experiment ${JSON.stringify(id)}; there are ${ids}.`);
  }
  return runOf(experiment, settings, "runExperiment");
}
