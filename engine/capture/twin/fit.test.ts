/** Two fitted numbers, and the interval of a median. */
import { expect, test } from "vitest";
import { evenly, fitted, medianInterval } from "./fit.ts";

const sized = (bytes: number, ns: number) => ({ bytes, ns });
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

test("calls of a machine of two numbers give these numbers, and a slow call in ten does not move them", () => {
  const calls = numbers(40).map((i) => sized(100 * i, 5000 + 300 * i + (i % 10 === 0 ? 1e9 : 0)));
  const { fixedNs, perByteNs } = fitted([calls]);
  expect(perByteNs).toBeCloseTo(3, 6);
  expect(fixedNs).toBeCloseTo(5000, 6);
});

test("a kind of long and slow calls beside one of short and quick ones is no cost of bytes", () => {
  const [quick, slow] = [[sized(100, 1000), sized(100, 1000)], [sized(900, 9000)]];
  expect(fitted([quick, slow])).toEqual({ fixedNs: 1000, perByteNs: 0, calls: 3 });
});

test("the median of 10 values lies from the 2nd to the 9th, of 1000 from the 470th to the 531st", () => {
  expect(medianInterval(numbers(10))).toEqual({ median: 4.5, low: 1, high: 8 });
  expect(medianInterval(numbers(1000))).toEqual({ median: 499.5, low: 468, high: 531 });
  expect(medianInterval(numbers(5))).toEqual({ median: 2, low: null, high: null });
});

test("some of many items lie at equal distances", () => {
  expect(evenly(numbers(10), 5)).toEqual([0, 2, 4, 6, 8]);
  expect(evenly(numbers(7), 3)).toHaveLength(3);
});
