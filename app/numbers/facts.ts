/** The numbers of a run of services/graph that the place reads, and what follows from the reader’s fields alone. */
import type { Measure, ParamValues } from "../../engine/experiments/types.ts";

export interface Facts {
  /** Of all calls, in percent. */
  readonly returned: number;
  /** Null where fewer calls return than the quantile needs. */
  readonly p50: number | null; // ms
  readonly p99: number | null; // ms
  readonly mean: number | null; // ms, of calls that return
  /** The mean by queueing theory, in ms; null where it knows none. */
  readonly model: number | null;
  readonly offered: number; // calls/s
  readonly attempts: number; // a call
  readonly wasted: number; // percent of the work
  readonly busy: number; // percent
  /** After the disturbance, in ms; a sentence’s end where it is not well again. */
  readonly recovery: number | string | null;
}

type Measures = Readonly<Record<string, Measure>>;

const valueOf = (measures: Measures, name: string): number | string | null => {
  const found = measures[name];
  if (found === undefined) throw new Error(`numbers: the run measures no ${name}.`);
  return found.value;
};

/** Null where the run has no such number. */
function numberOf(measures: Measures, name: string): number | null {
  const value = valueOf(measures, name);
  return typeof value === "number" ? value : null;
}

/** A share of nothing is nothing: no call came, or no work was done. */
const shareOf = (measures: Measures, name: string): number => numberOf(measures, name) ?? 0;

export const factsOf = (measures: Measures): Facts => ({
  returned: shareOf(measures, "returnedShare"),
  p50: numberOf(measures, "p50Ms"),
  p99: numberOf(measures, "p99Ms"),
  mean: numberOf(measures, "meanMs"),
  model: numberOf(measures, "modelMs"),
  offered: shareOf(measures, "offeredPerS"),
  attempts: shareOf(measures, "attemptsPerCall"),
  wasted: shareOf(measures, "wastedShare"),
  busy: shareOf(measures, "utilisation"),
  recovery: valueOf(measures, "recoveryMs"),
});

/** The numeric fields of the reader’s values. */
export const field = (values: ParamValues, name: string): number => Number(values[name]);

/** Calls a second that the servers can do. */
export const capacityOf = (values: ParamValues): number =>
  (1000 * field(values, "servers") * field(values, "workers")) / field(values, "serverMs");

/** The load that the reader asks for, as a share of the capacity. */
export const loadOf = (values: ParamValues): number => field(values, "loadPerS") / capacityOf(values);

/** Below this share of calls that return, in percent, there is no 99th percentile. */
const MOST = 99;
export const mostReturn = ({ returned }: Facts): boolean => returned >= MOST;

/** Whether the servers keep up: a queue of more work than they can do only grows, however short the run. */
export const keepsUp = (values: ParamValues, facts: Facts): boolean => loadOf(values) < 1 && mostReturn(facts);

export const isHealed = ({ recovery }: Facts): boolean => typeof recovery === "number";
