/**
 * The run of a setup that a reader's hand is over, before it is let go: the timeline shows it, and nothing else on the
 * page changes. Letting go puts the setup in place as one step of undo, and takes the run over where it is whole.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { Cancelled } from "../workers/engine-client.ts";
import type { Previewed, RunRequest } from "../workers/engine.worker.ts";
import { PreviewClient } from "../workers/preview-client.ts";
import type { Answer } from "../workers/preview-client.ts";
import { tellLost } from "../hand/lost.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { KEPT_CALLS, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { messageOf } from "../words/message-of.ts";
import { figureDraftOf } from "./draft.ts";
import type { Preview } from "./draft.ts";
import { change, inTask, notify } from "./store.ts";
import type { BenchState, BenchStore } from "./store.ts";

export interface Previewer {
  /** A hand is near: the worker starts, and runs what is on the screen for a while. */
  readonly warm: () => void;
  /** @param chart of the setup, where a chart follows the hand */
  readonly show: (setup: Setup, chart?: ChartChoice) => void;
  /**
   * Puts a setup in place.
   * @param name equal for changes that are one step of undo where they follow closely; null for a step of its own
   */
  readonly settle: (setup: Setup, name: string | null) => void;
  /** Shows the run of the setup on the screen again. */
  readonly cancel: () => void;
  readonly stop: () => void;
}

/** Runs that were shown lately: a hand goes back and forth. One of many spans is not kept. */
const KEPT_RUNS = 12;
const KEPT_SPANS = 5000;

/** One call more than is looked at has what was still on its way at its end; call 0 is the whole run. */
function requestFor({ call, work }: BenchState, setup: Setup): RunRequest {
  const keepCalls = Math.max(KEPT_CALLS, call, work.shown?.keepCalls ?? 0);
  return { ...setup, keepCalls, openingCalls: call === 0 ? keepCalls : call + 1 };
}

export function startPreviews(store: BenchStore): Previewer {
  const runs = new Map<string, Preview>();
  const keep = (request: RunRequest, preview: Preview): void => {
    if (sizeOf(preview.run.trace) > KEPT_SPANS) return;
    runs.set(keyOf(request), preview);
    const [oldest] = runs.keys();
    if (runs.size > KEPT_RUNS && oldest !== undefined) runs.delete(oldest);
  };
  const put = (preview: Preview): void => {
    const draft = figureDraftOf(store.getState());
    // The answer to a hand on another experiment may come while a hand is on this one.
    if (draft?.setup.experiment === preview.setup.experiment) store.setState({ draft: { ...draft, preview } });
  };
  const client = new PreviewClient<Previewed>((engine, about, request) => engine.preview(about, request), {
    onAnswer: (answer) => {
      const preview = previewIn(answer);
      keep(answer.request, preview);
      put(preview);
    },
    onFailure: (error, request, isLost) => {
      const draft = figureDraftOf(store.getState());
      if (error instanceof Cancelled || draft === null || setupKey(draft.setup) !== setupKey(request)) return;
      notify(store, { kind: "problem", text: messageOf(error) });
      store.setState({ draft: null });
      if (isLost) tellLost();
    },
  });
  const cancel = (): void => {
    client.drop();
    if (store.getState().draft?.tag === "figure") store.setState({ draft: null });
  };
  return {
    warm: () => {
      const state = store.getState();
      if (state.work.shown !== null) void client.warm(requestFor(state, state.setup));
    },
    show: (wanted, chart) => {
      const state = store.getState();
      const setup = inTask(state, wanted);
      const before = figureDraftOf(state);
      if (before !== null && setupKey(before.setup) === setupKey(setup) && before.chart === chart) return;
      const preview = before?.preview ?? null;
      store.setState({ draft: { tag: "figure", of: state.setup, setup, chart, preview } });
      const request = requestFor(state, setup);
      const known = runs.get(keyOf(request)) ?? present(state, setup);
      if (known === null) return client.ask(request);
      client.drop();
      put(known);
    },
    settle: (wanted, name) => {
      client.drop();
      const { draft, setup: before } = store.getState();
      const setup = inTask(store.getState(), wanted);
      const last = draft?.tag === "figure" ? draft.preview : null;
      const preview = last !== null && setupKey(last.setup) === setupKey(setup) ? { ...last, setup } : last;
      // It stands for the new setup until its run is there; without it the run before would flash up in between.
      store.setState({ draft: preview && { tag: "figure", of: setup, setup, chart: undefined, preview } });
      change(store, name, () => setup);
      if (store.getState().setup === before) store.setState({ draft: null }); // the change was refused, or is none
    },
    cancel,
    stop: () => {
      cancel();
      client.end();
    },
  };
}

const sizeOf = ({ spans }: TraceData): number => spans.count;

/** A run that is kept for one call may not be there for another. */
const keyOf = (request: RunRequest): string =>
  `${request.openingCalls} of ${request.keepCalls} calls ${setupKey(request)}`;

/** The run on the screen, where it is that of the setup. */
function present({ work: { shown } }: BenchState, setup: Setup): Preview | null {
  if (shown === null || shown.key !== setupKey(setup)) return null;
  const { run, keepCalls } = shown;
  return { setup, run, whole: { run, keepCalls } };
}

function previewIn({ request, result: { tag, run } }: Answer<Previewed>): Preview {
  const { experiment, parameters, seed, faults, keepCalls } = request;
  const whole = tag === "whole" ? { run, keepCalls } : null;
  return { setup: { experiment, parameters, seed, faults }, run, whole };
}
