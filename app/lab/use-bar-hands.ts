/** The bars of a call’s waterfall whose ends can be pulled, and the run under a reader’s hand. */
import { useMemo } from "react";
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import { shownCall } from "../timeline/figure/shown-call.ts";
import type { BarHands } from "../timeline/props.ts";
import { useBench } from "./context.ts";
import { previewedOf, useHands } from "./use-hands.ts";

export function useBarHands(
  run: Run,
  call: number,
): { readonly held: TracedRun | undefined; readonly ends: BarHands | undefined } {
  const { hands, run: shown } = useHands(run, call);
  const standing = useBench((state) => state.setup);
  const previewed = useBench(previewedOf);
  // Under a hand that of the run that is shown; else the newest, or keys that follow each other would be lost.
  const setup = hands?.isHeld === true && previewed !== null ? previewed.setup : standing;
  const othersOf = hands?.othersOf; // a packet’s own handle is none of them
  const handles = useMemo(
    () =>
      othersOf?.(shownCall(shown.trace, call, "linear")).filter(({ kind }) => kind === "bar" || kind === "wire") ?? [],
    [othersOf, shown, call],
  );
  return {
    held: shown === run ? undefined : shown,
    ends: hands === undefined ? undefined : { ...hands, setup, handles },
  };
}
