/** The parts of a queue of jobs: its options, and the jobs, batches and workers of a run. Rules: job-queue.ts. */
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { NO_SLOT, type Slot } from "./agenda.ts";
import { CLIENTS, type Spread } from "./graph.ts";
import type { Machine } from "./request.ts";

export interface JobQueueOptions {
  readonly loadPerS: number;
  /** For so long jobs come. */
  readonly time: Nanos;
  readonly clients: number;
  readonly latency: Nanos; // of a message
  readonly batch: number; // jobs at most
  readonly linger: Nanos;
  readonly batchWork: Nanos;
  readonly jobWork: Nanos;
  readonly workers: number; // 0: rule 7
  readonly work: Nanos; // mean
  readonly spread: Spread;
  readonly visible: Nanos;
  readonly receives: number;
  readonly failShare: number; // of jobs
  readonly deadline: Nanos;
}

export const QUEUE_NAME = "queue";
export const workerNames = (workers: number): readonly string[] =>
  Array.from({ length: workers }, (_, i) => `worker${i + 1}`);
export const machinesOfQueue = ({ workers }: Pick<JobQueueOptions, "workers">): readonly string[] => [
  ...[CLIENTS, QUEUE_NAME],
  ...workerNames(workers),
];

export class Job {
  readonly number: number; // of its call
  readonly fails: boolean; // rule 5
  row: Ref = NO_REF;
  receives = 0;
  isWaiting = false; // in the queue
  hasEnded = false; // its call
  isDone = false; // as the queue has heard
  wasWorked = false;
  hidden: Slot = NO_SLOT;
  deadline: Slot = NO_SLOT;

  constructor(number: number, fails: boolean) {
    this.number = number;
    this.fails = fails;
  }
}

export interface Batch {
  readonly jobs: Job[];
  /** When each came. */
  readonly since: Nanos[];
  slot: Slot;
}

export interface Worker {
  readonly machine: Machine;
  readonly busyTrack: number;
  /** Jobs that have come, each with its row of the trace. */
  readonly todo: { readonly job: Job; readonly row: Ref }[];
  isAtWork: boolean;
  poll: Slot;
  life: number;
}

/** What a message is about: a batch of jobs, one job, or only a worker. */
export interface Body {
  readonly jobs: readonly Job[];
  readonly worker: Worker | null;
}
