import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { micros, millis } from "../kernel/time.ts";
import { assumed, durationOf, sizedDuration, type SizedCost } from "./cost.ts";

const us = (value: number): SizedCost["small"] => assumed("A step", value, "us", "a test’s");

describe("a cost", () => {
  it("in microseconds or milliseconds is a duration in whole nanoseconds; in any other unit it is none", () => {
    expect(durationOf(us(68.8))).toBe(68_800);
    expect(durationOf(assumed("A wait", 600, "ms", ""))).toBe(millis(600));
    expect(() => durationOf(assumed("Bandwidth", 16, "Mbit/s", ""))).toThrow(
      "Bandwidth is in Mbit/s; a duration needs",
    );
    expect(() => durationOf(assumed("Limit", 10, "", ""))).toThrow("Limit is in no unit");
  });

  it("given for two sizes lies on the straight line through them, and never below nothing", () => {
    const cost: SizedCost = { small: us(45), large: us(440), smallBytes: 74, largeBytes: 1514 };
    expect([74, 1514].map((bytes) => sizedDuration(cost, bytes))).toEqual([micros(45), micros(440)]);
    fc.assert(
      fc.property(fc.integer({ min: 74, max: 1513 }), (bytes) => {
        const step = sizedDuration(cost, bytes + 1) - sizedDuration(cost, bytes);
        expect(Math.abs(step - micros(395) / 1440)).toBeLessThanOrEqual(1);
      }),
    );
    const falling: SizedCost = { small: us(10), large: us(5), smallBytes: 0, largeBytes: 10 };
    expect(sizedDuration(falling, 30)).toBe(0);
  });
});
