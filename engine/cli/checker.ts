/** What checks reports and receipts here: all lessons, and the engine in this process. */
import { ALL_LESSONS } from "../../lessons/all.ts";
import type { Checker } from "../../lessons/hand-in/check-report.ts";
import { rememberingRuns } from "../../lessons/hand-in/known-runs.ts";
import type { Proven } from "../../lessons/hand-in/proof.ts";
import type { JudgeRun } from "../../lessons/judge.ts";
import { findExperiment } from "../experiments/index.ts";
import { violationsOf } from "../explore/index.ts";
import "../papers/index.ts"; // all papers are here

function proven({ experiment, parameters, seed, faults, search }: JudgeRun): Proven {
  const found = findExperiment(experiment);
  if (found === undefined) throw new Error(`There is no experiment ${experiment}.`);
  if (search !== undefined) {
    const value = violationsOf(found, { parameters, faults: search });
    return { measures: { violations: { value, unit: "" } }, trace: "" };
  }
  const run = found.run(parameters, seed, faults, { keep: { calls: 1 } });
  return { measures: run.measures, trace: run.traceHash };
}

export const newChecker = (): Checker => ({
  open: (slug) => Promise.resolve(ALL_LESSONS.find((one) => one.slug === slug) ?? null),
  engine: rememberingRuns((run) => Promise.resolve().then(() => proven(run))),
});
