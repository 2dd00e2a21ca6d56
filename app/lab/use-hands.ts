/** What a reader can take hold of in the timeline of a bench or a lesson, and what is done with it. */
import { useCallback, useMemo, useRef } from "react";
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import type { ShownCall } from "../timeline/figure/shown-call.ts";
import { handlesOf } from "../timeline/handle/handles.ts";
import type { Hands } from "../timeline/handle/hands.ts";
import { meaningOf } from "../timeline/handle/meaning.ts";
import { outcomeOf } from "../timeline/handle/outcome.ts";
import { choicesOf, stepped } from "../timeline/handle/strokes.ts";
import { useBench, useBenchStore } from "./context.ts";
import { change } from "./store.ts";
import { usePreview } from "./use-preview.ts";

const whole = (run: Run): TracedRun => run;

/**
 * @param run what is shown where nothing is held
 * @param partOf what of a run is shown; another function means another part
 */
export function useHands(
  run: TracedRun,
  call: number,
  partOf = whole,
): { readonly hands: Hands; readonly run: TracedRun } {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const lock = useBench((state) => state.lock);
  const preview = usePreview();
  const drags = useRef(0);
  const shown = useMemo(() => (preview.run === null ? run : partOf(preview.run)), [preview.run, run, partOf]);
  const of = preview.setup;
  const list = useCallback((one: ShownCall) => handlesOf(shown, one, of, { lock }), [shown, of, lock]);
  return {
    run: shown,
    hands: {
      handlesOf: list,
      meaningOf: (handle, held, fine) => meaningOf(handle, held, setup, fine),
      choicesOf: (handle, at) => choicesOf(handle, setup, at),
      stepped: (handle, stroke, fine) => stepped(handle, setup, stroke, fine),
      outcome: outcomeOf(preview.run === null ? null : run, shown, call),
      late: preview.late,
      onPreview: preview.show,
      onChange: (next, name) => change(store, name ?? `drag ${++drags.current}`, () => next),
    },
  };
}
