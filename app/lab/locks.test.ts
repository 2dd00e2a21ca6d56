import { describe, expect, it } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { defaultSetup } from "../setup/setup.ts";
import { lockOf } from "./locks.ts";
import { change, createBenchStore, setUp, undo } from "./store.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("no firefly/null");
const start = defaultSetup(experiment);

const lockedBy = (lock: readonly string[], open: readonly string[] = []) => {
  const store = createBenchStore(start, null, []);
  store.setState({ lock: lockOf({ lock, open }) });
  return store;
};

const opened = (...names: readonly string[]) => {
  const store = lockedBy(names);
  change(store, "seed", (setup) => ({ ...setup, seed: 7 }));
  change(store, "threads", (setup) => ({ ...setup, parameters: { ...setup.parameters, threads: 3 } }));
  change(store, "faults", (setup) => ({ ...setup, faults: ["drop call#1"] }));
  const { setup, notices } = store.getState();
  return { seed: setup.seed, threads: setup.parameters["threads"], faults: setup.faults.length, said: notices.length };
};

describe("a link of an assignment", () => {
  it("keeps what it locks, says so, and leaves the rest to the reader", () => {
    expect(opened("threads")).toEqual({ seed: 7, threads: 1, faults: 1, said: 1 });
    expect(opened("parameters")).toEqual({ seed: 1, threads: 1, faults: 1, said: 2 });
    expect(opened("seed", "faults")).toEqual({ seed: 1, threads: 3, faults: 0, said: 2 });
    expect(opened()).toEqual({ seed: 7, threads: 3, faults: 1, said: 0 });
  });

  it("leaves open what the checkpoint of the step asks for, and nothing else", () => {
    const store = lockedBy(["parameters", "faults"], ["threads"]);
    change(store, "threads", (setup) => ({ ...setup, parameters: { ...setup.parameters, threads: 3 } }));
    change(store, "calls", (setup) => ({ ...setup, parameters: { ...setup.parameters, calls: 3 } }));
    change(store, "faults", (setup) => ({ ...setup, faults: ["drop call#1"] }));
    expect(store.getState().setup).toEqual({ ...start, parameters: { ...start.parameters, threads: 3 } });
  });

  it("binds the reader and no step: a step sets its faults, and the reader cannot undo them", () => {
    const store = lockedBy(["parameters", "faults"]);
    const step = { ...start, faults: ["drop call#1"], parameters: { ...start.parameters, threads: 3 } };
    setUp(store, "step", step);
    undo(store);
    expect(store.getState().setup).toEqual(step);
  });

  it("says each thing once, however often it is tried", () => {
    const store = lockedBy(["faults"]);
    for (const fault of ["drop call#1", "drop result#1", "drop call#1"])
      change(store, fault, (setup) => ({ ...setup, faults: [fault] }));
    expect(store.getState().notices.map(({ text }) => text)).toEqual(["The link that you opened locks the faults."]);
  });
});
