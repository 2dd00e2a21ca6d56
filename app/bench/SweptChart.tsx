import { useEffect } from "react";
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec } from "../../engine/experiments/types.ts";
import { Chart } from "../chart/Chart.tsx";
import { absentText } from "../lab/pinned-series.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { useChart, useChartRequest } from "../lab/use-chart.tsx";
import { usePinned } from "../lab/use-pinned.ts";
import { startSweeps } from "../lab/start-sweeps.ts";
import { isOwnSweep } from "../setup/charts.ts";

/** The chart with the runs behind it; choosing a point sets the parameters of its run. */
export function SweptChart({ spec }: { readonly spec: ChartSpec }) {
  const store = useBenchStore();
  const lab = useLab();
  useEffect(() => lab.showChart(startSweeps), [lab]);
  const { name, view } = useBench((state) => state.chart);
  const setup = useBench((state) => state.setup);
  const request = useChartRequest(setup, spec);
  const pinned = usePinned(request);
  const pins = useBench((state) => state.pins.list);
  const chart = useChart(request, { setup, name }, pinned);
  if (request === null || chart === null) return null;
  const { said, ...rest } = chart;
  const absent = absentText(request, pins);
  return (
    <Chart
      key={spec.series === undefined || isOwnSweep(request.experiment, spec) ? "" : chartKey(spec)}
      {...rest}
      said={absent === null ? said : [...said, absent]}
      view={view}
      onView={(next) => store.setState({ chart: { name, view: next } })}
      onRun={lab.resume}
    />
  );
}
