import { useMemo, useState } from "react";
import { Chart } from "../chart/index.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { chartCaption, chartData } from "./chart-data.ts";
import { useBench, useBenchStore, useLab } from "./context.ts";
import { sweepKey, TRIALS } from "./lab.ts";
import { experimentOf } from "./setup.ts";
import { change, modelsShown } from "./store.ts";

const NONE: readonly SweepValue[] = [];

/** The experiment's charts, one at a time; choosing a point sets the swept parameter. */
export function ChartPanel() {
  const store = useBenchStore();
  const lab = useLab();
  const setup = useBench((state) => state.setup);
  const done = useBench((state) => state.sweep);
  const sweeping = useBench((state) => state.sweeping);
  const cancelled = useBench((state) => state.cancelled || state.failure !== null);
  const paperModels = useBench((state) => state.models);
  const edited = useBench((state) => state.edited);
  const models = useMemo(() => modelsShown({ models: paperModels, edited }), [paperModels, edited]);
  const experiment = experimentOf(setup);
  const [chosen, setChosen] = useState(experiment.charts[0]?.y);
  const spec = experiment.charts.find((chart) => chart.y === chosen) ?? experiment.charts[0];
  const key = sweepKey(setup);
  const current = done?.key === key;
  // An old sweep stays, paler, while its successor runs; the first one shows its points as they come.
  const old = !cancelled && done?.experiment === experiment.id;
  const values = current || old ? done.values : (sweeping?.values ?? NONE);
  const data = useMemo(
    () => (spec === undefined ? null : chartData(experiment, spec, setup, models, values)),
    [experiment, spec, setup, models, values],
  );
  if (spec === undefined || data === null) return null;
  const { over } = experiment.sweep;
  const here = setup.parameters[over];
  const total = experiment.sweep.values.length * TRIALS;
  const pending = current || cancelled ? null : { done: sweeping?.key === key ? sweeping.values.length : 0, total };
  const caption = chartCaption(experiment, setup, TRIALS);
  return (
    <section className="charts" aria-label="Chart">
      {experiment.charts.length > 1 && (
        <div className="seg" role="group" aria-label="What the chart shows">
          {experiment.charts.map((chart) => (
            <button key={chart.y} type="button" aria-pressed={chart === spec} onClick={() => setChosen(chart.y)}>
              {experiment.measures[chart.y]?.label ?? chart.y}
            </button>
          ))}
        </div>
      )}
      <Chart
        {...data}
        modelName={edited === null ? undefined : "model, modified from the paper"}
        pending={pending}
        selectedX={typeof here === "number" ? here : null}
        onSelectX={(x) =>
          change(store, over, (before) => ({ ...before, parameters: { ...before.parameters, [over]: x } }))
        }
        onRun={lab.resume}
        caption={edited === null ? caption : `The model is yours, modified from the paper. ${caption}`}
      />
    </section>
  );
}
