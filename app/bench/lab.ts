/**
 * The work behind the bench: whenever the setup changes, runs it, sweeps it for the chart, and asks the model for what
 * is not known yet. Results go to the store; the newest setup wins.
 */
import { modelValues } from "virtual:model-values";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { PythonClient } from "../workers/python-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { lookAt } from "./look-at.ts";
import { callKey, modelCallsOf } from "./models.ts";
import { experimentOf, KEPT_CALLS, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { notify } from "./store.ts";
import type { BenchStore } from "./store.ts";

/** Runs at each point of the chart; seeds seed, seed + 1, … */
export const TRIALS = 5;
/** A sweep waits until the reader's hand has rested this long. */
const REST_MS = 120;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Equal for setups with the same chart: the swept parameter and those that the sweep fixes do not count. */
export function sweepKey(setup: Setup): string {
  const { over, fixed } = experimentOf(setup).sweep;
  const parameters = Object.fromEntries(
    Object.entries(setup.parameters).filter(([key]) => key !== over && !Object.hasOwn(fixed ?? {}, key)),
  );
  return setupKey({ ...setup, parameters });
}

export interface Lab {
  /** Gives up what is running. The figures on the screen stay, marked as old. */
  readonly cancel: () => void;
  /** Takes up again what was cancelled or failed. */
  readonly resume: () => void;
  /** Computes the model's values in Python even where they are known. */
  readonly runModel: () => Promise<void>;
  readonly stop: () => void;
}

async function run(store: BenchStore, engine: EngineClient, setup: Setup): Promise<void> {
  const key = setupKey(setup);
  store.setState({ running: true, failure: null });
  try {
    const done = await engine.run({ ...setup, keepCalls: KEPT_CALLS });
    const { call, linked } = store.getState();
    const kept = Math.min(KEPT_CALLS, done.trace.calls.count);
    store.setState({ shown: { key, run: done }, running: false, ...lookAt(done.trace, call <= kept ? call : 1) });
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

async function sweep(store: BenchStore, engine: EngineClient, setup: Setup): Promise<void> {
  const key = sweepKey(setup);
  const experiment = experimentOf(setup);
  const { over, values, fixed } = experiment.sweep;
  const total = values.length * TRIALS;
  const parameters = { ...setup.parameters, ...fixed };
  const request = { over, values, parameters, seed: setup.seed, trials: TRIALS, faults: setup.faults };
  let got: readonly SweepValue[] = [];
  store.setState({ sweeping: { key, experiment: experiment.id, values: got, total } });
  const mine = (): boolean => store.getState().sweeping?.key === key;
  try {
    const whole = await engine.sweep(experiment.id, request, (value) => {
      got = [...got, value];
      if (mine()) store.setState({ sweeping: { key, experiment: experiment.id, values: got, total } });
    });
    if (whole && mine())
      store.setState({ sweep: { key, experiment: experiment.id, values: got, total }, sweeping: null });
  } catch (error) {
    if (error instanceof Cancelled || !mine()) return;
    store.setState({ sweeping: null, failure: messageOf(error) });
  }
}

async function askModel(store: BenchStore, python: PythonClient, setup: Setup, again: boolean): Promise<void> {
  const calls = modelCallsOf(experimentOf(setup), setup.parameters);
  const known = store.getState().models;
  const wanted = again ? calls : calls.filter((call) => known[callKey(call)] === undefined);
  if (wanted.length === 0) return;
  if (store.getState().python.tag !== "ready") store.setState({ python: { tag: "starting" } });
  try {
    const values = await python.values(wanted);
    const found = wanted.map((call, i) => [callKey(call), values[i]] as const);
    const fresh = Object.fromEntries(found.filter((pair): pair is readonly [string, number] => pair[1] !== undefined));
    store.setState({ python: { tag: "ready" }, models: { ...store.getState().models, ...fresh } });
  } catch (error) {
    store.setState({ python: { tag: "failed", message: messageOf(error) } });
  }
}

/** Starts working for the store: at once for the setup that it has, then on every change. */
export function startLab(store: BenchStore): Lab {
  const engine = new EngineClient();
  const python = new PythonClient();
  let resting: ReturnType<typeof setTimeout> | undefined;

  const sweepIfNeeded = (): void => {
    const { setup, sweep: had, sweeping } = store.getState();
    const key = sweepKey(setup);
    if (key === sweeping?.key || (key === had?.key && sweeping === null)) return;
    if (key === had?.key) store.setState({ sweeping: null });
    else void sweep(store, engine, setup);
  };
  const work = (): void => {
    const { setup } = store.getState();
    clearTimeout(resting);
    void askModel(store, python, setup, false);
    void run(store, engine, setup).then(() => {
      if (store.getState().setup === setup)
        resting = setTimeout(sweepIfNeeded, store.getState().sweep === null ? 0 : REST_MS);
    });
  };

  store.setState({ models: modelValues });
  const unsubscribe = store.subscribe((state, before) => {
    if (state.setup !== before.setup) work();
  });
  work();
  return {
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
    stop: () => {
      unsubscribe();
      clearTimeout(resting);
      engine.cancel();
    },
  };
}
