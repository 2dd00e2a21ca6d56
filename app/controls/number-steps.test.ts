import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snap } from "../../engine/experiments/parameters.ts";
import { keyValue, positionOf, RAIL, stepped, valueAt } from "./number-steps.ts";
import type { NumberRange } from "./number-steps.ts";

const threads: NumberRange = {
  kind: "number",
  label: "Threads",
  unit: "",
  min: 1,
  max: 8,
  step: 1,
  default: 1,
  why: "test",
};
const speed: NumberRange = {
  kind: "number",
  label: "Speed",
  unit: "Mbit/s",
  min: 0.1,
  max: 1000,
  step: 0.1,
  default: 10,
  scale: "log",
  why: "test",
};
const bytes: NumberRange = { ...threads, min: 1, max: 1440 };
/** Zero to 16 MB, of which the first 64 KB are most looked at. */
const message: NumberRange = { ...threads, min: 0, max: 16_777_216, default: 32_768, scale: "log" };
const either = fc.constantFrom(threads, speed, bytes, message);

describe("a number on its rail", () => {
  it("stands at the ends for the limits, in the middle for the middle, by decades on a logarithmic rail", () => {
    expect(positionOf(threads, 1)).toBe(0);
    expect(positionOf(threads, 8)).toBe(RAIL);
    expect(positionOf(speed, 10)).toBeCloseTo(RAIL / 2, 9);
  });

  it("has room for small values on a logarithmic rail that begins at zero", () => {
    expect(positionOf(message, 0)).toBe(0);
    expect(positionOf(message, message.max)).toBe(RAIL);
    expect(positionOf(message, 32_768)).toBeGreaterThan(0.4 * RAIL);
    expect(valueAt(message, 0)).toBe(0);
    expect([stepped(message, 0, "step", true), stepped(message, 1, "step", false)]).toEqual([1, 0]);
    expect([stepped(message, 0, "large", true), stepped(message, 20_000, "step", true)]).toEqual([10, 50_000]);
  });

  it("gives an allowed value wherever the thumb is put", () => {
    fc.assert(
      fc.property(either, fc.double({ min: -10, max: 1010, noNaN: true }), (param, position) => {
        const value = valueAt(param, position);
        expect(value).toBeGreaterThanOrEqual(param.min);
        expect(value).toBeLessThanOrEqual(param.max);
        expect(snap(param, value)).toBe(value);
      }),
    );
  });
});

describe("keys on a number", () => {
  it("move along 1, 2, 5, 10 on a logarithmic rail, by one step with Shift, by a decade with Page", () => {
    expect(stepped(speed, 10, "step", true)).toBe(20);
    expect(stepped(speed, 10, "step", false)).toBe(5);
    expect(stepped(speed, 7, "step", true)).toBe(10);
    expect(stepped(speed, 10, "fine", true)).toBe(10.1);
    expect(stepped(speed, 10, "large", true)).toBe(100);
    expect(stepped(speed, 0.1, "step", true)).toBe(0.2);
  });

  it("move a short linear range by ones and a long one by more", () => {
    expect(stepped(threads, 4, "step", true)).toBe(5);
    expect(stepped(bytes, 100, "step", true)).toBe(115);
    expect(stepped(bytes, 100, "fine", true)).toBe(101);
  });

  it("always move, never past a limit", () => {
    const key = fc.constantFrom("ArrowUp", "ArrowRight", "PageUp", "ArrowDown", "ArrowLeft", "PageDown");
    fc.assert(
      fc.property(
        either,
        fc.double({ min: 0, max: RAIL, noNaN: true }),
        key,
        fc.boolean(),
        (param, at, name, shift) => {
          const value = valueAt(param, at);
          const next = keyValue(param, value, name, shift);
          const up = name === "ArrowUp" || name === "ArrowRight" || name === "PageUp";
          const limit = up ? param.max : param.min;
          if (value === limit) expect(next).toBe(limit);
          else expect(up ? Number(next) > value : Number(next) < value).toBe(true);
          expect(next).toBeGreaterThanOrEqual(param.min);
          expect(next).toBeLessThanOrEqual(param.max);
        },
      ),
    );
  });

  it("go to the limits with Home and End, and leave other keys alone", () => {
    expect(keyValue(bytes, 7, "Home", false)).toBe(1);
    expect(keyValue(bytes, 7, "End", false)).toBe(1440);
    expect(keyValue(bytes, 7, "a", false)).toBeUndefined();
  });
});
