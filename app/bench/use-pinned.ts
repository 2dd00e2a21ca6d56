/** The pinned runs that a chart shows beside the present one. */
import { useMemo } from "react";
import type { ChartSpec, Experiment } from "../../engine/experiments/types.ts";
import type { PinnedRun } from "../chart/index.ts";
import { pinnedOn } from "./chart-data.ts";
import { useBench } from "./context.ts";
import { sweepKey } from "./charts.ts";

export function usePinned(experiment: Experiment, spec: ChartSpec | undefined): readonly PinnedRun[] {
  const { list } = useBench((state) => state.pins);
  const sweeps = useBench((state) => state.sweeps);
  const chart = useBench((state) => state.chart.name);
  const own = useBench((state) => sweepKey(state.setup, chart));
  return useMemo(() => {
    if (spec === undefined) return [];
    return pinnedOn(experiment, spec, list, ({ setup }) => {
      const key = sweepKey(setup, chart);
      return key === own ? null : (sweeps[key]?.values ?? null); // its own curve is on the chart already
    });
  }, [experiment, spec, list, sweeps, own, chart]);
}
