/** Tables of real runs at their moments: at the beginning, in the middle, after a crash. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { protocolsIn } from "./protocol-table.ts";
import type { TableState } from "./table.ts";
import { runsBy, tableAt, tablesOf } from "./tables.ts";
import { WORDS } from "./words.ts";

const MS = 1e6;
const ONE = { calls: 1, load: 0 };

function at(run: Run, key: string, ms: number, call = 1): TableState {
  const table = tableAt(run, key, { call, time: ms * MS });
  if (table === null) throw new Error(`The run has no table ${key}.`);
  return table;
}

const cells = ({ rows }: TableState): readonly (readonly string[])[] => rows.map((row) => row.cells);

describe("Cedar’s table of calls", () => {
  const plain = runOf("cedar/call", { set: ONE });

  it("is empty until a call comes; its row is lit when it is written, and not for long", () => {
    expect(tablesOf(plain).map(({ title }) => title)).toEqual(["The server’s table of calls", "The caller’s calls"]);
    const before = at(plain, "Cedar callee", 0);
    expect(before.columns.map(({ head }) => head)).toEqual([
      "Activity",
      "State",
      "Number",
      "Result kept",
      "Result sent",
      "Written at",
    ]);
    expect([before.rows, before.empty]).toEqual([[], "The table is empty: no call has come."]);
    const [executing] = at(plain, "Cedar callee", 0.45).rows;
    expect(executing).toMatchObject({ cells: ["1.1", "executing", "1", "", "", "441.3 µs"], isLit: true });
    expect(at(plain, "Cedar callee", 0.6).rows[0]?.isLit).toBe(false);
    const [kept] = at(plain, "Cedar callee", 1).rows;
    expect(kept?.cells).toEqual(["1.1", "retaining", "1", "0 bytes", "1", "717.3 µs"]);
    expect(kept?.key).toBe(executing?.key);
    expect(kept?.write).not.toBe(executing?.write);
  });

  it("loses its row in a crash: it is struck through while the machine is down, and gone when it is back", () => {
    const down = runOf("cedar/call", { set: ONE, faults: ["crash server at 600us"] });
    const lost = at(down, "Cedar callee", 1);
    expect(lost.rows[0]).toMatchObject({ isLost: true, cells: ["1.1", "executing, lost", "1", "", "", "600.0 µs"] });
    expect(lost.lost).toEqual({ name: "row lost", count: 1, isBad: true });
    const faults = ["crash server at 600us", "restart server at 3ms"];
    const back = at(runOf("cedar/call", { set: ONE, faults }), "Cedar callee", 4);
    expect([back.rows, back.empty]).toEqual([[], "The table is empty: the crash took 1 row."]);
  });

  it("stands there, empty, where the server crashes before a call comes", () => {
    const early = runOf("cedar/call", { set: ONE, faults: ["crash server at 100us"] });
    expect(tablesOf(early).map(({ key }) => key)).toEqual(["Cedar callee", "Cedar caller"]);
    const table = at(early, "Cedar callee", 1);
    expect(table.columns).toEqual(at(plain, "Cedar callee", 0).columns);
    expect([table.rows, table.empty]).toEqual([[], "The table is empty: no call has come."]);
  });

  it.each([
    [[], 1],
    [["crash server at 300us"], 0],
    [["crash server at 600us"], 1],
    [["drop result#1"], 1],
  ])("counts the runs of the procedure as the measure does: %j", (faults, runs) => {
    const run = runOf("cedar/call", { set: ONE, faults });
    expect(measureOf(run, "executions")).toBe(runs);
    expect(runsBy(run, { call: 1, time: 0 })).toBe(0);
    expect(runsBy(run, { call: 1, time: run.trace.elapsed })).toBe(runs);
  });

  it("has two runs of one call where the server leaves the table out", () => {
    const run = runOf("cedar/call", { set: { ...ONE, without: "sequenceCheck" }, faults: ["drop result#1"] });
    expect(runsBy(run, { call: 1, time: run.trace.elapsed })).toBe(2);
    expect(runsBy(run, { call: 1, time: 10 * MS })).toBe(1);
  });
});

describe("the callbacks of a file server", () => {
  const run = runOf("multirpc/callback-break", { set: { workstations: 20, deadFraction: 0.1 } });
  const tally = (ms: number) => at(run, "destinations", ms).tallies.map(({ name, count }) => `${count} ${name}`);

  it("are not asked, then unknown, then told or given up; each workstation keeps its row", () => {
    expect(tally(0)).toEqual(["0 told", "0 given up", "0 unknown", "20 not asked yet"]);
    const middle = at(run, "destinations", 60);
    const [told, , unknown, still] = middle.tallies.map(({ count }) => count);
    expect((told ?? 0) + (unknown ?? 0) + (still ?? 0)).toBe(20);
    expect(unknown).toBeGreaterThan(0);
    const end = run.trace.elapsed / MS;
    expect(tally(end)).toEqual(["18 told", "2 given up", "0 unknown", "0 not asked yet"]);
    expect(at(run, "destinations", end).rows.filter(({ isLost }) => isLost)).toHaveLength(2);
    expect(at(run, "destinations", 0).rows.map(({ key }) => key)).toEqual(middle.rows.map(({ key }) => key));
    expect(cells(middle)[0]?.[0]).toMatch(/^Workstation \d+$/);
  });
});

describe("what a client knows of many", () => {
  it("has a row for one that was dead from the beginning, and is given up", () => {
    const run = runOf("many/call", { set: { way: "multirpc", dead: 1 } });
    const table = at(run, "destinations", run.trace.elapsed / MS);
    expect(table.tallies.map(({ name, count }) => `${count} ${name}`)).toEqual([
      "9 told",
      "1 given up",
      "0 unknown",
      "0 not asked yet",
    ]);
    expect(table.columns[1]?.head).toBe("The caller knows");
  });
});

describe("RPC2’s connections", () => {
  const run = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });

  it("stand at the client, one for each server, and at the servers, with the machine of each", () => {
    expect(cells(at(run, "RPC2 client", 10)).map(([name, state]) => `${name}: ${state}`)).toEqual([
      "256 to server 1: AWAITREPLY",
      "257 to server 2: AWAITREPLY",
      "258 to server 3: AWAITREPLY",
    ]);
    const servers = at(run, "RPC2 server", 15);
    expect(servers.columns[0]?.head).toBe("Machine");
    expect(cells(servers).map(([machine, , state]) => `${machine}: ${state}`)).toContain("Server 3: PROCESS");
  });

  it("have the handle of each end, and the sequence number, which a call and its reply take by two", () => {
    const heads = at(run, "RPC2 client", 10).columns.map(({ head }) => head);
    expect(heads.slice(0, 4)).toEqual(["Connection", "State", "Peer’s handle", "Number"]);
    const end = (run.trace.calls.end[0] ?? 0) / MS;
    expect(cells(at(run, "RPC2 client", 10)).map((row) => row.slice(2, 4))).toEqual([
      ["256", "0"],
      ["256", "0"],
      ["256", "0"],
    ]);
    expect(cells(at(run, "RPC2 client", end)).map((row) => row.slice(1, 4))).toEqual(
      Array.from({ length: 3 }, () => ["THINK", "256", "2"]),
    );
    expect(cells(at(run, "RPC2 server", end)).map((row) => row.slice(2, 5))).toContainEqual([
      "AWAITREQUEST",
      "258",
      "2",
    ]);
  });
});

describe("the replies that a Sun RPC server keeps", () => {
  const set = { iterations: 1, duplicateCache: "on" };

  it("are one for each call, and a call that is sent again is answered from them", () => {
    const run = runOf("sun-rpc/call", { set, faults: ["drop reply#1"] });
    expect(at(run, "replies kept", 10).rows).toEqual([]);
    expect(cells(at(run, "replies kept", 1000))[0]?.slice(0, 3)).toEqual(["428408834", "1", "0 ×"]);
    expect(cells(at(run, "replies kept", 5020))[0]?.slice(0, 3)).toEqual(["428408834", "1", "1 ×"]);
  });

  it.each([
    [set, 1],
    [{ iterations: 1 }, 2],
    [{ iterations: 1, serverMs: 100 }, 2],
  ])("keep the procedure from running twice: %j", (given, runs) => {
    const run = runOf("sun-rpc/call", { set: given, faults: ["drop reply#1"] });
    expect(measureOf(run, "executions")).toBe(runs);
    expect(runsBy(run, { call: 1, time: run.trace.elapsed })).toBe(runs);
  });

  it("are lost in a crash", () => {
    const run = runOf("sun-rpc/call", { set, faults: ["drop reply#1", "crash server at 1s"] });
    const after = at(run, "replies kept", 1001);
    expect(after.rows).toEqual([]);
    expect(after.lost).toEqual({ name: "reply lost", count: 1, isBad: true });
  });

  it("are no table where the server keeps none", () => {
    const plain = runOf("sun-rpc/call", { set: { iterations: 1 } });
    expect(tablesOf(plain).map(({ key }) => key)).toEqual(["Sun RPC server", "Sun RPC client"]);
    expect(tableAt(plain, "replies kept", { call: 1, time: 0 })).toBeNull();
  });
});

describe("the words of tables", () => {
  const runs = [
    runOf("cedar/call", { set: { ...ONE, serverMs: 100 } }),
    runOf("firefly/null", { set: { calls: 2 } }),
    runOf("multirpc/call", { set: { servers: 2, trials: 1 } }),
    runOf("sun-rpc/call", { set: { iterations: 1, duplicateCache: "on" } }),
    runOf("sun-rpc/broadcast"),
  ];
  it.each(Object.keys(WORDS))("name numbers that the trace has: %s", (protocol) => {
    const run = runs.find((one) => tablesOf(one).some(({ key }) => key === protocol));
    if (run === undefined) throw new Error(`No run has the protocol ${protocol}.`);
    const { names = [] } = protocolsIn(run.trace).get(protocol)?.numbers ?? {};
    for (const [name] of WORDS[protocol]?.numbers ?? []) expect(names).toContain(name);
  });
});
