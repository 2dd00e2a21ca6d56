import { describe, expect, it, vi } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { addFaultLine } from "./add-fault.ts";
import { askedFor, TestWorker, withTestWorkers } from "./testing.ts";
import { startLab } from "./lab.ts";
import { openingIn } from "./bench-work.ts";
import { change, createBenchStore } from "./store.ts";
import { startSweeps } from "./start-sweeps.ts";

/** The run of a setup, with few calls. */
function runOf(parameters: ParamValues) {
  const experiment = findExperiment("firefly/null");
  if (experiment === undefined) throw new Error("no firefly/null");
  return experiment.run({ ...parameters, calls: 1 }, 1, [], { keep: { calls: 1 } });
}

/** A run of a setup with three calls, and its opening: the trace when two of them have ended. */
function openedRun(parameters: ParamValues): { readonly run: Run; readonly opening: TraceData } {
  const told: TraceData[] = [];
  const keep = { calls: 3, opening: { calls: 2, tell: (trace: TraceData) => told.push(trace) } };
  const run = findExperiment("firefly/null")?.run({ ...parameters, calls: 3 }, 1, [], { keep });
  const [opening] = told;
  if (run === undefined || opening === undefined) throw new Error("a run of firefly/null without an opening");
  return { run, opening };
}

/** A laboratory whose first run is there, and whose second has been asked for. */
async function changedOnce(openings = true) {
  const experiment = findExperiment("firefly/null");
  if (experiment === undefined) throw new Error("no firefly/null");
  const parameters = defaultsOf(experiment);
  const store = createBenchStore({ experiment: experiment.id, parameters, seed: 1, faults: [] }, null, []);
  const lab = startLab(store, { openings });
  const [runs] = TestWorker.all;
  if (runs === undefined) throw new Error("no worker was started");
  const first = runs.asked.at(-1)?.args[1];
  runs.answer(runOf(parameters));
  await vi.waitFor(() => expect(store.getState().work.shown).not.toBeNull());
  const next = { ...parameters, networkMbps: 20 };
  change(store, "networkMbps", (setup) => ({ ...setup, parameters: next }));
  await vi.waitFor(() => expect(runs.asked).toHaveLength(2));
  return { store, lab, runs, first, ...openedRun(next) };
}

describe("the work behind a bench", () => {
  withTestWorkers();

  it("runs what is looked at alone: the runs of the chart begin when that is there", async () => {
    const experiment = findExperiment("firefly/null");
    if (experiment === undefined) throw new Error("no firefly/null");
    const parameters = defaultsOf(experiment);
    const store = createBenchStore({ experiment: experiment.id, parameters, seed: 1, faults: [] }, null, []);
    const lab = startLab(store, { openings: false });
    lab.showChart(startSweeps);
    const [runs] = TestWorker.all;
    runs?.answer(runOf(parameters));
    await vi.waitFor(() => expect(askedFor("sweep").length).toBeGreaterThan(0));
    const before = askedFor("sweep").length;
    const workers = TestWorker.all.length;
    change(store, "networkMbps", (setup) => ({ ...setup, parameters: { ...parameters, networkMbps: 20 } }));
    expect(runs?.asked.at(-1)?.args[1]?.parameters).toMatchObject({ networkMbps: 20 });
    await vi.dynamicImportSettled(); // what would sweep at once has come
    expect(askedFor("dropSweep").length).toBeGreaterThan(0);
    expect(askedFor("sweep")).toHaveLength(before);
    runs?.answer(runOf({ ...parameters, networkMbps: 20 }));
    // The workers are still deep in the runs of the chart before, so others make the new ones.
    await vi.waitFor(() => expect(TestWorker.all).toHaveLength(workers + before));
    expect(askedFor("sweep")).toHaveLength(before);
    lab.stop();
  });

  it("shows the opening of a run, with the call that is looked at, until the run is there", async () => {
    const { store, lab, runs, first, run, opening } = await changedOnce();
    expect(first?.openingCalls).toBeUndefined(); // more waits for the first run than the timeline
    expect(runs.asked.at(-1)?.args[1]?.openingCalls).toBe(2);
    const shown = store.getState().work.shown;
    runs.opens(opening);
    expect(openingIn(store.getState().work)).toMatchObject({
      run: { trace: opening },
      viewpoint: { call: 1, time: 0 },
    });
    expect(store.getState().work.shown).toBe(shown); // all other figures keep to the run that is whole
    runs.answer(run);
    await vi.waitFor(() => expect(store.getState().work.shown?.run).toBe(run));
    expect(openingIn(store.getState().work)).toBeNull();
    lab.stop();
  });

  it("shows no opening any more where its run fails or is cancelled", async () => {
    const failing = await changedOnce();
    failing.runs.opens(failing.opening);
    failing.runs.fail("no such network");
    await vi.waitFor(() =>
      expect(failing.store.getState().work).toMatchObject({
        tag: "failed",
        message: expect.stringContaining("no such network"),
      }),
    );
    expect(openingIn(failing.store.getState().work)).toBeNull();
    failing.lab.stop();
    TestWorker.all.length = 0;
    const { store, lab, runs, opening } = await changedOnce();
    runs.opens(opening);
    lab.cancel();
    expect(store.getState()).toMatchObject({ work: { tag: "cancelled" } });
    lab.stop();
  });

  it("asks for no opening where a step of a lesson says where to look, or something was broken", async () => {
    const lesson = await changedOnce(false);
    expect(lesson.runs.asked.at(-1)?.args[1]?.openingCalls).toBeUndefined();
    lesson.lab.stop();
    TestWorker.all.length = 0;
    const { store, lab, runs, run } = await changedOnce();
    runs.answer(run);
    await vi.waitFor(() => expect(store.getState().work.tag).toBe("done"));
    expect(addFaultLine(store, "drop result#1")).toBeNull();
    await vi.waitFor(() => expect(runs.asked).toHaveLength(3));
    expect(runs.asked.at(-1)?.args[1]?.openingCalls).toBeUndefined();
    lab.stop();
  });
});
