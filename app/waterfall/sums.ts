/**
 * A long waterfall summed: one row for each step of each machine, or of all machines of a kind, with how often it
 * stands on the critical path and what that takes together.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { machineKind } from "../trace/machine-names.ts";
import { analysis } from "../trace/analysis.ts";
import { counted } from "../words/numbers.ts";
import { inWords, stepRows } from "./rows.ts";
import type { ShownRow } from "./rows.ts";

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
  /** False of packets, which are no machine's. */
  readonly byMachine: boolean;
  readonly machines: Set<string>;
  readonly marks: Set<string>;
  readonly bars: Bar[];
  readonly singles: number[];
  nanos: number;
  to: number;
}

/**
 * In the order in which they first occur, of those that begin at once the largest first. Together they take as long as
 * the call, to the nanosecond.
 */
export const sumRows = analysis((trace: TraceData, call: number): readonly Sum[] => {
  const rows = stepRows(trace, call);
  const [begins, ends] = [rows.list[0]?.[0]?.from ?? 0, rows.list.at(-1)?.at(-1)?.to ?? 0];
  const kinds = new Map<string, Set<string>>(); // machines on the path by what they are
  for (const [step] of rows.list) {
    if (step === undefined) continue;
    const kind = machineKind(trace, [step.machine]);
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(step.machine));
  }
  const sums = new Map<string, Adding>();
  for (const [number, [step]] of rows.list.entries()) {
    const [row] = inWords(rows, number, number + 1);
    if (step === undefined || row === undefined) continue;
    const kind = machineKind(trace, [step.machine]);
    const many = step.machine === "" || (kinds.get(kind)?.size ?? 0) > MOST_ALONE;
    const name = row.wait ? row.name.replace(/^.*? waits/, "Waits") : row.name;
    const key = `${many ? kind : row.machine}|${row.wait}|${name}`;
    const sum = sums.get(key) ?? begun({ ...row, name }, step.machine !== "");
    sums.set(key, sum);
    add(sum, row, number, (ends - begins) * APART);
  }
  return [...sums.values()].map(finished).sort((a, b) => a.row.from - b.row.from || b.row.nanos - a.row.nanos);
});

const begun = (first: ShownRow, byMachine: boolean): Adding => {
  return { first, byMachine, machines: new Set(), marks: new Set(), bars: [], singles: [], nanos: 0, to: first.to };
};

function add(sum: Adding, row: ShownRow, number: number, apart: number): void {
  sum.machines.add(row.machine);
  if (row.marks !== "") sum.marks.add(row.marks);
  sum.singles.push(number);
  sum.nanos += row.nanos;
  sum.to = row.to;
  const [from = -Infinity, nanos = 0] = sum.bars.at(-1) ?? [];
  if (row.from - (from + nanos) < apart) sum.bars[sum.bars.length - 1] = [from, row.to - from];
  else sum.bars.push([row.from, row.nanos]);
}

function finished({ first, byMachine, machines, marks, bars, singles, nanos, to }: Adding): Sum {
  const [machine = ""] = machines;
  const many = byMachine ? counted(machines.size, machine.replace(/\s*\d+$/, "")) : "";
  const who = machines.size === 1 ? machine : many;
  return { row: { ...first, machine: who, nanos, to, marks: [...marks].join(", ") }, bars, singles };
}
