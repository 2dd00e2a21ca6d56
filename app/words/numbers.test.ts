import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, decimalsFor, deviationText, figureText, numberText, plainText } from "./numbers.ts";

describe("figures of a column", () => {
  it.each([
    [97.62, 1, "97.6"],
    [0.00226, 1, "0.0023"],
    [0.04, 1, "0.040"],
    [2.4, 0, "2.4"],
    [-0.00226, 1, "−0.0023"],
    [0, 1, "0.0"],
    [1e-9, 2, "0.000000"],
    [NaN, 1, "–"],
  ])("%d with %d decimals: %s", (value, decimals, text) => {
    expect(figureText(value, decimals)).toBe(text);
  });
});

describe("numbers on a chart", () => {
  it("have three significant figures, and as many decimals as the paper prints", () => {
    expect(decimalsFor([375, 741])).toBe(0);
    expect(decimalsFor([2.514, 11.2])).toBe(1);
    expect(decimalsFor([26.6], [26.61])).toBe(2);
    expect(decimalsFor([0.0123])).toBe(4);
    expect(decimalsFor([])).toBe(0);
  });

  it("carry commas, a true minus and a thin space before the unit", () => {
    expect(numberText(12345.6, 1)).toBe("12,345.6");
    expect(plainText(-0.5)).toBe("−0.5");
    expect(deviationText(5.97)).toBe("+6.0\u2009%");
    expect(deviationText(-1.5)).toBe("−1.5\u2009%");
    expect(deviationText(0.01)).toBe("0.0\u2009%");
  });

  it("are never printed as NaN or Infinity", () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        expect(numberText(value, decimals)).not.toMatch(/NaN|Infinity/);
        expect(plainText(value)).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});

describe("a count", () => {
  it.each([
    [1, "leaf", "1 leaf"],
    [40, "more leaf", "40 more leaves"],
    [2, "proxy", "2 proxies"],
    [2, "gateway", "2 gateways"],
    [2, "cache", "2 caches"],
    [2, "box", "2 boxes"],
    [2, "packet", "2 packets"],
  ])("of %d and %s: %s", (count, one, text) => {
    expect(counted(count, one)).toBe(text);
  });
});
