/** Queues of jobs, held to their own rules and to the models beside them. */
import { describe, expect, it } from "vitest";
import { simulateJobQueue, type JobQueueRun } from "../../systems/services/job-queue.ts";
import { parseScript } from "../../faults/index.ts";
import { outcomeOf } from "../../kernel/reads.ts";
import { withDefaults } from "../settings.ts";
import { experimentOf } from "../testing.ts";
import { batchingOptions, redeliveryOptions, type BatchingValues, type RedeliveryValues } from "./jobs-params.ts";

const request = (faults: readonly string[]) => ({ seed: 1, faults: parseScript(faults), keep: "none" }) as const;
const batched = (set: Partial<BatchingValues>, faults: readonly string[] = []): JobQueueRun => {
  const values = withDefaults(experimentOf("services/batching"), set) as BatchingValues;
  return simulateJobQueue(batchingOptions(values), request(faults));
};
const handedOut = (set: Partial<RedeliveryValues>, faults: readonly string[] = []): JobQueueRun => {
  const values = withDefaults(experimentOf("services/redelivery"), { failShare: 0, ...set }) as RedeliveryValues;
  return simulateJobQueue(redeliveryOptions(values), request(faults));
};
const returned = ({ trace }: JobQueueRun): number =>
  Array.from({ length: trace.calls.count }, (_, row) => outcomeOf(trace, row)).filter((one) => one === "returned")
    .length;

describe("a batch", () => {
  it("leaves when it is full, and else when its first job has waited", () => {
    const full = batched({ batch: 4, lingerMs: 1000, loadPerS: 2000 });
    expect(full.jobs / full.batches).toBeGreaterThan(3.99);
    expect(full.jobs / full.batches).toBeLessThanOrEqual(4);
    const single = batched({ lingerMs: 0, loadPerS: 500 });
    expect([single.batches, single.batchWait]).toEqual([single.jobs, 0]);
  });

  it("of random jobs has 1 + λL of them, which wait L (1 + λL/2)/(1 + λL)", () => {
    const { jobs, batches, batchWait } = batched({ lingerMs: 20, loadPerS: 400, batch: 1000, seconds: 30 });
    expect(jobs / batches).toBeCloseTo(3, 0);
    expect(batchWait / jobs / 1e6 / ((20 * 2) / 3)).toBeCloseTo(1, 1);
  });

  it("that is stored outlives a crash of the queue, and one on its way does not", () => {
    const ran = batched({ loadPerS: 500 }, ["crash queue at 2s", "restart queue at 3s"]);
    expect(returned(ran) / ran.trace.calls.count).toBeCloseTo(0.9, 1);
  });
});

describe("a job that is out", () => {
  it("comes again when nobody has heard of it, as often as exponential times say", () => {
    const { deliveries, delivered } = handedOut({ visibleMs: 100, loadPerS: 20, seconds: 60, workers: 20 });
    const late = Math.exp(-1);
    expect(deliveries / delivered).toBeCloseTo(1 + late + late ** 3, 1);
  });

  it("of a worker that has crashed is done by another one after its time", () => {
    const crash = ["crash worker1 at 5s", "crash worker2 at 5s", "crash worker3 at 5s"];
    const ran = handedOut({ visibleMs: 2000, workMs: 200, loadPerS: 20 }, crash);
    expect(returned(ran)).toBe(ran.trace.calls.count);
    expect(ran.deliveries).toBeGreaterThan(ran.delivered);
    const lost = handedOut({ visibleMs: 2000, workMs: 200, loadPerS: 20, receives: 1 }, crash);
    expect(lost.deadLetters).toBe(lost.trace.calls.count - returned(lost));
    expect(lost.deadLetters).toBeGreaterThan(0);
  });

  it("and cannot be done is a dead letter after its last time", () => {
    const ran = handedOut({ failShare: 1, loadPerS: 5, receives: 4, visibleMs: 1000 });
    expect(ran.deadLetters).toBe(ran.trace.calls.count);
    expect(ran.deliveries).toBe(4 * ran.trace.calls.count);
    expect([returned(ran), ran.done]).toEqual([0, 0]);
  });
});
