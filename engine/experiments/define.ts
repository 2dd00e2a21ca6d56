/**
 * An experiment as its family writes it: `run`, models and answers know the types of its parameters, and its measures
 * must all be there. `defineExperiment` makes the Experiment of it, which all other code reads.
 */
import type { TraceData } from "../kernel/trace-data.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import type {
  Answer,
  ChartSpec,
  ChoiceParam,
  Description,
  Experiment,
  Measure,
  MeasureTable,
  ModelLink,
  ParamTable,
  ParamValues,
  ProfiledRoutine,
  ResourceUse,
  Run,
  RunOptions,
  Site,
  Sweep,
  Values,
} from "./types.ts";

/** The seed, the faults and the options of a run. */
export interface RunRequest extends RunOptions {
  readonly seed: number;
  readonly faults: readonly string[];
}

/** The result of a run, as a family's code gives it. */
export interface Outcome<Name extends string = string> {
  /** Every measure by its name; null where the run has no such value. Measures of related experiments are dropped. */
  readonly measures: Readonly<Record<Name, Measure["value"]>>;
  readonly faults: readonly string[]; // in canonical text form
  readonly unusedFaults: readonly string[];
  readonly resources: ReadonlyMap<string, ResourceUse>;
  readonly elapsed: number; // nanoseconds
  readonly packets: number;
  readonly draws: number;
  readonly trace: TraceData;
  /** The definitions module of the programs that call, where they have one. */
  readonly interfaceText?: string;
  readonly site?: Site;
  readonly profile?: readonly ProfiledRoutine[];
}

interface Definition<Table extends ParamTable, Measures extends MeasureTable> extends Omit<
  Description<NoInfer<Table>, keyof NoInfer<Measures> & string>,
  "params" | "measures"
> {
  readonly params: Table;
  readonly measures: Measures;
  readonly run: (parameters: Values<NoInfer<Table>>, request: RunRequest) => Outcome<keyof NoInfer<Measures> & string>;
}

/**
 * The experiment of a definition. Its functions throw RangeError where a parameter is missing, unknown or of the wrong
 * kind. The range of a number is checked where the number is read (parameters.ts).
 */
export function defineExperiment<Table extends ParamTable, Measures extends MeasureTable>(
  definition: Definition<Table, Measures>,
): Experiment {
  const { id, params, run, measures, machineWords } = definition;
  const typed = (parameters: ParamValues): Values<Table> => checkedValues(id, params, parameters);
  const { isLoneCall, roughMs, ...described } = definition;
  return {
    ...described,
    sweep: definition.sweep as Sweep,
    charts: definition.charts.map((chart): ChartSpec => chartFor(chart, typed)),
    models: definition.models.map(({ when, ...link }): ModelLink => ({
      ...link,
      arguments: (parameters) => link.arguments(typed(parameters)),
      ...(when === undefined ? {} : { when: (parameters) => when(typed(parameters)) }),
    })),
    answers: definition.answers.map((answer): Answer => answerFor(answer, typed)),
    ...(roughMs === undefined ? {} : { roughMs: (parameters) => roughMs(typed(parameters)) }),
    ...(isLoneCall === undefined ? {} : { isLoneCall: (parameters) => isLoneCall(typed(parameters)) }),
    run: (parameters, seed, faults, options): Run => {
      const worded = (trace: TraceData): TraceData => (machineWords === undefined ? trace : { ...trace, machineWords });
      const keep = withOpening(options.keep, worded);
      const outcome = run(typed(parameters), { ...options, keep, seed, faults });
      const { elapsed, packets, draws, trace, site, interfaceText, profile } = outcome;
      return {
        experiment: id,
        parameters,
        seed,
        faults: outcome.faults,
        unusedFaults: outcome.unusedFaults,
        measures: measured(id, measures, outcome.measures),
        resources: Object.fromEntries(outcome.resources),
        elapsedNs: elapsed,
        packets,
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

type Typed<Table extends ParamTable> = (parameters: ParamValues) => Values<Table>;

function chartFor<Table extends ParamTable>(chart: ChartSpec<Table>, typed: Typed<Table>): ChartSpec {
  const { models, ...rest } = chart as Omit<ChartSpec, "models"> & Pick<ChartSpec<Table>, "models">;
  return models === undefined
    ? rest
    : {
        ...rest,
        models: models.map((curve) => ({ ...curve, arguments: (parameters) => curve.arguments(typed(parameters)) })),
      };
}

function answerFor<Table extends ParamTable>(answer: Answer<Table>, typed: Typed<Table>): Answer {
  const { implies, ...rest } = answer as Omit<Answer, "implies"> & Pick<Answer<Table>, "implies">;
  if (implies === undefined) return rest;
  const { measure, value, how } = implies;
  return {
    ...rest,
    implies: {
      measure,
      value: (published, parameters) => value(published, typed(parameters)),
      how: (published, parameters) => how(published, typed(parameters)),
    },
  };
}

/** Throws RangeError for a parameter that is not in the table, is missing, or has a value of another kind. */
function checkedValues<Table extends ParamTable>(id: string, table: Table, parameters: ParamValues): Values<Table> {
  for (const [key, param] of Object.entries(table)) {
    const value = parameters[key];
    const fits =
      param.kind === "number" ? typeof value === "number" : typeof value === "string" && isOneOf(param, value);
    if (!fits)
      throw new RangeError(`${id}: the parameter ${key} is ${JSON.stringify(value)}, want a ${kindText(param)}.`);
  }
  const strange = Object.keys(parameters).find((key) => !Object.hasOwn(table, key));
  if (strange === undefined) return parameters as Values<Table>;
  throw new RangeError(`${id}: there is no parameter ${strange}; it has ${Object.keys(table).join(", ")}.`);
}

const isOneOf = ({ options, own }: ChoiceParam, value: string): boolean =>
  options.some((option) => option.value === value) || (own !== undefined && "text" in own.read(value));

const kindText = (param: ParamTable[string]): string =>
  param.kind === "number" ? "number" : `choice: ${param.options.map(({ value }) => value).join(" or ")}`;

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
