/** A table of a run at a moment, as plain data: one row for each thing that a machine keeps. */
import type { Ref } from "../../engine/kernel/trace-data.ts";

export interface Column {
  readonly key: string;
  readonly head: string;
  /** Numbers stand at the right, one digit below the other. */
  readonly isNumber: boolean;
}

export interface TableRow {
  /** The same thing has the same key at every moment. */
  readonly key: string;
  /** One for each column; "" where it has no value. */
  readonly cells: readonly string[];
  /** When it was written last, in nanoseconds of the run, and the row of the trace that did it. */
  readonly at: number;
  readonly cause: Ref;
  /** The number of the write: with each it is another. */
  readonly write: number;
  /** Written just now. */
  readonly isLit: boolean;
  /** Lost in a crash of its machine, which is down. */
  readonly isLost: boolean;
}

/** How many rows are of a kind: "97 told". */
interface Tally {
  readonly name: string;
  readonly count: number;
  readonly isBad: boolean;
}

export interface TableState {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Rows that there are besides. */
  readonly more: number;
  /** What it means that there is no row. */
  readonly empty: string;
  /** Numbers that stand above the table all the time, and what a crash took. */
  readonly tallies: readonly Tally[];
  readonly lost: Tally | null;
}

/** The moment at which a table is shown. */
export interface Moment {
  readonly call: number; // from 1
  readonly time: number; // nanoseconds of the run
}

/** Nobody reads more. */
export const MOST_ROWS = 200;

/** A row is lit for so much of the shown call: 1.6 ms of 40 in the drawings of the figure. */
const LIT_SHARE = 0.04;

/** How long a row stays lit after it was written, in nanoseconds. */
export const litFor = (from: number, to: number): number => Math.max(1, (to - from) * LIT_SHARE);
