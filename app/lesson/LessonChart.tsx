/** The chart of a step, with the curve that the reader drew over it in its own colour and dots. */
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { chartCaption, chartData } from "../bench/chart-data.ts";
import { useBench, useBenchStore, useLab } from "../bench/context.ts";
import { sweepKey, TRIALS } from "../bench/lab.ts";
import { experimentOf } from "../bench/setup.ts";
import { change } from "../bench/store.ts";
import { Chart } from "../chart/Chart.tsx";
import type { ChartData } from "../chart/index.ts";
import { layoutChart } from "../chart/layout.ts";
import { truthCurve } from "../../lessons/verdict.ts";
import type { CurvePrediction } from "../../lessons/types.ts";
import { useLesson, useRecord } from "./context.ts";
import { predictionPath } from "./overlay.ts";

const HEIGHT = 220;

interface Drawn {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** The curve that the reader committed for this chart; null where none was. */
function useDrawn(experiment: string, measure: string): Drawn | null {
  const { lesson } = useLesson();
  const [record] = useRecord();
  for (const { predict } of lesson.steps) {
    if (predict?.kind !== "curve" || predict.experiment !== experiment || predict.measure !== measure) continue;
    const first = record.predictions[predict.id]?.answers[0];
    if (first?.kind === "curve") return { xs: xsOf(lesson.paper, predict), ys: first.ys };
  }
  return null;
}

const xsOf = (paper: string, prediction: CurvePrediction): readonly number[] =>
  truthCurve(paper, prediction).map(({ x }) => x);

/** Laid over the chart's own figure, at the same scales. */
function Overlay({ data, drawn }: { readonly data: ChartData; readonly drawn: Drawn }) {
  const own = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const room = own.current?.parentElement?.querySelector<HTMLElement>(".chart-room");
    if (room === null || room === undefined) return;
    const measure = (): void => setPlace({ top: room.offsetTop, width: room.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  const layout = place.width === 0 ? null : layoutChart(data, { width: place.width, height: HEIGHT });
  const last = drawn.xs.at(-1) ?? 0;
  return (
    <svg ref={own} className="drawn" width={place.width} height={HEIGHT} style={{ top: place.top }} aria-hidden="true">
      {layout !== null && (
        <>
          <path d={predictionPath(layout, drawn.xs, drawn.ys)} className="dots" />
          {drawn.xs.map((x, i) => (
            <circle key={x} cx={layout.xAt(x)} cy={layout.yAt(drawn.ys[i] ?? 0)} r={4.5} className="ring" />
          ))}
          <text x={layout.xAt(last)} y={layout.yAt(drawn.ys.at(-1) ?? 0) - 9} textAnchor="end" className="you">
            you drew
          </text>
        </>
      )}
    </svg>
  );
}

export function LessonChart({ measure }: { readonly measure: string | undefined }) {
  const store = useBenchStore();
  const lab = useLab();
  const setup = useBench((state) => state.setup);
  const done = useBench((state) => state.sweep);
  const sweeping = useBench((state) => state.sweeping);
  const models = useBench((state) => state.models);
  const experiment = experimentOf(setup);
  const spec = experiment.charts.find(({ y }) => y === measure) ?? experiment.charts[0];
  const key = sweepKey(setup);
  const kept = done !== null && done.experiment === experiment.id ? done.values : undefined;
  const values = useMemo(() => kept ?? sweeping?.values ?? [], [kept, sweeping]);
  const data = useMemo(
    () => (spec === undefined ? null : chartData(experiment, spec, setup, models, values)),
    [experiment, spec, setup, models, values],
  );
  const drawn = useDrawn(experiment.id, spec?.y ?? "");
  if (data === null) return null;
  const { over } = experiment.sweep;
  const here = setup.parameters[over];
  const total = experiment.sweep.values.length * TRIALS;
  const pending = done?.key === key ? null : { done: sweeping?.key === key ? sweeping.values.length : 0, total };
  return (
    <section className="lesson-chart" aria-label="Chart">
      <Chart
        {...data}
        height={HEIGHT}
        pending={pending}
        selectedX={typeof here === "number" ? here : null}
        onSelectX={(x) =>
          change(store, over, (before) => ({ ...before, parameters: { ...before.parameters, [over]: x } }))
        }
        onRun={lab.resume}
        caption={chartCaption(experiment, setup, TRIALS)}
      />
      {drawn !== null && <Overlay data={data} drawn={drawn} />}
    </section>
  );
}
