/**
 * One test a claim of the paper of Elliott and Nutt, as far as its own numbers and its model can check it. What needs a
 * simulation stands in engine/experiments; what nothing here can check, with the reason, in unclaimed.json.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";
import { claim } from "../claims.ts";
import { cell, numbers, paper, table } from "../index.ts";
import type { ModelArguments, RowKey } from "../types.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const model = (name: string, args: ModelArguments = {}): number => python.call("enutt", name, args);

/** A test of one claim, named by its id and section. */
const says = (id: string, what: string, check: () => void): void =>
  it(`enutt.${id} (${claim("enutt", id).section}): ${what}`, check);

const at = (tableId: string, row: RowKey, column: string): number => {
  const { value } = cell({ paper: "enutt", table: tableId, row, column });
  if (typeof value === "number") return value;
  throw new Error(`${tableId} ${JSON.stringify(row)} holds ${String(value)}.`);
};
const said = (key: string): number => at("text", { key }, "value");
const claimed = (id: string): number => {
  const { value } = claim("enutt", id);
  if (value !== null) return value;
  throw new Error(`${id} claims no number.`);
};

const ARGUMENTS = ["none", "2 byte", "4 byte"];
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The three times of Table 3 for a program, in the order of its arguments. */
const times = (machine: string, program: number, mode: string): readonly number[] =>
  ARGUMENTS.map((argument) => at("table-3", { machine, mode, program, argument }, "usPerIteration"));
const sunRpc = (machine: string): readonly number[] => times(machine, 2, "library default");

/** How much longer each remote call takes than the local one, in percent. */
const remotely = (program: number, mode: string): readonly number[] => {
  const local = times("local", program, mode);
  return times("remote", program, mode).map((us, i) => 100 * (us / (local[i] ?? NaN) - 1));
};

describe("how it was measured", () => {
  says("four-programs", "Table 2 has C calls, Table 3 the three others, each with three arguments", () => {
    expect(table("enutt", "table-2").columns.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["noArgUs", "twoByteUs", "fourByteUs"]),
    );
    const ways = table("enutt", "table-3").rows.map((row) => `${row["machine"]} ${row["program"]} ${row["mode"]}`);
    expect(new Set(ways).size).toBe(10);
    expect(ways).toHaveLength(10 * ARGUMENTS.length);
  });

  says("clock", "two ticks over 1,000 iterations; a reading is off by at most one tick, up or down", () => {
    expect(Math.round(model("clock_uncertainty_us"))).toBe(claimed("clock"));
    expect(Math.round(said("clockGranularityUs") / 10)).toBe(Math.round(1e6 / 60 / 10));
    const uncertain = model("clock_uncertainty_us");
    for (const us of [1, 33, 2950, 4200, 5283]) {
      for (const phase of [0, 0.25, 0.5, 0.999]) {
        expect(Math.abs(model("clock_us", { us, phase }) - us)).toBeLessThanOrEqual(uncertain / 2);
      }
    }
    // Few iterations: the clock sees whole ticks and nothing between.
    expect(model("clock_us", { us: 4200, iterations: 10, phase: 0 })).toBeCloseTo(3333, 0);
    expect(model("clock_us", { us: 4200, iterations: 10, phase: 0.9 })).toBeCloseTo(5000, 0);
  });

  it("holds to the clock in every number of Tables 1 to 3 but one, and 3130 is none (E-N03, E-N10)", () => {
    const off = (us: number): boolean => {
      const ticks = Math.round((us * 1000) / 16_666);
      return Math.round((ticks * 16_666) / 1000) !== us;
    };
    const ofTable1 = table("enutt", "table-1").rows.map((row) => Number(row["usPerIteration"]));
    const ofTable3 = table("enutt", "table-3").rows.map((row) => Number(row["usPerIteration"]));
    expect([...ofTable1, ...ofTable3].filter(off)).toEqual([4317]);
    expect(off(3130)).toBe(true);
    for (const { row, column, value } of numbers(paper("enutt"), table("enutt", "table-2"))) {
      const tick = 16_666 / Number(row["iterations"]);
      const off = Math.abs(Math.round(value / tick) * tick - value);
      expect(off, `${String(row["iterations"])} ${column}`).toBeLessThan(1e-6);
    }
  });

  it("has profiles of ticks of 20 ms: 38 of the 40 steps of their seconds are multiples of that (E-N13)", () => {
    const steps = ["table-4a", "table-4b", "table-5"].flatMap((id) => {
      const sums = table("enutt", id).rows.map((row) => Math.round(100 * Number(row["cumSecs"])));
      return sums.map((hundredths, i) => hundredths - (sums[i - 1] ?? 0)); // 0: before the first row
    });
    expect(steps).toHaveLength(40);
    expect(steps.filter((hundredths) => hundredths % 2 === 0)).toHaveLength(38);
  });

  says("repeat-spread", "25 runs with a mean of 4,183 µs; 200 µs are 5 percent, six times the clock’s", () => {
    const runs = table("enutt", "table-1").rows.flatMap((row) =>
      Array.from({ length: Number(row["occurrences"]) }, () => Number(row["usPerIteration"])),
    );
    expect(runs).toHaveLength(25);
    expect(Math.round(mean(runs))).toBe(said("table1Mean"));
    expect(Math.round((100 * said("table1Spread")) / said("table1Mean"))).toBe(claimed("repeat-spread"));
    expect(said("table1Spread")).toBeGreaterThan(6 * model("clock_uncertainty_us") - 1);
    expect(said("table1Mean") - Math.min(...runs)).toBe(216); // E-N07
  });

  says("select-nfs", "Table 4b has 3,003 calls of select, Table 4a 3", () => {
    const [without, withSelect] = ["table-4a", "table-4b"].map((id) => at(id, { routine: "_select" }, "calls"));
    expect(without).toBe(claimed("select-nfs"));
    expect(withSelect).toBe(3 * said("iterations") + claimed("select-nfs"));
  });
});

describe("what a call costs", () => {
  says("local-call", "4.13, 5.45 and 4.87 µs with the loop, 2.9, 4.2 and 3.6 µs without (E-N08)", () => {
    const million = (column: string): number => at("table-2", { iterations: 1_000_000 }, column);
    const cut = (value: number): number => Math.floor(10 * value) / 10;
    expect(cut(million("noArgUs"))).toBe(claimed("local-call"));
    expect([cut(million("twoByteUs")), cut(million("fourByteUs"))]).toEqual([
      said("localTwoByte"),
      said("localFourByte"),
    ]);
    const alone = ["noArgUs", "twoByteUs", "fourByteUs"].map((column) => million(column) - million("emptyLoopUs"));
    expect(alone.map((us) => Number(us.toFixed(1)))).toEqual([2.9, 4.2, 3.6]);
  });

  says("three-orders", "1,024 times by the text, 1,454 times without the loop", () => {
    const million = (column: string): number => at("table-2", { iterations: 1_000_000 }, column);
    expect((1000 * said("rpcLocal")) / said("localNoArg")).toBeCloseTo(1024, 0);
    expect(Math.log10((1000 * said("rpcLocal")) / said("localNoArg"))).toBeCloseTo(claimed("three-orders"), 1);
    const [none = NaN] = sunRpc("local");
    expect(none / million("noArgUs")).toBeCloseTo(1020, 0);
    expect(none / (million("noArgUs") - million("emptyLoopUs"))).toBeCloseTo(1454, 0);
  });

  says("thousand", "the slowest C call is more than 700 times faster than the fastest remote call", () => {
    const slowest = Math.max(...numbers(paper("enutt"), table("enutt", "table-2")).map(({ value }) => value));
    expect(Math.min(...sunRpc("local")) / slowest).toBeGreaterThan(690);
    expect(said("table1Mean") / said("localNoArg")).toBeCloseTo(claimed("thousand"), -2);
  });

  says("remote-25", "22, 34 and 26 percent, 27 on the means (E-N05)", () => {
    expect(remotely(2, "library default").map(Math.round)).toEqual([22, 34, 26]);
    const onMeans = 100 * (mean(sunRpc("remote")) / mean(sunRpc("local")) - 1);
    expect(onMeans).toBeCloseTo(27.1, 1);
    expect(Math.abs(onMeans - claimed("remote-25"))).toBeLessThan(3);
  });

  says("remote-50", "48, 34 and 51 percent with select", () => {
    const slower = remotely(3, "select");
    expect(slower.map(Math.round)).toEqual([48, 34, 51]);
    expect(Math.abs(Math.max(...slower) - claimed("remote-50"))).toBeLessThan(1);
  });

  says("remote-tcp-23", "at most 22.5 percent; two remote calls that block are faster than local ones", () => {
    const slower = [...remotely(4, "block"), ...remotely(4, "select")];
    expect(Math.max(...slower)).toBeLessThan(claimed("remote-tcp-23"));
    expect(Math.max(...slower)).toBeCloseTo(22.5, 1);
    expect(slower.filter((percent) => percent < 0).map(Math.round)).toEqual([-3, -1]);
  });

  says("cedar-factor-5", "the aim is that of the Cedar paper, whose empty call takes 8.4 times", () => {
    const aim = cell({ paper: "cedar", table: "text", row: { key: "efficiencyAim" }, column: "value" }).value;
    expect(aim).toBe(claimed("cedar-factor-5"));
    expect(said("birrellNelsonFactor")).toBe(aim);
  });
});

describe("what can be saved", () => {
  says("save-29", "28.6 percent: 30 locally, 27 remotely", () => {
    expect(Math.round(model("saving_percent"))).toBe(claimed("save-29"));
    expect(model("saving_percent", { machine: "local" })).toBeCloseTo(30.2, 1);
    expect(model("saving_percent", { machine: "remote" })).toBeCloseTo(27.1, 1);
  });

  says("save-20", "20.3 percent: 25 locally, 15 remotely", () => {
    expect(Math.round(model("saving_percent", { read: "select" }))).toBe(claimed("save-20"));
    expect(model("saving_percent", { read: "select", machine: "local" })).toBeCloseTo(25.4, 1);
    expect(model("saving_percent", { read: "select", machine: "remote" })).toBeCloseTo(15.4, 1);
  });

  says("rpc-vs-custom-20", "on the means of all six calls too", () => {
    const all = (program: number, mode: string): number =>
      mean(["local", "remote"].flatMap((machine) => times(machine, program, mode)));
    expect(Math.round(100 * (1 - all(3, "select") / all(2, "library default")))).toBe(claimed("rpc-vs-custom-20"));
  });

  says("custom-not-worth", "the layers alone would save no more than 21 percent, and 16 with select", () => {
    const saved = (read: string): number => model("saving_percent", { read, by: "layers" });
    expect(saved("block")).toBeCloseTo(20.7, 1);
    expect(saved("select")).toBeCloseTo(15.9, 1);
    for (const read of ["block", "select"]) expect(saved(read)).toBeLessThan(model("saving_percent", { read }));
  });
});

describe("where the time goes", () => {
  const routine = (name: string, column: string): number => at("table-5", { routine: name }, column);
  const takes = (name: string): number => routine(name, "calls") * routine(name, "msPerCall");

  says("select-influence", "0.88 s and 293 µs by the profiles, 200 µs by the timings (E-N09)", () => {
    const total = (id: string, last: string): number => at(id, { routine: last }, "cumSecs");
    expect(total("table-4b", "_write") - total("table-4a", "_xdrmem_create")).toBeCloseTo(said("selectTotal"), 9);
    expect(Math.abs(model("select_us", { source: "profile" }) - claimed("select-influence"))).toBeLessThan(4);
    expect(model("select_us")).toBe(said("selectTiming"));
  });

  says("xdr-584", "1,644 ms are 548 µs an iteration (E-N01)", () => {
    expect(3 * model("xdr_us")).toBeCloseTo(1644.5, 1);
    expect(Math.round(3 * model("xdr_us"))).toBe(said("xdrTotal"));
    expect(Math.round(model("xdr_us"))).toBe(548);
    expect(claimed("xdr-584")).toBe(said("xdrPerIteration"));
    expect(claimed("xdr-584")).not.toBe(548);
  });

  says("dispatch-110", "330 ms, 110 µs an iteration", () => {
    expect(takes("_callrpc") + takes("_strcmp")).toBeCloseTo(said("dispatchTotal"), 9);
    expect(model("dispatch_us")).toBeCloseTo(claimed("dispatch-110"), 9);
  });

  says("bcopy", "without bcopy the thirteen miss 1,644 ms by 121, without strcmp dispatch misses 330 by 120", () => {
    expect(Math.round(3 * model("xdr_us") - takes("_bcopy"))).toBe(said("xdrTotal") - 120);
    expect(takes("_bcopy")).toBeCloseTo(120.68, 9);
    expect(takes("_callrpc")).toBeCloseTo(said("dispatchTotal") - 120, 9);
  });

  says("xdr-14", "14.2 percent with 584 µs, 13.3 with 548", () => {
    expect(Math.round(model("share_percent", { us: said("xdrPerIteration") }))).toBe(claimed("xdr-14"));
    expect(model("share_percent")).toBeCloseTo(13.3, 1);
  });

  says("dispatch-3", "2.7 percent", () => {
    expect(Math.round(model("share_percent", { us: 110 }))).toBe(claimed("dispatch-3"));
  });

  says("sum-700", "694 µs, 17 percent; the local gap is 1,044 µs, and 386 µs of a call stay open (E-N06)", () => {
    const sum = said("xdrPerIteration") + said("dispatchPerIteration");
    expect(Math.abs(sum - claimed("sum-700"))).toBeLessThan(10);
    expect(Math.round(model("share_percent", { us: sum }))).toBe(said("xdrPlusDispatchShare"));
    const gap = (machine: string): number => mean(sunRpc(machine)) - mean(times(machine, 3, "select"));
    expect([gap("local"), gap("remote")].map(Math.round)).toEqual([1044, 805]);
    expect(model("rpc_us")).toBe(3730);
    expect(model("open_us")).toBeCloseTo(386.3, 1);
    expect(model("open_us", { xdr_us: 584 })).toBeCloseTo(350.3, 1);
  });

  says("socket-80", "72.7 percent of the profile (E-N04)", () => {
    expect(model("socket_percent")).toBeCloseTo(72.7, 1);
    expect(100 - said("xdrPlusDispatchShare") - claimed("socket-80")).toBe(3);
  });

  says(
    "dispatch-list",
    "the look-up grows with each procedure: 1,000 of them add 1.2 ms, three next to nothing",
    () => {
      const at1 = (procedures: number): number => model("dispatch_us", { procedures }) - model("dispatch_us");
      expect(at1(1000)).toBeCloseTo(1000 * at1(1), 6);
      expect(at1(1000)).toBeCloseTo(1233, 0);
      expect(at1(3) / model("rpc_us")).toBeLessThan(0.001);
      expect(model("dispatch_us", { procedures: 10, each_us: 7 })).toBeCloseTo(180, 9);
    },
  );

  it("each profile’s parts add up to its total, and its shares are those printed", () => {
    const totals = {
      "udp-block": ["table-4a", 2480],
      "udp-select": ["table-4b", 8320 / 3],
      "sun-rpc": ["table-5", 4400],
    };
    for (const [program, [id, total]] of Object.entries(totals)) {
      const parts = python.parts("enutt", "profile_us", { program });
      const sum = Object.values(parts).reduce((all, us) => all + us, 0);
      expect(sum, program).toBeCloseTo(Number(total), 6);
      for (const [name, us] of Object.entries(parts).filter(([part]) => part !== "the others")) {
        const row = table("enutt", String(id)).rows.find((one) => String(one["routine"]).replace("_", "") === name);
        expect(Math.abs((100 * us) / sum - Number(row?.["pctTime"])), `${program} ${name}`).toBeLessThan(0.15);
      }
    }
  });

  it("a call without XDR and dispatch is Program 3 with select, within 12 percent", () => {
    for (const machine of ["local", "remote"]) {
      const args = { machine, xdr_us: 0, dispatch_us: 0 };
      const measured = mean(times(machine, 3, "select"));
      expect(Math.abs(model("rpc_us", args) / measured - 1), machine).toBeLessThan(0.12);
    }
    const layers = python.parts("enutt", "layers_us", {});
    expect(Object.values(layers).reduce((all, us) => all + us, 0)).toBe(model("rpc_us"));
  });
});
