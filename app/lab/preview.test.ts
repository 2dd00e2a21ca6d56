import { describe, expect, it, vi } from "vitest";
import { startPreviews } from "./preview.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { sweepKey } from "../setup/charts.ts";
import { defaultSetup, experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { Previewed } from "../workers/engine.worker.ts";
import { onLost } from "../hand/lost.ts";
import { startLab } from "./lab.ts";
import { startSweeps } from "./start-sweeps.ts";
import { figureDraftOf, isLate, previewOf } from "./draft.ts";
import { chartNameOf, chartSetupOf, createBenchStore, redo, undo } from "./store.ts";
import type { BenchStore } from "./store.ts";
import { askedFor, TestWorker, withTestWorkers } from "./testing.ts";

const START: Setup = { ...defaultSetup(experimentOf({ experiment: "written/call" })) };
const withFaults = (...faults: readonly string[]): Setup => ({ ...START, faults });
const runFor = ({ experiment, parameters, seed, faults }: Setup): Run =>
  runOf(experiment, { set: parameters, seed, faults, keep: { calls: 2 } });
const whole = (setup: Setup): Previewed => ({ tag: "whole", run: runFor(setup) });

const shownHash = (store: BenchStore): string | undefined => store.getState().work.shown?.run.traceHash;
const previewHash = (store: BenchStore): string | undefined => previewOf(store.getState())?.run.trace.hash;

/** A laboratory with the run of START, and the worker of its previews, which has been asked for one. */
async function held(first: Setup) {
  const store = createBenchStore(START, null, []);
  const lab = startLab(store, { openings: true });
  TestWorker.all[0]?.answer(runFor(START));
  await vi.waitFor(() => expect(store.getState().work.shown).not.toBeNull());
  lab.previewsBy(startPreviews).show(first);
  const worker = TestWorker.all[1];
  if (worker === undefined) throw new Error("no worker was started for previews");
  return { store, lab, worker };
}

const asked = (): readonly unknown[] => askedFor("preview").map(({ args }) => args[1]?.faults);

describe("the run that a hand is over", () => {
  withTestWorkers();

  it("is that of the newest place: of those between, none is run", async () => {
    const [one, two, three] = [withFaults("drop call#1"), withFaults("drop result#1"), withFaults("drop call#2")];
    const { store, lab, worker } = await held(one);
    lab.previewsBy(startPreviews).show(two);
    lab.previewsBy(startPreviews).show(three);
    expect(asked()).toEqual([one.faults]);
    worker.answer(whole(one));
    await vi.waitFor(() => expect(asked()).toEqual([one.faults, three.faults]));
    expect(figureDraftOf(store.getState())).toMatchObject({ setup: three, preview: { setup: one } });
    expect(isLate(store.getState())).toBe(true);
    worker.answer(whole(three));
    await vi.waitFor(() => expect(previewHash(store)).toBe(runFor(three).traceHash));
    expect(isLate(store.getState())).toBe(false);
    lab.previewsBy(startPreviews).show(one); // it is known from before
    expect([previewHash(store), asked().length]).toEqual([runFor(one).traceHash, 2]);
    lab.stop();
  });

  it("becomes the run of the page as one step of undo, and is not made again", async () => {
    const setup = withFaults("drop call#1");
    const { store, lab, worker } = await held(setup);
    worker.answer(whole(setup));
    await vi.waitFor(() => expect(previewHash(store)).toBeDefined());
    const runs = askedFor("run").length;
    lab.previewsBy(startPreviews).settle(withFaults("drop call#1"), "packet call#1");
    const { draft, past, work } = store.getState();
    expect([shownHash(store), draft, past, work.tag]).toEqual([runFor(setup).traceHash, null, [START], "done"]);
    expect(askedFor("run")).toHaveLength(runs);
    undo(store);
    expect(store.getState().setup).toBe(START);
    redo(store);
    expect(store.getState().setup.faults).toEqual(setup.faults);
    lab.stop();
  });

  it("stays in sight where it is an opening, until the whole run is there", async () => {
    const setup = withFaults("drop call#1");
    const { store, lab, worker } = await held(setup);
    const { experiment, parameters, seed, trace } = runFor(setup);
    worker.answer({ tag: "opening", run: { experiment, parameters, seed, trace } } satisfies Previewed);
    await vi.waitFor(() => expect(previewHash(store)).toBeDefined());
    lab.previewsBy(startPreviews).settle(setup, null);
    expect(previewHash(store)).toBe(trace.hash);
    expect(askedFor("run").at(-1)?.args[1]?.faults).toEqual(setup.faults);
    TestWorker.all[0]?.answer(runFor(setup));
    await vi.waitFor(() => expect(shownHash(store)).toBe(trace.hash));
    expect(store.getState().draft).toBeNull();
    lab.stop();
  });

  it("is gone where the hand takes it back, and where the link locks it", async () => {
    const setup = withFaults("drop call#1");
    const { store, lab, worker } = await held(setup);
    lab.previewsBy(startPreviews).cancel();
    worker.answer(whole(setup));
    await vi.dynamicImportSettled();
    expect(store.getState()).toMatchObject({ setup: START, draft: null, past: [] });
    store.setState({ lock: () => "This is locked." });
    lab.previewsBy(startPreviews).show(setup);
    lab.previewsBy(startPreviews).settle(setup, null);
    expect(store.getState()).toMatchObject({ setup: START, draft: null, notices: [{ text: "This is locked." }] });
    lab.stop();
  });

  it("brings its chart where the hand is over one: the newest is swept, and what is known is not again", async () => {
    const two = (networkMbps: number): Setup => {
      const setup = defaultSetup(experimentOf({ experiment: "firefly/null" }));
      return { ...setup, parameters: { ...setup.parameters, networkMbps } };
    };
    const { store, lab } = await held(withFaults("drop call#1"));
    const previews = lab.previewsBy(startPreviews);
    lab.showChart(startSweeps);
    const swept = (): readonly unknown[] => askedFor("sweep").map(({ args }) => args[0]?.id);
    const shownAt = (): readonly unknown[] => [
      chartSetupOf(store.getState()).parameters["networkMbps"],
      chartNameOf(store.getState()),
    ];
    previews.show(two(20), "latencyMs");
    previews.show(two(50), "latencyMs");
    expect(shownAt()).toEqual([50, "latencyMs"]);
    const isSwept = (): void => expect(store.getState().sweeping?.key).toBe(sweepKey(two(50), "latencyMs"));
    await vi.waitFor(isSwept, { timeout: 30_000 }); // what sweeps is fetched
    expect(swept()).toContain("firefly/null");
    const dropped = askedFor("dropSweep").length;
    const key = sweepKey(two(20), "latencyMs");
    const known = { key, swept: "", values: [], whole: [], total: 0 };
    store.setState({ sweeps: { [key]: known } });
    const before = swept().length;
    previews.show(two(20), "latencyMs");
    await vi.waitFor(() => expect(store.getState().sweep).toBe(known));
    expect(askedFor("dropSweep").length).toBeGreaterThan(dropped);
    expect(swept()).toHaveLength(before);
    previews.cancel();
    expect([chartSetupOf(store.getState()), chartNameOf(store.getState())]).toEqual([START, null]);
    lab.stop();
  });

  it("is of the experiment that the hand is on: an answer for the one before is not shown", async () => {
    const { store, lab, worker } = await held(withFaults("drop call#1"));
    const other: Setup = { ...defaultSetup(experimentOf({ experiment: "firefly/null" })) };
    store.setState({ setup: other });
    lab.previewsBy(startPreviews).show({ ...other, seed: 2 });
    worker.answer(whole(withFaults("drop call#1")));
    await vi.waitFor(() => expect(askedFor("preview")).toHaveLength(2));
    expect(previewOf(store.getState())).toBeNull();
    lab.stop();
  });

  it("is over where its worker dies, and every hand hears of it; of a run that fails no hand does", async () => {
    const heard = vi.fn<() => void>();
    const stop = onLost(heard);
    for (const [end, times] of [
      [(worker: TestWorker) => worker.fail("no run"), 0],
      [(worker: TestWorker) => worker.dispatchEvent(new Event("error")), 1],
    ] as const) {
      const { store, lab, worker } = await held(withFaults("drop call#1"));
      end(worker);
      await vi.waitFor(() => expect(figureDraftOf(store.getState())).toBeNull());
      expect(heard).toHaveBeenCalledTimes(times);
      lab.stop();
      TestWorker.all.length = 0;
    }
    stop();
  });

  it("is over with another setup", async () => {
    const { store, lab } = await held(withFaults("drop call#1"));
    store.setState({ setup: withFaults("drop result#1") });
    expect(figureDraftOf(store.getState())).toBeNull();
    lab.stop();
  });
});
