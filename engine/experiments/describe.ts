/**
 * Describes an experiment by its parameters and measures, from which the compiler knows the types of all parameters.
 * `describeExperiment` makes the Description of it, which the page reads, and for which `runnable.ts` takes a run.
 */
import type {
  Answer,
  ChartSpec,
  ChoiceParam,
  Description,
  MeasureInfo,
  MeasureTable,
  ModelLink,
  ParamTable,
  ParamValues,
  Sweep,
  Values,
} from "./types.ts";
import type { SeriesInfo, SeriesTable } from "./series.ts";

interface Definition<
  Table extends ParamTable,
  Measures extends MeasureTable,
  OverTime extends SeriesTable,
> extends Omit<
  Description<NoInfer<Table>, keyof NoInfer<Measures> & string>,
  "params" | "measures" | "series" | "models" | "answers"
> {
  readonly params: Table;
  readonly measures: Measures;
  readonly series?: OverTime;
  /** Left out: none, as of an experiment without a paper. */
  readonly models?: Description<NoInfer<Table>, keyof NoInfer<Measures> & string>["models"];
  readonly answers?: Description<NoInfer<Table>, keyof NoInfer<Measures> & string>["answers"];
}

/** A description that remembers the types of its parameters and the names of its measures and series. */
export interface Described<
  Table extends ParamTable,
  Name extends string,
  SeriesName extends string = never,
> extends Description {
  readonly params: Table;
  readonly measures: Readonly<Record<Name, MeasureInfo>>;
  readonly series?: Readonly<Record<SeriesName, SeriesInfo>>;
}

/** The page’s words for a client and a server, with a space before a number: "client 2". */
export const CLIENT_AND_SERVER = { client: "client", server: "server" } as const;

/**
 * The description of an experiment. Its functions throw RangeError where a parameter is missing, unknown or of the
 * wrong kind. The range of a number is checked where the number is read (parameters.ts).
 */
export function describeExperiment<
  Table extends ParamTable,
  Measures extends MeasureTable,
  OverTime extends SeriesTable = Record<never, SeriesInfo>,
>(
  definition: Definition<Table, Measures, OverTime>,
): Described<Table, keyof Measures & string, keyof OverTime & string> {
  const { id, params } = definition;
  const typed = (parameters: ParamValues): Values<Table> => checkedValues(id, params, parameters);
  const { isLoneCall, roughMs, crowd, models = [], answers = [], ...described } = definition;
  const description: Described<Table, keyof Measures & string, keyof OverTime & string> = {
    ...described,
    sweep: definition.sweep as Sweep,
    charts: definition.charts.map((chart): ChartSpec => chartFor(chart, typed)),
    models: models.map(({ when, ...link }): ModelLink => ({ ...link, ...typedCall(link, when, typed) })),
    answers: answers.map((answer): Answer => answerFor(answer, typed)),
    ...(roughMs === undefined ? {} : { roughMs: (parameters) => roughMs(typed(parameters)) }),
    ...(crowd === undefined ? {} : { crowd }),
    ...(isLoneCall === undefined ? {} : { isLoneCall: (parameters) => isLoneCall(typed(parameters)) }),
  };
  return description;
}

type Typed<Table extends ParamTable> = (parameters: ParamValues) => Values<Table>;

/** The functions of a model or of its curve, which check what they are given. */
function typedCall<Table extends ParamTable>(
  link: Pick<ModelLink<Table>, "arguments">,
  when: ModelLink<Table>["when"],
  typed: Typed<Table>,
): Pick<ModelLink, "arguments" | "when"> {
  return {
    arguments: (parameters) => link.arguments(typed(parameters)),
    ...(when === undefined ? {} : { when: (parameters) => when(typed(parameters)) }),
  };
}

function chartFor<Table extends ParamTable>(chart: ChartSpec<Table>, typed: Typed<Table>): ChartSpec {
  const { models, ...rest } = chart as Omit<ChartSpec, "models"> & Pick<ChartSpec<Table>, "models">;
  return models === undefined
    ? rest
    : { ...rest, models: models.map(({ when, ...curve }) => ({ ...curve, ...typedCall(curve, when, typed) })) };
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
export function checkedValues<Table extends ParamTable>(
  id: string,
  table: Table,
  parameters: ParamValues,
): Values<Table> {
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
