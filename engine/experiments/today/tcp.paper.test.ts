/** One test a claim of the published numbers of today that a run of TCP tries. */
import { describe, expect, it } from "vitest";
import { claim } from "../../papers/claims.ts";
import "../../papers/index.ts";
import { tries } from "../tcp/tries.ts";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

/** A test of one claim, named by its id and source. */
const says = (id: string, what: string, check: () => void): void =>
  it(`today.${id} (${claim("today", id).section}): ${what}`, check);

/** A measure of the run that tries a claim, with some parameters, or the faults, set otherwise. */
function measured(id: string, measure: string, other: ParamValues = {}, otherFaults?: readonly string[]): number {
  const tried = tries.claims[id];
  if (tried === undefined) throw new Error(`today: no run tries ${id}.`);
  const { experiment, set, seed, faults } = tried;
  const run = runOf(experiment, { set: { ...set, ...other }, seed, faults: otherFaults ?? faults, keep: "none" });
  const value = run.measures[measure]?.value;
  if (typeof value !== "number") throw new Error(`${id}: ${measure} is ${String(value)}.`);
  return value;
}

describe("runs of TCP", () => {
  says("d01-quarter-hour", "sixteen sends, and six", () => {
    expect(measured("d01-quarter-hour", "totalMs")).toBeCloseTo(924_600, -2);
    expect(measured("d01-quarter-hour", "totalMs", { retries: 5 })).toBeCloseTo(12_600, -1);
  });
  says("d02-keep-alive", "two hours and nine times 75 s", () =>
    expect(measured("d02-keep-alive", "totalMs")).toBeCloseTo(7_875_000, -3),
  );
  says("d04-new-connection", "four round trips more", () => {
    expect(measured("d04-new-connection", "p50Ms")).toBeCloseTo(264, 1);
    expect(measured("d04-new-connection", "p50Ms", { setup: "open", calls: 10 })).toBeCloseTo(96, 1);
  });
  says("d06-window", "never more than a window in a round trip, and near it", () => {
    const rate = measured("d06-window", "goodputMbps");
    expect(rate).toBeLessThan(1.31);
    expect(rate).toBeGreaterThan(1.1);
  });
  says("d07-set-up", "three round trips, two, and one with early data", () => {
    expect(measured("d07-set-up", "requestMs")).toBeCloseTo(168, 1);
    expect(measured("d07-set-up", "requestMs", { setup: "tls-1.3" })).toBeCloseTo(112, 1);
    expect(measured("d07-set-up", "requestMs", { setup: "tls-1.3-early" })).toBeCloseTo(56, 1);
  });
  says("d10-root", "1.2 by the root, 0.87 where two are acknowledged together", () => {
    const trips = 8 + 1; // of the form from 8 to 16 segments, and of a repair
    expect(Math.abs(measured("d10-root", "meanWindow") / (100 / trips) - 1)).toBeLessThan(0.03);
    const delayed = { growsBy: "acknowledgements", quickAcks: 0, delayedAckMs: 40 };
    expect(Math.abs(measured("d10-root", "meanWindow", delayed) / 8.7 - 1)).toBeLessThan(0.03);
  });
  says("d12-cubic", "larger by far where the round trip is long, and the same where it is short", () => {
    const reno = { congestion: "reno", windowKB: 6144 };
    const long = measured("d12-cubic", "meanWindow");
    expect(Math.abs(long / 187 - 1)).toBeLessThan(0.15); // it makes room for others, and repairs take time
    expect(long / measured("d12-cubic", "meanWindow", reno)).toBeGreaterThan(4);
    const short = { rttMs: 10 };
    const by = measured("d12-cubic", "meanWindow", short) / measured("d12-cubic", "meanWindow", { ...reno, ...short });
    expect(Math.abs(by - 1)).toBeLessThan(0.1);
  });
  says("d39-forty", "none of the three alone costs anything", () => {
    expect(measured("d39-forty", "p50Ms")).toBeCloseTo(40.2, 0);
    for (const other of [{ nagle: "off" }, { writes: "1" }, { delayedAckMs: 0 }])
      expect(measured("d39-forty", "p50Ms", other)).toBeLessThan(1);
  });
  says("d40-six", "a loss holds up a sixth of the page", () => {
    const one = measured("d40-six", "totalMs", { connections: "one" });
    expect(measured("d40-six", "totalMs")).toBeLessThan(one / 2);
  });
  says("d41-slow-start", "a second round trip more after a silence, and none without it", () => {
    const rested = measured("d41-slow-start", "p50Ms");
    expect(rested).toBeCloseTo(200, 0);
    expect(rested - measured("d41-slow-start", "p50Ms", { idleMs: 0 })).toBeCloseTo(100, 0);
    const ten = { bytes: 10 * 1460 - 16 };
    expect(measured("d41-slow-start", "endWindow", ten)).toBe(10);
    expect(measured("d41-slow-start", "endWindow", { ...ten, afterIdle: "off" })).toBe(20);
  });
  says("d44-duplicates", "two duplicates let two new segments out, which bring the third duplicate", () => {
    expect(measured("d44-duplicates", "p50Ms")).toBeCloseTo(300, 1);
    expect(measured("d44-duplicates", "timeouts")).toBe(0);
    expect(measured("d44-duplicates", "p50Ms", { initialWindow: 10, bytes: 5840 })).toBeCloseTo(200, 1);
  });
  says("d46-lone-tail", "a probe after three round trips, and a time-out three later", () => {
    expect(measured("d46-lone-tail", "p50Ms")).toBeCloseTo(400, 1);
    const twice = ["drop call#1", "drop call#1 send 2"];
    expect(measured("d46-lone-tail", "p50Ms", {}, twice)).toBeCloseTo(700, 1);
    const replies = twice.map((line) => line.replace("call", "reply"));
    const two = { calls: 2, bytes: 1460 - 16 };
    expect(measured("d46-lone-tail", "endWindow", two, replies)).toBe(2);
    expect(measured("d46-lone-tail", "endThreshold", two, replies)).toBe(7);
  });
  says("d50-nagle", "a round trip, and next to nothing", () => {
    expect(measured("d50-nagle", "partsMs")).toBeCloseTo(200.5, 1);
    expect(measured("d50-nagle", "partsMs", { nagle: "off" })).toBeLessThan(0.1);
  });
  says("d16-incast", "two servers fill the link, sixteen take a tenth of it", () => {
    const two = measured("d16-incast", "goodputMbps", { servers: 2 });
    expect(two).toBeGreaterThan(900);
    expect(two / measured("d16-incast", "goodputMbps")).toBeGreaterThan(4);
  });
});
