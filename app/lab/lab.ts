/**
 * The work behind the bench: whenever the setup changes, runs it, sweeps it for the chart, and asks the model for what
 * is not known yet. Results go to the store; the newest setup wins.
 */
import { jobCount } from "../../engine/experiments/sweep.ts";
import { modelValues } from "virtual:model-values";
import { isLarge } from "../trace/slices.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import type { ModelAsker } from "./ask-model.ts";
import { curvesOf, pinKey, sweepKey, sweptAs } from "../setup/charts.ts";
import { lookAfter } from "./look-at.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import type { ModelCall } from "../workers/python-client.ts";
import { experimentOf, KEPT_CALLS, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { notify } from "./store.ts";
import { inOrder, wholeTrials } from "./sweep-order.ts";
import type { BenchStore, PythonState, SweepState } from "./store.ts";

/** A change is swept at once; changes that follow it this closely wait until the reader's hand has rested so long. */
const REST_MS = 120;
/** How often the page hears of runs that complete no trial: a line that fills needs no more. */
const TELL_MS = 100;
/** Finished sweeps that are kept beside those of pinned runs, so that a setting gone back to has its chart at once. */
const SWEEPS_KEPT = 12;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Lab {
  /** A chart stands on the page: its points are run, now and after every change, until what it returns is called. */
  readonly showChart: () => () => void;
  /** Gives up what is running. The figures on the screen stay, marked as old. */
  readonly cancel: () => void;
  /** Takes up again what was cancelled or failed. */
  readonly resume: () => void;
  /** Computes the model's values in Python even where they are known. */
  readonly runModel: () => Promise<void>;
  /** Gives up the start of Python; what was to be computed stays unknown until it is asked for again. */
  readonly cancelPython: () => void;
  readonly stop: () => void;
}

async function run(store: BenchStore, engine: EngineClient, setup: Setup): Promise<void> {
  const key = setupKey(setup);
  store.setState({ running: true, progress: 0, failure: null });
  try {
    const done = await engine.run({ ...setup, keepCalls: KEPT_CALLS }, (progress) => store.setState({ progress }));
    if (isLarge(done.trace)) {
      const { prepared } = await import("./prepare.ts");
      const isWanted = (): boolean => store.getState().setup === setup && !store.getState().cancelled;
      await prepared(done, lookAfter(store.getState(), done).call, isWanted);
      if (!isWanted()) return;
    }
    const before = store.getState();
    const { linked } = before;
    store.setState({ shown: { key, run: done }, running: false, aim: null, ...lookAfter(before, done) });
    if (linked !== null) compareLinked(store, done.traceHash);
  } catch (error) {
    if (error instanceof Cancelled) return; // whoever cancelled says what happens next
    store.setState({ running: false, failure: messageOf(error) });
  }
}

function compareLinked(store: BenchStore, hash: string): void {
  const { linked } = store.getState();
  if (linked === null) return;
  const version = linked.version === null ? "" : ` with version ${linked.version}`;
  const text =
    linked.hash === hash
      ? `This run is identical to the one linked to: trace ${hash}.`
      : `This run has changed since the link was made${version}: its trace was ${linked.hash}, now it is ${hash}.`;
  store.setState({ linked: null });
  notify(store, { kind: linked.hash === hash ? "news" : "problem", text });
}

/** The key of the runs behind the chart that is shown, for the setup of the page or another. */
const keyOf = (store: BenchStore, setup = store.getState().setup): string =>
  sweepKey(setup, store.getState().chart.name);

/** Keeps a finished sweep for as long as a pinned run needs its curve, or it is one of the last. */
function keepSweep(store: BenchStore, done: SweepState): void {
  const { chart, pins, sweeps } = store.getState();
  const pinned = new Set(pins.list.flatMap(({ setup }) => [keyOf(store, setup), pinKey(setup, chart.name)]));
  const all = Object.entries({ ...sweeps, [done.key]: done });
  const kept = all.filter(([key], i) => pinned.has(key) || i >= all.length - SWEEPS_KEPT);
  store.setState({ sweeps: Object.fromEntries(kept) });
}

/** Sweeps the pinned runs whose curves are not known: what does it comes with the first pin. */
async function sweepPins(store: BenchStore, engine: EngineClient): Promise<void> {
  if (store.getState().pins.list.length === 0) return;
  const { sweepPinned } = await import("./sweep-pinned.ts");
  await sweepPinned(store, engine, (done) => keepSweep(store, done));
}

async function sweep(store: BenchStore, engine: EngineClient, setup: Setup): Promise<void> {
  const key = keyOf(store, setup);
  const experiment = experimentOf(setup);
  const curves = curvesOf(setup, store.getState().chart.name);
  let got: readonly SweepValue[] = [];
  let toldAt = performance.now();
  const under = { key, swept: sweptAs(experiment, store.getState().chart.name) };
  const sweeping = (values: readonly SweepValue[], whole: readonly SweepValue[]): SweepState => ({
    ...under,
    values,
    whole,
    total: jobCount(curves, values),
  });
  store.setState({ sweeping: sweeping(got, got) });
  const mine = (): boolean => store.getState().sweeping?.key === key;
  try {
    const whole = await engine.sweep(experiment.id, curves, (value) => {
      got = [...got, value];
      const before = store.getState().sweeping;
      if (before?.key !== key) return;
      const whole = wholeTrials(curves, got);
      const further = whole.length > before.whole.length;
      if (!further && performance.now() - toldAt < TELL_MS) return;
      toldAt = performance.now();
      // The same list while no further trial is whole, so that the chart is not drawn for nothing.
      store.setState({ sweeping: sweeping(got, further ? whole : before.whole) });
    });
    if (!whole || !mine()) return;
    const ordered = inOrder(curves, got);
    const done = sweeping(ordered, ordered);
    store.setState({ sweep: done, sweeping: null });
    keepSweep(store, done);
    await sweepPins(store, engine);
  } catch (error) {
    if (error instanceof Cancelled || !mine()) return;
    store.setState({ sweeping: null, failure: messageOf(error) });
  }
}

/** Puts the values that came with the page into the store. Those that cannot be fetched are computed like others. */
async function fetchModels(store: BenchStore, calls: readonly ModelCall[]): Promise<void> {
  const papers = [...new Set(calls.map(({ paper }) => paper))];
  const none = { values: {} };
  const came = await Promise.all(papers.map(async (paper) => (await modelValues[paper]?.().catch(() => none)) ?? none));
  const all = Object.assign({}, ...came.map(({ values }) => values)) as Readonly<Record<string, number>>;
  const { models } = store.getState();
  if (Object.keys(all).some((call) => models[call] === undefined)) store.setState({ models: { ...all, ...models } });
}

/** Asks for the model's values that are not known; the way to Python is fetched when there are any. */
async function askModel(
  store: BenchStore,
  python: () => Promise<ModelAsker>,
  setup: Setup,
  again: boolean,
): Promise<void> {
  const calls = modelCallsOf(experimentOf(setup), setup.parameters);
  await fetchModels(store, calls);
  const known = store.getState().models;
  const wanted = again ? calls : calls.filter((call) => known[callKey(call)] === undefined);
  if (wanted.length === 0) return;
  if (store.getState().python.tag !== "ready") store.setState({ python: { tag: "starting", bytes: 0 } });
  try {
    await (await python()).ask(wanted);
  } catch (error) {
    const state: PythonState =
      error instanceof Cancelled ? { tag: "cancelled" } : { tag: "failed", message: messageOf(error) };
    store.setState({ python: state });
  }
}

/** Starts working for the store: at once for the setup that it has, then on every change. */
export function startLab(store: BenchStore): Lab {
  const engine = new EngineClient();
  let asker: Promise<ModelAsker> | undefined;
  const python = (): Promise<ModelAsker> => (asker ??= import("./ask-model.ts").then((m) => m.modelAsker(store)));
  let resting: ReturnType<typeof setTimeout> | undefined;
  let charts = 0;
  let changedAt = -Infinity;

  const sweepIfNeeded = (): void => {
    if (charts === 0) return;
    const { setup, sweep: had, sweeps, sweeping } = store.getState();
    const key = keyOf(store);
    const known = key === had?.key ? had : sweeps[key];
    if (key === sweeping?.key || (key === had?.key && sweeping === null)) return;
    if (known !== undefined) {
      store.setState({ sweep: known, sweeping: null });
      void sweepPins(store, engine);
    } else void sweep(store, engine, setup);
  };
  const dropOldSweep = (): void => {
    const { sweeping } = store.getState();
    if (sweeping === null || sweeping.key === keyOf(store)) return;
    engine.dropSweep();
    store.setState({ sweeping: null });
  };
  const work = (): void => {
    const { setup, shown } = store.getState();
    const now = performance.now();
    const hasty = now - changedAt < REST_MS;
    changedAt = now;
    clearTimeout(resting);
    dropOldSweep();
    void askModel(store, python, setup, false);
    const ran = run(store, engine, setup);
    if (shown === null) {
      // The first run has the machine for itself: it is what a reader who has just come waits for.
      void ran.then(() => {
        if (store.getState().setup === setup) sweepIfNeeded();
      });
    } else if (hasty) resting = setTimeout(sweepIfNeeded, REST_MS);
    else sweepIfNeeded();
  };

  const otherChart = (): void => {
    const { shown, cancelled } = store.getState();
    dropOldSweep();
    if (!cancelled && shown !== null) sweepIfNeeded(); // else it comes after the first run
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.setup !== before.setup) work();
    else if (state.chart.name !== before.chart.name) otherChart();
    const idle = charts > 0 && state.sweeping === null && state.sweep?.key === keyOf(store);
    if (state.pins.list !== before.pins.list && idle) void sweepPins(store, engine);
  });
  work();
  return {
    showChart: () => {
      charts++;
      otherChart();
      return () => void charts--;
    },
    cancel: () => {
      clearTimeout(resting);
      engine.cancel();
      store.setState({ running: false, sweeping: null, cancelled: true });
    },
    resume: () => {
      store.setState({ cancelled: false });
      work();
    },
    runModel: () => askModel(store, python, store.getState().setup, true),
    cancelPython: () => void asker?.then(({ cancel }) => cancel()),
    stop: () => {
      unsubscribe();
      clearTimeout(resting);
      engine.cancel();
    },
  };
}
