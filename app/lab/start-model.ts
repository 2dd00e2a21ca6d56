/** The answers of the paper's model, for the figures that show them. */
import type { ModelAsker } from "./ask-model.ts";
import type { BenchStore } from "./store.ts";
import { messageOf } from "../words/message-of.ts";

export type Model = ReturnType<typeof startModel>;

/**
 * The answers of the paper's model: the lab asks for them while a figure shows them.
 * @param first the run after which Python begins: to start it takes a processor for seconds
 */
export function startModel(store: BenchStore, first: () => Promise<unknown>) {
  let asker: Promise<ModelAsker> | undefined;
  const pythonAsker = (): Promise<ModelAsker> => (asker ??= import("./ask-model.ts").then((m) => m.modelAsker(store)));
  let figures = 0;
  let asking = 0;
  const ask = async (again = false): Promise<void> => {
    if (figures === 0 && !again) return;
    const { setup } = store.getState();
    asking++;
    try {
      const { askModel } = await import("./modelling.ts");
      await askModel(store, pythonAsker, setup, again, first());
    } catch (error) {
      store.setState({ python: { tag: "failed", message: messageOf(error) } });
    } finally {
      asking--;
    }
  };
  return {
    ask,
    isAsked: (): boolean => asking > 0,
    /** A figure shows it, until what this returns is called. */
    show: (): (() => void) => {
      figures++;
      if (figures === 1) void ask();
      return () => void figures--;
    },
    follow: (): void => void asker?.then(({ follow }) => follow()),
    cancel: (): void => void asker?.then(({ cancel }) => cancel()),
  };
}
