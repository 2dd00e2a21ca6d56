/**
 * Three answers to one question: what the paper measured, what its model says, what the simulation did. Each number
 * carries its address, so that the page can say where it comes from.
 */
import { keyOf, table } from "../../engine/papers/index.ts";
import type { Row, Table } from "../../engine/papers/types.ts";
import type { CellAddress } from "../../engine/kernel/trace-data.ts";
import type { Answer, ChartSpec, Experiment, ModelLink, ParamValues, Run } from "../../engine/experiments/types.ts";
import { changedParameters } from "../../engine/experiments/parameters.ts";
import { callKey, callText, modelCall, sweepPoints } from "./models.ts";

export const ANSWER_KINDS = ["measured", "model", "simulated"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A number with where it comes from, in words. */
export interface Addressed {
  readonly kind: AnswerKind;
  readonly value: number;
  readonly source: string;
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

/** The parameters that a published row does not name must be as the paper had them: the defaults. */
function asPublished(experiment: Experiment, answer: Answer, parameters: ParamValues): boolean {
  return Object.entries(experiment.params).every(
    ([key, param]) => key in answer.set || key in (answer.fixed ?? {}) || parameters[key] === param.default,
  );
}

/** The published row that speaks of `parameters`; undefined where the paper has none. */
function publishedRow(experiment: Experiment, answer: Answer, parameters: ParamValues): Row | undefined {
  if (!asPublished(experiment, answer, parameters)) return undefined;
  const rows = table(experiment.paper, answer.table).rows;
  return rows.find((row) => Object.entries(answer.set).every(([param, key]) => row[key] === parameters[param]));
}

function sourceText(t: Table, row: Row): string {
  const key = Object.entries(keyOf(t, row)).map(([name, value]) => {
    const label = t.columns.find((column) => column.key === name)?.label ?? name;
    return `${label.toLowerCase()} ${value}`;
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
    return { kind: "measured", value, source, printed: true };
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
    return here === there ? [param.label.toLowerCase()] : [];
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
  };
}

function simulatedAnswer(run: Run | null, measure: string): Addressed | null {
  const value = run?.measures[measure]?.value;
  if (run === null || typeof value !== "number" || !Number.isFinite(value)) return null;
  return { kind: "simulated", value, source: `This run: seed ${run.seed}, trace ${run.traceHash}.` };
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
    const link = experiment.models.find((candidate) => candidate.measure === measure);
    // A time for 10,000 calls says the latency with more figures than the text that rounds it.
    const derived = measure === "latencyMs" ? latencyFromTotal(experiment, parameters) : null;
    const measured = derived ?? published(experiment, measure, parameters);
    const row: AnswerRow = {
      measure,
      label: info.label,
      unit: info.unit,
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

/** In percent of the measured value. */
export const deviationOf = (value: number, measured: number): number => ((value - measured) / measured) * 100;

export interface PaperPoint {
  readonly x: number;
  readonly y: number;
  readonly cell: CellAddress;
  readonly uncertain?: boolean;
}

/** The published points of a chart, at the sweep's parameter; none where the other parameters are not the paper's. */
export function paperPoints(experiment: Experiment, spec: ChartSpec, parameters: ParamValues): readonly PaperPoint[] {
  const { over, fixed } = experiment.sweep;
  return spec.points.flatMap(({ table: id, column, scale = 1 }) => {
    const answer = experiment.answers.find((candidate) => candidate.table === id && candidate.column === column);
    const key = answer?.set[over];
    if (answer === undefined || key === undefined) return [];
    const free = { ...answer, fixed: { ...fixed, ...answer.fixed } };
    if (!asPublished(experiment, free, parameters)) return [];
    const t = table(experiment.paper, id);
    return t.rows.flatMap((row) => {
      const [x, y] = [row[key], row[column]];
      if (typeof x !== "number" || typeof y !== "number") return [];
      const address = { paper: experiment.paper, table: id, row: keyOf(t, row), column };
      const uncertain = t.uncertain.some((note) => note.column === column && note.rowKey[key] === x);
      return [{ x, y: y * scale, cell: address, ...(uncertain ? { uncertain } : {}) }];
    });
  });
}

export interface ModelPoint {
  readonly x: number;
  readonly y: number;
  readonly equation: string;
}

/** The model's curve for a chart's measure, as far as its values are known. */
export function modelPoints(
  experiment: Experiment,
  spec: ChartSpec,
  parameters: ParamValues,
  values: Readonly<Record<string, number>>,
): readonly ModelPoint[] {
  const link = experiment.models.find((candidate) => candidate.measure === spec.y);
  if (link === undefined) return [];
  return sweepPoints(experiment, parameters).flatMap((point) => {
    const call = modelCall(link, point);
    const value = values[callKey(call)];
    const x = point[experiment.sweep.over];
    return value === undefined || typeof x !== "number" ? [] : [{ x, y: value * link.scale, equation: callText(call) }];
  });
}
