import { describe, expect, it } from "vitest";
import { durationText, millisText, momentText } from "./times.ts";

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

  it("of a moment is never rounded to nothing, and is the call’s own as long as it is under way", () => {
    const ms = 1e6;
    const moments: readonly (readonly [number, number, number])[] = [
      ...([
        [0, 45.4, 120_100],
        [45.4, 45.4, 120_100],
        [46, 45.4, 120_100],
        [2_000, 45.4, 120_100],
      ] as const),
      ...([
        [0.45, 2.5, 600],
        [45, 700_000, 700_000],
        [45_000, 700_000, 700_000],
        [0.0454, 602, 602],
      ] as const),
    ];
    expect(moments.map(([at, called, whole]) => momentText(at * ms, called * ms, whole * ms))).toEqual([
      ...["0.0 ms", "45.4 ms", "46.0 ms", "2.0 s", "450.0 µs", "45.0 ms", "45.0 s", "45.4 µs"],
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
