/** What a reader can take hold of in the timeline of a bench or a lesson, and what is done with it. */
import { useEffect, useMemo } from "react";
import type { TracedRun } from "../../engine/experiments/types.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { withTexts } from "../language/text.ts";
import { laterPart } from "../controls/later-part.ts";
import type { Hands } from "../timeline/handle/hands.ts";
import { setupKey } from "../setup/setup.ts";
import { useBench, useLab } from "./context.ts";
import { useLate } from "./stale.ts";
import { figureDraftOf, isLate, movedDraft, previewOf } from "./draft.ts";
import type { Preview } from "./draft.ts";
import type { BenchState } from "./store.ts";

/** The first moves of a pointer, and keys. */
const NEAR = ["pointermove", "pointerdown", "keydown"] as const;

/** Calls when the reader does the first thing on the page. Gives what stops to wait for it. */
function whenNear(work: () => void): () => void {
  const stop = (): void => {
    for (const event of NEAR) removeEventListener(event, hear);
  };
  const hear = (): void => {
    stop();
    work();
  };
  for (const event of NEAR) addEventListener(event, hear, { passive: true });
  return stop;
}

/** Where it cannot be fetched, the timeline is one without handles. */
const useKit = laterPart(
  withTexts(async () => {
    const [kit, previews] = await Promise.all([import("../timeline/handle/kit.ts"), import("./preview.ts")]);
    return { ...kit, ...previews };
  }),
);

const isHeldIn = (state: BenchState): boolean => figureDraftOf(state) !== null && movedDraft(state) !== null;

const useAwaited = (): boolean => useBench(isLate);

const usePale = (): boolean => useLate(useAwaited());

const whole = (run: TracedRun): TracedRun => run;

interface HandsOn {
  readonly hands: Hands | undefined;
  /** The run under the hand; the one that stands where there is none. */
  readonly run: TracedRun;
}

/**
 * @param run what is shown where nothing is held
 * @param partOf what of a run is shown; another function means another part
 */
export const useHands = (run: TracedRun, call: number, partOf?: typeof whole): HandsOn =>
  useHandsOn(useBench(previewOf), run, call, partOf);

const NOTHING = { handlesOf: () => [], packetsOf: () => [], othersOf: () => [] };

/** @param previewed what is shown of the runs under a hand */
export function useHandsOn(previewed: Preview | null, run: TracedRun, call: number, partOf = whole): HandsOn {
  const lab = useLab();
  const kit = useKit();
  const previews = kit === null ? null : lab.previewsBy(kit.startPreviews);
  const setup = useBench((state) => state.setup);
  const lock = useBench((state) => state.lock);
  const isHeld = useBench(isHeldIn);
  const held = previewed?.run ?? null;
  const shown = useMemo(() => (held === null ? run : partOf(held)), [held, run, partOf]);
  const of = previewed?.setup ?? setup;
  useEffect(() => (previews === null ? undefined : whenNear(previews.warm)), [previews]);
  const lists = useMemo(() => {
    // The run of another experiment stands until that of the setup has come: its things cannot be taken.
    if (kit === null || shown.experiment !== of.experiment) return NOTHING;
    return {
      handlesOf: (one: ShownCall) => kit.handlesOf(shown, one, of, { lock }),
      packetsOf: (one: ShownCall, alone: readonly number[]) => kit.packetHandlesOf(shown, one, of, { lock, alone }),
      othersOf: (one: ShownCall) => kit.otherHandlesOf(shown, one, of, { lock }),
    };
  }, [kit, shown, of, lock]);
  if (kit === null || previews === null) return { run: shown, hands: undefined };
  const { meaningOf, choicesOf, stepped, outcomeOf } = kit;
  return {
    run: shown,
    hands: {
      ...lists,
      setup,
      meaningOf: (handle, held, fine) => meaningOf(handle, held, setup, fine),
      choicesOf: (handle, at) => choicesOf(handle, setup, at),
      stepped: (handle, stroke, fine) => stepped(handle, setup, stroke, fine),
      outcome: () => outcomeOf(held === null ? null : run, shown, call),
      isHeld,
      useLate: useAwaited,
      usePale,
      onPreview: (next) =>
        next === null || setupKey(next) === setupKey(setup) ? previews.cancel() : previews.show(next),
      onChange: previews.settle,
    },
  };
}
