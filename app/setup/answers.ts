/**
 * Three answers to one question: what the paper measured, what its model says, what the simulation did. Each number
 * carries its address, so that the page can say where it comes from.
 */
import { hasReturned } from "../../engine/kernel/reads.ts";
import { keyOf, table } from "../../engine/papers/lookup.ts";
import type { Row, Table } from "../../engine/papers/types.ts";
import type { Description, ModelLink, ParamValues, Run } from "../../engine/experiments/types.ts";
import { modelFor, paperOf, publishedRows } from "../../engine/experiments/answering.ts";
import type { OtherAnswer } from "./points.ts";
import { inSentence } from "../language/in-sentence.ts";
import { cellHref } from "./paper-links.ts";
import { unitText } from "../words/units.ts";
import { callKey, callText, modelCall, modelSilence } from "./models.ts";
import { defaultSetup } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { modelAtHref, setupHref } from "./bench-links.ts";

const ANSWER_KINDS = ["measured", "model", "simulated"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** What has a row on the board: what a model speaks of, and what the charts show. */
const measuresOf = ({ models, charts }: Description): readonly string[] => [
  ...new Set([...models.map(({ measure }) => measure), ...charts.map(({ y }) => y)]),
];

/**
 * The answers that stand beside each other: of a paper that prints one, of a model that speaks of it, and of the run.
 * A kind is left out where no row has it, neither now nor with the defaults.
 */
export function answerKinds(experiment: Description, rows: readonly AnswerRow[]): readonly AnswerKind[] {
  const { parameters } = defaultSetup(experiment);
  const usual = measuresOf(experiment);
  const has: Readonly<Record<AnswerKind, () => boolean>> = {
    measured: () =>
      rows.some(({ measured }) => measured !== null) ||
      usual.some((measure) => published(experiment, measure, parameters) !== null),
    model: () =>
      rows.some(({ model }) => model !== null) ||
      usual.some((measure) => modelSilence(experiment, measure, { parameters, faults: [] }) === null),
    simulated: () => true,
  };
  return ANSWER_KINDS.filter((kind) => kind === "simulated" || (experiment.paper !== null && has[kind]()));
}

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
  /** What the run says in words in place of a number: "not within 114 s"; null where it has a number, or nothing. */
  readonly words: string | null;
  /** Why an answer that is not there is not there. */
  readonly missing: Readonly<Record<AnswerKind, string>>;
}

/** "Section 2.1, Table I, caller threads 3": a row of a published table. */
export function sourceText(t: Table, row: Row): string {
  const key = Object.entries(keyOf(t, row)).map(([name, value]) => {
    const label = t.columns.find((column) => column.key === name)?.label ?? name;
    return `${inSentence(label)} ${value}`;
  });
  return [t.source, ...key].join(", ");
}

/** The paper's number for a measure: one that another number of the paper implies comes before one that is printed. */
function published(experiment: Description, measure: string, parameters: ParamValues): Addressed | null {
  const found = [...experiment.answers]
    .filter((answer) => answer.measure === measure || answer.implies?.measure === measure)
    .sort((a, b) => Number(a.measure === measure) - Number(b.measure === measure));
  for (const answer of found) {
    const paper = paperOf(experiment);
    const t = table(paper, answer.table);
    const [row] = publishedRows({ experiment, answer }, parameters, t.rows, undefined, [], measure);
    const value = row?.[answer.column];
    if (row === undefined || typeof value !== "number") continue;
    const href = cellHref({ paper, table: t.id, row: keyOf(t, row), column: answer.column });
    if (answer.measure === measure) {
      const column = t.columns.find((candidate) => candidate.key === answer.column);
      const source = `${sourceText(t, row)}: ${column?.label ?? answer.column}.`;
      return { kind: "measured", value, source, href, printed: true };
    }
    const { implies } = answer;
    if (implies === undefined) continue;
    const source = `${sourceText(t, row)}: ${implies.how(value, parameters)}.`;
    return { kind: "measured", value: implies.value(value, parameters), source, href };
  }
  return null;
}

function modelAnswer(
  experiment: Description,
  link: ModelLink,
  parameters: ParamValues,
  values: Readonly<Record<string, number>>,
): Addressed | null {
  const call = modelCall(link, parameters);
  const value = values[callKey(call)];
  if (value === undefined) return null;
  return {
    kind: "model",
    value: value * link.scale,
    source: `${callText(call)} of the paper’s model in Python.`,
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

/** A measure of the run that is words and no number. */
function wordsOf(run: Run | null, measure: string): string | null {
  const value = run?.measures[measure]?.value;
  return typeof value === "string" && !Number.isFinite(Number(value)) ? value : null;
}

/** Why the run has no number. */
function runSilence(run: Run | null, measure: string): string {
  if (run === null) return "The calls have not run yet.";
  const words = wordsOf(run, measure);
  if (words !== null) return `This run has no number here: ${words}.`;
  return hasReturned(run.trace) ? "This run has no such number." : "No call returned.";
}

type Asked = Pick<Setup, "parameters" | "faults">;

/** The rows of the board. */
export function answerRows(
  experiment: Description,
  asked: Asked,
  run: Run | null,
  models: Readonly<Record<string, number>>,
): readonly AnswerRow[] {
  const { parameters, faults } = asked;
  return measuresOf(experiment).flatMap((measure) => {
    const info = experiment.measures[measure];
    if (info === undefined) return [];
    const link = modelFor(experiment, measure, parameters);
    const silence = modelSilence(experiment, measure, asked);
    const row: AnswerRow = {
      measure,
      label: info.label,
      unit: unitText(info.unit),
      measured: faults.length > 0 ? null : published(experiment, measure, parameters),
      model: link === undefined || silence !== null ? null : modelAnswer(experiment, link, parameters, models),
      simulated: simulatedAnswer(run, measure),
      words: wordsOf(run, measure),
      missing: {
        measured:
          experiment.answers.length === 0
            ? "The paper prints no number for this call."
            : faults.length > 0
              ? "The paper did not measure this with these faults."
              : "The paper did not measure this with these parameters.",
        model: silence ?? "The model has not run yet.",
        simulated: runSilence(run, measure),
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
