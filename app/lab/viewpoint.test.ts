import { describe, expect, it } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import { addFaultLine } from "./add-fault.ts";
import { viewpointAfter, viewpointOfCall } from "./viewpoint.ts";
import { defaultSetup, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { createBenchStore, undo } from "./store.ts";
import type { BenchStore } from "./store.ts";
import { finished } from "./bench-work.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("no firefly/null");
const start: Setup = { ...defaultSetup(experiment), parameters: { ...defaultSetup(experiment).parameters, calls: 8 } };
const runOf = ({ parameters, seed, faults }: Setup): Run =>
  experiment.run(parameters, seed, faults, { keep: { calls: 50 } });

/** What the laboratory does when a run comes. */
function come(store: BenchStore): void {
  const before = store.getState();
  const run = runOf(before.setup);
  store.setState({
    work: finished(before.work, { key: setupKey(before.setup), run, keepCalls: 50 }),
    ...viewpointAfter(before, run),
  });
}

function opened(): BenchStore {
  const store = createBenchStore(start, null, []);
  come(store);
  return store;
}

const MS = 1e6;

describe("where the reader looks when a run comes", () => {
  it("is the call’s start, with its first packet, where the run is another altogether", () => {
    const store = opened();
    const { call, time, selected } = store.getState();
    expect({ call, time, selected }).toEqual({ call: 1, time: 0, selected: packetRef(0) });
    store.setState({ call: 3, time: 7 * MS, setup: { ...start, seed: 2 } });
    come(store);
    expect(store.getState()).toMatchObject({ call: 3, time: viewpointOfCall(runOf(start).trace, 3).time });
  });

  it("is the moment at which a packet was broken, with the packet itself, in its call", () => {
    const store = opened();
    expect(addFaultLine(store, "drop result#2")).toBeNull();
    come(store);
    const { work, call, time, selected } = store.getState();
    const row = Math.floor(selected / 4);
    expect(call).toBe(2);
    expect(work.shown?.run.trace.packets.fate[row]).toBe(1);
    expect(time).toBe(work.shown?.run.trace.packets.departs[row]);
  });

  it("is the moment at which a machine was broken, in the call that it falls into", () => {
    const store = opened();
    expect(addFaultLine(store, "crash server at 6ms")).toBeNull();
    come(store);
    expect(store.getState()).toMatchObject({ time: 6 * MS, call: 3, selected: NO_REF });
  });

  it("stays where it was when a fault is taken back or put again", () => {
    const store = opened();
    addFaultLine(store, "slow server by 2 at 6ms");
    come(store);
    undo(store);
    come(store);
    expect(store.getState()).toMatchObject({ time: 6 * MS, call: 3 });
    expect(store.getState().setup.faults).toEqual([]);
  });

  it("keeps what is selected where the new run has the same row, and nothing where it has not", () => {
    const store = opened();
    store.setState({ call: 2, time: 3 * MS, selected: packetRef(1) });
    const later = { ...store.getState().setup, faults: ["delay call#5 by 1ms"] };
    store.setState({ setup: later });
    come(store);
    expect(store.getState()).toMatchObject({ call: 2, time: 3 * MS, selected: packetRef(1) });
    store.setState({ call: 1, selected: packetRef(1), setup: { ...later, faults: ["crash server at 1ms"] } });
    come(store);
    expect(store.getState()).toMatchObject({ call: 1, selected: NO_REF });
  });

  it("is no call that the run does not have", () => {
    const store = opened();
    addFaultLine(store, "drop call#40");
    come(store);
    expect(store.getState().call).toBe(1);
  });
});
