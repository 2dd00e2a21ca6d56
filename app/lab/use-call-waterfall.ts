/**
 * The waterfall of a call: the answers of paper and model beside it, the bars whose ends can be pulled, and the run
 * under a reader’s hand.
 */
import { useDeferredValue, useMemo } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { answerRows, otherAnswer } from "../setup/answers.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { shownCall } from "../figure/shown-call.ts";
import type { CallAnswers, WaterfallProps } from "../timeline/props.ts";
import { useBench } from "./context.ts";
import type { BenchState } from "./store.ts";
import { previewOf } from "./draft.ts";
import { useHandsOn } from "./use-hands.ts";
import { useModels } from "./use-models.ts";

/** What paper and model say of the latency of a setup’s calls. Under a hand the model does not run: most are silent. */
function answersFor(setup: Setup, models: BenchState["models"]): CallAnswers {
  const experiment = experimentOf(setup);
  const latency = answerRows(experiment, setup, null, models).find(({ measure }) => measure === experiment.callMeasure);
  return { paper: otherAnswer(latency?.measured), model: otherAnswer(latency?.model) };
}

/** While something is dragged in the timeline, its rows follow after it: the hand waits for the timeline alone. */
export function useCallWaterfall(run: Run, call: number): Pick<WaterfallProps, "paper" | "model" | "held" | "ends"> {
  const models = useModels();
  const previewed = useDeferredValue(useBench(previewOf));
  const { hands, run: shown } = useHandsOn(previewed, run, call);
  const standing = useBench((state) => state.setup);
  // Under a hand that of the run that is shown; else the newest, or keys that follow each other would be lost.
  const setup = hands?.isHeld === true && previewed !== null ? previewed.setup : standing;
  const othersOf = hands?.othersOf; // a packet’s own handle is none of them
  // The run under the hand follows a moment later: another experiment's bars are not pulled by its parameters.
  const isOwn = setup.experiment === shown.experiment;
  const handles = useMemo(
    () =>
      (isOwn ? othersOf : undefined)?.(shownCall(shown.trace, call, "linear")).filter(
        ({ kind }) => kind === "bar" || kind === "wire",
      ) ?? [],
    [isOwn, othersOf, shown, call],
  );
  const answers = useMemo(() => answersFor(run, models), [run, models]);
  const held = useMemo(
    () => (shown === run || previewed === null ? undefined : { run: shown, ...answersFor(previewed.setup, models) }),
    [shown, run, previewed, models],
  );
  const ends = useMemo(
    () => (hands === undefined ? undefined : { ...hands, setup, stands: setupKey(standing), handles }),
    // The hands are others with each rendering; what they do is so with each setup, and their lists with each run.
    // oxlint-disable-next-line react/exhaustive-deps
    [hands?.othersOf, hands?.isHeld, standing, setup, handles],
  );
  return { ...answers, held, ends };
}
