import { useCallback } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { useCallWaterfall } from "../../lab/use-call-waterfall.ts";
import { experimentOf } from "../../setup/setup.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { useLesson } from "../context.ts";
import { Waterfall } from "../../waterfall/Waterfall.tsx";

/**
 * The waterfall of the call on the stage, beside the answers of paper and model.
 * @param hero whether it is what the step is about: then it has room for each step, unless offers stand below it
 */
export function LessonWaterfall({ run, hero }: { readonly run: Run; readonly hero: boolean }) {
  const store = useBenchStore();
  const { step } = useLesson();
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  // One call of many at once takes longer than the lone one that paper and model speak of.
  const alone = experimentOf(run).isLoneCall?.(run.parameters) === true;
  const onSelect = useCallback((ref: Ref) => store.setState({ selected: ref }), [store]);
  const { paper, model, ...parts } = useCallWaterfall(run, call);
  return (
    <Waterfall
      run={run}
      call={call}
      selected={selected}
      onSelect={onSelect}
      paper={alone ? paper : undefined}
      model={alone ? model : undefined}
      runHref={setupHref(run)}
      steps={hero && step.push === undefined}
      {...parts}
    />
  );
}
