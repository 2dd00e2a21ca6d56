import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, toSeconds } from "../../kernel/time.ts";
import { interval1987, interval2025, LIBRARY_1987, LIBRARY_2025, retrySchedule } from "./library.ts";
import { measured, NO_ESTIMATE, retryAfter } from "./round-trip.ts";

const intervals1987 = (retries: number, keepAliveSeconds: number): number[] => {
  const timing = { retries, keepAlive: seconds(keepAliveSeconds) };
  const all: number[] = [];
  for (let index = 1; ; index++) {
    const interval = interval1987(index, timing);
    if (interval === null) return all;
    all.push(interval);
  }
};

describe("the retry intervals of 1987", () => {
  // Rows of the RPC2 manual's retry tables, in seconds; the last is the wait before the peer is given up.
  it.each([
    [1, 15, [5.0, 10.0]],
    [2, 30, [4.29, 8.57, 17.14]],
    [3, 60, [4.0, 8.0, 16.0, 32.0]],
    [5, 15, [0.3, 0.48, 0.95, 1.9, 3.81, 7.56]],
    [5, 60, [0.95, 1.9, 3.81, 7.62, 15.24, 30.48]],
    [6, 15, [0.3, 0.3, 0.47, 0.94, 1.89, 3.78, 7.31]],
    [6, 60, [0.47, 0.94, 1.89, 3.78, 7.56, 15.12, 30.24]],
    [9, 15, [0.3, 0.3, 0.3, 0.3, 0.3, 0.47, 0.94, 1.88, 3.75, 6.46]],
    [9, 45, [0.3, 0.3, 0.3, 0.35, 0.7, 1.41, 2.82, 5.63, 11.26, 21.93]],
  ])("with N = %i and B = %i s are those of the manual’s table", (retries, keepAlive, table) => {
    const ours = intervals1987(retries, keepAlive);
    expect(ours).toHaveLength(table.length);
    table.forEach((wanted, index) => {
      expect(Math.abs(toSeconds(ours[index] ?? 0) - wanted), `b${index + 1}`).toBeLessThan(0.011);
    });
  });

  it("add up to B exactly, and none is below 300 ms but what B leaves", () => {
    fc.assert(
      fc.property(fc.nat(29), fc.integer({ min: 1, max: 600 }), (retries, keepAlive) => {
        const ours = intervals1987(retries, keepAlive);
        expect(ours.reduce((sum, one) => sum + one, 0)).toBe(seconds(keepAlive));
        expect(ours.length).toBeLessThanOrEqual(retries + 1);
        for (const one of ours.slice(0, -1)) expect(one).toBeGreaterThanOrEqual(millis(300));
      }),
    );
  });

  it("are followed after a BUSY by B, and then the series again", () => {
    expect(interval1987(0, { retries: 6, keepAlive: seconds(60) })).toBe(seconds(60));
  });
});

describe("the retry intervals of 2025", () => {
  const DEFAULT = { retries: 6, keepAlive: seconds(60) };

  it("with N = 6 and B = 60 s grow from 0.1 to 15.1 s where nothing is known of the way", () => {
    const ours = [1, 2, 3, 4, 5, 6, 7].map((index) => toSeconds(interval2025(index, DEFAULT, NO_ESTIMATE, -140) ?? 0));
    [0.1, 0.569, 1.038, 1.975, 3.85, 7.6, 15.1].forEach((wanted, index) => expect(ours[index]).toBeCloseTo(wanted, 2));
    expect(interval2025(8, DEFAULT, NO_ESTIMATE, 64)).toBeNull();
  });

  it("are never shorter than the estimated round trip and 100 ms, and never longer than 30 s", () => {
    const slow = { smoothed: seconds(3), deviation: seconds(0.5) };
    expect(interval2025(1, DEFAULT, slow, 0)).toBeGreaterThanOrEqual(seconds(4.1));
    expect(interval2025(7, { retries: 6, keepAlive: seconds(600) }, slow, 0)).toBe(seconds(30));
  });

  it("are at most 16, however many retries are asked for", () => {
    expect(retrySchedule(LIBRARY_2025, { retries: 40, keepAlive: seconds(60) }).sends).toHaveLength(16);
  });
});

describe("a schedule of sends", () => {
  it("ends after B (1987) where nobody answers", () => {
    const { sends, givenUp } = retrySchedule(LIBRARY_1987, { retries: 6, keepAlive: seconds(60) });
    expect(sends).toHaveLength(7);
    expect(givenUp).toBe(seconds(60));
  });
});

describe("the estimate of a round trip", () => {
  it("comes to what is measured again and again, and its deviation to nothing", () => {
    let estimate = NO_ESTIMATE;
    for (let n = 0; n < 200; n++) estimate = measured(estimate, millis(20));
    expect(estimate.smoothed / millis(20)).toBeCloseTo(1, 3);
    expect(estimate.deviation).toBeLessThan(millis(0.1));
    expect(retryAfter(estimate, 60)).toBeGreaterThan(millis(20));
  });

  it("reckons more time for longer packets", () => {
    expect(retryAfter(NO_ESTIMATE, 1060) - retryAfter(NO_ESTIMATE, 60)).toBe(millis(10));
  });
});
