import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { parseScript } from "../../../engine/faults/parse-script.ts";
import { conditionAt } from "../../trace/machine-events.ts";
import { hostView } from "./views.ts";
import { hostActions } from "./actions.ts";

const MS = 1e6;
const run = runOf("multirpc/callback-break", { set: { workstations: 10, deadFraction: 0.3 } });
const listAt = (ms: number) => {
  const { list } = hostView(run, "client", ms * MS);
  if (list === undefined) throw new Error("no list");
  return list;
};
const statesAt = (ms: number): readonly string[] => listAt(ms).rows.map(({ name, state }) => `${name} ${state}`);

describe("the file server’s list of callbacks", () => {
  it("holds all before anybody is asked, then says who is awaited, first of all", () => {
    expect(statesAt(0)).toHaveLength(10);
    expect(new Set(listAt(0).rows.map(({ state }) => state))).toEqual(new Set(["promised"]));
    expect(statesAt(14).slice(0, 2)).toEqual(["workstation 9 awaited", "workstation 10 awaited"]);
  });

  it("empties as replies are taken in, until only the silent ones are left", () => {
    const left = [0, 85, 86, 200].map((ms) => listAt(ms).left);
    expect(left).toEqual(["10 of 10 left", "8 of 10 left", "5 of 10 left", "3 of 10 left"]);
    expect(statesAt(200)).toEqual(["workstation 2 awaited", "workstation 4 awaited", "workstation 7 awaited"]);
  });

  it("counts how often each was asked, and gives it up after seven times", () => {
    const asked = (ms: number): readonly string[] => listAt(ms).rows.map(({ note }) => note);
    expect(asked(200)).toEqual(["1 time", "1 time", "1 time"]);
    expect(asked(600)).toEqual(["2 times", "2 times", "2 times"]);
    expect(statesAt(60_200)).toEqual(["workstation 2 given up", "workstation 4 given up", "workstation 7 given up"]);
    expect(asked(60_200)).toEqual(["7 times", "7 times", "7 times"]);
  });

  it("is empty at the end where all live", () => {
    const alive = runOf("multirpc/callback-break", { set: { workstations: 10, deadFraction: 0 } });
    const view = hostView(alive, "client", alive.trace.elapsed);
    expect(view.list?.rows).toEqual([]);
    expect(view.list?.empty).toContain("All workstations have confirmed");
  });

  it("calls those given up without a word that a time limit left", () => {
    const limited = runOf("multirpc/callback-break", { set: { workstations: 10, deadFraction: 0.3, timeoutMs: 1000 } });
    const rows = hostView(limited, "client", limited.trace.elapsed).list?.rows ?? [];
    expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "workstation 2 given up",
      "workstation 4 given up",
      "workstation 7 given up",
    ]);
  });

  it("goes with machines of which those that are dead say so", () => {
    expect(hostView(run, "server2", 0)).toMatchObject({ up: false, dead: true, since: 0 });
    expect(hostView(run, "server3", 0)).toMatchObject({ up: true, dead: false });
    expect(hostActions(hostView(run, "server2", MS), MS).map(({ not }) => not === "")).toEqual([false, false, false]);
  });

  it("is the client’s alone, and no other run’s", () => {
    expect(hostView(run, "server3", 0).list).toBeUndefined();
    const call = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });
    expect(hostView(call, "client", 0).list).toBeUndefined();
  });

  it("knows the dead as down, and lets nobody crash the client", () => {
    expect(conditionAt(run.trace, "server4", 10 * MS).up).toBe(false);
    expect(conditionAt(run.trace, "server3", 10 * MS).up).toBe(true);
    const [crash, restart, slow] = hostActions(hostView(run, "client", 10 * MS), 10 * MS);
    expect([crash?.not, restart?.not].map((why) => (why ?? "").length > 20)).toEqual([true, true]);
    expect(slow?.not).toBe("");
    expect(parseScript([slow?.line ?? ""])).toHaveLength(1);
  });
});
