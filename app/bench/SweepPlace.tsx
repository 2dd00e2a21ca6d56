/** The reader's own sweep: what changes, beside the chart of its runs. */
import { useEffect } from "react";
import { OwnSweep } from "./OwnSweep.tsx";
import { SweptChart } from "./SweptChart.tsx";
import { useBench, useBenchStore } from "../lab/context.ts";
import { chartOf, isOwnSweep } from "../setup/charts.ts";
import type { ChartSpec } from "../../engine/experiments/types.ts";
import { ownChart, ownOf } from "../setup/own-sweep.ts";
import { experimentOf } from "../setup/setup.ts";

export function SweepPlace() {
  const store = useBenchStore();
  const experiment = useBench((state) => experimentOf(state.setup));
  const { name, view } = useBench((state) => state.chart);
  const spec = chartOf(experiment, name) ?? experiment.charts[0];
  const isOwn = isOwnSweep(experiment, name);
  useEffect(() => {
    if (isOwn || spec === undefined) return; // it begins as the chart that was shown
    store.setState({ chart: { name: ownChart(experiment, ownOf(experiment, spec)), view } });
  }, [store, experiment, spec, isOwn, view]);
  if (spec === undefined || !isOwn) return null;
  const take = (chart: ChartSpec): void => store.setState({ chart: { name: chart, view } });
  return (
    <section className="sweep-place" aria-labelledby="sweep-place">
      <h2 id="sweep-place">Change a parameter from run to run</h2>
      <OwnSweep key={experiment.id} experiment={experiment} chart={spec} onChart={take} />
      <section className="charts" aria-label="Chart">
        <SweptChart spec={spec} />
      </section>
    </section>
  );
}
