/**
 * Three answers to one question: what the paper measured, what its model says, what the simulation did. Each number
 * carries its address, so that the page can say where it comes from.
 */
import { keyOf, table } from "../../engine/papers/lookup.ts";
import type { Row, Table } from "../../engine/papers/types.ts";
import type {
  Answer,
  ChartSpec,
  Experiment,
  ModelCurve,
  ModelLink,
  ParamValue,
  ParamValues,
  Run,
} from "../../engine/experiments/types.ts";
import { changedParameters } from "../../engine/experiments/parameters.ts";
import type { ModelPoint, PaperPoint } from "../chart/index.ts";
import { inSentence } from "../chart/numbers.ts";
import type { OtherAnswer } from "../timeline/props.ts";
import { cellHref } from "../papers/places.ts";
import { unitText } from "../papers/units.ts";
import { sweepOf } from "./charts.ts";
import { callKey, callText, curvePoints, modelCall, modelLink } from "./models.ts";
import { defaultSetup } from "./setup.ts";
import { modelAtHref, setupHref } from "./sources.ts";

export const ANSWER_KINDS = ["measured", "model", "simulated"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A number with where it comes from, in words, and the address of what shows it. */
export interface Addressed {
  readonly kind: AnswerKind;
  readonly value: number;
  readonly source: string;
  readonly href: string;
  /** True where the paper prints the number itself, so that it is shown with the figures that it has there. */
  readonly printed?: boolean;
}

/** One measure's three answers; null where one of the three has nothing to say. */
export interface AnswerRow {
  readonly measure: string;
  readonly label: string;
  readonly unit: string;
  readonly measured: Addressed | null;
  readonly model: Addressed | null;
  readonly simulated: Addressed | null;
  /** Why an answer that is not there is not there. */
  readonly missing: Readonly<Record<AnswerKind, string>>;
}

/** How often a run does the same: no property of what is measured. */
const REPEATS: readonly string[] = ["calls", "trials"];

/** The parameters that a published row does not name must be as the paper had them: as answered, or the defaults. */
function asPublished(experiment: Experiment, answer: Answer, parameters: ParamValues): boolean {
  return Object.entries(experiment.params).every(([key, param]) => {
    if (key in answer.set || (REPEATS.includes(key) && key in (answer.fixed ?? {}))) return true;
    return parameters[key] === (answer.fixed?.[key] ?? param.default);
  });
}

/** The published row that speaks of `parameters`; undefined where the paper has none, or needs several runs for it. */
function publishedRow(experiment: Experiment, answer: Answer, parameters: ParamValues): Row | undefined {
  if (answer.compute !== undefined || !asPublished(experiment, answer, parameters)) return undefined;
  const rows = table(experiment.paper, answer.table).rows;
  const only = Object.entries(answer.only ?? {});
  return rows.find(
    (row) =>
      only.every(([key, value]) => row[key] === value) &&
      Object.entries(answer.set).every(([param, key]) => row[key] === parameters[param]),
  );
}

function sourceText(t: Table, row: Row): string {
  const key = Object.entries(keyOf(t, row)).map(([name, value]) => {
    const label = t.columns.find((column) => column.key === name)?.label ?? name;
    return `${inSentence(label)} ${value}`;
  });
  return [t.source, ...key].join(", ");
}

function published(experiment: Experiment, measure: string, parameters: ParamValues): Addressed | null {
  for (const answer of experiment.answers.filter((candidate) => candidate.measure === measure)) {
    const row = publishedRow(experiment, answer, parameters);
    const value = row?.[answer.column];
    if (row === undefined || typeof value !== "number") continue;
    const t = table(experiment.paper, answer.table);
    const column = t.columns.find((candidate) => candidate.key === answer.column);
    const source = `${sourceText(t, row)}: ${column?.label ?? answer.column}.`;
    const href = cellHref({ paper: experiment.paper, table: t.id, row: keyOf(t, row), column: answer.column });
    return { kind: "measured", value, source, href, printed: true };
  }
  return null;
}

/**
 * The latency that a published time for many calls means: n threads that call one after the other keep n calls under
 * way, so each takes n × time ÷ calls (Little's law; exact for one thread).
 */
function latencyFromTotal(experiment: Experiment, parameters: ParamValues): Addressed | null {
  for (const answer of experiment.answers.filter((candidate) => candidate.measure === "elapsedS")) {
    const row = publishedRow(experiment, answer, parameters);
    const total = row?.[answer.column];
    const calls = Number(answer.fixed?.["calls"]);
    const threads = Number(parameters["threads"] ?? 1);
    if (row === undefined || typeof total !== "number" || !(calls > 0)) continue;
    const t = table(experiment.paper, answer.table);
    const times = threads === 1 ? "" : ` × ${threads} threads`;
    const derived = `${total} s ÷ ${calls.toLocaleString("en-US")} calls${times}`;
    return {
      kind: "measured",
      value: (threads * total * 1000) / calls,
      source: `${sourceText(t, row)}: ${derived}.`,
      href: cellHref({ paper: experiment.paper, table: t.id, row: keyOf(t, row), column: answer.column }),
    };
  }
  return null;
}

/** Labels of changed parameters that the model has no term for: its call is the same with and without the change. */
function unknownToModel(experiment: Experiment, link: ModelLink, parameters: ParamValues): readonly string[] {
  const here = callKey(modelCall(link, parameters));
  return Object.entries(changedParameters(experiment, parameters)).flatMap(([key]) => {
    const param = experiment.params[key];
    if (param === undefined || key === "calls") return []; // how many calls are timed is no property of a call
    const there = callKey(modelCall(link, { ...parameters, [key]: param.default }));
    return here === there ? [inSentence(param.label)] : [];
  });
}

function modelAnswer(
  experiment: Experiment,
  link: ModelLink,
  parameters: ParamValues,
  values: Readonly<Record<string, number>>,
): Addressed | null {
  const call = modelCall(link, parameters);
  const value = values[callKey(call)];
  if (value === undefined) return null;
  const unknown = unknownToModel(experiment, link, parameters);
  const silent = unknown.length === 0 ? "" : ` It has no term for ${unknown.join(", ")}.`;
  return {
    kind: "model",
    value: value * link.scale,
    source: `${callText(call)} of the paper's model in Python.${silent}`,
    href: modelAtHref({ ...defaultSetup(experiment), parameters }, link.function),
  };
}

function simulatedAnswer(run: Run | null, measure: string): Addressed | null {
  const value = run?.measures[measure]?.value;
  if (run === null || typeof value !== "number" || !Number.isFinite(value)) return null;
  const { experiment, parameters, seed, faults, traceHash } = run;
  return {
    kind: "simulated",
    value,
    source: `This run: seed ${seed}, trace ${traceHash}.`,
    href: setupHref({ experiment, parameters, seed, faults }),
  };
}

/** The rows of the board: what the model speaks of, and what the charts show. */
export function answerRows(
  experiment: Experiment,
  parameters: ParamValues,
  run: Run | null,
  models: Readonly<Record<string, number>>,
): readonly AnswerRow[] {
  const measures = new Set([...experiment.models.map((m) => m.measure), ...experiment.charts.map((c) => c.y)]);
  return [...measures].flatMap((measure) => {
    const info = experiment.measures[measure];
    if (info === undefined) return [];
    const link = modelLink(experiment, measure, parameters);
    // A time for 10,000 calls says the latency with more figures than the text that rounds it.
    const derived = measure === "latencyMs" ? latencyFromTotal(experiment, parameters) : null;
    const measured = derived ?? published(experiment, measure, parameters);
    const row: AnswerRow = {
      measure,
      label: info.label,
      unit: unitText(info.unit),
      measured,
      model: link === undefined ? null : modelAnswer(experiment, link, parameters, models),
      simulated: simulatedAnswer(run, measure),
      missing: {
        measured:
          experiment.answers.length === 0
            ? "The paper prints no figure for this call."
            : "The paper did not measure this with these parameters.",
        model: link === undefined ? "The paper's model does not speak of this." : "The model has not run yet.",
        simulated: run === null ? "The calls have not run yet." : "No call returned.",
      },
    };
    return [row];
  });
}

/** A latency for a figure that shows the run's own beside it. */
export const otherAnswer = (latency: Addressed | null | undefined): OtherAnswer | undefined =>
  latency === null || latency === undefined
    ? undefined
    : { ms: latency.value, source: { text: latency.source, href: latency.href } };

/** In percent of the measured value. */
export const deviationOf = (value: number, measured: number): number => ((value - measured) / measured) * 100;

/** The published points of a chart, at the sweep's parameter; none where the other parameters are not the paper's. */
export function paperPoints(experiment: Experiment, spec: ChartSpec, parameters: ParamValues): readonly PaperPoint[] {
  const { over, fixed } = sweepOf(experiment, spec);
  return spec.points.flatMap(({ table: id, column, scale = 1 }) => {
    const answer = experiment.answers.find((candidate) => candidate.table === id && candidate.column === column);
    const key = answer?.set[over];
    if (answer === undefined || key === undefined) return [];
    const free = { ...answer, fixed: { ...fixed, ...answer.fixed } };
    if (!asPublished(experiment, free, parameters)) return [];
    const t = table(experiment.paper, id);
    const isAsked = (row: Row): boolean =>
      Object.entries(answer.set).every(([param, named]) => param === over || row[named] === parameters[param]);
    return t.rows.filter(isAsked).flatMap((row) => {
      const [x, y] = [row[key], row[column]];
      if (typeof x !== "number" || typeof y !== "number") return [];
      const address = { paper: experiment.paper, table: id, row: keyOf(t, row), column };
      const uncertain = t.uncertain.some((note) => note.column === column && note.rowKey[key] === x);
      const label = t.columns.find((candidate) => candidate.key === column)?.label ?? column;
      const source = { text: `${sourceText(t, row)}: ${label}.`, href: cellHref(address) };
      return [{ x, y: y * scale, cell: address, source, ...(uncertain ? { uncertain } : {}) }];
    });
  });
}

/**
 * The curve of a chart's model, as far as its values are known: of the one that speaks of the runs themselves, or of
 * another that the chart names. With a series, that of one of its values.
 */
export function modelPoints(
  experiment: Experiment,
  spec: ChartSpec,
  parameters: ParamValues,
  values: Readonly<Record<string, number>>,
  { series, curve }: { readonly series?: ParamValue | undefined; readonly curve?: ModelCurve } = {},
): readonly ModelPoint[] {
  const { over } = sweepOf(experiment, spec);
  return curvePoints(experiment, spec, parameters, series).flatMap((point) => {
    const link = curve ?? modelLink(experiment, spec.y, point);
    if (link === undefined) return [];
    const call = modelCall(link, point);
    const value = values[callKey(call)];
    const x = point[over];
    if (value === undefined || typeof x !== "number") return [];
    const equation = callText(call);
    const href = modelAtHref({ ...defaultSetup(experiment), parameters: point }, link.function);
    return [{ x, y: value * link.scale, equation, source: { text: `${equation} of the paper's model.`, href } }];
  });
}
