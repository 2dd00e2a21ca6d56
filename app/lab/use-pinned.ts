/** The pinned runs that a chart shows beside the present one. */
import { useMemo } from "react";
import type { Series } from "../setup/points.ts";
import { pinnedOn } from "./pinned-series.ts";
import { useBench } from "./context.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { pinSwept, seriesOf } from "../setup/chart-runs.ts";
import { sweepKey } from "../setup/charts.ts";

export function usePinned(request: ChartRequest | null): readonly Series[] {
  const { list } = useBench((state) => state.pins);
  const sweeps = useBench((state) => state.sweeps);
  const chart = useBench((state) => state.chart.name);
  const own = useBench((state) => sweepKey(state.setup, chart));
  return useMemo(() => {
    if (request === null) return [];
    const { spec } = request;
    return pinnedOn(request, list, ({ setup }) => {
      const isThere = spec.series === undefined || seriesOf(spec, setup.parameters) !== undefined;
      if (isThere && sweepKey(setup, chart) === own) return null; // its own curve is on the chart already
      return pinSwept(sweeps, setup, chart)?.values ?? null;
    });
  }, [request, list, sweeps, own, chart]);
}
