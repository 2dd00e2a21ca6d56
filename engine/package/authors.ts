/**
 * What the package `roundtrip/authors` gives to those who write systems, experiments and media of their own, in Node
 * and in a page: the parts that WRITE-A-SYSTEM.md is about, and what runs, sweeps, explores and exports what is made of
 * them. It brings none of the systems of the lab. Times are integer nanoseconds.
 */
import type { Experiment, Run } from "../experiments/types.ts";
import { runOf, type RunSettings } from "./run.ts";

// The bytes of packets.
export { field, header, type Header } from "../wire/header.ts";
export type { Dissector, PacketRole } from "../wire/layer.ts";
export { packetTable, type PacketTable } from "../wire/packet-table.ts";
export { streamTable, type StreamMessage, type StreamTable } from "../wire/stream-table.ts";
export { WireError } from "../wire/error.ts";

// Machines, their ends, and text traces.
export * from "../protocols/clients.ts";
export * from "../protocols/ends.ts";
export * from "../protocols/fragments.ts";
export { keyText, type Fact, type Machine, type StateWord } from "../protocols/machine.ts";
export { endsOfMany } from "../protocols/many.ts";
export * from "../protocols/pair.ts";
export * from "../protocols/promises.ts";
export { tracedByEnds, type TraceSettings } from "../protocols/testing/ends-script.ts";

// Time, and what a trace is made of.
export * from "../kernel/time.ts";
export { OUTCOMES, type Outcome, type Source, type Step, type TraceData } from "../kernel/trace-data.ts";
export type { Keep } from "../kernel/trace-keep.ts";

// Machines, media, and the run of ends on them.
export { assumed, standard, type Cost } from "../hardware/cost.ts";
export { stationOf, type StationTable } from "../hardware/station.ts";
export * from "../hardware/workstation.ts";
export { LARGE_NET, SMALL_NET, type AddressPlan } from "../systems/world/addresses.ts";
export { BroadcastCarrier } from "../systems/world/broadcast-carrier.ts";
export { CallSupply } from "../systems/world/call-supply.ts";
export { CampusMedium } from "../systems/world/campus-medium.ts";
export { Carrier, type CarrierHost, type CarrierWatch, type Medium } from "../systems/world/carrier.ts";
export type { CalledProgram, EndsSystem, FrameFormat, HeardOfHost } from "../systems/world/ends-system.ts";
export { runEnds } from "../systems/world/ends-run.ts";
export { EthernetMedium } from "../systems/world/ethernet-medium.ts";
export * from "../systems/world/formats.ts";
export type { Frame } from "../systems/world/frame.ts";
export { MachineHost, type HostProgram } from "../systems/world/host.ts";
export { ProtocolInstance } from "../systems/world/instance.ts";
export { LoopbackMedium } from "../systems/world/loopback-medium.ts";
export type { HostMedium, Plug } from "../systems/world/medium.ts";
export { overTcp } from "../systems/world/stream-format.ts";
export { SwitchedMedium } from "../systems/world/switched-medium.ts";
export * from "../systems/world/run-on-ethernet.ts";
export { World } from "../systems/world/world.ts";
export { runWorld, type WorldRun } from "../systems/world/world-run.ts";

// Faults.
export { addPacketKinds, FaultError, formatFault, PACKET_KINDS, parseScript } from "../faults/index.ts";
export type { Fault, PacketKind } from "../faults/index.ts";

// Experiments: what is said of them, and their runs.
export type { Series, SeriesInfo } from "../experiments/series.ts";
export type { SeriesLine } from "../kernel/series.ts";
export * from "../experiments/call-measures.ts";
export { CodeMistake } from "../experiments/code-mistake.ts";
export { checkDescription } from "../experiments/check-description.ts";
export * from "../experiments/common-measures.ts";
export * from "../experiments/common-params.ts";
export { describeExperiment, type Described } from "../experiments/describe.ts";
export {
  CALLERS,
  CLIENTS,
  followed,
  inFragments,
  NO_LOSS,
  THREADS,
  type Explorable,
} from "../experiments/explorable.ts";
export * from "../experiments/params.ts";
export { runnerOf, type RunRequest, type Runs } from "../experiments/runnable.ts";
export { latenciesOf, mean, median, standardDeviation } from "../experiments/statistics.ts";
export type { Description, Experiment, Measure, Param, ParamValue, ParamValues, Run } from "../experiments/types.ts";
export { withRuns } from "../experiments/with-runs.ts";

// Runs, sweeps, searches, and files of them.
export {
  fileStem,
  measuresCsv,
  toCsv,
  toHistory,
  toItf,
  toJson,
  toPcapng,
  toTraceEvents,
} from "../experiments/export/index.ts";
export { sweepCsv, type SweepRow } from "../experiments/export/sweep-csv.ts";
export type { Counterexample } from "../explore/counterexample.ts";
export type { Exploration } from "../explore/explore.ts";
export { NothingToExplore } from "../explore/prepared.ts";
export { callsOf, packetsOf, spansOf, type Call, type Packet, type Span } from "./rows.ts";
export { exploreExperiment, sweepExperiment, type ExploreSettings, type SweepSettings } from "./sweep.ts";
export type { RunSettings };

/** Runs an experiment of one’s own: see `runOf`. */
export const runExperiment = (experiment: Experiment, settings: RunSettings = {}): Run =>
  runOf(experiment, settings, "runExperiment");
