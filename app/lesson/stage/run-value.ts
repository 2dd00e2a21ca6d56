/** What a run says to the measure of a lesson’s number. */
import type { Run } from "../../../engine/experiments/types.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { busyResource, momentMeasured } from "../../../lessons/named.ts";
import { callStretch } from "../../trace/folds.ts";
import { busyPercent } from "./busy-percent.ts";
import { refAt, timeOf } from "../stage-state.ts";

const NANOS_PER_MICRO = 1000;

/** In the measure’s unit; null where the run has no such measure, resource or row. See RunNumber for the measures. */
export function runValue(run: Run, measure: string): number | null {
  const resource = busyResource(measure);
  if (resource !== null) return busyPercent(run, resource);
  const moment = momentMeasured(measure);
  if (moment !== null) {
    if (refAt(run.trace, 1, moment.of) === NO_REF) return null;
    return (timeOf(run.trace, 1, moment) - callStretch(run.trace, 1).from) / NANOS_PER_MICRO;
  }
  const value = run.measures[measure]?.value;
  return typeof value === "number" ? value : null;
}
