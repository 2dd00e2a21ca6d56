/**
 * The run of a setup that a reader's hand is over, before it is let go: the timeline shows it, and nothing else on the
 * page changes. Letting go puts the setup in place as one step of undo, and takes the run over where it is whole.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { Cancelled } from "../workers/engine-client.ts";
import type { RunRequest } from "../workers/engine.worker.ts";
import { PreviewClient } from "../workers/preview-client.ts";
import type { Answer } from "../workers/preview-client.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { KEPT_CALLS, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { messageOf } from "../words/message-of.ts";
import { change, inTask, notify, previewOf } from "./store.ts";
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

type Shown = NonNullable<NonNullable<BenchState["preview"]>["shown"]>;

/** One call more than is looked at has what was still on its way at its end; call 0 is the whole run. */
function requestFor({ call, shown }: BenchState, setup: Setup): RunRequest {
  const keepCalls = Math.max(KEPT_CALLS, call, shown?.keepCalls ?? 0);
  return { ...setup, keepCalls, openingCalls: call === 0 ? keepCalls : call + 1 };
}

export function startPreviews(store: BenchStore): Previewer {
  const runs = new Map<string, Shown>();
  const keep = (request: RunRequest, shown: Shown): void => {
    if (sizeOf(shown.run.trace) > KEPT_SPANS) return;
    runs.set(keyOf(request), shown);
    const [oldest] = runs.keys();
    if (runs.size > KEPT_RUNS && oldest !== undefined) runs.delete(oldest);
  };
  const put = (shown: Shown): void => {
    const preview = previewOf(store.getState());
    if (preview === null) return;
    const isLate = setupKey(preview.setup) !== setupKey(shown.setup);
    store.setState({ preview: { ...preview, shown, isLate } });
  };
  const client = new PreviewClient({
    onAnswer: (answer) => {
      const shown = shownBy(answer);
      keep(answer.request, shown);
      put(shown);
    },
    onFailure: (error, request) => {
      const preview = previewOf(store.getState());
      if (error instanceof Cancelled || preview === null || setupKey(preview.setup) !== setupKey(request)) return;
      const text = messageOf(error);
      if (store.getState().notices.every((notice) => notice.text !== text)) notify(store, { kind: "problem", text });
      store.setState({ preview: null });
    },
  });
  const cancel = (): void => {
    client.drop();
    if (store.getState().preview !== null) store.setState({ preview: null });
  };
  return {
    warm: () => {
      const { setup, shown } = store.getState();
      if (shown !== null) void client.warm(requestFor(store.getState(), setup));
    },
    show: (wanted, chart) => {
      const state = store.getState();
      const setup = inTask(state, wanted);
      const before = previewOf(state);
      if (before !== null && setupKey(before.setup) === setupKey(setup) && before.chart === chart) return;
      store.setState({ preview: { of: state.setup, setup, chart, shown: before?.shown ?? null, isLate: true } });
      const request = requestFor(state, setup);
      const known = runs.get(keyOf(request)) ?? present(state, setup);
      if (known === null) return client.ask(request);
      client.drop();
      put(known);
    },
    settle: (wanted, name) => {
      client.drop();
      const { preview, setup: before } = store.getState();
      const setup = inTask(store.getState(), wanted);
      const shown = preview?.shown ?? null;
      const isShown = shown !== null && setupKey(shown.setup) === setupKey(setup);
      // It stands for the new setup until its run is there; without it the run before would flash up in between.
      const next = {
        of: setup,
        setup,
        chart: undefined,
        shown: isShown ? { ...shown, setup } : shown,
        isLate: !isShown,
      };
      store.setState({ preview: shown === null ? null : next });
      change(store, name, () => setup);
      if (store.getState().setup === before) store.setState({ preview: null }); // the change was refused, or is none
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
function present({ shown }: BenchState, setup: Setup): Shown | null {
  if (shown === null || shown.key !== setupKey(setup)) return null;
  const { run, keepCalls } = shown;
  return { setup, run, whole: { run, keepCalls } };
}

function shownBy({ request, previewed: { tag, run } }: Answer): Shown {
  const { experiment, parameters, seed, faults, keepCalls } = request;
  const whole = tag === "whole" ? { run, keepCalls } : null;
  return { setup: { experiment, parameters, seed, faults }, run, whole };
}
