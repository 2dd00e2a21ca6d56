import { describe, expect, it } from "vitest";
import { roundStep } from "./round-step.ts";
import { linearScale, logScale } from "./scale.ts";

describe("scales", () => {
  it("lead from a value to its place and back, clamped where asked", () => {
    const linear = linearScale({ domain: [0, 10], range: [100, 0] });
    expect([linear.at(2.5), linear.valueAt(75), linear.at(20)]).toEqual([75, 2.5, -100]);
    const log = logScale({ domain: [1, 1000], range: [0, 300], clamp: true });
    expect([log.at(10), log.at(1e6), log.at(0.1)].map(Math.round)).toEqual([100, 300, 0]);
    expect(log.valueAt(200)).toBeCloseTo(100, 9);
    expect(linearScale({ domain: [3, 3], range: [0, 50] }).at(3)).toBe(25);
  });

  it("have round ends and ticks, with figures that show no more digits than their step needs", () => {
    const scale = linearScale({ domain: [0, 0.93], range: [0, 1], nice: 5 });
    expect(scale.domain).toEqual([0, 1]);
    expect(scale.ticks(5).map((tick) => scale.figure(tick, 5))).toEqual(["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    const large = linearScale({ domain: [-1000, 2000], range: [0, 1] });
    expect(large.ticks(3).map((tick) => large.figure(tick, 3))).toEqual(["−1,000", "0", "1,000", "2,000"]);
  });

  it("label of a logarithmic axis what leaves room", () => {
    const scale = logScale({ domain: [0.1, 1000], range: [0, 1] });
    const figures = scale.ticks(4).map((tick) => scale.figure(tick, 4));
    expect(figures.filter((figure) => figure !== "")).toEqual(["0.1", "1", "10", "100", "1,000"]);
  });

  it("step by 1, 2 or 5 times a power of ten, never by less than asked", () => {
    expect([1, 1.2, 3, 7, 12, 51, 1000, 0.3].map(roundStep)).toEqual([1, 2, 5, 10, 20, 100, 1000, 0.5]);
  });
});
