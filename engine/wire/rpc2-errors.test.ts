import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RPC2_RETURN } from "./rpc2-codes.ts";
import { errorFromWire, errorToWire, UNKNOWN_ERROR } from "./rpc2-errors.ts";

it("RPC2’s return codes have each a number of its own; those that end a connection count down from -2001", () => {
  const codes = Object.values(RPC2_RETURN);
  expect(new Set(codes).size).toBe(codes.length);
  const ending = codes.filter((code) => code <= -2001).toSorted((a, b) => b - a);
  expect(ending).toEqual(ending.map((_, i) => -2001 - i));
});

describe("return codes on the wire, 2025", () => {
  it.each([
    ["ETIMEDOUT", 110, 60],
    ["EAGAIN", 11, 35],
    ["EDEADLK", 35, 11],
    ["ENOENT", 2, 2],
    ["ENOTEMPTY", 39, 66],
    ["Coda’s VBUSY, which Linux does not have", 610, 110],
  ])("%s is %i on Linux and %i on the wire, both ways", (_name, linux, wire) => {
    expect(errorToWire(linux)).toBe(wire);
    expect(errorFromWire(wire)).toBe(linux);
  });

  it("are as they were once they have gone there and back, or 4711 where the library has no number for them", () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 1000 }), (code) => {
        const wire = errorToWire(code);
        expect(errorFromWire(wire)).toBe(wire === UNKNOWN_ERROR ? UNKNOWN_ERROR : code);
        if (code <= 0) expect(wire).toBe(code);
      }),
    );
    expect(errorToWire(71)).toBe(UNKNOWN_ERROR);
    expect(errorFromWire(70)).toBe(UNKNOWN_ERROR);
  });
});
