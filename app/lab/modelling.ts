/** Fetches or computes what the paper's model says of a setup. It comes with the first figure that shows it. */
import { modelValues } from "virtual:model-values";
import { isOwnSweep } from "../setup/charts.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { Cancelled } from "../workers/engine-client.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import type { ModelAsker } from "./ask-model.ts";
import type { BenchStore, PythonState } from "./store.ts";
import { messageOf } from "../words/message-of.ts";

const taken = new WeakMap<BenchStore, Set<string>>();

/** Puts the values that came with the page into the store. Those that cannot be fetched are computed like others. */
async function fetchModels(store: BenchStore, calls: readonly ModelCall[]): Promise<void> {
  const before = taken.get(store) ?? new Set();
  taken.set(store, before);
  const papers = [...new Set(calls.map(({ paper }) => paper))].filter((paper) => !before.has(paper));
  if (papers.length === 0) return;
  const came = await Promise.all(
    papers.map(async (paper) => {
      const file = await modelValues[paper]?.().catch(() => undefined);
      if (file !== undefined) before.add(paper);
      return file ?? { values: {} };
    }),
  );
  const all = Object.assign({}, ...came.map(({ values }) => values)) as Readonly<Record<string, number>>;
  const { models } = store.getState();
  if (Object.keys(all).some((call) => models[call] === undefined)) store.setState({ models: { ...all, ...models } });
}

/**
 * Asks for the model's values that are not known; the way to Python is fetched when there are any.
 * @param begin when Python may begin: to start it takes a processor for seconds
 */
export async function askModel(
  store: BenchStore,
  python: () => Promise<ModelAsker>,
  setup: Setup,
  again: boolean,
  begin: Promise<unknown>,
): Promise<void> {
  const experiment = experimentOf(setup);
  const { chart, python: before } = store.getState();
  // For a sweep of the reader's alone Python does not start unasked.
  const isOwn = (again || before.tag === "ready") && isOwnSweep(experiment, chart.name);
  const calls = modelCallsOf(experiment, setup.parameters, isOwn ? [chart.name] : []);
  await fetchModels(store, calls);
  const known = store.getState().models;
  const wanted = again ? calls : calls.filter((call) => known[callKey(call)] === undefined);
  if (wanted.length === 0) return;
  await begin;
  if (store.getState().setup !== setup) return;
  if (store.getState().python.tag !== "ready") store.setState({ python: { tag: "starting", bytes: 0 } });
  try {
    await (await python()).ask(wanted);
  } catch (error) {
    const state: PythonState =
      error instanceof Cancelled ? { tag: "cancelled" } : { tag: "failed", message: messageOf(error) };
    store.setState({ python: state });
  }
}
