/** Runs queues of jobs for the parameters of their experiments, and takes the measures. */
import { toMillis } from "../../kernel/time.ts";
import { simulateJobQueue, type JobQueueRun } from "../../systems/services/job-queue.ts";
import { machinesOfQueue, type JobQueueOptions } from "../../systems/services/jobs.ts";
import { failedIn } from "../call-measures.ts";
import { runnerOf, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, mean } from "../statistics.ts";
import type { batching, redelivery } from "./describe-jobs.ts";
import { batchingOptions, redeliveryOptions, type BatchingValues, type RedeliveryValues } from "./jobs-params.ts";

function ran(options: JobQueueOptions, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const faults = readFaults(machinesOfQueue(options));
  const run = simulateJobQueue(options, { seed, faults, keep, ...(progress === undefined ? {} : { progress }) });
  return { ...run, faults };
}

function ended({ trace }: JobQueueRun) {
  const { count } = trace.calls;
  const latencies = latenciesOf(trace);
  const meanNs = mean(latencies);
  return {
    returnedShare: count === 0 ? null : (100 * latencies.length) / count,
    meanMs: meanNs === null ? null : toMillis(meanNs),
    failedCalls: failedIn(trace),
  };
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function runBatching(values: BatchingValues, request: RunRequest) {
  const options = batchingOptions(values);
  const run = ran(options, request);
  const { batches, batchWait, jobs, storeBusyWhile } = run;
  const waited = share(batchWait, jobs);
  const measures = {
    ...ended(run),
    waitMs: waited === null ? null : toMillis(waited),
    perBatch: share(jobs, batches),
    batches,
    storeBusy: (100 * storeBusyWhile) / options.time,
  };
  return { ...run, measures };
}

function runRedelivery(values: RedeliveryValues, request: RunRequest) {
  const options = redeliveryOptions(values);
  const run = ran(options, request);
  const { delivered, deliveries, doneAgain, done, deadLetters, workedWhileNs } = run;
  const again = share(doneAgain, done);
  const measures = {
    ...ended(run),
    deliveries: share(deliveries, delivered),
    doneAgain,
    againShare: again === null ? null : 100 * again,
    deadLetters,
    utilisation: (100 * workedWhileNs) / (options.time * options.workers),
  };
  return { ...run, measures };
}

export const jobRuns: Runs = {
  "services/batching": runnerOf<typeof batching>(runBatching),
  "services/redelivery": runnerOf<typeof redelivery>(runRedelivery),
};
