import { memo, Suspense, useEffect } from "react";
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Description } from "../../engine/experiments/types.ts";
import { Chart } from "../chart/Chart.tsx";
import { fetched } from "../controls/fetched.tsx";
import { absentText } from "../lab/pinned-series.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { Stale } from "../lab/Stale.tsx";
import { notify } from "../lab/store.ts";
import { useChart, useChartRequest } from "../lab/use-chart.tsx";
import { usePinned } from "../lab/use-pinned.ts";
import { chartLabel } from "../setup/chart-words.ts";
import { CALLS, chartOf, isOwnSweep } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";

// Neither is part of the first page.
const OwnSweep = fetched("The choice of a sweep", () => import("./OwnSweep.tsx").then((m) => m.OwnSweep));
const Calls = fetched("The times of the calls", () => import("../lab/Calls.tsx").then((m) => m.Calls));

interface ChooserProps {
  readonly experiment: Description;
  readonly spec: ChartSpec;
  readonly choice: ChartChoice;
  readonly onChoose: (choice: ChartChoice) => void;
  readonly onOwn: () => void;
}

/** The experiment's charts by name, figures of the paper in its order; then what the reader asks. */
function ChartChooser({ experiment, spec, choice, onChoose, onOwn }: ChooserProps) {
  const labelled = experiment.charts.map((chart) => ({ chart, label: chartLabel(experiment, chart) }));
  const figures = labelled.every(({ chart }) => chart.id !== undefined);
  const inOrder = figures ? labelled.toSorted((a, b) => (a.label < b.label ? -1 : 1)) : labelled;
  const calls = choice === CALLS;
  return (
    <div className={figures ? "choosers figures" : "choosers"} role="group" aria-label="What the chart shows">
      <div className="seg">
        {inOrder.map(({ chart, label }) => (
          <button
            key={chartKey(chart)}
            type="button"
            aria-pressed={chart === spec && !calls}
            title={chart.title}
            onClick={() => onChoose(chartKey(chart))}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="seg">
        <button type="button" aria-pressed={isOwnSweep(experiment, choice)} onClick={onOwn}>
          Your own sweep
        </button>
        <button type="button" aria-pressed={calls} onClick={() => onChoose(CALLS)}>
          Times of the calls
        </button>
      </div>
    </div>
  );
}

/** A chart of the experiment, the reader's own sweep, or the times of the calls. */
export const ChartPanel = memo(function ChartPanel() {
  const store = useBenchStore();
  const experiment = useBench((state) => experimentOf(state.setup));
  const { name, view } = useBench((state) => state.chart);
  const spec = chartOf(experiment, name);
  if (spec === undefined) return null;
  const choose = (next: ChartChoice): void => store.setState({ chart: { name: next, view } });
  const chooseOwn = (): void =>
    void import("../setup/own-sweep.ts").then(
      ({ ownChart, ownOf }) => choose(ownChart(experiment, ownOf(experiment, spec))),
      () => notify(store, { kind: "problem", text: "The choice of a sweep could not be fetched. Try again." }),
    );
  return (
    <section className="charts" aria-label="Chart">
      <ChartChooser {...{ experiment, spec }} choice={name} onChoose={choose} onOwn={chooseOwn} />
      {isOwnSweep(experiment, name) && (
        <Suspense fallback={<p className="note">The choice of a sweep is being fetched.</p>}>
          <OwnSweep key={experiment.id} experiment={experiment} chart={spec} onChart={choose} />
        </Suspense>
      )}
      {name === CALLS ? <CallTimes /> : <SweptChart spec={spec} />}
    </section>
  );
});

function CallTimes() {
  const shown = useBench((state) => state.shown);
  const setup = useBench((state) => state.setup);
  if (shown === null) return null;
  return (
    <Stale>
      <Suspense fallback={<p className="note">The times of the calls are being fetched.</p>}>
        <Calls run={shown.run} experiment={experimentOf(setup)} />
      </Suspense>
    </Stale>
  );
}

/** The chart with the runs behind it; choosing a point sets the parameters of its run. */
function SweptChart({ spec }: { readonly spec: ChartSpec }) {
  const store = useBenchStore();
  const lab = useLab();
  useEffect(() => lab.showChart(), [lab]);
  const { name, view } = useBench((state) => state.chart);
  const request = useChartRequest(spec);
  const pinned = usePinned(request);
  const pins = useBench((state) => state.pins.list);
  const chart = useChart(request, pinned);
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
