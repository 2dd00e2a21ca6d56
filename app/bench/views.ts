/** The views that the bench has for an experiment, and the one that is shown. */
import { useMemo } from "react";
import { EXPLORABLE } from "../../engine/experiments/explorable-ids.ts";
import { crowdIn, type Crowd } from "../../engine/experiments/crowd.ts";
import { useBench } from "../lab/context.ts";
import type { BenchView } from "../setup/bench-view.ts";
import { useHides, useLocks } from "../setup/presentation.ts";
import { experimentOf } from "../setup/setup.ts";

/** What the run is a crowd of, where its experiment has one; null where it has none. */
function useCrowd(): Crowd["of"] | null {
  const description = useBench((state) => experimentOf(state.setup));
  const run = useBench(({ work: { shown } }) => shown?.run ?? null);
  const of = useMemo(() => (run === null ? "calls" : crowdIn(run)), [run]);
  const hides = useHides();
  if (hides("timeline")) return null;
  return (of === "calls" ? description.crowd : of === "machines" ? description.destinations : undefined) === undefined
    ? null
    : of;
}

/** Whether a crowd is on the screen: of many calls it comes first, that of machines in a view of its own. */
export function useIsCrowdShown(): boolean {
  const [of, view] = [useCrowd(), useView()];
  return view === "crowd" || (of === "calls" && view === "run");
}

/**
 * The run; one call of it where it is a crowd of calls, and its crowd where that is of machines; the search and the
 * sweep where the experiment has them and no link hides or locks what they set.
 */
export function useViews(): readonly BenchView[] {
  const id = useBench((state) => state.setup.experiment);
  const locks = useLocks();
  const hides = useHides();
  const searches = EXPLORABLE.includes(id) && !hides("faults") && !locks("faults") && !locks("parameters");
  const of = useCrowd();
  const crowd = of === "calls" ? (["call"] as const) : of === "machines" ? (["crowd"] as const) : [];
  return ["run", ...crowd, ...(searches ? (["search"] as const) : []), ...(hides("chart") ? [] : (["sweep"] as const))];
}

/** The view that was asked for, where the experiment has it. */
export function useView(): BenchView {
  const asked = useBench((state) => state.view);
  return useViews().includes(asked) ? asked : "run";
}
