/** Runs to compare with: the one on the screen is kept, and those that came by name alone are run. */
import { quote } from "../../engine/faults/quote.ts";
import { pinned } from "../setup/pin-list.ts";
import { offeredName } from "../setup/pin-names.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { KEPT_CALLS } from "../setup/setup.ts";
import { notify, presentRun } from "./store.ts";
import type { BenchStore } from "./store.ts";
import { messageOf } from "../words/message-of.ts";

/** Keeps the run on the screen, to compare the next one with. */
export function pinPresent(store: BenchStore): void {
  const { setup, pins } = store.getState();
  const run = presentRun(store.getState());
  store.setState({ pins: pinned(pins, { do: "pin", name: offeredName(setup), setup, run }) });
}

/** Runs the pins that have no run yet, one after the other, now and whenever there are new ones. Returns its end. */
export function runPins(store: BenchStore): () => void {
  const engine = new EngineClient();
  const next = async (): Promise<void> => {
    const waiting = store.getState().pins.list.find(({ run }) => run === null);
    if (waiting === undefined) return;
    try {
      const run = await engine.run({ ...waiting.setup, keepCalls: KEPT_CALLS });
      store.setState({ pins: pinned(store.getState().pins, { do: "ran", setup: waiting.setup, run }) });
    } catch (error) {
      if (error instanceof Cancelled) return; // a newer change of the pins runs them
      const message = messageOf(error);
      notify(store, { kind: "problem", text: `Pinned run ${quote(waiting.name)}: ${message}` });
      store.setState({ pins: pinned(store.getState().pins, { do: "remove", name: waiting.name }) });
    }
  };
  const stop = store.subscribe((state, before) => {
    if (state.pins !== before.pins) void next();
  });
  void next();
  return () => {
    stop();
    engine.cancel();
  };
}
