/**
 * The work behind the bench: whenever the setup changes, runs it, sweeps it for the chart, and asks the model for what
 * is not known yet. Results go to the store; the newest setup wins.
 */
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { isLarge } from "../trace/large.ts";
import { OTHER_RUN } from "../controls/fetched.tsx";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import type { Model, startModel } from "./start-model.ts";
import type { startSweeps, Sweeps } from "./start-sweeps.ts";
import { startTurns } from "./turns.ts";
import { viewpointAfter, viewpointOfCall } from "./viewpoint.ts";
import { advanced, asked, cancelled, failed, finished, held } from "./bench-work.ts";
import type { FinishedRun } from "./bench-work.ts";
import { KEPT_CALLS, roughMsOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { Previewer } from "./preview.ts";
import { movedDraft, previewOf, sliderDraftOf } from "./draft.ts";
import { chartNameOf, chartSetupOf } from "./store.ts";
import type { BenchState, BenchStore } from "./store.ts";
import { messageOf } from "../words/message-of.ts";

/** A run that takes about so long, or longer, waits until its reader says so. */
const HELD_MS = 20_000;

export interface Lab {
  /**
   * A chart stands on the page: its points are run, now and after every change, until what it returns is called.
   * @param start begins to work for charts, with the first
   */
  readonly showChart: (start: typeof startSweeps) => () => void;
  /**
   * A figure shows what the model says: it is asked, now and after every change, until what it returns is called.
   * @param start begins to work for such figures, with the first
   */
  readonly showModel: (start: typeof startModel) => () => void;
  /** Whether an answer of the model is awaited. */
  readonly isModelAsked: () => boolean;
  /** Gives up what is running. The figures on the screen stay, marked as old. */
  readonly cancel: () => void;
  /** Takes up again what was cancelled or failed. */
  readonly resume: () => void;
  /** Looks at a call, which is run again to keep it where it is none of those kept. */
  readonly lookAtCall: (call: number) => void;
  /** Computes the model's values in Python even where they are known. */
  readonly runModel: () => Promise<void>;
  /** Gives up the start of Python; what was to be computed stays unknown until it is asked for again. */
  readonly cancelPython: () => void;
  /** Runs of setups that a reader's hand is over. @param start begins them, the first time */
  readonly previewsBy: (start: (store: BenchStore) => Previewer) => Previewer;
  readonly stop: () => void;
}

/**
 * After how many calls of the next run the timeline shows it: one more than is looked at, because that has what was
 * still on its way at its end. Undefined where the whole run is awaited: the first one, which more waits for than the
 * timeline, and one that is looked at where something was broken.
 */
function openingCallsOf({ work: { shown, aim }, call }: BenchState): number | undefined {
  return shown === null || aim !== null || call > shown.keepCalls ? undefined : call + 1;
}

/** The run of the setup that a preview has made already, whole and with the calls that are looked at. */
function previewed(store: BenchStore, setup: Setup): boolean {
  const preview = previewOf(store.getState());
  if (preview === null || preview.whole === null || preview.setup !== setup) return false;
  if (store.getState().work.aim !== null) return false;
  show(store, { key: setupKey(setup), ...preview.whole });
  return true;
}

/** The run of the setup that stands has come. */
function show(store: BenchStore, shown: FinishedRun): void {
  store.setState((state) => ({
    ...{ work: finished(state.work, shown), draft: movedDraft(state) },
    ...viewpointAfter(state, shown.run, shown.keepCalls),
  }));
}

async function run(store: BenchStore, engine: EngineClient, setup: Setup, openings: boolean): Promise<void> {
  if (previewed(store, setup)) return engine.drop();
  const key = setupKey(setup);
  store.setState(({ work }) => ({ work: asked(work, work.aim) }));
  try {
    const call = store.getState().work.aim?.call ?? 0;
    const keepCalls = call <= KEPT_CALLS ? KEPT_CALLS : call + KEPT_CALLS; // with what comes of a late one, too
    const onOpening = (trace: TraceData): void => {
      if (isLarge(trace)) return;
      const opened = { ...setup, trace };
      store.setState((before) => {
        const opening = { run: opened, viewpoint: viewpointAfter(before, opened, keepCalls) };
        return { work: advanced(before.work, { opening }) };
      });
    };
    const request = { ...setup, keepCalls, openingCalls: openings ? openingCallsOf(store.getState()) : undefined };
    const onProgress = (progress: number): void =>
      store.setState(({ work }) => ({ work: advanced(work, { progress }) }));
    const done = await engine.run(request, onProgress, onOpening);
    if (isLarge(done.trace)) {
      const { prepared } = await import("./prepare.ts");
      const isWanted = (): boolean => store.getState().setup === setup && store.getState().work.tag !== "cancelled";
      await prepared(done, viewpointAfter(store.getState(), done, keepCalls).call, isWanted);
      if (!isWanted()) return;
    }
    show(store, { key, run: done, keepCalls });
  } catch (error) {
    if (error instanceof Cancelled) return; // whoever cancelled says what happens next
    store.setState((state) => ({ work: failed(state.work, messageOf(error)), draft: movedDraft(state) }));
  }
}

/** Whether a run is so large that it waits for its reader's word; then it is not begun, and the page says so. */
function isHeld(store: BenchStore, giveUp: () => void, setup: Setup): boolean {
  if (roughMsOf(setup) < HELD_MS) return false;
  giveUp();
  store.setState(({ work }) => ({ work: held(work) }));
  return true;
}

function lookAtCall(store: BenchStore, engine: EngineClient, call: number): void {
  const { work, setup } = store.getState();
  const { shown } = work;
  if (shown !== null && call <= shown.keepCalls) return store.setState(viewpointOfCall(shown.run.trace, call));
  store.setState({ work: asked(work, { call, time: null, selected: NO_REF }) });
  void run(store, engine, setup, false);
}

/** Whether a slider is drawn over another value, and Python can say at once what the model gives there. */
const isDrawn = (state: BenchState, before: BenchState): boolean => {
  const draft = sliderDraftOf(state);
  return draft !== null && draft.setup !== before.draft?.setup && state.python.tag === "ready";
};

/**
 * Starts working for the store: at once for the setup that it has, then on every change.
 * @param openings whether the timeline shows the opening of a run that goes on, where the reader looks as before: a
 * step of a lesson says for itself where to look, once its run is there
 */
export function startLab(store: BenchStore, { openings }: { readonly openings: boolean }): Lab {
  const engine = new EngineClient();
  let sweeps: Sweeps | null = null;
  const giveUp = (): void => {
    engine.cancel();
    sweeps?.cancel();
  };
  let model: Model | null = null;
  let first: Promise<unknown> = Promise.resolve(); // the run before which no Python begins
  let previews: Previewer | null = null;
  const turns = startTurns();
  let charts = 0;
  let isFree = store.getState().work.shown !== null; // the page has drawn what it begins with
  let ended = false;

  const begin = (agreed = false): void => {
    const { setup, work } = store.getState();
    const { shown } = work;
    turns.changed();
    sweeps?.dropOld();
    const isBegun = agreed || !isHeld(store, giveUp, setup);
    first = isBegun ? turns.first(run(store, engine, setup, openings), shown === null) : Promise.resolve();
    void model?.ask();
    if (!isBegun) return;
    void first.then(() => {
      if (store.getState().setup !== setup) return;
      if (shown !== null) return turns.next(() => sweeps?.begin());
      turns.whenFree(() => {
        isFree = true;
        sweeps?.begin();
      });
    });
  };

  const otherChart = (): void => {
    const { work, python } = store.getState();
    sweeps?.dropOld();
    if (work.tag !== "cancelled" && work.shown !== null) sweeps?.begin(); // else it comes after the first run
    if (python.tag === "ready") void model?.ask();
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.work.shown !== before.work.shown) globalThis.dispatchEvent?.(new Event(OTHER_RUN));
    if (state.setup !== before.setup) begin();
    else if (chartNameOf(state) !== chartNameOf(before) || chartSetupOf(state) !== chartSetupOf(before)) otherChart();
    if (isDrawn(state, before)) model?.follow();
    if (state.pins.list !== before.pins.list) sweeps?.pins();
  });
  begin();
  return {
    showChart: (start) => {
      sweeps ??= start(store, () => charts > 0 && isFree && !ended);
      charts++;
      otherChart();
      return () => void charts--;
    },
    showModel: (start) => (model ??= start(store, () => first)).show(),
    isModelAsked: () => model?.isAsked() === true,
    cancel: () => {
      turns.stop();
      giveUp();
      store.setState(({ work }) => ({ work: cancelled(work), sweeping: null }));
    },
    resume: () => begin(true),
    lookAtCall: (call) => lookAtCall(store, engine, call),
    runModel: async () => model?.ask(true),
    cancelPython: () => model?.cancel(),
    previewsBy: (start) => (previews ??= start(store)),
    stop: () => {
      ended = true;
      previews?.stop();
      unsubscribe();
      turns.stop();
      giveUp();
    },
  };
}
