/** Breakers of services, beside second copies and connections that are waited for. */
import { describe, expect, it } from "vitest";
import { elapsedOf, outcomeOf } from "../../kernel/reads.ts";
import { millis } from "../../kernel/time.ts";
import { Breaker, OPEN_FOR, WINDOW } from "../../systems/services/caller-policy.ts";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

const run = (set: ParamValues) =>
  runOf("services/graph", { set: { policy: "breaker", retries: 0, ...set }, keep: "none" });

describe("a breaker", () => {
  it("lets another probe out where the caller takes one back", () => {
    const breaker = new Breaker();
    for (let attempt = 0; attempt < WINDOW; attempt++) breaker.ended(true, 0, breaker.began());
    expect([breaker.allows(OPEN_FOR), breaker.began(), breaker.allows(OPEN_FOR)]).toEqual([true, true, false]);
    breaker.left(false); // of the time before it opened
    expect(breaker.allows(OPEN_FOR)).toBe(false);
    breaker.left(true);
    expect(breaker.allows(OPEN_FOR)).toBe(true);
  });

  it("that refuses a second copy leaves the first one its answer", () => {
    const service = { graph: "single", servers: 2, workers: 200, serverMs: 20, queueLimit: 10_000 };
    const fails = { blip: "fail", whom: "one", blipMs: 2000, clients: 1, loadPerS: 1000, hedgeMs: 5 };
    const { trace } = run({ ...service, ...fails, deadlineMs: 120_000 });
    const refused = Array.from({ length: trace.calls.count }, (_, row) => row).filter(
      (row) => outcomeOf(trace, row) === "refused",
    );
    expect(refused.length).toBeGreaterThan(500);
    expect(refused.filter((row) => elapsedOf(trace, row) > 0)).toEqual([]);
  });

  it("that opens refuses those that wait for a connection", () => {
    const service = { servers: 1, workers: 200, serverMs: 1, pool: 1, loadPerS: 200 };
    const { trace } = run({ ...service, blip: "cut", blipMs: 2000, deadlineMs: 400, seconds: 10 });
    const late = Array.from({ length: trace.calls.count }, (_, row) => row).filter(
      (row) => elapsedOf(trace, row) > millis(350),
    );
    expect(late.length).toBeLessThan(30); // twenty that opened it, and no more
  });

  it("is closed again though its caller, who had another answer, took the probe back", () => {
    const own = { graph: "single", servers: 2, timeoutMs: 2000, deadlineMs: 400 };
    const { goodputPerS } = run({ ...own, hedgeMs: 20, cancel: "on", blipMs: 3000, seconds: 25 }).measures;
    expect(Number(goodputPerS?.value)).toBeGreaterThan(290); // of 300 that come
  });
});
