/**
 * An experiment is described once and read by the lesson, the chart, the headless lab, the reproduction report and the
 * tests. Its parameter table drives form, link, validation and reference page.
 */
import type { PacketKind } from "../faults/fault.ts";
import type { CellAddress, MachineWords, TraceData } from "../kernel/trace-data.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import type { CrowdRoles } from "./crowd-roles.ts";
import type { Series, SeriesTable } from "./series.ts";

/** The values of other parameters (or similar ones) without which some values of a parameter change nothing. */
export interface Needs {
  readonly with: ParamValues; // with these every value of the parameter counts: { slowCallee: 7 }
  readonly why: string; // "Without a slow callee nothing is slow."
}

/** The values of another parameter with which this one has an effect. With the others a run is the same without it. */
export interface Only {
  readonly parameter: string;
  readonly values: readonly ParamValue[];
  readonly why: string; // with the others: "the call stays on one machine"
}

/** The steps of a call, by name, that a switch may change, add or take away; every other takes as long as before. */
export type Changes = { readonly steps: readonly string[] } | { readonly allBut: readonly string[] };

/**
 * What of a figure a parameter makes longer, so that its end can be pulled: `name` is the word for it on the page. The
 * other words are those of the trace, and stretched.ts finds their rows.
 */
export type Stretches = { readonly name: string } & (
  | {
      /** The spans of some steps. They take the value; with `plus` so much more, in the unit of the parameter. */
      readonly steps: readonly string[];
      /** The machine whose spans these are; of any where this is left out. */
      readonly machine?: string;
      readonly plus?: number;
      /** Set where their length is a share of the value, such as one that chance draws. */
      readonly share?: true;
    }
  /** The wait until a mark. Where the value is 0 there is no mark: then it is behind the last span of a step. */
  | { readonly wait: string; readonly behind?: string }
  /** The time that a state of a protocol waits for its tick. */
  | { readonly timer: string; readonly state: string }
  /**
   * The time of packets on a medium, by its step: the value is a speed, and a greater one makes it shorter. Null where
   * the value is a time that their way takes longer; a way that is shorter than that is without it.
   */
  | { readonly wire: string | null }
);

/**
 * The buffer of a figure whose rim a parameter is, so that the rim can be pulled: the socket of a machine, with its
 * limit in bytes (`Track.socketBytes`), or the receive buffers of a controller (`Track.buffers`).
 */
export type Rim = "socket" | "receive buffers";

/** What a parameter is about. Forms, tables and the reference show parameters of one group together (groups.ts). */
export type ParamGroup = "workload" | "machines" | "network" | "software" | "protocol" | "ending" | "chance";

export interface NumberParam {
  readonly kind: "number";
  readonly group: ParamGroup;
  readonly label: string; // "Caller threads"
  readonly unit: string; // "" where there is none
  readonly min: number;
  readonly max: number;
  readonly step: number; // 1 makes it an integer
  readonly default: number; // the paper's value where the paper has one
  readonly scale?: "log";
  readonly why: string; // where range and default come from
  /** Set where the value is a share of one, which sentences say in percent. */
  readonly share?: true;
  /** Set where it only says how often a run repeats the same work: no model has a term for it. */
  readonly repeats?: true;
  /** Set where it says how many machines or threads share the repeats of a run: each makes one at least. */
  readonly callers?: true;
  readonly inert?: string; // why it leaves the trace as it is; left out where it changes the trace
  readonly needs?: Needs;
  readonly only?: Only;
  /** Set where it changes a design. */
  readonly changes?: Changes;
  readonly stretches?: Stretches;
  readonly rim?: Rim;
}

/** A text that a reader writes in place of the options of a choice. */
export interface OwnText {
  readonly label: string; // "An own graph"
  readonly allowed: string; // "a graph in JSON"
  /** What the text is in a link and a run, or what is wrong with it, as a whole sentence. */
  readonly read: (text: string) => { readonly text: string } | { readonly problem: string };
  /** A text that was read, in lines for a person. */
  readonly lines: (text: string) => string;
  /** One to begin with. */
  readonly example: string;
}

export interface ChoiceParam<Value extends string = string> {
  readonly kind: "choice";
  readonly group: ParamGroup;
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Set where the value may be a text of the reader’s, too. */
  readonly own?: OwnText;
  readonly default: Value;
  readonly why: string;
  /** An option that stands for one of the others, for which one the other parameters say: "as the machine had it". */
  readonly standIn?: Value;
  /** Options that are rules of the protocol alone, each as a whole sentence; left out: they are those of rules.ts. */
  readonly rules?: Readonly<Record<string, string>>;
  /** A form shows it only where it differs from its default: another part of the page sets it. */
  readonly quiet?: true;
  readonly inert?: string;
  readonly needs?: Needs;
  readonly only?: Only;
  /** Set where it changes a design. */
  readonly changes?: Changes;
  readonly stretches?: Stretches;
}

export type Param = NumberParam | ChoiceParam;
export type ParamTable = Readonly<Record<string, Param>>;
export type ParamValue = number | string;
export type ParamValues = Readonly<Record<string, ParamValue>>;

/** What a parameter's value can be: a number, or one of the words of its options. */
type ValueOf<P extends Param> = P extends ChoiceParam<infer Value> ? Value : number;
/** The values of a table's parameters: `{ threads: number; segment: "private" | "shared" }`. Any table: ParamValues. */
export type Values<Table extends ParamTable = ParamTable> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };
/** Values of some of a table's parameters. */
export type SomeValues<Table extends ParamTable = ParamTable> = Some<Values<Table>>;
type NameIn<Table> = keyof Table & string;
/** Some of the fields of an object; any fields where the names are not known. */
type Some<All> = string extends keyof All ? All : Partial<All>;

/** Measures by their names. */
export type MeasureTable = Readonly<Record<string, MeasureInfo>>;

export interface MeasureInfo {
  readonly label: string; // "Latency, mean"
  readonly unit: string; // "ms"; "" for counts, "step" for a step's name
  readonly what: string; // how it is computed
  /** The parameter that it never exceeds: there are no more answers than callees. */
  readonly atMost?: string;
  /** Set where it grows with the work of the run: a published number stands only beside a run of as much work. */
  readonly total?: true;
  /** The common name of similar measures, which a board may fold: "Relay efficiency of each callee". */
  readonly family?: string;
}

export interface Measure {
  readonly value: number | string | null; // null where the run has no such value (no call returned)
  readonly unit: string;
}

/** The work of a resource over the whole of a run, kept in the trace or not. */
export interface ResourceUse {
  readonly busyNs: number;
  /** Links only: the bytes of the packets that it carried, as packets count them. */
  readonly bytes?: number;
  /** Networks and routers only: packets of the run and of other hosts that came there, and how many it lost. */
  readonly packets?: number;
  readonly others?: number;
  readonly lost?: number;
  readonly othersLost?: number;
}

/** The kinds of places that runs are on. A family that has one declares it here, by its name: see multirpc/run.ts. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the families' declarations
export interface Sites {}

/** Where a run took place: `kind` says which of the places it is. */
export type Site = { readonly [Kind in keyof Sites]: { readonly kind: Kind } & Sites[Kind] }[keyof Sites];

/** A routine of the program that is measured, as a profiler sees it. */
export interface ProfiledRoutine {
  readonly routine: string; // "_sendto"
  readonly calledBy: string; // "" for none
  readonly calls: number;
  readonly nanos: number; // in all calls, without the routines that it calls
}

/** The result of a run. Same experiment, parameters, seed and faults: the same Run, to the bit, on every machine. */
export interface Run {
  readonly experiment: string;
  readonly parameters: ParamValues; // all of them, defaults filled in
  readonly seed: number;
  readonly faults: readonly string[]; // in canonical text form
  readonly unusedFaults: readonly string[]; // those that met nothing
  readonly measures: Readonly<Record<string, Measure>>;
  /** Left out where its experiment has none. No sweep has them. */
  readonly series?: Readonly<Record<string, Series>>;
  /** "caller.cpu0", "ethernet", "Router 3". */
  readonly resources: Readonly<Record<string, ResourceUse>>;
  /** Until the program had its last answer. The trace goes on until nothing is left to happen. */
  readonly elapsedNs: number;
  readonly packets: number; // until then
  readonly laterPackets: number; // after it
  /** 32-bit random numbers that it drew; 0 where nothing in it is random, and every seed gives this run. */
  readonly draws: number;
  readonly traceHash: string;
  readonly trace: TraceData;
  /** On a network that has a map: the map, and where the run's machines stood on it. */
  readonly site?: Site;
  /** The profile of the program that is measured, where the system counts its routines. */
  readonly profile?: readonly ProfiledRoutine[];
}

/** A run as far as its trace shows it. */
export type TracedRun = Pick<Run, "experiment" | "parameters" | "seed" | "trace">;

/** A trace that no experiment made, such as that of a capture. */
export interface ForeignTrace {
  /** Where it comes from, as titles and files say it: "calls.pcapng". */
  readonly source: string;
  readonly trace: TraceData;
}

/** A trace from anywhere: figures, inspector and files of spans and packets need no experiment. */
export type Traced = TracedRun | ForeignTrace;

/** Called again and again with the share of a run that is done, from 0 to 1. It cannot change the run. */
export type OnProgress = (share: number) => void;

/** How much of the trace to keep; the hash always covers all of it. */
export interface RunOptions {
  readonly keep: Keep;
  readonly progress?: OnProgress;
}

/** Runs once more with the parameters in `set` and gives the measure that answers; null where that run has none. */
export type Ask<Table extends ParamTable = ParamTable> = (set: SomeValues<Table>) => number | null;

/** Another measure that follows from a published number: the latency of one call from the time of many. */
export interface Implied<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly measure: Name;
  /** In the unit of that measure. */
  readonly value: (published: number, parameters: Values<Table>) => number;
  /** The arithmetic, for the number's source: "26.61 s ÷ 10,000 calls". */
  readonly how: (published: number, parameters: Values<Table>) => string;
}

/** Published cells that a measure answers: a whole column, one cell a row, each row setting parameters. */
export interface Answer<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly table: string; // "table-i"
  readonly column: string; // "nullRpcsPerS"
  readonly keys: readonly string[]; // columns that name the row: ["callerThreads"]
  /** Only the row that this names, where a column holds different quantities: { key: "cpuAtMax" }. */
  readonly only?: Readonly<Record<string, string | number>>;
  readonly set: Some<Readonly<Record<NameIn<Table>, string>>>; // parameter <- key column: { threads: "callerThreads" }
  readonly fixed?: SomeValues<Table>; // parameters the same for all rows
  /** Lines of the fault script of its runs; left out: none. */
  readonly faults?: readonly string[];
  readonly measure: Name;
  /** Boards show it for its measure, in preference to a number that a text rounds. */
  readonly implies?: Implied<Table, Name>;
  /** Computes a number that needs several runs, such as the place where two curves cross. */
  readonly compute?: (ask: Ask<Table>) => number | null;
  /** Turns the measure into the cell's unit where they differ. */
  readonly scale?: number;
  readonly kind: "predicted" | "calibrated";
  readonly calibrated?: readonly Readonly<Record<string, ParamValue>>[]; // rows that a constant was fitted to
  /** Explains a large deviation: of every row, or of the row that it is asked for. */
  readonly note?: string | ((row: Readonly<Record<string, string | number>>) => string | undefined);
  /** Parameters that the measure does not depend on: the cell speaks of runs with any value of theirs. */
  readonly regardlessOf?: readonly NameIn<Table>[];
}

/** A function of the paper's model.py and how it is called for given parameters. */
export interface ModelLink<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly paper: string;
  readonly function: string; // "null_us"
  readonly arguments: (parameters: Values<Table>) => Readonly<Record<string, number | string>>;
  readonly measure: Name; // the measure that it predicts: "latencyMs"
  readonly scale: number; // model value x scale = measure value: 0.001
  /** Whether the model speaks of a run with these parameters; of every one where this is left out. */
  readonly when?: (parameters: Values<Table>) => boolean;
  /** Parameters that the measure does not depend on, so that the model needs no term for them. */
  readonly regardlessOf?: readonly NameIn<Table>[];
}

/** A further curve of a model on a chart. */
export interface ModelCurve<Table extends ParamTable = ParamTable> extends Pick<
  ModelLink<Table>,
  "paper" | "function" | "arguments" | "scale" | "when" | "regardlessOf"
> {
  readonly label: string; // "Ideal, equation (11)"
  /** The curve of the series that it belongs to; left out where it belongs to the run itself. */
  readonly series?: ParamValue;
}

export interface Sweep<Table extends ParamTable = ParamTable> {
  readonly over: NameIn<Table>;
  readonly values: readonly ParamValue[];
  readonly fixed?: SomeValues<Table>; // e.g. fewer calls a point
}

/** Several curves on one chart: the same sweep, once with each value of another parameter. */
interface ChartSeries<Table extends ParamTable = ParamTable> {
  readonly parameter: NameIn<Table>;
  readonly values: readonly ParamValue[];
}

/** A column of a published table, as points on a chart. */
interface ChartPoints<Table extends ParamTable = ParamTable> {
  readonly table: string;
  readonly column: string;
  readonly scale?: number;
  /**
   * The column with the points' places on the axis, where each row has an answer of its own that fixes these values.
   * Left out where the answer sets the swept parameter from a key column.
   */
  readonly x?: { readonly column: string; readonly of: readonly NameIn<Table>[] };
}

export interface ChartSpec<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly id?: string; // where several charts of an experiment have the same `y`: "figure-3a"
  readonly y: Name; // measure
  readonly title: string;
  readonly points: readonly ChartPoints<Table>[];
  /** A parameter whose value no run can exceed, in the unit of `y`: the network's speed for a throughput. */
  readonly limit?: { readonly parameter: NameIn<Table>; readonly label: string };
  /** In place of the experiment's sweep. */
  readonly sweep?: Sweep<Table>;
  /** The x axis is linear, though the slider of the swept parameter is logarithmic. */
  readonly evenX?: true;
  readonly series?: ChartSeries<Table>;
  /** Curves beside the one of the experiment's own model. */
  readonly models?: readonly ModelCurve<Table>[];
  /** The chart finds and names the place where the two curves of the series cross (crossing.ts). */
  readonly crossing?: true;
  /** The erratum that says that the paper's own plot is lost: "E-X07". */
  readonly lost?: string;
  /** Where something else changes with the swept parameter: no curve is drawn across, and the chart says why. */
  readonly break?: Break<Table>;
}

interface Break<Table extends ParamTable> {
  readonly after: number; // the last value of the swept parameter before the change
  readonly when: (parameters: Values<Table>) => boolean;
  readonly why: string; // whole sentences
}

/** A run of a table's cell: what differs from the defaults. */
export interface TableRun<Table extends ParamTable = ParamTable> {
  readonly set: SomeValues<Table>;
  readonly faults?: readonly string[];
  readonly seed?: number; // left out: 1
}

/** What a cell says: whether something holds, and the numbers that show it; null where the question has no answer. */
export interface Verdict {
  readonly holds: boolean | null;
  readonly text: string; // "2 % saved"
}

interface TableCell<Table extends ParamTable = ParamTable, Name extends string = string> {
  /** The first one is what a reader opens. */
  readonly runs: readonly TableRun<Table>[];
  /** @param measures of the runs, in their order */
  judge(measures: readonly Readonly<Record<Name, Measure["value"]>>[]): Verdict;
}

/** A row or a column. */
interface TableHead {
  readonly label: string;
  /** How a cell of it is judged, as a sentence, where that is not the other head's. */
  readonly what?: string;
}

/** A table whose cells runs find out (run-tables.ts). */
export interface RunTable<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly id: string;
  readonly title: string; // "What each way promises"
  readonly of: string; // the head of the first column: "Way"
  readonly columns: readonly TableHead[];
  /** One cell for each column. */
  readonly rows: readonly (TableHead & { readonly cells: readonly TableCell<Table, Name>[] })[];
}

/** Words for the list of the machines that a client calls, with the state of each at a moment. */
export interface DestinationList {
  readonly title: string; // "Callbacks promised"
  readonly each: string; // "Workstation"
  readonly before: string; // the word for a machine that was not called yet: "promised"
  readonly empty: string; // the text once all have answered
  /** Why a fault script cannot crash the client, as a sentence. */
  readonly whyUp: string;
}

/** All of an experiment but its run; typed by its parameters and measures where it is defined (define.ts). */
export interface Description<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly id: string; // "firefly/null"
  readonly title: string;
  readonly question: string;
  /** The paper that it answers; null for a system that stands on facts from several sources. */
  readonly paper: string | null;
  readonly params: Table;
  readonly measures: Readonly<Record<Name, MeasureInfo>>;
  /** Left out where it has none. */
  readonly series?: SeriesTable;
  /** Set where a run of many calls is shown as a crowd over time. */
  readonly crowd?: CrowdRoles<keyof Table & string, Values<Table>, Name>;
  readonly sweep: Sweep<Table>;
  readonly charts: readonly ChartSpec<Table, Name>[];
  readonly models: readonly ModelLink<Table, Name>[];
  readonly answers: readonly Answer<Table, Name>[];
  /** Left out where it has none. */
  readonly tables?: readonly RunTable<Table, Name>[];
  /** The kinds of packets that its runs can send and a fault can name, first those of a call and of its answer. */
  readonly packetKinds: readonly PacketKind[];
  /** What Wireshark shows of its packets, and the setting that it needs for that; in sentences. */
  readonly inWireshark?: string;
  /** The measure, in milliseconds, of the calls that a reader looks at one by one. */
  readonly callMeasure?: Name;
  /** What the experiment's texts call its machines, where that is not their names. */
  readonly machineWords?: MachineWords;
  /** The machine that runs the program that is measured: no fault script can crash it, or its like (client2). */
  readonly mustRun?: string;
  /** Set where the client marks each machine that it calls as answered or given up: words for the list of them. */
  readonly destinations?: DestinationList;
  /** Whether a run makes its calls one at a time, as paper and model assume; left out for never. */
  readonly isLoneCall?: (parameters: Values<Table>) => boolean;
  /** Roughly how long a run takes to compute: ms on a laptop of 2025. It warns before a large run, no more. */
  readonly roughMs?: (parameters: Values<Table>) => number;
}

export interface Experiment extends Description {
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

/** What the simulations of a family leave out, and why they miss, by experiment. */
export type Notes = Readonly<Record<string, readonly string[]>>;

/** An experiment in a list of all of them; it need not be loaded. */
export type Listed = Pick<Experiment, "id" | "title" | "question" | "paper">;
