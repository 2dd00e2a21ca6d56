/**
 * The waterfall as it is shown: every step of the critical path, or the stages that neighbouring steps of a kind
 * form.
 */
import { mergedSegments } from "../../engine/kernel/waterfall.ts";
import type { WaterfallRow } from "../../engine/kernel/waterfall.ts";
import { itemAt, lastItem, numberAt } from "../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { pathOf } from "../trace/path.ts";
import { waitReason } from "../trace/waits.ts";
import { analysis } from "../trace/analysis.ts";
import { mediumOf } from "../trace/lanes.ts";
import { whereOf } from "../trace/row-names.ts";
import { sourceMark } from "../trace/source-names.ts";
import { machineName } from "../trace/machine-names.ts";
import { capital, packetName } from "../words/sentences.ts";

export interface ShownRow {
  readonly name: string;
  readonly machine: string;
  readonly layer: Layer;
  readonly wait: boolean;
  readonly from: number;
  readonly to: number;
  readonly nanos: number;
  /** The tables that its time comes from: "VI", "VI, VII". */
  readonly marks: string;
  /** The steps that it is made of: itself alone, or those of a stage. */
  readonly steps: Steps;
  /** The longest of its rows in the trace: a reader who chooses this one selects it. */
  readonly ref: Ref;
}

/** The steps of a row, still without words: of the thousands that a long call may have, a page shows few. */
export type Steps = readonly [WaterfallRow, ...WaterfallRow[]];

export interface WaterfallRows {
  readonly trace: TraceData;
  /** Whether neighbouring steps of one kind are a row together. */
  readonly inStages: boolean;
  readonly list: readonly Steps[];
}

/** Each step of a call as a row of its own; none where it has not ended or its rows were not kept. */
export const stepRows = analysis((trace: TraceData, call: number): WaterfallRows => {
  const list: Steps[] = [];
  for (const step of mergedSegments(trace, pathOf(trace, call))) {
    list.push([step]);
  }
  return { trace, inStages: false, list };
});

/** Neighbouring steps of one kind as one row each: nine for a call that meets nothing on its way. */
export const stageRows = analysis((trace: TraceData, call: number): WaterfallRows => {
  const stages: [WaterfallRow, ...WaterfallRow[]][] = [];
  for (const [step] of stepRows(trace, call).list) {
    const last = stages.at(-1);
    if (last !== undefined && !step.wait && kindOf(trace, last[0]) === kindOf(trace, step)) last.push(step);
    else stages.push([step]);
  }
  return { trace, inStages: true, list: stages };
});

/** Rows [from, to) in words. */
export const inWords = (rows: WaterfallRows, from = 0, to = rows.list.length): readonly ShownRow[] =>
  rows.list.slice(from, to).map((steps, i) => shownRow(rows.trace, nameOf(rows, from + i), steps));

export function nameOf({ trace, inStages, list }: WaterfallRows, at: number): string {
  const steps = itemAt(list, at, "row");
  const [first] = steps;
  const [ref] = first.refs;
  if (first.wait && ref !== undefined) {
    return capital(`${whoOf(trace, first)} ${waitReason(trace, ref, first)}`.trim());
  }
  if (inStages && !first.wait) return stageName(trace, steps, list[at - 1], list[at + 1]);
  return first.layer === "wire" && first.source === null ? packetName(first.name) : first.name;
}

/** The column is narrow: it names two tables, and only dots for what else there is. */
function marksText(marks: readonly string[]): string {
  const tables = marks.filter((mark) => /^(?:[IVX]+|\d+[a-z]?)$/.test(mark));
  // "assumed …" where steps of a row have sources of several kinds: the column has room for one.
  const [kind = "", ...others] = marks; // no mark where all steps wait
  if (tables.length === 0) return others.length > 0 ? `${kind} …` : kind;
  const word = tables.length === 1 ? "Table " : "Tables ";
  const few = tables.slice(0, 2);
  return `${word}${few.join(", ")}${few.length < marks.length ? " …" : ""}`;
}

/** The tables that the time of steps comes from. */
export const marksOf = (steps: readonly WaterfallRow[]): string =>
  marksText([
    ...new Set(steps.map(({ source, wait }) => (wait ? "" : sourceMark(source))).filter((mark) => mark !== "")),
  ]);

/** The machine of a step; of a packet the place. */
export const placeOf = (trace: TraceData, step: WaterfallRow): string =>
  step.machine === "" ? wireOf(trace, step) : machineName(trace, step.machine);

function shownRow(trace: TraceData, name: string, steps: Steps): ShownRow {
  const longest = steps.reduce((best, step) => (step.nanos > best.nanos ? step : best));
  return {
    name,
    machine: placeOf(trace, longest),
    layer: longest.layer,
    wait: longest.wait,
    from: steps[0].from,
    to: lastItem(steps, "step").to,
    nanos: steps.reduce((sum, { nanos }) => sum + nanos, 0),
    marks: marksOf(steps),
    steps,
    ref: itemAt(longest.refs, 0, "row"),
  };
}

/** The place of a packet: "Ethernet"; among many machines its sender and its receiver. */
function wireOf(trace: TraceData, { refs, layer, wait }: WaterfallRow): string {
  const [ref] = refs;
  return ref === undefined || wait || layer !== "wire" ? "" : whereOf(trace, ref);
}

/** Whether all of the run happens on one machine: then its processes are told apart, as machines are elsewhere. */
const onOneMachine = analysis(({ tracks }: TraceData): boolean => {
  const first = tracks.find(({ machine }) => machine !== "")?.machine;
  return first !== undefined && tracks.every(({ machine }) => machine === "" || machine === first);
});

/** Who works: the machine, or on a lone machine the process. */
function whoOf(trace: TraceData, { machine, refs }: WaterfallRow): string {
  const [ref = NO_REF] = refs;
  const owner =
    ref !== NO_REF && refTable(ref) === "span" && onOneMachine(trace)
      ? trace.owners[numberAt(trace.spans.owner, refRow(ref))]
      : undefined;
  return owner?.replace(/ process$/, "") ?? machineName(trace, machine);
}

/** The kind of a stage's work. Bus, controllers and wire are one kind. */
const kindOf = (trace: TraceData, row: WaterfallRow): string =>
  row.wait ? "wait" : row.layer === "hardware" || row.layer === "wire" ? "wire" : `${row.layer} ${whoOf(trace, row)}`;

const packetIn = (group: readonly WaterfallRow[] | undefined): string | undefined =>
  group?.find(({ refs, wait }) => !wait && refTable(itemAt(refs, 0, "row")) === "packet")?.name;

/** "Controllers and Ethernet", or one of them where the other takes no time of its own. */
function carriersOf(trace: TraceData, group: readonly WaterfallRow[]): string {
  const has = (layer: Layer): boolean => group.some((row) => row.layer === layer);
  const medium = mediumOf(trace) || "network";
  if (!has("wire")) return "Controllers";
  return has("hardware") ? `Controllers and ${medium}` : capital(medium);
}

function stageName(
  trace: TraceData,
  group: Steps,
  before: readonly WaterfallRow[] | undefined,
  after: readonly WaterfallRow[] | undefined,
): string {
  const [first] = group;
  const machine = capital(whoOf(trace, first));
  if (first.layer === "hardware" || first.layer === "wire") return carriersOf(trace, group);
  if (first.layer === "rpc") return `${machine}: stubs and run time`;
  const [sent, taken] = [packetIn(after), packetIn(before)];
  if (sent !== undefined) return `${machine}: send the ${packetName(sent).toLowerCase()}`;
  if (taken !== undefined) return `${machine}: take in the ${packetName(taken).toLowerCase()}`;
  return `${machine}: ${first.layer === "kernel" ? "kernel" : "other work"}`;
}

/** Sum of the rows: the call's elapsed time, to the nanosecond. */
export const sumOf = ({ list }: WaterfallRows): number =>
  list.reduce((sum, steps) => steps.reduce((part, { nanos }) => part + nanos, sum), 0);
