/**
 * The run of an experiment, apart from what is said of it. A run knows the types of the parameters, and it must say
 * something of every measure. Of the description it is given an outline: a worker has no texts of its own.
 */
import { callMeasures, type CallMeasure } from "./call-measures.ts";
import type { Fault } from "../faults/fault.ts";
import type { parseScript } from "../faults/parse-script.ts";
import { formatFault } from "../faults/text.ts";
import type { SeriesLine } from "../kernel/series.ts";
import type { TcpAgreement, TraceData } from "../kernel/trace-data.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import { byCodeOf } from "./code-mistake.ts";
import type { Described } from "./describe.ts";
import { familyOf } from "./family.ts";
import type { Outline } from "./outline.ts";
import { seriesOf } from "./series.ts";
import type {
  Experiment,
  Measure,
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
  /** What its connections of TCP have agreed on, where they have options. */
  readonly agreed?: TcpAgreement;
  readonly site?: Site;
  readonly profile?: readonly ProfiledRoutine[];
}

/** What an outcome has besides, where the experiment has series: the lines of each. */
type WithSeries<Name extends string> = [Name] extends [never]
  ? object
  : { readonly series: Readonly<Record<Name, readonly SeriesLine[]>> };

/** The reader of fault scripts. It is given to a run: a worker fetches it only where there is a script. */
export type ReadScript = typeof parseScript;

/** Runs an experiment. Throws FaultError for a fault that cannot be read, and CodeMistake where its code fails. */
export type Runner = (about: Outline, read: ReadScript, ...setup: Parameters<Experiment["run"]>) => Run;

/** The runs of a family, by the ids of its experiments. */
export type Runs = Readonly<Record<string, Runner>>;

/** Some description, whatever its parameters and measures. */
type AnyDescribed = Pick<Described<ParamTable, string>, "params" | "measures" | "series">;

type NamesIn<Table> = keyof NonNullable<Table> & string;

/** What the run of a description gives: every measure but those that the trace gives (call-measures.ts). */
type OutcomeOf<One extends AnyDescribed> = Outcome<Exclude<NamesIn<One["measures"]>, CallMeasure>> &
  WithSeries<NamesIn<One["series"]>>;

/** The run of a description, whose type is given: `runnerOf<typeof call>(runCedar)`. */
export const runnerOf =
  <One extends AnyDescribed>(run: (parameters: Values<One["params"]>, request: RunRequest) => OutcomeOf<One>): Runner =>
  ({ id, packetKinds: kinds, machineWords, units, seriesUnits }, read, parameters, seed, lines, options) => {
    const faults: RunRequest["faults"] = (machines) =>
      read(lines, machines === undefined ? { kinds } : { kinds, machines });
    const worded = (trace: TraceData): TraceData => ({
      ...trace,
      family: familyOf(id),
      ...(machineWords === undefined ? {} : { machineWords }),
    });
    const keep = withOpening(options.keep, worded);
    const { outcome, found } = byCodeOf(id, () => {
      const ran = run(parameters as Values<One["params"]>, { ...options, keep, seed, faults });
      const measures = measured(id, units, withCallMeasures(ran.trace, units, ran.measures));
      const series = seriesUnits === undefined ? {} : { series: seriesOf(id, seriesUnits, ran) };
      return { outcome: ran, found: { measures, ...series } };
    });
    const { elapsed, packets, laterPackets, draws, trace, site, interfaceText, agreed, profile } = outcome;
    return {
      experiment: id,
      parameters,
      seed,
      faults: outcome.faults.map(formatFault),
      unusedFaults: outcome.unusedFaults.map(formatFault),
      ...found,
      resources: Object.fromEntries(outcome.resources),
      elapsedNs: elapsed,
      packets,
      laterPackets,
      draws,
      traceHash: trace.hash,
      trace: {
        ...worded(trace),
        ...(interfaceText === undefined ? {} : { interfaceText }),
        ...(agreed === undefined ? {} : { agreed }),
      },
      ...(site === undefined ? {} : { site }),
      ...(profile === undefined ? {} : { profile }),
    };
  };

/** What is kept, with the opening told as the experiment tells its traces. */
function withOpening(keep: Keep, worded: (trace: TraceData) => TraceData): Keep {
  if (typeof keep === "string" || keep.opening === undefined) return keep;
  const { calls, tell } = keep.opening;
  return { ...keep, opening: { calls, tell: (trace) => tell(worded(trace)) } };
}

/** The measures of a run, and those of its trace that the run says nothing of. */
function withCallMeasures(trace: TraceData, units: Outline["units"], given: Outcome["measures"]): Outcome["measures"] {
  const missing = Object.keys(units).filter((name) => given[name] === undefined);
  return { ...given, ...callMeasures(trace, missing) };
}

function measured(
  id: string,
  units: Outline["units"],
  values: Readonly<Record<string, Measure["value"]>>,
): Readonly<Record<string, Measure>> {
  const entries = Object.entries(units).map(([name, unit]): [string, Measure] => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`${id}: its run says nothing of the measure ${name}, not even null.`);
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new RangeError(
        `${id}: its measure ${name} is ${value}, want a number, a word or null: null where the run has no such ` +
          "value, as where no call has returned.",
      );
    }
    return [name, { value, unit }];
  });
  return Object.fromEntries(entries);
}
