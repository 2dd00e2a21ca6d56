import { describe, expect, it } from "vitest";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Outcome } from "../kernel/trace-data.ts";
import { addressText, cell, paper, role } from "../papers/index.ts";
import { fastestCall, makeAccount } from "./accounts.ts";
import { accounts, experiments } from "./index.ts";

/** Calls one after another, each one span of the given length after a wait of 5 ns. */
function callsOf(lengths: readonly (readonly [number, Outcome])[]) {
  const recorder = new TraceRecorder("all");
  const track = recorder.track({ name: "CPU 0", machine: "caller", kind: "processor" });
  const step = recorder.step({ name: "work", layer: "rpc", source: { kind: "assumed", text: "" } });
  const thread = recorder.owner("thread");
  let now = 0;
  for (const [nanos, outcome] of lengths) {
    const call = recorder.beginCall(thread, now);
    const last = recorder.span(track, step, thread, now + 5, now + 5 + nanos, NO_REF, call);
    now += 5 + nanos;
    recorder.endCall(call, now, outcome, last);
  }
  return recorder.finish(now);
}

describe("the call that is accounted for", () => {
  it("is the quickest that returned; its work and its waits make up its time", () => {
    const { steps, waited, took } = fastestCall(
      callsOf([
        [90, "returned"],
        [40, "returned"],
        [10, "failed"],
      ]),
    );
    expect(steps).toEqual([{ cell: null, onWire: false, nanos: 40 }]);
    expect([waited, took]).toEqual([5, 45]);
  });

  it("has to be there", () => {
    expect(() => fastestCall(callsOf([[10, "failed"]]))).toThrow("needs a call that returned; none of 1 did");
  });
});

describe.each(accounts)("the account of $paper", (account) => {
  const from = paper(account.paper);
  const { cells, constants } = makeAccount(account, from, experiments);
  const said = new Map(cells.map((c) => [addressText(c.at), c.value]));

  it("answers each published number once, of the tables that it names", () => {
    expect(said.size).toBe(cells.length);
    expect(new Set(cells.map((c) => c.at.table))).toEqual(new Set(account.tables));
  });

  it("finds every step on the critical path with the time that the paper gives it, but for the wire", () => {
    const estimates = "improvements"; // firefly-changes.paper.test.ts holds what the run makes of them
    const inputs = cells.filter((c) => role(c.at) === "input" && c.at.table !== estimates);
    const off = inputs.filter((c) => c.value !== cell(c.at).value).map((c) => addressText(c.at));
    const wire = "firefly/table-vi/side=network/action=Transmission time on Ethernet";
    expect(inputs).toHaveLength(2 * 14 + 10 + 1 + 3);
    expect(off).toEqual([`${wire}/us74`, `${wire}/us1514`]);
  });

  it("adds up: a call is its packets, its run time and its marshalling", () => {
    const latency = (procedure: string, ...actions: readonly string[]): number =>
      actions
        .map((action) => said.get(`firefly/table-viii/procedure=${procedure}/action=${action}/us`) ?? Number.NaN)
        .reduce((sum, us) => sum + us);
    const parts = ["Caller, server, stubs, RPC run time", "Send+receive 74-byte call packet"];
    const empty = latency("Null()", ...parts, "Send+receive 74-byte result packet");
    const full = latency("MaxResult", ...parts, "Marshal 1440-byte result", "Send+receive 1514-byte result packet");
    expect(empty).toBeCloseTo(latency("Null()", "Total"), 6);
    expect(full).toBeCloseTo(latency("MaxResult", "Total"), 6);
  });

  it("says nothing where an experiment that it needs is missing", () => {
    expect(makeAccount(account, from, [])).toEqual({ cells: [], constants: [] });
  });

  it("names what was fitted in the runs behind it, with the result that it was fitted to", () => {
    expect(constants.length).toBeGreaterThan(0);
    for (const { value, fittedTo } of constants) {
      expect(value).toBeGreaterThan(0);
      expect(typeof fittedTo === "string" ? fittedTo : role(fittedTo)).toBe("result");
    }
  });
});
