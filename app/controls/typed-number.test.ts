import { describe, expect, it } from "vitest";
import { typedNumber, typedNumbers } from "./typed-number.ts";

const WHOLE = { min: 0, max: 100_000, step: 1, unit: "" };
const SPEED = { min: 0.1, max: 1000, step: 0.1, unit: "Mbit/s" };
const TIME = { min: 0, max: 10_000, step: 0.1, unit: "us" };

describe("a field", () => {
  it("takes its own unit behind the number, in both spellings, and no other", () => {
    expect(typedNumber(TIME, "140,4 µs")).toEqual({ value: 140.4 });
    expect(typedNumber(TIME, "140.4us")).toEqual({ value: 140.4 });
    expect(typedNumber(TIME, "1 ms")).toHaveProperty("why");
  });
});

describe("a list that a reader types", () => {
  it.each([
    ["1, 2, 4", WHOLE, [1, 2, 4]],
    ["1 2 4", WHOLE, [1, 2, 4]],
    ["1;2;4", WHOLE, [1, 2, 4]],
    ["1,2,4", WHOLE, [1, 2, 4]],
    ["2,9; 10,5", SPEED, [2.9, 10.5]],
    ["2,9", WHOLE, [2, 9]],
    ["1,000; 2,000", WHOLE, [1000, 2000]],
    ["1,000, 2,000", WHOLE, [1000, 2000]],
    ["", WHOLE, []],
  ])("%j has the values that are meant", (text, field, values) => {
    expect(typedNumbers(field, text)).toEqual({ values });
  });

  it.each([
    ["2,9", SPEED, '"2,9" can be 2.9, or 2 and 9. Write 2.9, or 2; 9.'],
    ["1,500", WHOLE, '"1,500" can be 1500, or 1 and 500. Write 1500, or 1; 500.'],
    ["1 500", WHOLE, '"1 500" can be 1500, or 1 and 500. Write 1500, or 1; 500.'],
    ["1, 2, x", WHOLE, ""],
    ["1,000 000", SPEED, expect.any(String)],
  ])("%j is refused", (text, field, why) => {
    expect(typedNumbers(field, text)).toEqual({ why });
  });
});
