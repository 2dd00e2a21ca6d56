/** Asks the paper's model, in Python, for the values that the store does not have yet. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { PythonClient } from "../workers/python-client.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { chartOf } from "../setup/charts.ts";
import { callKey, callsOfChart } from "../setup/models.ts";
import { experimentOf } from "../setup/setup.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import { sliderDraftOf } from "./draft.ts";
import type { BenchStore } from "./store.ts";

export interface ModelAsker {
  /** Puts the values of the calls into the store. Throws Cancelled, or Error with what Python said. */
  readonly ask: (calls: readonly ModelCall[]) => Promise<void>;
  readonly cancel: () => void;
  /** Keeps the values of the chart's model up with the slider that is drawn, one question after the other. */
  readonly follow: () => Promise<void>;
}

/** The model calls that the chart needs at the parameters that a slider is drawn over. */
function draftCalls(store: BenchStore): readonly ModelCall[] {
  const { setup, chart } = store.getState();
  const draft = sliderDraftOf(store.getState());
  const experiment = experimentOf(setup);
  const spec = chartOf(experiment, chart.name);
  return draft === null || spec === undefined ? [] : callsOfChart(chartRequest(experiment, spec, draft.setup));
}

export function modelAsker(store: BenchStore): ModelAsker {
  const python = new PythonClient();
  const onBytes = (bytes: number): void => {
    if (store.getState().python.tag === "starting") store.setState({ python: { tag: "starting", bytes } });
  };
  let following = false;
  const follow = async (): Promise<void> => {
    if (following) return;
    following = true;
    try {
      for (let at = sliderDraftOf(store.getState()); at !== null;) {
        const calls = draftCalls(store);
        const values = await python.values(calls, onBytes);
        const now = sliderDraftOf(store.getState());
        const models = Object.fromEntries(calls.map((call, i) => [callKey(call), itemAt(values, i, "value")]));
        if (now !== null) store.setState({ draft: { ...now, models } });
        if (now === null || now.setup === at.setup) return;
        at = now;
      }
    } finally {
      following = false;
    }
  };
  return {
    follow,
    ask: async (calls) => {
      const values = await python.values(calls, onBytes);
      const found = calls.map((call, i) => [callKey(call), values[i]] as const);
      const fresh = Object.fromEntries(
        found.filter((pair): pair is readonly [string, number] => pair[1] !== undefined),
      );
      store.setState({ python: { tag: "ready" }, models: { ...store.getState().models, ...fresh } });
    },
    cancel: () => python.cancel(),
  };
}
