/** Asks the paper's model, in Python, for the values that the store does not have yet. */
import { PythonClient } from "../workers/python-client.ts";
import { callKey } from "../setup/models.ts";
import type { ModelCall } from "../workers/python-client.ts";
import type { BenchStore } from "./store.ts";

export interface ModelAsker {
  /** Puts the values of the calls into the store. Throws Cancelled, or Error with what Python said. */
  readonly ask: (calls: readonly ModelCall[]) => Promise<void>;
  readonly cancel: () => void;
}

export function modelAsker(store: BenchStore): ModelAsker {
  const python = new PythonClient();
  const onBytes = (bytes: number): void => {
    if (store.getState().python.tag === "starting") store.setState({ python: { tag: "starting", bytes } });
  };
  return {
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
