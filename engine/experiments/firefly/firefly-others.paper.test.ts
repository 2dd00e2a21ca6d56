/** What Section 6 of the Firefly’s paper says of other systems, tried on the systems of the sweepstakes. */
import { describe, expect, it } from "vitest";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

const measured = (id: string, set: ParamValues, measure: string): number =>
  Number(runOf(id, { set, keep: "none" }).measures[measure]?.value);
const ms = (system: string): number => measured("sweepstakes/null", { system }, "msPerCall");
const mbit = (system: string, callers = "own"): number =>
  measured("sweepstakes/throughput", { system, callers }, "mbitPerS");
const wireShare = (system: string): number => measured("sweepstakes/throughput", { system }, "wireShare");

describe("Section 6", () => {
  it("others-cedar: a call of Cedar takes a fifth less than one of Amoeba", () => {
    expect(100 * (1 - ms("cedar") / ms("amoeba"))).toBeCloseTo(21.6, 0);
  });

  it("others-100x: a remote call takes more than 150 local ones on the Firefly, and fewer under Amoeba", () => {
    const local = measured("firefly/null", { transport: "local", calls: 20 }, "latencyMs");
    expect(ms("firefly") / local).toBeGreaterThan(150);
    expect(ms("firefly") / local).toBeLessThan(180);
    // A local call of 15 µs at one MIPS takes a machine of more MIPS as many instructions.
    expect((ms("amoeba") * 1.5) / local).toBeLessThan(150);
  });

  it("others-throughput-limit: Cedar drives its Ethernet to the limit, and no other of the seven does", () => {
    expect(wireShare("cedar")).toBeGreaterThan(85);
    expect(mbit("cedar", "8") / mbit("cedar", "4")).toBeLessThan(1.01);
    for (const system of ["amoeba", "v", "sprite", "amoeba-unix", "firefly-1", "firefly"]) {
      expect(wireShare(system), system).toBeLessThan(60);
    }
  });
});
