/** What the files for other tools say, read as those tools read them. */
import { describe, expect, it } from "vitest";
import { exampleRun } from "./example-run.ts";
import { toHistory, toItf } from "./index.ts";
import { shownBy } from "../shown.ts";
import { experimentOf } from "../testing.ts";
import { defaultsOf } from "../settings.ts";

/** A value of ITF: its integers and its maps are objects with one key. */
function read(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("#bigint" in value) return Number(value["#bigint"]);
  if ("#map" in value)
    return new Map((value["#map"] as [unknown, unknown][]).map(([key, one]) => [read(key), read(one)]));
  throw new Error(`This is no value of ITF: ${JSON.stringify(value)}`);
}

interface Itf {
  readonly "#meta": Readonly<Record<string, unknown>>;
  readonly vars: readonly string[];
  readonly states: readonly Readonly<Record<string, unknown>>[];
}

const lostResult = () => {
  const experiment = experimentOf("firefly/null");
  const parameters = { ...defaultsOf(experiment), calls: 1, without: "heldReply" };
  return experiment.run(parameters, 1, ["drop result#1"], { keep: "all" });
};

describe("a run in ITF", () => {
  const file = JSON.parse(toItf(lostResult())) as Itf;
  const states = file.states.map((state) => ({
    index: (state["#meta"] as { readonly index: number }).index,
    at: read(state["at"]) as number,
    machines: read(state["machines"]) as ReadonlyMap<string, string>,
    calls: read(state["calls"]) as ReadonlyMap<number, string>,
  }));

  it("has every variable in each of its states, in order of time", () => {
    expect(file["#meta"]["format"]).toBe("ITF");
    for (const state of file.states) expect(Object.keys(state)).toEqual(["#meta", ...file.vars]);
    expect(states.map(({ index }) => index)).toEqual([...states.keys()]);
    expect(states.map(({ at }) => at)).toEqual(states.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it("ends with the failed call and the machines’ last states", () => {
    const caller = "caller, Firefly caller, caller thread 1";
    const seen = new Set(states.map(({ machines }) => machines.get(caller)));
    expect(seen).toContain("calling");
    expect(states.at(-1)?.calls).toEqual(new Map([[1, "failed"]]));
    expect(states.at(-1)?.machines.get(caller)).toBe("idle");
  });
});

it("cuts the states of a run of very many calls, and says where", () => {
  const experiment = experimentOf("services/deadline");
  const file = JSON.parse(toItf(experiment.run(defaultsOf(experiment), 1, [], { keep: "all" }))) as Itf;
  expect(file["#meta"]["cut"]).toMatch(
    new RegExp(String.raw`^The file has the first ${file.states.length} of \d+ states\. Run fewer calls`),
  );
});

describe("a history for Porcupine", () => {
  const read = (text: string) => JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];

  it("has each call as an operation of a client, from 0, with the call whose result came back", () => {
    const run = exampleRun();
    const operations = read(toHistory(run));
    expect(operations).toHaveLength(run.trace.calls.count);
    for (const [row, operation] of operations.entries()) {
      expect(Object.keys(operation)).toEqual(["clientId", "input", "call", "output", "return"]);
      expect(operation["call"]).toBe(run.trace.calls.start[row]);
      expect(Number(operation["return"])).toBeGreaterThanOrEqual(Number(operation["call"]));
    }
    expect(operations[0]).toMatchObject({ clientId: 0 });
  });

  it("leaves a call without a return that failed: it may still be executed", () => {
    const run = lostResult();
    const [operation] = read(toHistory(run, shownBy(run)));
    expect(operation).toEqual({
      clientId: 0,
      input: { call: 1, client: "caller thread 1" },
      call: 0,
      output: { outcome: "failed", executions: 1 },
    });
  });
});
