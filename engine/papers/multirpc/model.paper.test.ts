/**
 * One test a claim of the MultiRPC paper, as far as its own numbers and its model can check it. What needs a simulation
 * stands in engine/experiments; what nothing here can check, with the reason, in unclaimed.json.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";
import { durationOf } from "../../hardware/cost.ts";
import { planCampus } from "../../hardware/campus-plan.ts";
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import { millis } from "../../kernel/time.ts";
import { EXAMPLE } from "../../stubs/rp2gen/example.ts";
import { parseSubsystem } from "../../stubs/rp2gen/parser.ts";
import { packTimes, sizesFor, stubSizes } from "../../systems/rpc2/stub-kinds.ts";
import { claim } from "../claims.ts";
import { cell, table, type CellValue, type RowKey } from "../index.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const model = (name: string, args: Readonly<Record<string, number>> = {}): number =>
  python.call("multirpc", name, args);

/** A test of one claim, named by its id and section. */
const says = (id: string, what: string, check: () => void): void =>
  it(`multirpc.${id} (${claim("multirpc", id).section}): ${what}`, check);

const value = (tableId: string, row: RowKey, column: string): CellValue =>
  cell({ paper: "multirpc", table: tableId, row, column }).value;

function number(tableId: string, row: RowKey, column: string): number {
  const got = value(tableId, row, column);
  if (typeof got !== "number") throw new Error(`${tableId} ${JSON.stringify(row)} ${column} holds ${String(got)}`);
  return got;
}
const said = (key: string): number => number("text", { key }, "value");
const empty = (column: string): number => number("table-v", { servers: 1 }, column);
const component = (name: string): number => number("table-vi", { component: name }, "ms");

const TIMES = [10, 20, 50];
const MEASURED = ["table-viii", "table-ix", "table-x"];
const ON_ONE_RING = [1, 2, 5, 7, 10, 13, 15, 17, 19];

interface Measured {
  readonly table: string;
  readonly servers: number;
  readonly compute_ms: number;
  readonly multiRpcMs: number;
  readonly multiRpcSdMs: number;
  readonly rpc2Ms: number;
  readonly speedup: number;
}

/** The rows of some tables that hold numbers. */
function rows(...tables: readonly string[]): readonly Measured[] {
  return tables.flatMap((id) =>
    table("multirpc", id).rows.flatMap((row) => {
      const [servers, compute_ms, multiRpcMs, rpc2Ms, speedup] = [
        ...[row["servers"], row["computeMs"], row["multiRpcMs"], row["rpc2Ms"], row["speedup"]].map(Number),
      ] as [number, number, number, number, number];
      const multiRpcSdMs = Number(row["multiRpcSdMs"]);
      const whole = { table: id, servers, compute_ms, multiRpcMs, multiRpcSdMs, rpc2Ms, speedup };
      return row["multiRpcMs"] === null ? [] : [whole];
    }),
  );
}
const at = (id: string, compute_ms: number, servers: number): Measured | undefined =>
  rows(id).find((row) => row.compute_ms === compute_ms && row.servers === servers);
const printed = (got: number): string => got.toFixed(2);
const percentBelow = (predicted: number, measured: number): number => 100 * (1 - predicted / measured);

describe("the model (Section VI-A)", () => {
  says("perf-measure", "R/M is the quotient of the two columns, but for four cells that are uncertain", () => {
    const off = rows("table-v", "table-vii", ...MEASURED).filter(
      (row) => printed(row.rpc2Ms / row.multiRpcMs) !== printed(row.speedup),
    );
    const named = off.map((row) => `${row.table} ${row.compute_ms} ${row.servers}`);
    expect(named).toEqual(["table-ix 10 1", "table-ix 10 75", "table-x 10 2", "table-x 10 100"]);
    for (const row of off) {
      const uncertain = table("multirpc", row.table).uncertain.filter(({ column }) => column === "speedup");
      expect(uncertain.map(({ value: read }) => read)).toContain(row.speedup);
    }
  });

  says("model-refined", "all 42 MultiRPC cells of Table VII, to the digit", () => {
    const cells = rows("table-vii");
    expect(cells.length).toBe(42);
    for (const { servers, compute_ms, multiRpcMs } of cells) {
      expect(printed(model("multi_rpc_ms", { servers, compute_ms }))).toBe(printed(multiRpcMs));
    }
  });

  says("model-iterative", "all 42 RPC2 cells and all 42 of R/M in Table VII, to the digit", () => {
    expect(empty("rpc2Ms")).toBe(27.8);
    for (const { servers, compute_ms, rpc2Ms, speedup } of rows("table-vii")) {
      expect(printed(model("rpc2_ms", { servers, compute_ms }))).toBe(printed(rpc2Ms));
      expect(printed(model("speedup", { servers, compute_ms }))).toBe(printed(speedup));
    }
  });

  says("model-components", "pack once, three for each server, the server’s once: the account adds up", () => {
    for (const servers of [1, 5, 19, 100]) {
      const { Total = NaN, Wait = NaN, ...parts } = python.parts("multirpc", "account_ms", { servers, compute_ms: 20 });
      expect(parts).toEqual({
        Pack: component("pack"),
        "Send requests": servers * component("cloh"),
        "Receive replies": servers * component("clproc"),
        Unpack: servers * component("unpack"),
      });
      const sum = Object.values(parts).reduce((all, one) => all + one, Wait);
      expect(sum).toBeCloseTo(Total, 9);
    }
  });

  says("model-simple", "it exceeds the refined form by more with each server, up to the whole server time", () => {
    for (const compute_ms of TIMES) {
      const over = Array.from({ length: 30 }, (_, i) => {
        const args = { servers: i + 1, compute_ms };
        return model("multi_rpc_simple_ms", args) - model("multi_rpc_ms", args);
      });
      for (const [i, ms] of over.entries()) if (i > 0) expect(ms).toBeGreaterThanOrEqual((over[i - 1] ?? 0) - 1e-9);
      expect(over[0]).toBeCloseTo(0, 9);
      expect(over.at(-1)).toBeCloseTo(component("servoh") + compute_ms, 9);
    }
  });

  says("model-shape", "each server adds less to the speedup than the one before, and at last next to nothing", () => {
    for (const compute_ms of TIMES) {
      const of = (servers: number): number => model("speedup", { servers, compute_ms });
      expect(of(2) / of(1)).toBeGreaterThan(1.7); // nearly linear
      expect((of(100) - of(50)) / of(50)).toBeLessThan(0.005);
      for (let n = 1; n < 40; n++) expect(of(n + 1)).toBeGreaterThan(of(n));
    }
  });

  says("model-saturation-low", "3.74, 4.73 and 7.70: Table VII is there with 100 servers, within 0.01", () => {
    expect(TIMES.map((compute_ms) => printed(model("speedup_limit", { compute_ms })))).toEqual([
      "3.74",
      "4.73",
      "7.70",
    ]);
    for (const compute_ms of TIMES) {
      const last = at("table-vii", compute_ms, 100)?.speedup ?? NaN;
      expect(claim("multirpc", "model-saturation-low").values?.[String(compute_ms)]).toBe(last);
      expect(Math.abs(last - model("speedup_limit", { compute_ms }))).toBeLessThan(0.0101);
    }
  });

  says("model-saturation-depends", "5.6, 7.5 and 13.4 servers; from there on the client never waits", () => {
    const from = TIMES.map((compute_ms) => model("saturation_servers", { compute_ms }));
    expect(from.map((servers) => servers.toFixed(1))).toEqual(["5.6", "7.5", "13.4"]);
    for (const [i, servers] of from.entries()) {
      const compute_ms = TIMES[i] ?? NaN;
      expect(model("wait_ms", { servers: Math.floor(servers), compute_ms })).toBeGreaterThan(0);
      expect(model("wait_ms", { servers: Math.ceil(servers), compute_ms })).toBe(0);
    }
  });

  says("model-crude", "1 for one server, linear for few, saturated for many; its premise does not hold (E-M03)", () => {
    for (const compute_ms of TIMES) {
      expect(model("crude_speedup", { servers: 1, compute_ms })).toBeCloseTo(1, 12);
      const t = model("crude_limit", { compute_ms }) - 1;
      for (const servers of [2, 10, 100]) {
        expect(model("crude_speedup", { servers, compute_ms })).toBeCloseTo((1 + t) / (1 + t / servers), 12);
      }
    }
    const long = { servers: 3, compute_ms: 60_000 };
    expect(model("crude_speedup", long)).toBeGreaterThan(2.99);
    expect(empty("rpc2Ms") - component("servoh")).toBeCloseTo(14.11, 9); // and not cloh + clproc, 9.91
  });

  says("model-limit", "1 + T: 3.39, 4.40 and 7.43, the longer the computation the higher", () => {
    const limits = TIMES.map((compute_ms) => model("crude_limit", { compute_ms }));
    expect(limits.map(printed)).toEqual(["3.39", "4.40", "7.43"]);
    const near = model("crude_speedup", { servers: 5000, compute_ms: 50 });
    expect(near / (limits[2] ?? NaN)).toBeGreaterThan(0.998);
  });

  says("model-client-serial", "servers that compute nothing leave a limit of 2.75: what is parallel is servoh", () => {
    expect(printed(model("speedup_limit", { compute_ms: 0 }))).toBe("2.75");
    const added = model("multi_rpc_ms", { servers: 60 }) - model("multi_rpc_ms", { servers: 50 });
    expect(added / 10).toBeCloseTo(component("cloh") + component("clproc") + component("unpack"), 9);
  });

  says("model-faster-primitives", "primitives twice as quick double T", () => {
    const [now, halved] = [1, 2].map((faster) => model("crude_limit", { faster }) - 1);
    expect((halved ?? NaN) / (now ?? NaN)).toBeCloseTo(2, 12);
    const few = [1, 2].map((faster) => model("crude_speedup", { servers: 20, faster }));
    expect(few[1]).toBeGreaterThan(few[0] ?? NaN);
  });

  says("model-disk-time", "10, 20 and 50 ms are the settings of Tables VII to X; 20 is a disk access", () => {
    expect([said("serverDelays"), said("serverDelays2"), said("serverDelays3")]).toEqual(TIMES);
    expect(said("diskAccess")).toBe(said("serverDelays2"));
    for (const id of ["table-vii", ...MEASURED]) {
      expect([...new Set(rows(id).map(({ compute_ms }) => compute_ms))]).toEqual(TIMES);
    }
  });

  it("event by event the same parameters are never below the refined form, nor above the first (E-M02)", () => {
    for (const compute_ms of TIMES) {
      for (let servers = 1; servers <= 30; servers++) {
        const args = { servers, compute_ms };
        const event = model("multi_rpc_event_ms", args);
        expect(event).toBeGreaterThanOrEqual(model("multi_rpc_ms", args) - 1e-9);
        expect(event).toBeLessThanOrEqual(model("multi_rpc_simple_ms", args) + 1e-9);
      }
    }
    const apart = { servers: 13, compute_ms: 50 };
    expect(printed(model("multi_rpc_event_ms", apart))).toBe("146.12");
    expect(printed(model("multi_rpc_ms", apart))).toBe("133.88");
  });

  it("event by event is what a client does that takes replies one by one as they come", () => {
    for (const compute_ms of [0, 10, 50, 400]) {
      for (const servers of [1, 2, 7, 13, 40]) {
        const sent = (i: number): number => component("pack") + i * component("cloh");
        let done = sent(servers);
        for (let i = 1; i <= servers; i++) {
          const came = sent(i) + component("servoh") + compute_ms;
          done = Math.max(done, came) + component("clproc") + component("unpack");
        }
        expect(model("multi_rpc_event_ms", { servers, compute_ms })).toBeCloseTo(done, 9);
      }
    }
  });
});

describe("the validation (Section VI-B2)", () => {
  says("validation-components-standalone", "they were not fitted: 4.64 ms of the empty call are missing", () => {
    expect(model("multi_rpc_ms", { servers: 1, compute_ms: 0 })).toBeCloseTo(24.36, 9);
    expect(empty("multiRpcMs") - model("multi_rpc_ms", { servers: 1, compute_ms: 0 })).toBeCloseTo(4.64, 9);
  });

  says("validation-slightly-better", "lower in all 27 cells, by 5.5 to 18.2 percent, 10.1 in the mean", () => {
    const ring = rows("table-viii").filter(({ servers }) => servers < 20);
    const below = ring.map((row) =>
      percentBelow(model("multi_rpc_ms", { servers: row.servers, compute_ms: row.compute_ms }), row.multiRpcMs),
    );
    expect(below.length).toBe(27);
    const mean = below.reduce((sum, one) => sum + one, 0) / below.length;
    const { min, max, mean: stated } = claim("multirpc", "validation-slightly-better").values ?? {};
    expect([Math.min(...below), Math.max(...below), mean].map((one) => Number(one.toFixed(1)))).toEqual([
      min,
      max,
      stated,
    ]);
    for (const { servers, compute_ms, speedup } of ring) {
      expect(model("speedup", { servers, compute_ms })).toBeGreaterThan(speedup);
    }
  });

  says("validation-range", "Table VIII ends at 19 on the ring, for 20 workstations hold 19 servers (E-M12)", () => {
    const ring = rows("table-viii").filter(({ servers }) => servers <= said("singleRingMax"));
    expect([...new Set(ring.map(({ servers }) => servers))]).toEqual(ON_ONE_RING);
    expect(Math.max(...ON_ONE_RING)).toBe(said("validationSubnetWorkstations") - 1);
  });

  says("null-negligible", "1.20 ms, 4.3 percent; no other cell has a lower gain than one server", () => {
    expect(empty("multiRpcMs") - empty("rpc2Ms")).toBeCloseTo(1.2, 9);
    expect(printed(empty("rpc2Ms") / empty("multiRpcMs"))).toBe(printed(empty("speedup")));
    for (const row of rows(...MEASURED)) if (row.servers > 1) expect(row.speedup).toBeGreaterThan(empty("speedup"));
  });

  says("stubs-interpreted", "pack and unpack are 0.76 ms, under 3 percent of an empty call", () => {
    const { value: ms } = claim("multirpc", "stubs-interpreted");
    expect(component("pack") + component("unpack")).toBeCloseTo(ms ?? NaN, 9);
    expect((ms ?? NaN) / empty("multiRpcMs")).toBeLessThan(0.03);
  });

  says(
    "stubs-interpreted",
    "our estimate: descriptors are a few percent slower, and smaller from ten procedures on",
    () => {
      const subsystem = parseSubsystem(EXAMPLE);
      const [double] = subsystem.procedures;
      if (double === undefined) throw new Error("The example has no procedure.");
      const { interpretedUs, generatedUs } = packTimes(double, { testval: 21 });
      expect(interpretedUs / 1000).toBeCloseTo(component("pack"), 9);
      expect(interpretedUs).toBeGreaterThan(generatedUs);
      expect(interpretedUs / generatedUs).toBeLessThan(1.05);
      const sizes = stubSizes(subsystem);
      expect(sizes.smallerFrom).toBe(10);
      const { interpreted, generated } = sizesFor(sizes, 100);
      expect(generated / interpreted).toBeGreaterThan(4);
    },
  );
});

describe("the environment (Sections IV and VI-B1)", () => {
  says("environment", "the plan of the campus: 500 workstations on a dozen subnets of both kinds", () => {
    const { workstations, subnets, routers } = planCampus();
    expect(workstations).toBe(said("environmentWorkstations"));
    expect(subnets.length).toBe(said("subnets"));
    expect(new Set(subnets.map(({ kind }) => kind))).toEqual(new Set(["token ring", "Ethernet"]));
    expect(subnets[0]?.workstations).toBe(said("singleRingMax") + 1); // and the client
    expect(routers.some((router) => router.subnets.length > 1)).toBe(true); // joined directly
  });

  says("clock", "no service time is a whole number of ticks of 16 ms", () => {
    expect(durationOf(RT_PC.tick)).toBe(millis(said("clockResolution")));
    for (const ms of TIMES) expect(ms % said("clockResolution")).not.toBe(0);
  });

  says("rpc2-connection-memory", "a hundred bytes: connections to all of Andrew are half a megabyte an end", () => {
    const bytes = said("connectionBytesPerEnd") * said("andrewPlannedWorkstations");
    expect(bytes).toBe(500_000);
  });

  says("rpc2-max-connections", "64K; two orders of magnitude below that are some 650", () => {
    expect(said("maxActiveConnections")).toBe(2 ** 16);
    expect(Math.round(said("maxActiveConnections") / 10 ** said("connectionHeadroom"))).toBe(655);
  });

  says(
    "motivation-callback-fanout",
    "iterative calls to 5000 workstations are over two minutes; each adds as much",
    () => {
      const servers = said("andrewPlannedWorkstations");
      const all = model("rpc2_ms", { servers, compute_ms: 0 });
      expect(all / 1000).toBeCloseTo(139, 9);
      expect(all / model("rpc2_ms", { servers: 1, compute_ms: 0 })).toBeCloseTo(servers, 9);
    },
  );

  says("future-multicast", "one send for all would raise the limits to 9.2, 11.6 and 18.8", () => {
    const limits = TIMES.map((compute_ms) => model("multicast_limit", { compute_ms }));
    expect(limits.map((limit) => limit.toFixed(1))).toEqual(["9.2", "11.6", "18.8"]);
    // A handler that works takes the client’s time: (27.80 + 10)/(3.93 + 0.20 + 5).
    expect(model("multicast_limit", { compute_ms: 10, handler_ms: 5 })).toBeCloseTo(37.8 / 9.13, 6);
  });
});

describe("large scale (Section VI-B3)", () => {
  says("large-below-25", "MultiRPC is within 23 percent of the model, on the ring and over many segments", () => {
    const small = rows("table-viii", "table-ix").filter(({ servers }) => servers <= said("retryOnset"));
    for (const { servers, compute_ms, multiRpcMs } of small) {
      const off = percentBelow(model("multi_rpc_ms", { servers, compute_ms }), multiRpcMs);
      expect(Math.abs(off)).toBeLessThan(23);
    }
  });

  says(
    "large-decline",
    "at 50, 75 and 100 servers Table VIII is below its row of 19, though not steadily (E-M13)",
    () => {
      for (const compute_ms of TIMES) {
        const before = at("table-viii", compute_ms, 19)?.speedup ?? NaN;
        const beyond = rows("table-viii").filter((row) => row.compute_ms === compute_ms && row.servers > 25);
        expect(beyond.length).toBeGreaterThan(1);
        for (const { speedup } of beyond) expect(speedup).toBeLessThan(before);
      }
      expect(at("table-viii", 50, 100)?.speedup).toBeGreaterThan(at("table-viii", 50, 75)?.speedup ?? NaN);
    },
  );

  says("large-normal", "Table IX beyond 50 servers is below its row of 25", () => {
    for (const compute_ms of TIMES) {
      const before = at("table-ix", compute_ms, 25)?.speedup ?? NaN;
      for (const servers of [50, 75, 100]) {
        expect(at("table-ix", compute_ms, servers)?.speedup).toBeLessThan(before);
      }
    }
  });

  says("large-exponential", "Table X too; with few servers it is the slowest that counts, 1 + 1/2 + ... + 1/n", () => {
    const last = { 10: 19, 20: 25, 50: 25 } as const;
    for (const compute_ms of [10, 20, 50] as const) {
      const before = at("table-x", compute_ms, last[compute_ms])?.speedup ?? NaN;
      expect(at("table-x", compute_ms, 50)?.speedup).toBeLessThan(before);
    }
    expect(model("slowest_ms", { servers: 5, mean_ms: 50 })).toBeCloseTo(50 * (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5), 9);
    const [mean, slowest] = [50, model("slowest_ms", { servers: 5, mean_ms: 50 })].map((compute_ms) =>
      Math.abs(
        percentBelow(model("multi_rpc_event_ms", { servers: 5, compute_ms }), at("table-x", 50, 5)?.multiRpcMs ?? NaN),
      ),
    );
    expect(slowest).toBeLessThan(mean ?? NaN);
  });

  says("large-sd", "beyond 50 servers the mean deviation is over three times that up to 50", () => {
    const mean = (of: readonly Measured[]): number => of.reduce((sum, one) => sum + one.multiRpcSdMs, 0) / of.length;
    const all = rows(...MEASURED);
    const [few, many] = [true, false].map((to50) => mean(all.filter(({ servers }) => servers <= 50 === to50)));
    expect(many).toBeGreaterThan(3 * (few ?? NaN));
    expect(said("noisyBeyond")).toBe(50);
  });

  says(
    "large-always-better",
    "R/M is above 1 in all 80 cells with more than one server, below in seven of nine with one",
    () => {
      const all = rows(...MEASURED);
      const many = all.filter(({ servers }) => servers > 1);
      for (const { speedup } of many) expect(speedup).toBeGreaterThan(1.4);
      expect(all.filter(({ servers, speedup }) => servers === 1 && speedup < 1).length).toBe(7);
    },
  );

  says("large-both-affected", "RPC2 takes 38.3 ms for one server and 60.2 for each of a hundred", () => {
    const each = (at("table-viii", 10, 100)?.rpc2Ms ?? NaN) / 100;
    expect(at("table-viii", 10, 1)?.rpc2Ms).toBe(38.3);
    expect(Number(each.toFixed(2))).toBe(claim("multirpc", "large-both-affected").value);
  });
});
