/** The models beside runs of services, each held against a run where it says that it speaks. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPython, type Python } from "./python-node.ts";
import { withDefaults } from "../experiments/settings.ts";
import { experimentOf, runOf } from "../experiments/testing.ts";
import type { ParamValues } from "../experiments/types.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

/** A run’s measure by what the first model that speaks of it says. */
function ratio(id: string, measure: string, set: ParamValues): number {
  const experiment = experimentOf(id);
  const values = withDefaults(experiment, set);
  const link = experiment.models.find((one) => one.measure === measure && one.when?.(values) !== false);
  if (link === undefined) throw new Error(`${id}: no model speaks of ${measure} with ${JSON.stringify(set)}.`);
  const model = python.call(link.paper, link.function, link.arguments(values)) * link.scale;
  return Number(runOf(id, { set: values, keep: "none" }).measures[measure]?.value) / model;
}

it.each([
  ["services/fan-out", "p50Ms", { serverMs: 20 }], // leaves that are busy four fifths of the time
  ["services/fan-out", "p50Ms", { serverMs: 1 }], // pages that wait for front and network
  ["services/overload", "meanMs", { loadPerS: 700, serverMs: 0.2 }],
  ["services/deadline", "recoveryMs", { loadPerS: 500, seconds: 8, queueLimit: 2000 }], // a queue that outlasts the run
] as const)("%s: no model of %s speaks of a run with %j", (id, measure, set) => {
  expect(() => ratio(id, measure, set)).toThrow("no model speaks");
});

it.each([
  ["services/storm", "goodputPerS", { loadPerS: 200 }, 0.05],
  ["services/storm", "goodputPerS", { loadPerS: 350, retries: 1 }, 0.05],
  ["services/deadline", "recoveryMs", { loadPerS: 500 }, 0.3],
  ["services/deadline", "recoveryMs", { blipMs: 1000 }, 0.3],
  ["services/deadline", "recoveryMs", { loadPerS: 400 }, 0.3],
  ["services/balancers", "meanMs", { blipMs: 0, balancer: "random" }, 0.05],
  ["services/cold-start", "utilisation", { blipMs: 0 }, 0.05],
  ["services/pool", "utilisation", { pool: 10 }, 0.05],
  ["services/idempotency", "doneAgain", { blipMs: 0, keyLifeMs: 0, timeoutMs: 50 }, 0.15],
  ["services/fan-out", "p50Ms", {}, 0.15],
  ["services/fan-out", "p99Ms", { loadPerS: 160 }, 0.15],
  ["services/overload", "meanMs", { loadPerS: 700, serverMs: 4 }, 0.15],
  ["services/batching", "waitMs", { loadPerS: 400 }, 0.05],
  ["services/batching", "perBatch", { loadPerS: 400 }, 0.05],
  ["services/redelivery", "deliveries", { loadPerS: 30 }, 0.05],
] as const)("%s: the model of %s is near the run with %j", (id, measure, set, near) => {
  expect(Math.abs(ratio(id, measure, set) - 1)).toBeLessThan(near);
});
