/** The part of a run that a sweep keeps. */
import { FaultError } from "../faults/fault.ts";
import { quantilesOf } from "./export/sweep-csv.ts";
import type { Run } from "./types.ts";

export interface SweepResult extends Pick<Run, "draws" | "measures"> {
  readonly quantiles?: ReturnType<typeof quantilesOf>;
  /** The fault that does not fit this point: it names a machine that the point lacks. There is no run, no measure. */
  readonly misfit?: string;
}

/** A point that its faults do not fit has no other run: nothing there is random. */
export const resultOf = (run: Run | FaultError): SweepResult =>
  run instanceof FaultError
    ? { draws: 0, measures: {}, misfit: run.text }
    : { draws: run.draws, measures: run.measures, quantiles: quantilesOf(run.trace) };
