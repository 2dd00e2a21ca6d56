/** Eight ways to call many: what each cell of the table says, and what the measures count. */
import { describe, expect, it } from "vitest";
import { WAY_TITLES, type WayName } from "../../systems/many/titles.ts";
import { brokenLaws } from "../../systems/testing.ts";
import { manyHosts, runMany } from "../../systems/many/run.ts";
import { parseScript } from "../../faults/index.ts";
import { defaultsOf } from "../settings.ts";
import { runsOfTable, verdicts } from "../run-tables.ts";
import { experimentOf, measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";
import { call } from "./describe.ts";
import { GUARANTEE_TABLE } from "./guarantees.ts";
import type { ManyValues } from "./params.ts";
import { manyCallOf } from "./run.ts";

const WAYS = Object.keys(WAY_TITLES) as readonly WayName[];
const many = (way: string, set: ParamValues = {}, faults: readonly string[] = []): Run =>
  runOf("many/call", { set: { way, ...set }, faults, keep: "none" });

/** In the order of the table’s columns: once, every answer, dead named, slow told, ends early, one packet, in order. */
const HOLDS: Readonly<Record<WayName, string>> = {
  "sun-broadcast": "-+--+--",
  "v-group": "----+++",
  circus: "++++--+",
  gemini: "+++++-+",
  mercury: "++++--+",
  multirpc: "+++++-+",
  "multirpc-multicast": "+++++++",
  "flexrpc-serial": "++++-++",
};

describe("the table of guarantees", () => {
  it("says by its runs what each way guarantees", () => {
    const experiment = experimentOf("many/call");
    const runs = runsOfTable(call, GUARANTEE_TABLE).map(
      ({ parameters, seed, faults }) => experiment.run(parameters, seed, faults, { keep: "none" }).measures,
    );
    const rows = verdicts(call, GUARANTEE_TABLE, (run) => runs[run]);
    const signs = rows.map((cells) => cells.map((cell) => (cell?.holds === true ? "+" : "-")).join(""));
    expect(Object.fromEntries(WAYS.map((way, i) => [way, signs[i]]))).toEqual(HOLDS);
  });
});

describe("a call to many", () => {
  it.each(WAYS)("by %s is answered by all, in time, and keeps the laws of a trace", (way) => {
    const values = { ...defaultsOf(call), way, callees: 4, calls: 2, wanted: 4 } as ManyValues;
    for (const faults of [[], ["lose 20% of packets"], ["crash callee2 at 2ms", "restart callee2 at 1s"]]) {
      const given = manyCallOf(values);
      const outcome = runMany(given, 1, parseScript(faults, { machines: manyHosts(given) }), "all");
      expect(brokenLaws(outcome), faults.join()).toEqual([]);
    }
    const run = many(way, { callees: 4, calls: 2, wanted: 4 });
    expect(
      ["answered", "leastExecutions", "mostExecutions", "failedCalls"].map((name) => measureOf(run, name)),
    ).toEqual([4, 1, 1, 0]);
  });

  it.each(WAYS)("by %s with an argument of 800 bytes still fits a packet each", (way) => {
    const [short, long] = [many(way), many(way, { bytes: 800 })];
    expect(measureOf(long, "packets")).toBe(measureOf(short, "packets"));
    expect(measureOf(long, "callerBytes")).toBeGreaterThan(measureOf(short, "callerBytes") + 700);
  });

  it.each(WAYS)("by %s repeats to the bit", (way) => {
    const [one, two] = [1, 2].map(() => many(way, { loss: 0.2 }, ["slow callee2 by 2 at 1ms"]).traceHash);
    expect(one).toBe(two);
  });

  it("that one counts dead which has no power, and no other", () => {
    const run = many("multirpc", { dead: 3 });
    expect([measureOf(run, "namedDead"), measureOf(run, "wrongNames")]).toEqual([3, 0]);
    const crashed = many("multirpc", {}, ["crash callee4 at 1us"]);
    expect([measureOf(crashed, "namedDead"), measureOf(crashed, "wrongNames")]).toEqual([1, 0]);
    const silent = many("multirpc", {}, ["lose 100% of packets to callee4"]);
    expect([measureOf(silent, "namedDead"), measureOf(silent, "wrongNames")]).toEqual([1, 1]);
  });

  it("on a stream takes little more time for ten calls than for one", () => {
    const [one, ten] = [many("mercury"), many("mercury", { calls: 10, atOnce: 10 })];
    expect(10 * measureOf(ten, "msPerCall")).toBeLessThan(1.2 * measureOf(one, "msPerCall"));
    expect(measureOf(ten, "callerPackets")).toBe(measureOf(one, "callerPackets"));
  });

  it("by FlexRPC’s chain names the first that the chain could not reach, and loses the answers behind it", () => {
    const run = many("flexrpc-serial", {}, ["crash callee4 at 1us"]);
    expect([measureOf(run, "namedDead"), measureOf(run, "answered"), measureOf(run, "failedCalls")]).toEqual([1, 3, 1]);
  });
});
