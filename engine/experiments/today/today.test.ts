/** The machine of today: two round trips that it was fitted to, and what it says besides. */
import { describe, expect, it } from "vitest";
import { verdicts, runsOfTable } from "../run-tables.ts";
import { experimentOf, measureOf, runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";
import { IMPROVED } from "./improvements.ts";

const run = (set: ParamValues = {}) => runOf("today/call", { set, keep: "none" });
const us = (set: ParamValues = {}): number => measureOf(run(set), "latencyUs");

describe("a small call between servers of today", () => {
  it("takes the two published round trips, to a hundredth of a microsecond", () => {
    expect(us()).toBeCloseTo(90, 1);
    expect(us({ stack: "bypass" })).toBeCloseTo(2.3, 2);
  });

  it("is software through sockets, and past the kernel it is not", () => {
    const share = (stack: string): number => {
      const one = run({ stack });
      return (measureOf(one, "clientUs") + measureOf(one, "serverCpuUs")) / measureOf(one, "latencyUs");
    };
    expect(share("sockets")).toBeGreaterThan(0.97);
    expect(share("bypass")).toBeLessThan(0.15);
  });

  it("is two packets of either stack, and no more; an acknowledgement follows the last", () => {
    for (const stack of ["sockets", "bypass"]) expect(measureOf(run({ stack, calls: 10 }), "packets")).toBe(20);
  });

  it("takes 40 ms more where it is written twice with Nagle’s algorithm, and neither alone costs them", () => {
    expect(us({ writes: "2", nagle: "on" }) - us({ writes: "2" })).toBeGreaterThan(39_900);
    expect(us({ writes: "2" })).toBeLessThan(130);
    expect(us({ nagle: "on" })).toBe(us());
    expect(us({ writes: "2", nagle: "on", stack: "bypass" })).toBe(us({ stack: "bypass" }));
  });

  it("is given up after 16 sends and 924.6 s where the server is gone, as Linux says of tcp_retries2", () => {
    const faults = ["crash server at 1ms"];
    const gone = runOf("today/call", { set: { serverUs: 10_000, calls: 1 }, faults, keep: "none" });
    expect(measureOf(gone, "packets")).toBe(16);
    expect(measureOf(gone, "msPerCall")).toBeCloseTo(924_600, -1);
  });

  it("waits 200 ms for a lost packet through sockets, and 5 ms past the kernel", () => {
    const lost = (stack: string, kind: string): number =>
      measureOf(
        runOf("today/call", { set: { stack, calls: 1 }, faults: [`drop ${kind}#1`], keep: "none" }),
        "latencyUs",
      );
    expect(lost("sockets", "call")).toBeCloseTo(200_000 + us(), -2);
    expect(lost("bypass", "request")).toBeCloseTo(5000 + us({ stack: "bypass" }), -1);
  });
});

describe("a large call", () => {
  it("of 64 KB is the wire’s past the kernel, and the software’s through sockets", () => {
    const large = { bytes: 65_536, calls: 3 };
    expect(measureOf(run({ ...large, stack: "bypass" }), "wireShare")).toBeGreaterThan(85);
    expect(measureOf(run(large), "wireShare")).toBeLessThan(30);
  });

  it("returns over either stack whatever its size", () => {
    for (const stack of ["sockets", "bypass"]) {
      for (const bytes of [0, 1, 1023, 1024, 1025, 1448, 1449, 5000]) {
        expect(measureOf(run({ stack, bytes, resultBytes: bytes, calls: 2 }), "failedCalls"), `${bytes}`).toBe(0);
      }
    }
  });
});

describe("the Firefly’s eight improvements", () => {
  const experiment = experimentOf("today/call");
  const made = runsOfTable(experiment, IMPROVED).map(({ parameters }) => run(parameters).measures);
  const table = verdicts(experiment, IMPROVED, (one) => made[one]);
  const pays = (row: number): readonly (boolean | null | undefined)[] =>
    (table[row] ?? []).map((verdict) => verdict?.holds);

  it("pay otherwise past the kernel than through sockets", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(pays)).toEqual([
      [false, false, true, true],
      [false, false, true, true],
      [true, true, true, true],
      [null, null, null, null],
      [true, true, null, null],
      [true, true, null, null],
      [true, true, null, null],
      [true, true, true, false],
    ]);
  });
});
