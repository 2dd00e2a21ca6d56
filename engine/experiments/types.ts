/**
 * An experiment is described once and read by the lesson, the chart, the headless lab, the reproduction report and the
 * tests. Its parameter table drives form, link, validation and reference page.
 */
import type { CellAddress, TraceData } from "../kernel/trace-data.ts";
import type { CampusSite, CampusUse } from "../systems/rpc2.ts";

/** What a parameter asks of others: without these values (or like ones) some of its own change nothing. */
export interface Needs {
  readonly with: ParamValues; // with these every value of its own counts: { slowCallee: 7 }
  readonly why: string; // "Without a slow callee nothing is slow."
}

export interface NumberParam {
  readonly kind: "number";
  readonly label: string; // "Caller threads"
  readonly unit: string; // "" where there is none
  readonly min: number;
  readonly max: number;
  readonly step: number; // 1 makes it an integer
  readonly default: number; // the paper's value where the paper has one
  readonly scale?: "log";
  readonly why: string; // where range and default come from
  readonly inert?: string; // why moving it leaves the trace as it is, if it does
  readonly needs?: Needs;
}

export interface ChoiceParam {
  readonly kind: "choice";
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default: string;
  readonly why: string;
  readonly inert?: string;
  readonly needs?: Needs;
}

export type Param = NumberParam | ChoiceParam;
export type ParamTable = Readonly<Record<string, Param>>;
export type ParamValue = number | string;
export type ParamValues = Readonly<Record<string, ParamValue>>;

export interface MeasureInfo {
  readonly label: string; // "Latency, mean"
  readonly unit: string; // "ms"; "" for counts, "step" for a step's name
  readonly what: string; // how it is computed
  /** One of several alike, which a board may show folded under this name: "Relay efficiency of each callee". */
  readonly family?: string;
}

export interface Measure {
  readonly value: number | string | null; // null where the run has no such value (no call returned)
  readonly unit: string;
}

/** What a run gives. Same experiment, parameters, seed and faults: the same Run, to the bit, on every machine. */
/** What a resource had to do over the whole of a run, kept in the trace or not. */
export interface ResourceUse extends Partial<Omit<CampusUse, "busyNs">> {
  readonly busyNs: number;
  /** Of a link: what it carried, as its packets count their bytes. */
  readonly bytes?: number;
}

export interface Run {
  readonly experiment: string;
  readonly parameters: ParamValues; // all of them, defaults filled in
  readonly seed: number;
  readonly faults: readonly string[]; // in canonical text form
  readonly unusedFaults: readonly string[]; // those that met nothing
  readonly measures: Readonly<Record<string, Measure>>;
  /** "caller.cpu0", "ethernet", "Router 3". */
  readonly resources: Readonly<Record<string, ResourceUse>>;
  readonly elapsedNs: number;
  readonly packets: number;
  /** 32-bit random numbers that it drew; 0 where nothing in it is random, and every seed gives this run. */
  readonly draws: number;
  readonly traceHash: string;
  readonly trace: TraceData;
  /** Of a run on the Andrew network: the campus that it ran on, and where its machines stood there. */
  readonly campus?: CampusSite;
}

/** How much of the trace to keep; the hash always covers all of it. */
export interface RunOptions {
  readonly keep: "all" | "none" | { readonly calls: number };
  /**
   * Told how many of the run's parts have begun, each time that one does: calls, or at calls to many requests and
   * results. What it does cannot change the run.
   */
  readonly progress?: (begun: number, of: number) => void;
}

/** The measure that answers, for a run whose parameters differ in `set`; null where that run has none. */
export type Ask = (set: ParamValues) => number | null;

/** Published cells that a measure answers: a whole column, one cell a row, each row setting parameters. */
export interface Answer {
  readonly table: string; // "table-i"
  readonly column: string; // "nullRpcsPerS"
  readonly keys: readonly string[]; // columns that name the row: ["callerThreads"]
  /** Only the row that this names, where a column holds different quantities: { key: "cpuAtMax" }. */
  readonly only?: Readonly<Record<string, string | number>>;
  readonly set: Readonly<Record<string, string>>; // parameter <- key column: { threads: "callerThreads" }
  readonly fixed?: ParamValues; // parameters the same for all rows
  readonly measure: string;
  /** For a number that no run gives alone, such as where two curves cross: gets it from the measures of several. */
  readonly compute?: (ask: Ask) => number | null;
  /** Turns the measure into the cell's unit where they differ. */
  readonly scale?: number;
  readonly kind: "predicted" | "calibrated";
  readonly calibrated?: readonly Readonly<Record<string, ParamValue>>[]; // rows that a constant was fitted to
  readonly note?: string; // explains a large deviation
}

/** A function of the paper's model.py and how it is called for given parameters. */
export interface ModelLink {
  readonly paper: string;
  readonly function: string; // "null_us"
  readonly arguments: (parameters: ParamValues) => Readonly<Record<string, number>>;
  readonly measure: string; // the measure that it predicts: "latencyMs"
  readonly scale: number; // model value x scale = measure value: 0.001
  /** Whether the model speaks of a run with these parameters; of every one where this is left out. */
  readonly when?: (parameters: ParamValues) => boolean;
}

/** A further curve of a model on a chart. */
export interface ModelCurve extends Pick<ModelLink, "paper" | "function" | "arguments" | "scale"> {
  readonly label: string; // "Ideal, equation (11)"
  /** The curve of the series that it speaks of; of the run itself where this is left out. */
  readonly series?: ParamValue;
}

export interface Sweep {
  readonly over: string;
  readonly values: readonly ParamValue[];
  readonly fixed?: ParamValues; // e.g. fewer calls a point
}

/** Several curves on one chart: the same sweep, once with each value of another parameter. */
export interface Series {
  readonly parameter: string;
  readonly values: readonly ParamValue[];
}

export interface ChartSpec {
  readonly id?: string; // where several charts of an experiment have the same `y`: "figure-3a"
  readonly y: string; // measure
  readonly title: string;
  readonly points: readonly { readonly table: string; readonly column: string; readonly scale?: number }[];
  /** A parameter whose value no run can exceed, in the unit of `y`: the network's speed for a throughput. */
  readonly limit?: { readonly parameter: string; readonly label: string };
  /** In place of the experiment's sweep. */
  readonly sweep?: Sweep;
  /** x counts evenly, though the swept parameter's rail is logarithmic. */
  readonly evenX?: true;
  readonly series?: Series;
  /** Curves beside the one of the experiment's own model. */
  readonly models?: readonly ModelCurve[];
  /** Where the two curves of the series cross is to be found (crossing.ts) and said. */
  readonly crossing?: true;
  /** The erratum that says that the paper's own plot is lost: "E-X07". */
  readonly lost?: string;
}

export interface Experiment {
  readonly id: string; // "firefly/null"
  readonly title: string;
  readonly question: string;
  readonly paper: string;
  readonly params: ParamTable;
  readonly measures: Readonly<Record<string, MeasureInfo>>;
  readonly sweep: Sweep;
  readonly charts: readonly ChartSpec[];
  readonly models: readonly ModelLink[];
  readonly answers: readonly Answer[];
  readonly notes: readonly string[]; // what the simulation leaves out, why it misses
  /** `parameters` are complete and valid (see `checkParameters`). Throws FaultError for a fault that cannot be read. */
  readonly run: (parameters: ParamValues, seed: number, faults: readonly string[], options: RunOptions) => Run;
}

/** A fitted constant, for the reproduction report. */
export interface Constant {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly fittedTo: CellAddress | string;
  readonly usedBy: readonly string[];
}
