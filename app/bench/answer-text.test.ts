import { describe, expect, it } from "vitest";
import { answerText, rowUnit, unitBeside } from "./answer-text.ts";

const said = (value: number, unit: string, printed = false): string => {
  const answer = { kind: "simulated", value, source: "", href: "", printed } as const;
  const row = rowUnit({ unit, measured: null, model: null, simulated: answer });
  return `${answerText(answer, row)} ${row.unit}`;
};

describe("a number of the answer board", () => {
  it.each([
    [2.661, "ms", "2.661 ms"],
    [1097, "µs", "1,097 µs"],
    [12_770, "µs", "12,770 µs"],
    [12_011_490, "µs", "12.01 s"],
    [3_600_001_200, "µs", "1.000 h"],
    [187_075, "ms", "187.1 s"],
    [900_000, "ms", "15.00 min"],
    [-250_000, "µs", "−250.0 ms"],
    [0, "ms", "0 ms"],
  ])("%d %s reads %s: long times take a larger unit", (value, unit, text) => {
    expect(said(value, unit)).toBe(text);
  });

  it.each([
    [443, "packets", "443 packets"],
    [10, "", "10 "],
    [1, "results", "1 results"],
    [5.98, "packets", "5.980 packets"],
    [2, "ms", "2.000 ms"],
    [100, "%", "100.0 %"],
  ])("%d of %s reads %s: counts have no decimals", (value, unit, text) => {
    expect(said(value, unit)).toBe(text);
  });

  it("stands as the paper prints it", () => {
    expect(said(26.61, "s", true)).toBe("26.61 s");
  });

  it("has its unit once", () => {
    expect(unitBeside("Packets lost", "packets")).toBe("");
    expect(unitBeside("Results that came", "results")).toBe("");
    expect(unitBeside("Latency, mean", "ms")).toBe("ms");
  });
});
