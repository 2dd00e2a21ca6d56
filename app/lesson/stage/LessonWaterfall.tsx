import type { Run } from "../../../engine/experiments/types.ts";
import { answerRows, otherAnswer } from "../../setup/answers.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { useBarHands } from "../../lab/use-bar-hands.ts";
import { useModels } from "../../lab/use-models.ts";
import { experimentOf } from "../../setup/setup.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { Waterfall } from "../../waterfall/Waterfall.tsx";

/**
 * The waterfall of the call on the stage, beside the answers of paper and model.
 * @param hero whether it is what the step is about: then it has room for each step
 */
export function LessonWaterfall({ run, hero }: { readonly run: Run; readonly hero: boolean }) {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const models = useModels();
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  const experiment = experimentOf(setup);
  const latency = answerRows(experiment, setup, run, models).find(({ measure }) => measure === experiment.callMeasure);
  // One call of many at once takes longer than the lone one that paper and model speak of.
  const alone = experiment.isLoneCall?.(setup.parameters) === true;
  const { held, ends } = useBarHands(run, call);
  return (
    <Waterfall
      run={run}
      call={call}
      selected={selected}
      onSelect={(ref) => store.setState({ selected: ref })}
      paper={alone ? otherAnswer(latency?.measured) : undefined}
      model={alone ? otherAnswer(latency?.model) : undefined}
      runHref={setupHref(run)}
      steps={hero}
      held={held}
      ends={ends}
    />
  );
}
