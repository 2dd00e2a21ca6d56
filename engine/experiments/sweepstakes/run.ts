/**
 * Runs the systems of the sweepstakes. Cedar and the Firefly, with LRPC among its transports, run in their own systems
 * and bring no constant of Table XII. All others run on two machines by an account.
 *
 * Where a reader lays further duties on Cedar, which its system does not know, they slow its machines by the share of
 * its work that they are. So does a chosen speed of Cedar and of the Firefly.
 */
import { failedIn } from "../call-measures.ts";
import { formatFault } from "../../faults/index.ts";
import { toMillis, toSeconds } from "../../kernel/time.ts";
import { ONE_MACHINE } from "../../systems/firefly/run-same-machine.ts";
import {
  entryOf,
  WITH_CALLERS,
  WITH_LONG_CALLS,
  type NetworkName,
  type SystemName,
} from "../../systems/sweepstakes/entries.ts";
import {
  cedarsShare,
  endsOf,
  mbpsOf,
  runAccounted,
  type AccountedSystem,
  type Duties,
} from "../../systems/sweepstakes/run.ts";
import { withDefaults } from "../settings.ts";
import { descriptions as cedar } from "../cedar/describe.ts";
import { runs as cedarRuns } from "../cedar/run.ts";
import { descriptions as firefly } from "../firefly/describe.ts";
import { runs as fireflyRuns } from "../firefly/run.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf } from "../statistics.ts";
import type { Experiment, ParamValues } from "../types.ts";
import type { emptyCall, throughput } from "./describe.ts";
import { withRuns } from "../with-runs.ts";
import type { NullMeasure, NullValues, ThroughputMeasure, ThroughputValues } from "./params.ts";

/** A run as both experiments ask for it. */
interface Asked {
  readonly values: Pick<NullValues, "system" | "normalise" | "mipsTimes" | "checksums" | "space" | "stubs" | "calls">;
  readonly callers: number;
  readonly bytes: number;
}

/** What both experiments measure of a run. */
type Ran = Omit<Outcome, "measures"> & {
  readonly bytes: number;
  readonly network: NetworkName | null;
};

const atOneMips = ({ normalise }: Asked["values"]): boolean => normalise === "mips" || normalise === "all";
const onOneWire = ({ normalise }: Asked["values"]): boolean => normalise === "wire" || normalise === "all";

/** The duties that a system has on the reader’s terms, besides those that it was measured with. */
function dutiesOf({ system, normalise, checksums, space, stubs }: Asked["values"]): Duties {
  const entry = entryOf(system);
  const isAll = normalise === "all";
  const sums = checksums === "own" ? isAll : checksums === "all";
  const crosses = !entry.user && (space === "user" || isAll);
  return {
    sums: sums && !entry.sums && entry.network !== null,
    crosses: crosses ? "sprite" : null,
    stubs: !entry.stubs && (stubs === "all" || isAll),
  };
}

/** How often its software’s time a call takes: more than 1 is slower. */
const slowness = ({ system, mipsTimes, ...rest }: Asked["values"]): number =>
  atOneMips({ system, mipsTimes, ...rest }) ? entryOf(system).mips * mipsTimes : 1;

const networkOf = (values: Asked["values"]): NetworkName | null => {
  const { network } = entryOf(values.system);
  return network !== null && onOneWire(values) ? "ethernet-10" : network;
};

// Systems that the lab has.

/** Both machines from the beginning. */
const slowed = (machines: readonly string[], times: number): readonly string[] =>
  times === 1 ? [] : machines.map((machine) => `slow ${machine} by ${Number(times.toFixed(3))} at 0ms`);

const ofCedar = withRuns(cedar, cedarRuns);
const ofFirefly = withRuns(firefly, fireflyRuns);

/** A run of another experiment, with the lines of the script behind ours. */
function borrowed(
  experiments: readonly Experiment[],
  id: string,
  set: ParamValues,
  { own, request }: { readonly own: readonly string[]; readonly request: RunRequest },
): Omit<Ran, "bytes" | "network"> {
  const experiment = experiments.find((one) => one.id === id);
  if (experiment === undefined) throw new Error(`sweepstakes: there is no ${id}.`);
  const { seed, keep, progress } = request;
  const faults = request.faults();
  const run = experiment.run(withDefaults(experiment, set), seed, [...own, ...faults.map(formatFault)], {
    keep,
    ...(progress === undefined ? {} : { progress }),
  });
  return {
    faults,
    unusedFaults: faults.filter((fault) => run.unusedFaults.includes(formatFault(fault))),
    resources: new Map(Object.entries(run.resources)),
    elapsed: run.elapsedNs,
    packets: run.packets,
    laterPackets: run.laterPackets,
    draws: run.draws,
    trace: run.trace,
    ...(run.trace.interfaceText === undefined ? {} : { interfaceText: run.trace.interfaceText }),
  };
}

/** Cedar’s call with data: 100 words, and an array of 150 words there and back. Together they have 800 bytes. */
const CEDAR_WORDS = { arguments: 100, arrayWords: 150, argumentPackets: 1 } as const;
function runCedar({ values, callers, bytes }: Asked, request: RunRequest): Ran {
  const times = slowness(values) * (1 + cedarsShare(dutiesOf(values), bytes));
  const network = networkOf(values);
  const set = {
    load: 0,
    threads: callers,
    calls: values.calls,
    networkMbps: network === "ethernet-3" ? "2.94" : "10",
    ...(bytes === 0 ? {} : CEDAR_WORDS),
  };
  const own = slowed(["caller", "server"], times);
  return { ...borrowed(ofCedar, "cedar/call", set, { own, request }), bytes, network };
}

function runFirefly({ values, callers, bytes }: Asked, request: RunRequest): Ran {
  const { system, checksums } = values;
  const isLocal = system === "lrpc";
  const hasStubs = isLocal || dutiesOf(values).stubs;
  const { processors } = entryOf(system);
  const times = slowness(values);
  const set = {
    cpuSpeed: Math.max(1, 1 / times),
    threads: callers,
    calls: values.calls,
    callerProcessors: processors,
    serverProcessors: processors,
    stubs: hasStubs ? "generated" : "exerciser",
    statementOrder: isLocal ? "fast" : "swapped",
    udpChecksums: checksums === "none" ? "off" : "on",
    transport: isLocal ? "lrpc" : "ethernet",
    ...(bytes === 0 ? {} : { resultBytes: bytes }),
  };
  // A script slows a machine only; a faster one is a switch of the Firefly’s.
  const own = slowed(isLocal ? [ONE_MACHINE] : ["caller", "server"], Math.max(1, times));
  const id = bytes === 0 ? "firefly/null" : "firefly/max-result";
  return { ...borrowed(ofFirefly, id, set, { own, request }), bytes, network: networkOf(values) };
}

// Systems on two machines by an account.

function runByAccount(
  system: AccountedSystem,
  { values, callers: threads, bytes }: Asked,
  { seed, keep, progress, faults: readFaults }: RunRequest,
): Ran {
  const network = networkOf(values) ?? "ethernet-10";
  const faults = readFaults(endsOf(system).hosts);
  const call = { threads, calls: values.calls, resultBytes: bytes };
  const run = runAccounted(
    { system, network, duties: dutiesOf(values), slower: slowness(values), ...call },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...run, faults, bytes, network };
}

function runSystem(asked: Asked, request: RunRequest): Ran {
  const { system } = asked.values;
  switch (system) {
    case "cedar":
      return runCedar(asked, request);
    case "firefly":
    case "firefly-1":
    case "lrpc":
      return runFirefly(asked, request);
    default:
      return runByAccount(system, asked, request);
  }
}

// Measures.

function latencyOf({ trace, elapsed, packets }: Ran, values: Asked["values"]): Outcome<NullMeasure>["measures"] {
  const { count } = trace.calls;
  const msPerCall = count === 0 ? null : toMillis(elapsed) / count;
  const { mips, processors } = entryOf(values.system);
  const speed = atOneMips(values) ? 1 : mips * values.mipsTimes;
  const work = msPerCall === null ? null : msPerCall * speed;
  return {
    msPerCall,
    instructionsPerCall: work,
    allInstructions: work === null ? null : work * processors,
    packets,
    failedCalls: failedIn(trace),
  };
}

function runNull(values: NullValues, request: RunRequest): Outcome<NullMeasure> {
  const ran = runSystem({ values, callers: 1, bytes: 0 }, request);
  return { ...ran, measures: latencyOf(ran, values) };
}

function runThroughput(values: ThroughputValues, request: RunRequest): Outcome<ThroughputMeasure> {
  const { system } = values;
  const entry = entryOf(system);
  const chosen = (value: string, own: number, systems: readonly SystemName[]): number =>
    value === "own" || !systems.includes(system) ? own : Number(value);
  const callers = chosen(values.callers, entry.callers, WITH_CALLERS);
  const ran = runSystem({ values, callers, bytes: chosen(values.bytes, entry.bytes, WITH_LONG_CALLS) }, request);
  const { trace, elapsed, bytes, network } = ran;
  const bits = latenciesOf(trace).length * bytes * 8;
  const mbitPerS = elapsed > 0 ? bits / 1e6 / toSeconds(elapsed) : null;
  const wireShare = mbitPerS === null || network === null ? null : (100 * mbitPerS) / mbpsOf(network);
  return { ...ran, measures: { ...latencyOf(ran, values), mbitPerS, wireShare } };
}

export const runs: Runs = {
  "sweepstakes/null": runnerOf<typeof emptyCall>(runNull),
  "sweepstakes/throughput": runnerOf<typeof throughput>(runThroughput),
};
