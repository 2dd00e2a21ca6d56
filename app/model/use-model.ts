/** A model that can be edited, beside an experiment: runs its text for every point that the page draws. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { paperOf } from "../../engine/experiments/answering.ts";
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import { keptSource } from "./kept.ts";
import { PythonSession, Stopped } from "./python-session.ts";
import { nextSession, shownValues, startSession } from "./model-session.ts";
import type { ModelEvent, ModelSession, ModelValues } from "./model-session.ts";
import { useKeptText } from "./use-kept-text.ts";
import type { Conflict } from "./use-kept-text.ts";
import { messageOf } from "../words/message-of.ts";

/** After the last key. */
const REST_MS = 400;

export interface EditedModel {
  /** Text, status and last good values. */
  readonly session: ModelSession;
  /** Values of the reader's text for every call that the experiment makes of the model; null for the paper's. */
  readonly values: ModelValues | null;
  readonly onChange: (source: string) => void;
  readonly onReset: () => void;
  /** Runs the text at once. */
  readonly onRun: () => void;
  /** Gives up the start of Python. */
  readonly onCancel: () => void;
  /** The editor came into view: Python is wanted. */
  readonly onWake: () => void;
  /** False where this browser keeps nothing. */
  readonly kept: boolean;
  /** What another tab keeps in place of the text, and the reader's choice; null where nothing else is kept. */
  readonly conflict: Conflict | null;
}

interface Work {
  readonly paper: string;
  readonly source: string;
  readonly calls: readonly ModelCall[];
}

/** @param original the paper's model.py. A change of paper needs a `key` on the component that calls this. */
export function useModel(experiment: Description, parameters: ParamValues, original: string): EditedModel {
  const paper = paperOf(experiment);
  const [session, dispatch] = useReducer(nextSession, original, (text) => startSession(text, keptSource(paper)));
  const [awake, setAwake] = useState(false);
  const calls = useMemo(() => modelCallsOf(experiment, parameters), [experiment, parameters]);
  const { source } = session;
  const work = useMemo((): Work => ({ paper, source, calls }), [paper, source, calls]);
  const { run, cancel: onCancel } = useRunner(dispatch);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const before = useRef(work);
  useEffect(() => {
    if (!awake) return;
    // A changed parameter is answered at once; a text that is being typed, once the hand rests.
    const typed = before.current.source !== work.source;
    before.current = work;
    const timer = setTimeout(() => run(work), typed ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [awake, work, run]);
  const onChange = useCallback((text: string) => {
    dispatch({ tag: "edited", source: text });
    setAwake(true);
  }, []);
  const { kept, conflict } = useKeptText({ paper, source, original, onTake: onChange });
  const onReset = useCallback(() => dispatch({ tag: "reset" }), []);
  const waits = session.status.tag === "kept"; // a text may hold what its reader pasted: it never runs unasked
  const onWake = useCallback(() => {
    if (!waits) setAwake(true);
  }, [waits]);
  const onRun = useCallback(() => {
    if (awake) run(latest.current);
    else setAwake(true); // which runs it, once
  }, [awake, run]);
  return { session, values: shownValues(session), onChange, onReset, onRun, onCancel, onWake, kept, conflict };
}

interface Runner {
  readonly run: (work: Work) => void;
  readonly cancel: () => void;
}

/** Runs one work after the other; of those that come while one runs, only the newest. */
function useRunner(dispatch: (event: ModelEvent) => void): Runner {
  const [python] = useState(() => new PythonSession());
  const state = useRef<{ busy: boolean; next: Work | null }>({ busy: false, next: null });
  useEffect(() => () => python.close(), [python]);
  const cancel = useCallback(() => {
    state.current.next = null;
    python.cancel();
  }, [python]);
  const run = useCallback(
    (work: Work) => {
      const own = state.current;
      own.next = work;
      if (own.busy) return;
      own.busy = true;
      void (async () => {
        for (let now: Work | null = own.next; now !== null; now = own.next) {
          own.next = null;
          dispatch(await outcomeOf(python, now, dispatch));
        }
        own.busy = false;
      })();
    },
    [python, dispatch],
  );
  return { run, cancel };
}

async function outcomeOf(
  python: PythonSession,
  { paper, source, calls }: Work,
  dispatch: (event: ModelEvent) => void,
): Promise<ModelEvent> {
  try {
    dispatch({ tag: "loading", bytes: 0 });
    await python.open((bytes) => dispatch({ tag: "loading", bytes }));
    dispatch({ tag: "running" });
    const outcome = await python.evaluate({ name: paper, source, calls });
    if (outcome.tag === "problem") return { tag: "problem", source, problem: outcome.problem };
    const values = Object.fromEntries(calls.map((call, i) => [callKey(call), outcome.values[i] ?? Number.NaN]));
    return { tag: "values", source, values };
  } catch (error) {
    if (error instanceof Stopped) return { tag: "stopped", source, message: error.message };
    return { tag: "failed", message: messageOf(error) };
  }
}
