/** One test a claim of the published numbers of today that a run of services tries. */
import { describe, expect, it } from "vitest";
import { claim } from "../../papers/claims.ts";
import "../../papers/index.ts";
import { tries } from "../services/tries.ts";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

/** A test of one claim, named by its id and source. */
const says = (id: string, what: string, check: () => void): void =>
  it(`today.${id} (${claim("today", id).section}): ${what}`, check);

/** A measure of the run that tries a claim, with some parameters set otherwise. */
function measured(id: string, measure: string, other: ParamValues = {}): number {
  const tried = tries.claims[id];
  if (tried === undefined) throw new Error(`today: no run tries ${id}.`);
  const { experiment, set, seed } = tried;
  return Number(runOf(experiment, { set: { ...set, ...other }, seed, keep: "none" }).measures[measure]?.value);
}

describe("runs of services", () => {
  says("d21-triple", "three attempts, and a tenth more with a budget", () => {
    expect(measured("d21-triple", "attemptsPerCall")).toBe(3);
    const saved = { budget: 0.1, clients: 1, loadPerS: 100, seconds: 60 };
    expect(measured("d21-triple", "attemptsPerCall", saved)).toBeCloseTo(1.1, 2);
  });
  says("d22-layers", "sixty-four", () => expect(measured("d22-layers", "attemptsPerCall")).toBe(64));
  says("d29-throttle", "five failures, however many retries a call may have from there on", () => {
    expect(measured("d29-throttle", "failuresToStop")).toBe(5);
    expect(measured("d29-throttle", "sentAgain")).toBe(4);
  });
  says("d31-bucket", "a hundred, however many calls come", () => {
    for (const loadPerS of [50, 500]) expect(measured("d31-bucket", "sentAgain", { loadPerS })).toBe(100);
    expect(measured("d31-bucket", "sentAgain", { blip: "cut" })).toBe(50); // each after a time-out
    const some = { errorShare: 0.3, seconds: 60 }; // successes give back what retries took, so there is always one left
    expect(measured("d31-bucket", "failuresToStop", some)).toBe(0);
  });
  says("d53-budget", "1.21, and 1.2 where more calls share the ten a second", () => {
    expect(measured("d53-budget", "attemptsPerCall")).toBeCloseTo(1.21, 2);
    expect(measured("d53-budget", "attemptsPerCall", { loadPerS: 5000 })).toBeCloseTo(1.202, 3);
  });
  says("d28-metastable", "two loads on both sides of the edge", () => {
    const last = { retries: 2, seconds: 30 };
    expect(measured("d28-metastable", "goodputPerS", { ...last, loadPerS: 300 })).toBeLessThan(200);
    expect(measured("d28-metastable", "goodputPerS", { ...last, loadPerS: 200 })).toBeGreaterThan(180);
  });
  says("d32-two-choices", "near the theorem, where chance alone takes twice the time", () => {
    expect(Math.abs(measured("d32-two-choices", "meanMs") / 12.657 - 1)).toBeLessThan(0.08);
    expect(measured("d32-two-choices", "meanMs", { balancer: "random" })).toBeGreaterThan(18);
  });
  says("d24-jitter", "fewest writes with it, and most time with a pause that doubles", () => {
    const writes = measured("d24-jitter", "writes");
    expect(Math.abs(writes / 795 - 1)).toBeLessThan(0.03);
    for (const pause of ["none", "exponential", "equal", "decorrelated"]) {
      expect(measured("d24-jitter", "writes", { pause }), pause).toBeGreaterThan(writes);
      if (pause !== "exponential") expect(measured("d24-jitter", "allMs", { pause }), pause).toBeLessThan(10_000);
    }
    expect(measured("d24-jitter", "allMs", { pause: "exponential" })).toBeGreaterThan(50_000);
  });
  says("checks-readiness", "a tenth of the calls for two seconds in place of eight", () => {
    const without = measured("checks-readiness", "failedShare", { checkMs: 0 });
    expect(measured("checks-readiness", "failedShare") / without).toBeCloseTo(2 / 8, 1);
  });
  says("kafka-linger", "carries twice what single jobs can, and costs a wait where few come", () => {
    expect(measured("kafka-linger", "returnedShare")).toBe(100);
    expect(measured("kafka-linger", "returnedShare", { lingerMs: 0 })).toBeLessThan(20);
    const few = { loadPerS: 100 };
    const cost = measured("kafka-linger", "p50Ms", few) - measured("kafka-linger", "p50Ms", { ...few, lingerMs: 0 });
    expect(cost).toBeCloseTo(5, 9);
  });
  says("sqs-redelivery", "one of twenty is done twice, and none with a long time", () => {
    expect(measured("sqs-redelivery", "againShare") / 100).toBeCloseTo(Math.exp(-3), 1);
    expect(measured("sqs-redelivery", "doneAgain")).toBeGreaterThan(20);
    expect(measured("sqs-redelivery", "doneAgain", { visibleMs: 2000 })).toBe(0);
  });
  says("d54-hedge", "the tail is a sixth shorter", () => {
    const alone = measured("d54-hedge", "p99Ms", { hedgeMs: 0 });
    expect(measured("d54-hedge", "p99Ms") / alone).toBeCloseTo(38 / 46.1, 1);
  });
});
