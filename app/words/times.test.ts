import { describe, expect, it } from "vitest";
import { durationText, millisText } from "./times.ts";

describe("a time", () => {
  it("has the unit that people count it in", () => {
    expect([60_000, 598.2e6, 43.5e9, 599e9, 3600e9, 930.25e9].map(durationText)).toEqual([
      "60 µs",
      "598.2 ms",
      "43.5 s",
      "599 s",
      "60 min",
      "15.5 min",
    ]);
  });

  it("of a form is exact in seconds and in minutes", () => {
    expect([20, 9_999, 10_000, 30_250, 60_000, 90_000, 100_000, 3_600_000].map(millisText)).toEqual([
      "20 ms",
      "9,999 ms",
      "10 s",
      "30.25 s",
      "1 min",
      "1.5 min",
      "100 s",
      "60 min",
    ]);
  });
});
