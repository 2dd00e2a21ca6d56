/**
 * One test a claim of the FlexRPC paper, as far as its own numbers and its model can check it. What needs a simulation
 * stands in engine/experiments; what nothing here can check, with the reason, in unclaimed.json.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";
import { claim } from "../claims.ts";
import { cell, type RowKey } from "../index.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

type Arguments = Readonly<Record<string, number>>;
const model = (name: string, args: Arguments = {}): number => python.call("flexrpc", name, args);
const parts = (name: string, args: Arguments = {}): Readonly<Record<string, number>> =>
  python.parts("flexrpc", name, args);

/** A test of one claim, named by its id and section. */
const says = (id: string, what: string, check: () => void): void =>
  it(`flexrpc.${id} (${claim("flexrpc", id).section}): ${what}`, check);

function number(table: string, row: RowKey, column: string): number {
  const { value } = cell({ paper: "flexrpc", table, row, column });
  if (typeof value !== "number") throw new Error(`${table} ${JSON.stringify(row)} ${column} holds ${String(value)}`);
  return value;
}
const said = (key: string): number => number("text", { key }, "value");
const parameter = (symbol: string): number => number("parameters", { symbol }, "value");
const alpha = (callee: number): number => number("relay-efficiency", { callee }, "alpha");

const KB = 1024; // bytes; 32 KB are 32,768
const DEGREES = [1, 2, 3, 4, 5, 6, 7];
const RELAYS = [1, 2, 3, 4, 5, 6]; // the seventh callee hands nothing on
const SIZES = [0, 1, 4 * KB, 32 * KB, 64 * KB];

/** prod 1/alpha over the callees before the last of a chain of n. */
const relayed = (n: number): number =>
  RELAYS.filter((callee) => callee < n).reduce((product, callee) => product / alpha(callee), 1);
const column = (name: string): readonly number[] =>
  DEGREES.map((callees) => Number(model(name, { callees }).toFixed(2)));

describe("the parts of a call (Section III, (1) to (5))", () => {
  says("eq1", "whole packets; the measured tA does not round up, and meets (1) where packets are full", () => {
    const size = { size_bytes: 10 * 1448 };
    expect(model("packets_us", { ...size, packet_bytes: 1448 })).toBeCloseTo(model("send_us", size), 9);
    expect(model("packets_us", { size_bytes: 1449, packet_bytes: 1448 })).toBeCloseTo(2 * 1448 * 0.0089, 9);
    const packet = parameter("t0") / parameter("tAPerByte");
    expect(packet).toBeCloseTo(17_345, 0);
    expect(model("packets_us", { size_bytes: 1, packet_bytes: packet })).toBeCloseTo(parameter("t0"), 9);
    expect(model("packets_us", { packet_bytes: packet })).toBeCloseTo(2 * parameter("t0"), 9);
  });

  says("eq2", "a result of one byte costs a packet in whole packets, and the measured tR next to nothing", () => {
    const results = (bytes: number): Arguments => ({ callees: 7, argument_bytes: 0, result_bytes: bytes });
    const inPackets = model("packet_latency_us", results(1)) - model("packet_latency_us", results(0));
    expect(inPackets).toBeCloseTo(28 * 17_345 * 0.0089, 6);
    expect(model("latency_us", results(1)) - model("latency_us", results(0))).toBeCloseTo(28 * 0.0089, 9);
  });

  says("relay-efficiency", "all six lie between 0 and 1; what a callee forwards takes 1/alpha as long", () => {
    for (const callee of RELAYS) {
      const [here, next] = [callee, callee + 1].map((place) => model("recurrence_arrival_us", { callee: place }));
      expect(alpha(callee)).toBeGreaterThan(0);
      expect(alpha(callee)).toBeLessThanOrEqual(1);
      expect((here ?? NaN) / ((next ?? NaN) - parameter("t0"))).toBeCloseTo(alpha(callee), 12);
    }
  });

  says(
    "relay-grows",
    "each is above the one before, all below 1; one third left for sending gives a like series",
    () => {
      const grows = (values: readonly number[]): boolean => values.every((value, i) => value > (values[i - 1] ?? 0));
      const measured = Array.from({ length: 64 }, (_, i) => model("relay_efficiency", { callee: i + 1 }));
      expect(measured.slice(0, 6)).toEqual(RELAYS.map(alpha));
      expect(grows(measured)).toBe(true);
      expect(Math.max(...measured)).toBeLessThan(1);
      const law = RELAYS.map((callee) => model("mechanism_relay_efficiency", { callee }));
      expect(law.map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0.79, 0.88, 0.92, 0.95, 0.97]);
      expect(grows(law)).toBe(true);
      for (const [i, value] of law.entries()) expect(Math.abs(value / alpha(i + 1) - 1)).toBeLessThan(0.051);
    },
  );

  says("eq3", "recurrence and closed form agree for two callees and part from the third on", () => {
    const apart = DEGREES.map(
      (callee) => model("recurrence_arrival_us", { callee }) - model("argument_arrival_us", { callee }),
    );
    expect(apart.map((us) => Number(us.toFixed(1)))).toEqual([0, 0, 46.1, 108.7, 186.7, 247.2, 289.7]);
    for (const n of DEGREES) {
      const closed = 32 * KB * 0.0089 * relayed(n) + 154.37 * (n - 1);
      expect(model("argument_arrival_us", { callee: n })).toBeCloseTo(closed, 9);
    }
  });

  says("eq4", "the process phase is tp, wherever the chain ends", () => {
    for (const callees of DEGREES) expect(parts("phases_us", { callees })["Process phase"]).toBe(parameter("tp"));
    const slow = parts("phases_us", { callees: 3, slow_callee: 3, slow_us: 100 });
    expect(slow["Process phase"]).toBeCloseTo(parameter("tp") + 100, 9);
  });

  says("eq5", "the closed form is the recurrence for all i <= n <= 20", () => {
    const tr = 32 * KB * parameter("tRPerByte");
    for (let n = 1; n <= 20; n++) {
      let sum = 0;
      for (const [i, us] of Object.values(parts("result_phases_us", { callees: n })).entries()) {
        sum += (n - i) * tr;
        expect(us).toBeCloseTo(sum, 6);
      }
      expect(sum).toBeCloseTo((tr * n * (n + 1)) / 2, 6);
    }
  });
});

describe("results on their way back (Section III, (6) to (9))", () => {
  says("phases", "argument, process and result phase make up the call, with the delay between them", () => {
    for (const args of [{}, { callees: 2, slow_callee: 1, slow_us: 5000 }]) {
      const { Total = NaN, ...phases } = parts("phases_us", args);
      expect(Object.keys(phases)).toEqual(["Argument forward phase", "Process phase", "Result forward phase", "Delay"]);
      expect(Object.values(phases).reduce((sum, us) => sum + us)).toBeCloseTo(Total, 9);
    }
    expect(parts("phases_us")["Total"]).toBeCloseTo(model("latency_us"), 9);
    expect(claim("flexrpc", "phases").value).toBe(3);
  });

  says("results-buffered", "a hop begins when the one before is over and carries one result more", () => {
    const tr = 32 * KB * parameter("tRPerByte");
    const waits = Object.values(parts("result_waits_us", { slow_callee: 0 })); // the caller's first
    const hops = waits.slice(0, -1).map((us, i) => us - (waits[i + 1] ?? NaN));
    for (const [i, us] of hops.entries()) expect(us).toBeCloseTo((7 - i) * tr, 6);
    // Pipelined, all seven results would take the caller's link alone: a quarter of it.
    expect(hops.reduce((sum, us) => sum + us) / (7 * tr)).toBeCloseTo(4, 9);
  });

  says("eq6-7", "a slow callee delays by what its successors’ results do not wait for anyway", () => {
    for (const slow_callee of DEGREES) {
      const wait = parts("result_waits_us", { slow_callee: 0 })[`S${slow_callee}`] ?? NaN;
      const spare = wait - model("argument_arrival_us", { callee: slow_callee }) - parameter("tp");
      for (const slow_us of [0, spare / 2, spare, spare + 250]) {
        const { Total, ...delays } = parts("delays_us", { slow_callee, slow_us });
        const late = slow_callee === 7 ? 0 : Math.max(0, slow_us - spare); // delta of the last is 0 by (8)
        expect(delays[`S${slow_callee}`]).toBeCloseTo(late, 6);
        expect(Total).toBeCloseTo(late, 6);
        const more = model("slow_latency_us", { slow_callee, slow_us }) - model("latency_us");
        expect(more).toBeCloseTo(slow_callee === 7 ? slow_us : late, 6);
      }
    }
  });

  says("eq8-9", "followed from the last callee to the caller they give the T of (10)", () => {
    for (const callees of DEGREES) {
      for (const slow_callee of [0, ...DEGREES.slice(0, callees)]) {
        const args = { callees, slow_callee, slow_us: 4000 };
        const waits = parts("result_waits_us", args);
        expect(waits["C"]).toBeCloseTo(model("slow_latency_us", args), 6);
        const last = model("argument_arrival_us", { callee: callees }) + parameter("tp");
        expect(waits[`S${callees}`]).toBeCloseTo(last + (slow_callee === callees ? 4000 : 0), 6);
      }
    }
  });

  says("delta-zero", "no delay at any degree and any size, as arguments arrive ever later along the chain", () => {
    for (const callees of [...DEGREES, 20, 64]) {
      for (const bytes of SIZES) {
        const args = { callees, argument_bytes: bytes, result_bytes: bytes, slow_callee: 0 };
        expect(parts("delays_us", args)["Total"]).toBe(0);
      }
    }
  });
});

describe("the latency (Section III, (10) and (11))", () => {
  says("eq10", "values for 1 to 7 callees with 32 KB each way, by closed form and by recurrence", () => {
    expect(column("latency_us")).toEqual([723.67, 1655.73, 2830.2, 4262.5, 5976.32, 7944.02, 10177.65]);
    expect(column("recurrence_latency_us")).toEqual([723.67, 1655.73, 2876.31, 4371.23, 6163.03, 8191.26, 10467.35]);
  });

  says("eq11", "values for 1 to 7 callees; never above (10), and equal with ideal relays", () => {
    expect(column("ideal_latency_us")).toEqual([723.67, 1461.31, 2490.59, 3811.5, 5424.04, 7328.22, 9524.04]);
    for (const callees of [...DEGREES, 64]) {
      for (const argument_bytes of SIZES) {
        const args = { callees, argument_bytes };
        expect(model("ideal_latency_us", args)).toBeLessThanOrEqual(model("latency_us", args));
        expect(model("latency_us", { ...args, ideal: 1 })).toBe(model("ideal_latency_us", args));
      }
    }
  });
});

describe("the evaluation (Section IV)", () => {
  says("platform", "eight nodes leave seven callees, six of which relay", () => {
    expect(said("nodes")).toBe(claim("flexrpc", "platform").value);
    expect(said("maxDegree")).toBe(said("nodes") - 1);
    expect(RELAYS.length).toBe(said("maxDegree") - 1);
    // The measured rate is 90 percent of the link's: what is left besides frames' and packets' headers.
    expect(8 / parameter("tAPerByte") / said("linkRate")).toBeCloseTo(0.9, 2);
  });

  says("argument-linear", "linear; the slope is 1/B for one callee and grows to 3.24 times it, not slightly", () => {
    const at = (callees: number, argument_bytes: number): number => model("latency_us", { callees, argument_bytes });
    const slopes = DEGREES.map((n) => (at(n, 64 * KB) - at(n, 0)) / (64 * KB));
    for (const [i, slope] of slopes.entries()) {
      for (const size of SIZES) expect(at(i + 1, size)).toBeCloseTo(at(i + 1, 0) + slope * size, 6);
    }
    expect(slopes[0]).toBeCloseTo(claim("flexrpc", "argument-linear").value ?? NaN, 12);
    const growth = slopes.map((slope) => Number((slope / 0.0089).toFixed(2)));
    expect(growth).toEqual([1, 1.67, 2.16, 2.55, 2.89, 3.11, 3.24]);
  });

  says("result-linear", "linear; the slope is n(n+1)/2 times 1/B, so it grows as n squared", () => {
    const at = (callees: number, result_bytes: number): number => model("latency_us", { callees, result_bytes });
    const slopes = DEGREES.map((n) => (at(n, 64 * KB) - at(n, 0)) / (64 * KB));
    for (const [i, slope] of slopes.entries()) {
      for (const size of SIZES) expect(at(i + 1, size)).toBeCloseTo(at(i + 1, 0) + slope * size, 6);
    }
    expect(slopes.map((slope) => Math.round(slope / 0.0089))).toEqual([1, 3, 6, 10, 15, 21, 28]);
    const order = Math.log2((at(64, 1) - at(64, 0)) / (at(32, 1) - at(32, 0)));
    expect(order).toBeCloseTo(said("resultSlopeOrder"), 1);
  });

  says("parameters", "four of them, which the model takes; B is 899 Mbit/s, and t0 B 17,345 bytes", () => {
    expect(["t0", "tp", "tAPerByte", "tRPerByte"].map(parameter)).toEqual([154.37, 140.4, 0.0089, 0.0089]);
    expect(8 / parameter("tAPerByte")).toBeCloseTo(898.9, 1);
    expect(parameter("t0")).toBe(claim("flexrpc", "parameters").value);
    expect(model("latency_us", { callees: 1, argument_bytes: 0, result_bytes: 0 })).toBe(parameter("tp"));
  });

  says(
    "alphas",
    "six, as the claim has them; beyond them the model goes on by a law of ours, without a step back",
    () => {
      expect(RELAYS.map(alpha)).toEqual(Object.values(claim("flexrpc", "alphas").values ?? {}));
      const seventh = model("relay_efficiency", { callee: 7 });
      expect(seventh).toBe(model("mechanism_relay_efficiency", { callee: 7 }));
      expect(seventh).toBeGreaterThan(alpha(6));
    },
  );

  says(
    "model-effective",
    "at 32 KB the model is 0 to 14 percent above the bound: so far apart could points lie",
    () => {
      expect(said("fig3dSize")).toBe(claim("flexrpc", "model-effective").value);
      const above = DEGREES.map(
        (callees) => 100 * (model("latency_us", { callees }) / model("ideal_latency_us", { callees }) - 1),
      );
      expect(above.map((percent) => Number(percent.toFixed(1)))).toEqual([0, 13.3, 13.6, 11.8, 10.2, 8.4, 6.9]);
    },
  );
});
