/** The views that the bench has for an experiment, and the one that is shown. */
import { EXPLORABLE } from "../../engine/experiments/explorable-ids.ts";
import { isCrowd } from "../../engine/experiments/crowd.ts";
import { useBench } from "../lab/context.ts";
import type { BenchView } from "../setup/bench-view.ts";
import { useHides, useLocks } from "../setup/presentation.ts";
import { experimentOf } from "../setup/setup.ts";

/** Whether the run is shown as a crowd: its experiment has one, and it has so many calls. */
export function useIsCrowd(): boolean {
  const hasCrowd = useBench((state) => experimentOf(state.setup).crowd !== undefined);
  const isOfMany = useBench(({ work: { shown } }) => shown === null || isCrowd(shown.run));
  const hides = useHides();
  return hasCrowd && isOfMany && !hides("timeline");
}

/**
 * The run, and one call of it where it is a crowd; the search and the sweep where the experiment has them and no link
 * hides or locks what they set.
 */
export function useViews(): readonly BenchView[] {
  const id = useBench((state) => state.setup.experiment);
  const locks = useLocks();
  const hides = useHides();
  const searches = EXPLORABLE.includes(id) && !hides("faults") && !locks("faults") && !locks("parameters");
  const crowd = useIsCrowd();
  const call = crowd ? (["call"] as const) : [];
  return ["run", ...call, ...(searches ? (["search"] as const) : []), ...(hides("chart") ? [] : (["sweep"] as const))];
}

/** The view that was asked for, where the experiment has it. */
export function useView(): BenchView {
  const asked = useBench((state) => state.view);
  return useViews().includes(asked) ? asked : "run";
}
