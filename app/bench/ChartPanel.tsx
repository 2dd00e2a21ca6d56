import { Suspense, useEffect } from "react";
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Experiment } from "../../engine/experiments/types.ts";
import { Chart } from "../chart/Chart.tsx";
import { absentText } from "../lab/chart-data.ts";
import { fetched } from "../controls/fetched.tsx";
import { chartLabel, chartOf, isOwnSweep } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { ownChart, ownOf } from "../setup/own-sweep.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { experimentOf } from "../setup/setup.ts";
import { useChart } from "../lab/use-chart.tsx";
import { usePinned } from "../lab/use-pinned.ts";

const OwnSweep = fetched("The choice of a sweep", () => import("./OwnSweep.tsx").then((m) => m.OwnSweep));

interface ChooserProps {
  readonly experiment: Experiment;
  readonly shown: ChartSpec;
  readonly onChoose: (choice: ChartChoice) => void;
}

/** The experiment's charts by name; figures of the paper in its order. */
function ChartChooser({ experiment, shown, onChoose }: ChooserProps) {
  const labelled = experiment.charts.map((chart) => ({ chart, label: chartLabel(experiment, chart) }));
  const figures = labelled.every(({ chart }) => chart.id !== undefined);
  const inOrder = figures ? labelled.toSorted((a, b) => (a.label < b.label ? -1 : 1)) : labelled;
  return (
    <div className={figures ? "seg figures" : "seg"} role="group" aria-label="What the chart shows">
      {inOrder.map(({ chart, label }) => (
        <button
          key={chartKey(chart)}
          type="button"
          aria-pressed={chart === shown}
          title={chart.title}
          onClick={() => onChoose(chartKey(chart))}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={isOwnSweep(experiment, shown)}
        onClick={() => onChoose(ownChart(experiment, ownOf(experiment, shown)))}
      >
        Your own sweep
      </button>
    </div>
  );
}

/** The experiment's charts, one at a time; choosing a point sets the parameters of its run. */
export function ChartPanel() {
  const store = useBenchStore();
  const lab = useLab();
  useEffect(() => lab.showChart(), [lab]);
  const setup = useBench((state) => state.setup);
  const experiment = experimentOf(setup);
  const { name, view } = useBench((state) => state.chart);
  const spec = chartOf(experiment, name);
  const pinned = usePinned(experiment, spec);
  const pins = useBench((state) => state.pins.list);
  const chart = useChart(setup, spec, pinned);
  if (spec === undefined || chart === null) return null;
  const { said, ...rest } = chart;
  const absent = absentText(spec, pins);
  const choose = (next: ChartChoice): void => store.setState({ chart: { name: next, view } });
  return (
    <section className="charts" aria-label="Chart">
      <ChartChooser experiment={experiment} shown={spec} onChoose={choose} />
      {isOwnSweep(experiment, spec) && (
        <Suspense fallback={<p className="note">The choice of a sweep is being fetched.</p>}>
          <OwnSweep key={experiment.id} experiment={experiment} chart={spec} onChart={choose} />
        </Suspense>
      )}
      <Chart
        key={spec.series === undefined || isOwnSweep(experiment, spec) ? "" : chartKey(spec)}
        {...rest}
        said={absent === null ? said : [...said, absent]}
        view={view}
        onView={(next) => store.setState({ chart: { name, view: next } })}
        onRun={lab.resume}
      />
    </section>
  );
}
