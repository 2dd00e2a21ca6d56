/** The parameters and the measures of jobs that are sent in batches, and of jobs that a queue hands out. */
import { millis, seconds } from "../../kernel/time.ts";
import type { JobQueueOptions } from "../../systems/services/jobs.ts";
import { callTimeMeasures } from "../call-measures.ts";
import { choice, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const load = (byDefault: number, max: number, why: string) =>
  number({ group: "workload", label: "Jobs a second", min: 1, max, default: byDefault, why });
const length = (byDefault: number) =>
  number({
    ...{ group: "workload", label: "Jobs come for", unit: "s", min: 3, max: 120, default: byDefault },
    why: "At random times, whatever became of those before.",
  });
const deadline = (byDefault: number) =>
  number({
    ...{ group: "protocol", label: "A job has", unit: "ms", min: 1, max: 600_000, default: byDefault },
    why: "Then its client gives it up. Kafka’s producer: 120 s.",
  });
const clients = (byDefault: number) =>
  number({
    ...{ group: "workload", label: "Clients", min: 1, max: 200, default: byDefault },
    why: "They take turns with the jobs, and each fills batches of its own.",
  });
const message = number({
  ...{ group: "network", label: "A message takes", unit: "ms", min: 0.05, max: 200, step: 0.05, default: 0.25 },
  why: "One way, within a data centre; ours.",
});

export const BATCHING_PARAMS = {
  loadPerS: load(800, 20_000, "All clients together. One by one the queue stores 909 a second with the defaults."),
  seconds: length(10),
  clients: clients(4),
  batch: number({
    ...{ group: "protocol", label: "Jobs in a batch at most", min: 1, max: 1000, default: 16 },
    why: "Kafka’s batch has 16,384 bytes: sixteen jobs of a kilobyte. A full one leaves at once.",
  }),
  lingerMs: number({
    ...{ group: "protocol", label: "A batch waits for more jobs", unit: "ms", min: 0, max: 1000, default: 5 },
    why: "From its first job on. Kafka’s linger.ms is 0 before version 4.0, and 5 since.",
  }),
  deadlineMs: deadline(1000),
  batchMs: number({
    ...{ group: "machines", label: "To store a batch takes", unit: "ms", min: 0.01, max: 100, step: 0.01, default: 1 },
    why: "However many jobs are in it, such as a write to a disk; ours.",
    stretches: { name: "store", steps: ["Store a batch"] },
  }),
  jobMs: number({
    ...{ group: "machines", label: "And each job of it", unit: "ms", min: 0, max: 100, step: 0.01, default: 0.1 },
    why: "Beside that; ours.",
  }),
  networkMs: message,
} as const;
export type BatchingValues = Values<typeof BATCHING_PARAMS>;

export const REDELIVERY_PARAMS = {
  loadPerS: load(50, 1000, "All clients together. The workers can do eighty a second with the defaults."),
  seconds: length(30),
  workers: number({
    ...{ group: "machines", label: "Workers", min: 1, max: 100, default: 8 },
    why: "Each does one job after the other, and asks the queue for the next one.",
  }),
  workMs: number({
    ...{ group: "machines", label: "A job takes", unit: "ms", min: 1, max: 10_000, default: 100 },
    why: "In the mean.",
    stretches: { name: "work", steps: ["Do a job"], share: true },
  }),
  spread: choice({
    group: "machines",
    label: "Spread of that time",
    options: { constant: "None", exponential: "Exponential", lognormal: "Log-normal: long tails" },
    default: "exponential",
    why: "What takes long by chance is what comes again.",
  }),
  networkMs: message,
  visibleMs: number({
    ...{ group: "protocol", label: "A job that is out comes again after", unit: "ms", min: 10, max: 600_000 },
    default: 300,
    why: "SQS hides a message for 30 s, and allows 0 s to 12 h. Here it is three times what a job takes.",
  }),
  receives: number({
    ...{ group: "protocol", label: "Times that it is handed out", min: 1, max: 100, default: 3 },
    why: "Then it goes to the dead letters. SQS hands it out for as long as it keeps it where you name none.",
    needs: { with: { failShare: 0.2 }, why: "Few jobs come again more than once where each can be done." },
  }),
  deadlineMs: deadline(60_000),
  failShare: number({
    ...{ group: "chance", label: "Jobs that cannot be done", unit: "", min: 0, max: 1, step: 0.01, default: 0.01 },
    share: true,
    why: "A worker works at each as long as at others, and then has nothing to tell: a poison message.",
  }),
} as const;
export type RedeliveryValues = Values<typeof REDELIVERY_PARAMS>;

const RETURNED = {
  returnedShare: { label: "Jobs that ended well", unit: "%", what: "of all jobs of the run" },
  ...callTimeMeasures(),
  meanMs: { label: "Time of a job, mean", unit: "ms", what: "until its call returns, of those that return" },
} satisfies MeasureTable;
const FAILED = {
  failedCalls: { label: "Jobs failed", unit: "", what: "that ended without a result", total: true },
} satisfies MeasureTable;

export const BATCHING_MEASURES = {
  ...RETURNED,
  waitMs: { label: "Wait for the batch to leave", unit: "ms", what: "of a job, in the mean" },
  perBatch: { label: "Jobs in a batch", unit: "", what: "in the mean" },
  batches: { label: "Batches", unit: "", what: "sent", total: true },
  storeBusy: { label: "Store busy", unit: "%", what: "of the time in which jobs come" },
  ...FAILED,
} satisfies MeasureTable;
export type BatchingMeasure = keyof typeof BATCHING_MEASURES;

export const REDELIVERY_MEASURES = {
  ...RETURNED,
  deliveries: { label: "Deliveries of a job", unit: "", what: "times that a worker gets it, in the mean" },
  doneAgain: { label: "Jobs done again", unit: "", what: "that had been done before", total: true },
  againShare: { label: "Done again", unit: "%", what: "of all that was done" },
  deadLetters: { label: "Dead letters", unit: "", what: "jobs that were handed out too often", total: true },
  utilisation: { label: "Workers busy", unit: "%", what: "of the time in which jobs come" },
  ...FAILED,
} satisfies MeasureTable;
export type RedeliveryMeasure = keyof typeof REDELIVERY_MEASURES;

/** What the two have in common, where a parameter is not shown. */
const SHARED = { spread: "exponential", visible: seconds(30), receives: 1, failShare: 0 } as const;

export const batchingOptions = (values: BatchingValues): JobQueueOptions => ({
  ...{ ...SHARED, workers: 0, work: 0, clients: values.clients, batch: values.batch },
  ...{ loadPerS: values.loadPerS, time: seconds(values.seconds), latency: millis(values.networkMs) },
  ...{ linger: millis(values.lingerMs), batchWork: millis(values.batchMs), jobWork: millis(values.jobMs) },
  deadline: millis(values.deadlineMs),
});

/** To store one job: short beside the work that it asks for. */
const STORED = millis(0.1);

export const redeliveryOptions = (values: RedeliveryValues): JobQueueOptions => ({
  ...{ clients: 1, batch: 1, linger: 0, batchWork: STORED, jobWork: 0, spread: values.spread },
  ...{ loadPerS: values.loadPerS, time: seconds(values.seconds), latency: millis(values.networkMs) },
  ...{ workers: values.workers, work: millis(values.workMs), visible: millis(values.visibleMs) },
  ...{ receives: values.receives, failShare: values.failShare, deadline: millis(values.deadlineMs) },
});
