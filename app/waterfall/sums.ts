/**
 * A long waterfall summed: one row for each step of each machine, or of all machines of a kind, with how often it
 * stands on the critical path and what that takes together.
 */
import { entryOf } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { WaterfallRow } from "../../engine/kernel/waterfall.ts";
import { machineKind, machineName } from "../trace/machine-names.ts";
import { analysis } from "../trace/analysis.ts";
import { counted } from "../words/numbers.ts";
import { inWords, marksOf, nameOf, placeOf, stepRows } from "./rows.ts";
import type { WaterfallRows, ShownRow } from "./rows.ts";

/** Beyond so many rows a reader sees their sums first. */
export const MOST_SINGLE = 40;

/** A stretch of time: when it begins, and how long it is, in nanoseconds. */
export type Bar = readonly [from: number, nanos: number];

export interface Sum {
  /** Its time is the sum of its rows. */
  readonly row: ShownRow;
  /** When its rows are; those that no figure could tell apart as one. */
  readonly bars: readonly Bar[];
  /** Its rows, by their numbers among the steps. */
  readonly singles: readonly number[];
}

/** More machines of a kind than this are summed together. */
const MOST_ALONE = 3;
/** Bars with smaller gaps than this share of the call are one. */
const APART = 1 / 500;

interface Adding {
  readonly first: ShownRow;
  /** The machine of the first; "" for a packet. */
  readonly machine: string;
  /** Machines; of packets their places. */
  readonly machines: Set<string>;
  readonly sources: Map<WaterfallRow["source"], WaterfallRow>;
  readonly bars: Bar[];
  readonly singles: number[];
  nanos: number;
  to: number;
}

/** A machine's kind, of the thousands that a long call may have. */
function kindsOf(trace: TraceData): (machine: string) => string {
  const known = new Map<string, string>();
  return (machine) => {
    const kind = known.get(machine) ?? machineKind(trace, [machine]);
    known.set(machine, kind);
    return kind;
  };
}

/**
 * In the order in which they first occur, of those that begin at once the largest first. Together they take as long as
 * the call, to the nanosecond. Only a sum has words, not each of its rows.
 */
export const sumRows = analysis((trace: TraceData, call: number): readonly Sum[] => {
  const rows = stepRows(trace, call);
  const [begins, ends] = [rows.list[0]?.[0].from ?? 0, rows.list.at(-1)?.at(-1)?.to ?? 0];
  const kindOf = kindsOf(trace);
  const kinds = new Map<string, Set<string>>(); // machines on the path by what they are
  for (const [step] of rows.list) {
    const kind = kindOf(step.machine);
    const machines = kinds.get(kind) ?? new Set();
    kinds.set(kind, machines.add(step.machine));
  }
  const sums = new Map<string, Adding>();
  for (const [number, [step]] of rows.list.entries()) {
    const kind = kindOf(step.machine);
    const many = step.machine === "" || entryOf(kinds, kind, "kind").size > MOST_ALONE;
    const words = nameOf(rows, number);
    const name = step.wait ? words.replace(/^.*? waits/, "Waits") : words;
    const key = `${many ? kind : step.machine}|${step.wait}|${name}`;
    const sum = sums.get(key) ?? begun(rows, number, name, step.machine);
    sums.set(key, sum);
    add(trace, sum, step, number, (ends - begins) * APART);
  }
  const all = [...sums.values()].map((sum) => finished(trace, sum));
  return all.sort((a, b) => a.row.from - b.row.from || b.row.nanos - a.row.nanos);
});

function begun(rows: WaterfallRows, number: number, name: string, machine: string): Adding {
  const [first] = inWords(rows, number, number + 1);
  if (first === undefined) throw new Error(`sums: there is no row ${number}.`);
  const lists = { machines: new Set<string>(), sources: new Map(), bars: [], singles: [] };
  return { first: { ...first, name }, machine, ...lists, nanos: 0, to: first.to };
}

function add(trace: TraceData, sum: Adding, step: WaterfallRow, number: number, apart: number): void {
  if (step.machine !== "") sum.machines.add(step.machine);
  else if (sum.machines.size < 2) sum.machines.add(placeOf(trace, step)); // two are as many as more
  if (!sum.sources.has(step.source)) sum.sources.set(step.source, step);
  sum.singles.push(number);
  sum.nanos += step.nanos;
  sum.to = step.to;
  const [from = -Infinity, nanos = 0] = sum.bars.at(-1) ?? []; // none before the first step
  if (step.from - (from + nanos) < apart) sum.bars[sum.bars.length - 1] = [from, step.to - from];
  else sum.bars.push([step.from, step.nanos]);
}

function finished(trace: TraceData, { first, machine, machines, sources, bars, singles, nanos, to }: Adding): Sum {
  const [one = ""] = machines;
  const shown = machine === "" ? one : machineName(trace, one);
  const many = machine === "" ? "" : counted(machines.size, shown.replace(/\s*\d+$/, ""));
  const who = machines.size === 1 ? shown : many;
  const marks = new Set([...sources.values()].map((step) => marksOf([step])).filter((mark) => mark !== ""));
  return { row: { ...first, machine: who, nanos, to, marks: [...marks].join(", ") }, bars, singles };
}
