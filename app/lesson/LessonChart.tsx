/** The chart of a step, with the curve that the reader drew over it in its own colour and dots. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { chartOf } from "../setup/charts.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { useChart } from "../lab/use-chart.tsx";
import { Chart } from "../chart/Chart.tsx";
import type { ChartData } from "../chart/data.ts";
import type { Series } from "../setup/points.ts";
import { layoutChart } from "../chart/layout.ts";
import { SKETCH_NAME_RISE } from "../chart/series.ts";
import { truthCurve } from "../../lessons/verdict.ts";
import type { Lesson } from "../../lessons/types.ts";
import type { LessonRecord } from "../record/record.ts";
import { useAround } from "./chart-room.ts";
import { useLesson, useRecord } from "./context.ts";
import { drawnSeries, predictionPath } from "./overlay.ts";

/** Of the plot with its axes, in px: of its own accord, and the least that title, readout and foot leave of a room. */
const HEIGHT = 220;
const LEAST_HEIGHT = 116;

/** The curve that the reader committed for a chart of this measure and these settings; undefined where none was. */
function sketchOf(
  lesson: Lesson,
  record: LessonRecord,
  { experiment, parameters }: Setup,
  measure: string,
): Series | undefined {
  for (const { predict } of lesson.steps) {
    if (predict?.kind !== "curve" || predict.experiment !== experiment || predict.measure !== measure) continue;
    const { only = {} } = predict.truth;
    if (Object.entries(only).some(([key, value]) => parameters[key] !== value)) continue;
    const first = record.predictions[predict.id]?.answers[0];
    if (first?.kind !== "curve") continue;
    const points = truthCurve(lesson.paper, predict).map(({ x }, i) => ({ x, y: first.ys[i] ?? 0 }));
    return drawnSeries(lesson, "you drew", points);
  }
  return undefined;
}

interface OverlayProps {
  readonly data: ChartData;
  readonly sketch: Series;
  readonly height: number;
}

/** Laid over the chart's own figure, at the same scales. */
function Overlay({ data, sketch, height }: OverlayProps) {
  const own = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const room = own.current?.parentElement?.querySelector<HTMLElement>(".chart-room");
    if (room === null || room === undefined) return;
    const measure = (): void => setPlace({ top: room.offsetTop, width: room.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    // What stands above it may take another line, which moves it.
    for (const part of room.parentElement?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const layout = place.width === 0 ? null : layoutChart(data, { width: place.width, height });
  const { points, name } = sketch;
  const last = points.at(-1);
  return (
    <svg ref={own} className="drawn" width={place.width} height={height} style={{ top: place.top }} aria-hidden="true">
      {layout !== null && last !== undefined && (
        <>
          <path d={predictionPath(layout, ...xsAndYs(points))} className="dots" />
          {points.map(({ x, y }) => (
            <circle key={x} cx={layout.xAt(x)} cy={layout.yAt(y)} r={4.5} className="ring" />
          ))}
          <text x={layout.xAt(last.x)} y={layout.yAt(last.y) - SKETCH_NAME_RISE} textAnchor="end" className="you">
            {name}
          </text>
        </>
      )}
    </svg>
  );
}

const xsAndYs = (points: Series["points"]): readonly [readonly number[], readonly number[]] => [
  points.map(({ x }) => x),
  points.map(({ y }) => y),
];

interface Props {
  /** Of the chart, by id or measure; null for the experiment's first. */
  readonly name: string | null;
  /** The height that all of the chart is to keep to, in px, where there is a limit. */
  readonly room: number | undefined;
}

export function LessonChart({ name, room }: Props) {
  const store = useBenchStore();
  const lab = useLab();
  useEffect(() => lab.showChart(), [lab]);
  useEffect(() => store.setState((state) => ({ chart: { ...state.chart, name } })), [store, name]);
  const setup = useBench((state) => state.setup);
  const experiment = experimentOf(setup);
  const spec = chartOf(experiment, name);
  const { lesson } = useLesson();
  const [record] = useRecord();
  const sketch = useMemo(() => sketchOf(lesson, record, setup, spec?.y ?? ""), [lesson, record, setup, spec?.y]);
  const drawn = useMemo(() => (sketch === undefined ? [] : [sketch]), [sketch]);
  const chart = useChart(setup, spec, drawn);
  const section = useRef<HTMLElement>(null);
  const around = useAround(section, `${setup.experiment} ${name ?? ""} ${chart !== null}`);
  if (chart === null) return null;
  const height = room === undefined ? HEIGHT : Math.max(LEAST_HEIGHT, room - around);
  return (
    <section className="lesson-chart" aria-label="Chart" ref={section}>
      <Chart {...chart} height={height} onRun={lab.resume} />
      {sketch !== undefined && <Overlay data={chart.data} sketch={sketch} height={height} />}
    </section>
  );
}
