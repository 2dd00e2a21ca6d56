import { expect, test } from "vitest";
import { placeAt, placesOf } from "./rankings.ts";

test("the least value is first, and equal ones keep their order", () => {
  expect(placesOf([3, 1, 2, 1])).toEqual([3, 0, 2, 1]);
});

test("between two rulers a value is on its way: two that change places cross in the middle", () => {
  const rankings = [
    [0, 1, 2],
    [1, 0, 2],
  ];
  expect([0, 0.5, 1].map((at) => placeAt(rankings, 0, at))).toEqual([0, 0.5, 1]);
  expect([0, 0.5, 1].map((at) => placeAt(rankings, 1, at))).toEqual([1, 0.5, 0]);
  expect(placeAt(rankings, 2, 0.3)).toBe(2);
});
