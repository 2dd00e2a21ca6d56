/**
 * The waterfall as it is shown: every step of the critical path, or the stages that neighbouring steps of a kind
 * form.
 */
import { waterfall } from "../../engine/kernel/critical-path.ts";
import type { WaterfallRow } from "../../engine/kernel/critical-path.ts";
import { refTable } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { waitReason } from "./picture.ts";
import { capital, packetName, sourceMark } from "./words.ts";

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
  readonly steps: readonly WaterfallRow[];
  /** What choosing it selects: its longest row of the trace. */
  readonly ref: Ref;
}

/** The rows of a call; null where it has not ended or its rows were not kept. */
export function stepRows(trace: TraceData, call: number): readonly ShownRow[] | null {
  let rows: readonly WaterfallRow[];
  try {
    rows = waterfall(trace, call);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return rows.map((row) => {
    const name = row.layer === "wire" && row.source === null ? packetName(row.name) : row.name;
    const ref = row.refs[0];
    return shownRow(
      row.wait && ref !== undefined ? capital(`${row.machine} ${waitReason(trace, ref, row)}`.trim()) : name,
      [row],
    );
  });
}

function shownRow(name: string, steps: readonly WaterfallRow[]): ShownRow {
  const longest = steps.reduce((best, step) => (step.nanos > best.nanos ? step : best));
  const marks = [
    ...new Set(steps.map(({ source, wait }) => (wait ? "" : sourceMark(source))).filter((mark) => mark !== "")),
  ];
  const [first, last] = [steps[0] ?? longest, steps.at(-1) ?? longest];
  return {
    name,
    machine: longest.machine,
    layer: longest.layer,
    wait: longest.wait,
    from: first.from,
    to: last.to,
    nanos: steps.reduce((sum, { nanos }) => sum + nanos, 0),
    marks: marks.join(", "),
    steps,
    ref: longest.refs[0] ?? -1,
  };
}

/** What kind of work a stage does; bus, controllers and wire are one. */
const kindOf = ({ layer, wait, machine }: WaterfallRow): string =>
  wait ? "wait" : layer === "hardware" || layer === "wire" ? "wire" : `${layer} ${machine}`;

/** Neighbouring steps of one kind as one row each: nine for a call that meets nothing on its way. */
export function stageRows(rows: readonly ShownRow[]): readonly ShownRow[] {
  const groups: WaterfallRow[][] = [];
  const names = new Map(rows.map(({ steps, name }) => [steps[0], name]));
  for (const step of rows.flatMap(({ steps }) => steps)) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (last !== undefined && before !== undefined && !step.wait && kindOf(before) === kindOf(step)) last.push(step);
    else groups.push([step]);
  }
  return groups.map((group, i) => {
    const wait = group[0]?.wait === true ? names.get(group[0]) : undefined;
    return shownRow(wait ?? stageName(group, groups[i - 1], groups[i + 1]), group);
  });
}

const packetIn = (group: readonly WaterfallRow[] | undefined): string | undefined =>
  group?.find(({ refs, wait }) => !wait && refTable(refs[0] ?? 0) === "packet")?.name;

function stageName(
  group: readonly WaterfallRow[],
  before: readonly WaterfallRow[] | undefined,
  after: readonly WaterfallRow[] | undefined,
): string {
  const first = group[0];
  if (first === undefined) return "";
  const machine = capital(first.machine);
  if (first.layer === "hardware" || first.layer === "wire") return "Controllers and Ethernet";
  if (first.layer === "rpc") return `${machine}: stubs and run time`;
  const [sent, taken] = [packetIn(after), packetIn(before)];
  if (sent !== undefined) return `${machine}: send the ${packetName(sent).toLowerCase()}`;
  if (taken !== undefined) return `${machine}: take in the ${packetName(taken).toLowerCase()}`;
  return `${machine}: ${first.layer === "kernel" ? "kernel" : "other work"}`;
}

/** Sum of the rows: the call's elapsed time, to the nanosecond. */
export const sumOf = (rows: readonly ShownRow[]): number => rows.reduce((sum, { nanos }) => sum + nanos, 0);
