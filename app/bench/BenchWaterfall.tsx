/** The waterfall of the bench, beside the answers of paper and model; while a bar’s end is held, that of its run. */
import { useMemo } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { useBarHands } from "../lab/use-bar-hands.ts";
import { useModels } from "../lab/use-models.ts";
import { answerRows, otherAnswer } from "../setup/answers.ts";
import { setupHref } from "../setup/bench-links.ts";
import { experimentOf } from "../setup/setup.ts";
import type { WaterfallProps } from "../timeline/props.ts";
import { Waterfall } from "../waterfall/Waterfall.tsx";
import { InTurn } from "./in-turn.tsx";

interface Props extends Pick<WaterfallProps, "run" | "call" | "selected" | "onSelect"> {
  /** Whether it may show the run; until then it keeps to what it showed. */
  readonly ready: boolean;
}

/** The answers of paper and model for the calls of a run. */
function useLatency(run: Run) {
  const models = useModels();
  return useMemo(() => {
    const experiment = experimentOf(run);
    return answerRows(experiment, run, run, models).find(({ measure }) => measure === experiment.callMeasure);
  }, [run, models]);
}

export function BenchWaterfall({ ready, ...props }: Props) {
  const { run, call } = props;
  const latency = useLatency(run);
  const hands = useBarHands(run, call);
  return (
    <InTurn ready={ready}>
      <Waterfall
        {...props}
        {...hands}
        paper={otherAnswer(latency?.measured)}
        model={otherAnswer(latency?.model)}
        runHref={setupHref(run)}
      />
    </InTurn>
  );
}
