import { describe, expect, it } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { defaultSetup } from "../setup/setup.ts";
import { lockOf } from "./locks.ts";
import { change, createBenchStore } from "./store.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("no firefly/null");
const start = defaultSetup(experiment);

const opened = (...names: readonly string[]) => {
  const store = createBenchStore(start, null, []);
  store.setState({ lock: lockOf(names) });
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
});
