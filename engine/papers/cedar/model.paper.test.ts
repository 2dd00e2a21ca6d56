/**
 * One test a claim of the Cedar paper, as far as its own numbers and its model can check it. What needs a simulation
 * stands in engine/experiments; what nothing here can check, with the reason, in unclaimed.json.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";
import { claim } from "../claims.ts";
import { cell, table } from "../index.ts";
import type { Row } from "../types.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const model = (name: string, args: Readonly<Record<string, number>> = {}): number => python.call("cedar", name, args);

/** A test of one claim, named by its id and section. */
const says = (id: string, what: string, check: () => void): void =>
  it(`cedar.${id} (${claim("cedar", id).section}): ${what}`, check);

function number(value: unknown, what: string): number {
  if (typeof value === "number") return value;
  throw new Error(`${what} holds ${String(value)}.`);
}
const said = (key: string, column = "value"): number =>
  number(cell({ paper: "cedar", table: "text", row: { key }, column }).value, key);
const tableI = (procedure: string, column: string): number =>
  number(cell({ paper: "cedar", table: "table-i", row: { procedure }, column }).value, `${procedure}, ${column}`);

const ODD = "1 word array"; // its transmission time is that of no words (E-C02)
const ROWS = table("cedar", "table-i").rows;
const CALLS = ROWS.filter(({ wordsEachWay }) => wordsEachWay !== null);
const named = ({ procedure }: Row): string => String(procedure);
const wordsOf = (row: Row): { readonly words: number } => ({ words: number(row["wordsEachWay"], named(row)) });
const MINUTE = 60; // s

describe("transmission (Table I)", () => {
  says("transmission-linear", "every row within 1 us but one; within 0.6 us where words are counted", () => {
    const grown = model("transmission_us", { words: 1 }) - model("transmission_us");
    expect(grown).toBeCloseTo(number(claim("cedar", "transmission-linear").value, "the claim"), 2);
    expect(CALLS).toHaveLength(10);
    for (const row of CALLS.filter((one) => named(one) !== ODD)) {
      const printed = tableI(named(row), "transmissionUs");
      expect(Math.abs(model("transmission_us", wordsOf(row)) - printed), named(row)).toBeLessThan(1);
      expect(Math.abs(model("counted_us", wordsOf(row)) - printed), named(row)).toBeLessThan(0.6);
    }
    expect(Math.round(model("transmission_us", { words: 1 }))).toBe(142);
    expect(tableI(ODD, "transmissionUs")).toBe(Math.round(model("transmission_us")));
  });

  it("is shorter in proportion on a faster network", () => {
    const args = { words: 40 };
    expect(model("transmission_us", { ...args, ethernet_mbps: 29.4 })).toBeCloseTo(
      model("transmission_us", args) / 10,
      9,
    );
  });

  says("exceptions", "an exception doubles the packets: its transmission is that of two calls with a word each", () => {
    for (const procedure of ["resume exception", "unwind exception"]) {
      expect(Math.round(model("exception_us"))).toBe(tableI(procedure, "transmissionUs"));
      expect(tableI(procedure, "medianUs")).toBeGreaterThan(2 * tableI("1 arg/result", "medianUs"));
    }
  });

  says("aim-factor-5", "row by row; only the arrays of 40 and 100 words meet it", () => {
    const factors = CALLS.filter((row) => named(row) !== ODD).map((row) => {
      const medianUs = tableI(named(row), "medianUs");
      const factor = model("efficiency", { median_us: medianUs, ...wordsOf(row) });
      expect(factor <= said("efficiencyAim")).toBe(medianUs <= model("allowed_us", wordsOf(row)));
      expect(factor).toBeCloseTo(medianUs / tableI(named(row), "transmissionUs"), 0);
      return [named(row), Number(factor.toFixed(1))];
    });
    expect(Object.fromEntries(factors)).toEqual({
      "no args/results": 8.4,
      "1 arg/result": 7.8,
      "2 args/results": 7.4,
      "4 args/results": 6.7,
      "10 args/results": 5.3,
      "4 word array": 6.6,
      "10 word array": 5.2,
      "40 word array": 3.0,
      "100 word array": 2.4,
    });
    expect(said("efficiencyAim")).toBe(claim("cedar", "aim-factor-5").value);
  });

  says("null-call", "966 us are not transmission; it takes as long as 122 local calls", () => {
    const empty = (column: string): number => tableI("no args/results", column);
    expect(empty("medianUs")).toBe(claim("cedar", "null-call").value);
    expect(empty("medianUs") - empty("transmissionUs")).toBe(966);
    expect(Math.round(empty("medianUs") / empty("localOnlyUs"))).toBe(122);
    for (const row of ROWS) {
      expect(tableI(named(row), "minimumUs")).toBeLessThan(tableI(named(row), "medianUs"));
      expect(tableI(named(row), "localOnlyUs")).toBeLessThan(tableI(named(row), "minimumUs"));
    }
  });
});

describe("where it was measured", () => {
  says("environment", "the two rates; the raw rate rounds to the lower one, and alone gives the table", () => {
    expect(said("ethernetA")).toBe(claim("cedar", "environment").value);
    expect(said("ethernetB")).toBe(10);
    expect(Math.round(said("rawRate"))).toBe(said("measuredEthernet"));
    const at3 = model("counted_us", { words: 100, ethernet_mbps: 3 });
    expect(tableI("100 word array", "transmissionUs") - at3).toBeGreaterThan(20);
  });

  says("network-load", "from 5 to 10 percent of the capacity", () => {
    const { low, high } = claim("cedar", "network-load").values ?? {};
    expect([said("networkLoad", "low"), said("networkLoad", "high")]).toEqual([low, high]);
  });
});

describe("packets", () => {
  says("implicit-acks", "two a call, where each message fits one packet", () => {
    expect(model("packets")).toBe(claim("cedar", "implicit-acks").value);
  });

  says("multi-packet", "2 (k - 1) more for k packets, either way", () => {
    for (const k of [1, 2, 3, 10, 1000]) {
      expect(model("packets", { argument_packets: k }) - model("packets")).toBe(2 * (k - 1));
      expect(model("packets", { result_packets: k }) - model("packets")).toBe(2 * (k - 1));
    }
    expect(model("packets", { argument_packets: 3, result_packets: 2 })).toBe(2 + 4 + 2);
  });

  says("one-buffer", "throughput is a packet over the round trip, times the processes, up to the raw rate", () => {
    expect(said("packetBuffers")).toBe(claim("cedar", "one-buffer").value);
    const at = (args: Readonly<Record<string, number>>): number => model("stop_and_wait_mbps", args);
    const one = at({ packet_bytes: 500, round_trip_us: 4000 });
    expect(one).toBeCloseTo(1, 9);
    expect(at({ packet_bytes: 500, round_trip_us: 40_000 })).toBeCloseTo(one / 10, 9);
    expect(at({ processes: 2, packet_bytes: 500, round_trip_us: 4000 })).toBeCloseTo(2 * one, 9);
    expect(at({ processes: 4, packet_bytes: 500, round_trip_us: 4000 })).toBe(said("rawRate"));
  });

  says("parallel-2mbit", "two processes could do it with 100 words each way, and one does not", () => {
    const wanted = said("parallelThroughput");
    const call = { packet_bytes: 2 * 100 * 2, round_trip_us: tableI("100 word array", "medianUs") };
    expect(model("stop_and_wait_mbps", call)).toBeLessThan(wanted);
    expect(model("stop_and_wait_mbps", { ...call, processes: 2 })).toBeGreaterThan(wanted);
    // The wire is free for both: their transmission fits into the time of one call.
    expect(2 * tableI("100 word array", "transmissionUs")).toBeLessThan(call.round_trip_us);
    expect(cell({ paper: "firefly", table: "table-xii", row: { system: "Cedar" }, column: "mbitPerS" }).value).toBe(
      wanted,
    );
  });
});

describe("probes", () => {
  says("probes", "the first after a round trip, twice as long each time, down to one in five minutes", () => {
    const at = (probe: number, ms = 1): number => model("probe_s", { probe, round_trip_ms: ms });
    const interval = (probe: number): number => at(probe) - (probe === 1 ? 0 : at(probe - 1));
    expect(at(1)).toBe(said("firstProbeDelay") / 1000);
    expect(at(1, 250)).toBe(0.25);
    for (let probe = 2; probe <= 19; probe++) expect(interval(probe)).toBeCloseTo(2 * interval(probe - 1), 9);
    const longest = said("probeIntervalMax") * MINUTE;
    expect(said("probeIntervalMax")).toBe(claim("cedar", "probes").value);
    for (const probe of [20, 21, 100]) expect(interval(probe)).toBeCloseTo(longest, 6);
    // Doubling takes between one and two longest intervals: "after about 10 minutes", whatever the round trip.
    for (const ms of [0.1, 1, 7, 100, 3000]) {
      const intervals = Array.from({ length: 30 }, (_, i) => [at(i + 1, ms), at(i + 2, ms)] as const);
      const [settled] = intervals.find(([from, to]) => to - from >= longest - 1e-6) ?? [NaN];
      expect(settled).toBeGreaterThanOrEqual(longest - 1);
      expect(settled).toBeLessThanOrEqual(said("probesSettle") * MINUTE);
    }
  });

  it("are counted as their times say", () => {
    for (const [fromMin, toMin] of [
      [0, 1],
      [0, 8.7],
      [1, 9],
      [8, 30],
      [0, 600],
    ] as const) {
      let count = 0;
      for (let probe = 1; model("probe_s", { probe }) <= toMin * MINUTE; probe++) {
        if (model("probe_s", { probe }) > fromMin * MINUTE) count++;
      }
      expect(model("probes_between", { from_min: fromMin, to_min: toMin })).toBe(count);
    }
    expect(model("probes_between", { from_min: 5, to_min: 4 })).toBe(0);
    expect(model("probes_between", { from_min: 60, to_min: 120 })).toBe(12);
  });

  it("and their acknowledgements make up a long call, beside four packets", () => {
    expect(model("packets_long_call", { minutes: 0 })).toBe(4);
    expect(model("packets_long_call", { minutes: 30 })).toBe(4 + 2 * model("probes_between"));
  });
});
