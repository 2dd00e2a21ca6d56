/**
 * Makes an experiment of a description and a run. The run knows the types of the parameters, and it must say something
 * of every measure.
 */
import { formatFault, parseScript, type Fault } from "../faults/index.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { checkedValues, type Described } from "./describe.ts";
import type {
  Experiment,
  Measure,
  MeasureTable,
  ParamTable,
  ProfiledRoutine,
  ResourceUse,
  Run,
  RunOptions,
  Site,
  Values,
} from "./types.ts";

/** The seed, the faults and the options of a run. */
export interface RunRequest extends RunOptions {
  readonly seed: number;
  /**
   * The faults of the script. Throws FaultError for what cannot be meant: a kind of packet that the experiment cannot
   * send, or a machine that is not there, where the machines are given.
   */
  readonly faults: (machines?: readonly string[]) => readonly Fault[];
}

/** The result of a run, as a family's code gives it. */
export interface Outcome<Name extends string = string> {
  /** Every measure by its name; null where the run has no such value. Measures of related experiments are dropped. */
  readonly measures: Readonly<Record<Name, Measure["value"]>>;
  readonly faults: readonly Fault[]; // of the script
  readonly unusedFaults: readonly Fault[];
  readonly resources: ReadonlyMap<string, ResourceUse>;
  readonly elapsed: number; // nanoseconds until the program had its last answer
  readonly packets: number; // until then
  readonly laterPackets: number; // after it
  readonly draws: number;
  readonly trace: TraceData;
  /** The definitions module of the programs that call, where they have one. */
  readonly interfaceText?: string;
  readonly site?: Site;
  readonly profile?: readonly ProfiledRoutine[];
}

/**
 * The experiment of a description. Its run throws RangeError where a parameter is missing, unknown or of the wrong
 * kind.
 */
export function runnable<Table extends ParamTable, Name extends string>(
  description: Described<Table, Name>,
  run: (parameters: Values<NoInfer<Table>>, request: RunRequest) => Outcome<NoInfer<Name>>,
): Experiment {
  const { id, params, measures, machineWords, packetKinds: kinds } = description;
  return {
    ...description,
    run: (parameters, seed, lines, options): Run => {
      const faults: RunRequest["faults"] = (machines) =>
        parseScript(lines, machines === undefined ? { kinds } : { kinds, machines });
      const worded = (trace: TraceData): TraceData => (machineWords === undefined ? trace : { ...trace, machineWords });
      const keep = withOpening(options.keep, worded);
      const outcome = run(checkedValues(id, params, parameters), { ...options, keep, seed, faults });
      const { elapsed, packets, laterPackets, draws, trace, site, interfaceText, profile } = outcome;
      return {
        experiment: id,
        parameters,
        seed,
        faults: outcome.faults.map(formatFault),
        unusedFaults: outcome.unusedFaults.map(formatFault),
        measures: measured(id, measures, outcome.measures),
        resources: Object.fromEntries(outcome.resources),
        elapsedNs: elapsed,
        packets,
        laterPackets,
        draws,
        traceHash: trace.hash,
        trace: {
          ...worded(trace),
          ...(interfaceText === undefined ? {} : { interfaceText }),
        },
        ...(site === undefined ? {} : { site }),
        ...(profile === undefined ? {} : { profile }),
      };
    },
  };
}

/** What is kept, with the opening told as the experiment tells its traces. */
function withOpening(keep: Keep, worded: (trace: TraceData) => TraceData): Keep {
  if (typeof keep === "string" || keep.opening === undefined) return keep;
  const { calls, tell } = keep.opening;
  return { ...keep, opening: { calls, tell: (trace) => tell(worded(trace)) } };
}

function measured(
  id: string,
  table: MeasureTable,
  values: Readonly<Record<string, Measure["value"]>>,
): Readonly<Record<string, Measure>> {
  const entries = Object.entries(table).map(([name, { unit }]): [string, Measure] => {
    const value = values[name];
    if (value === undefined) throw new Error(`${id}: its run says nothing of the measure ${name}, not even null.`);
    return [name, { value, unit }];
  });
  return Object.fromEntries(entries);
}
