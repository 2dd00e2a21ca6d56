import { memo, Suspense } from "react";
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Description } from "../../engine/experiments/types.ts";
import { fetched } from "../controls/fetched.tsx";
import { useBench, useBenchStore } from "../lab/context.ts";
import { Stale } from "../lab/Stale.tsx";
import { chartLabel } from "../setup/chart-words.ts";
import { CALLS, chartOf, isOwnSweep } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";
import { SweptChart } from "./SweptChart.tsx";

// Not part of the first page.
const Calls = fetched("The times of the calls", () => import("../lab/Calls.tsx").then((m) => m.Calls));

/** The reader's own sweep, in the list. */
const OWN = "own";

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
  const shown = choice === CALLS ? CALLS : isOwnSweep(experiment, choice) ? OWN : chartKey(spec);
  return (
    <label className="choosers">
      <span className="vh">What the chart shows</span>
      <select value={shown} onChange={({ target: { value } }) => (value === OWN ? onOwn() : onChoose(value))}>
        {inOrder.map(({ chart, label }) => (
          <option key={chartKey(chart)} value={chartKey(chart)}>
            {label}
          </option>
        ))}
        <option value={CALLS}>Times of the calls</option>
        <option value={OWN}>Your own sweep</option>
      </select>
    </label>
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
  return (
    <section className="charts" aria-label="Chart">
      <ChartChooser
        {...{ experiment, spec }}
        choice={name}
        onChoose={choose}
        onOwn={() => store.setState({ view: "sweep" })}
      />
      {name === CALLS ? <CallTimes /> : <SweptChart spec={spec} />}
    </section>
  );
});

function CallTimes() {
  const shown = useBench((state) => state.work.shown);
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
