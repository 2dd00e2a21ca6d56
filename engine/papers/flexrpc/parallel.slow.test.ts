/** What the model says of parallel multicast, which the paper did not model: ours, so no claim stands behind it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const model = (name: string, args: Readonly<Record<string, number>> = {}): number => python.call("flexrpc", name, args);
const inKb = (bytes: number): number => Number((bytes / 1024).toFixed(1));
const DEGREES = [2, 3, 4, 5, 6, 7];

describe("parallel multicast in the model", () => {
  it("takes n tA where results are small, n tR where they are large, and what a callee costs n times", () => {
    const call = { callees: 7, argument_bytes: 32768, result_bytes: 0 };
    expect(model("parallel_latency_us", call)).toBeCloseTo(7 * 32768 * 0.0089 + 140.4, 9);
    const turned = { ...call, argument_bytes: 0, result_bytes: 32768 };
    expect(model("parallel_latency_us", turned)).toBeCloseTo(7 * 32768 * 0.0089 + 140.4, 9);
    const paid = model("parallel_latency_us", { ...call, per_callee_us: 55 });
    expect(paid - model("parallel_latency_us", call)).toBeCloseTo(7 * 55, 9);
  });

  it("has the bandwidth of one argument’s bits over its latency, as a serial call has", () => {
    const call = { callees: 7, argument_bytes: 65_536, result_bytes: 0 };
    const bits = 8 * 65_536;
    expect(model("bandwidth_mbps", call)).toBeCloseTo(bits / model("latency_us", call), 9);
    const paid = { ...call, per_callee_us: 67 };
    expect(model("parallel_bandwidth_mbps", paid)).toBeCloseTo(bits / model("parallel_latency_us", paid), 9);
    expect(model("bandwidth_mbps", { ...call, argument_bytes: 0 })).toBe(0);
  });

  it("is as fast as serial multicast at the crossing, faster below and slower above", () => {
    for (const callees of [...DEGREES, 64]) {
      for (const [per_callee_us, ideal] of [
        [0, 0],
        [55, 0],
        [0, 1],
        [20, 1],
      ] as const) {
        const crossing = model("crossover_bytes", { callees, per_callee_us, ideal });
        const gain = (argument_bytes: number): number =>
          model("parallel_latency_us", { callees, argument_bytes, result_bytes: 0, per_callee_us }) -
          model("latency_us", { callees, argument_bytes, result_bytes: 0, ideal });
        expect(gain(crossing)).toBeCloseTo(0, 6);
        expect(gain(crossing - 100)).toBeLessThan(0);
        expect(gain(crossing + 100)).toBeGreaterThan(0);
      }
    }
  });

  it("crosses between 51 and 27 KB, near 16 KB with 53 to 63 us a callee, and at one packet with ideal relays", () => {
    const crossings = DEGREES.map((callees) => inKb(model("crossover_bytes", { callees })));
    expect(crossings).toEqual([50.8, 40.5, 35, 32.2, 29.3, 27]);
    const published = { argument_bytes: 16_384, result_bytes: 0 };
    const needed = DEGREES.map((callees) => {
      const call = { ...published, callees };
      return (model("latency_us", call) - model("parallel_latency_us", call)) / callees;
    });
    expect(needed.map((us) => Number(us.toFixed(1)))).toEqual([52.9, 62.3, 62.8, 62.1, 58.4, 54]);
    for (const callees of DEGREES) {
      expect(model("crossover_bytes", { callees, ideal: 1 })).toBeCloseTo(154.37 / 0.0089, 6);
    }
  });

  it("never wins where each callee costs more than the hop that it saves", () => {
    expect(model("crossover_bytes", { callees: 7, per_callee_us: 154.37 })).toBe(0);
  });
});
