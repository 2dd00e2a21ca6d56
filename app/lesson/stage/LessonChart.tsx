/** The chart of a step, with the curve that the reader drew. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { chartKey } from "../../../engine/experiments/charts.ts";
import type { ChartSpec } from "../../../engine/experiments/types.ts";
import { chartOf } from "../../setup/charts.ts";
import { useBench, useBenchStore, useLab } from "../../lab/context.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { useChartShown } from "../../lab/use-sweep.ts";
import { useChart, useChartRequest } from "../../lab/use-chart.tsx";
import { startSweeps } from "../../lab/start-sweeps.ts";
import { Chart } from "../../chart/Chart.tsx";
import type { ChartData } from "../../chart/data.ts";
import type { Series } from "../../setup/points.ts";
import { inSentence } from "../../language/in-sentence.ts";
import { layoutChart } from "../../chart/layout.ts";
import type { ChartLayout } from "../../chart/layout.ts";
import { curveThrough } from "../../chart/paths.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import type { Lesson } from "../../../lessons/types.ts";
import type { LessonRecord } from "../../record/record.ts";
import { useAround, useTallest } from "./chart-room.ts";
import { useLesson, useRecord } from "../context.ts";
import { chartShown, drawnSeries, heightsAt, isInPlaceOfCurve } from "../drawn-curve.ts";

/** Of the plot with its axes, in px: of its own accord, and the least that title, readout and foot leave of a room. */
const HEIGHT = 280;
const LEAST_HEIGHT = 116;
/** Between the chart and what stands below it, in px. */
const BELOW = 12;

/** The reader's drawing: a curve, and the number of the chart's own that it is about; null of the only one. */
interface Sketch {
  readonly series: Series;
  readonly curveNumber: number | null;
}

/** The curves that the reader committed for this chart at these settings: none, one, or two that cross. */
function sketchesOf(
  lesson: Lesson,
  record: LessonRecord,
  setup: Setup,
  spec: ChartSpec | undefined,
): readonly Sketch[] {
  const { experiment, parameters } = setup;
  for (const { predict, stage } of lesson.steps) {
    if (predict === undefined || spec === undefined) continue;
    const first = record.predictions[predict.id]?.answers[0];
    if (predict.kind === "crossing" && first?.kind === "crossing") {
      if (spec.crossing !== true || experiment !== stage.experiment || chartKey(spec) !== stage.chart) continue;
      const { values, each } = predict.x;
      return first.curves.map((ys, k) => {
        const points = values.map((x, i) => ({ x: x * each, y: itemAt(ys, i, "point of the curve") }));
        const name = itemAt(predict.curves, k, "curve");
        const curveNumber = spec.series?.values.indexOf(inSentence(name)) ?? null;
        return { curveNumber, series: drawnSeries(lesson, `you: ${name}`, points) };
      });
    }
    if (predict.kind !== "curve" || first?.kind !== "curve") continue;
    const { only = {} } = predict.truth;
    if (predict.experiment !== experiment || predict.measure !== spec.y) continue;
    if (Object.entries(only).some(([key, value]) => parameters[key] !== value)) continue;
    const truth = truthCurve(lesson.paper, predict);
    const points = truth.map(({ x }, i) => ({ x, y: itemAt(first.ys, i, "point of the curve") }));
    return [{ curveNumber: null, series: drawnSeries(lesson, "you drew", points) }];
  }
  return [];
}

interface OverlayProps {
  readonly data: ChartData;
  readonly sketches: readonly Sketch[];
  readonly height: number;
}

/** Over the chart that has come in place of what was drawn: that turns into the run's curve, once. */
function Overlay({ data, sketches, height }: OverlayProps) {
  const own = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const room = own.current?.parentElement?.querySelector<HTMLElement>(".chart-room");
    if (room === null || room === undefined) return;
    const measure = (): void => setPlace({ top: room.offsetTop, width: room.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    // The text above it may take another line, which moves it.
    for (const part of room.parentElement?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const layout = place.width === 0 ? null : layoutChart(data, { width: place.width, height });
  return (
    <svg ref={own} className="drawn" width={place.width} height={height} style={{ top: place.top }} aria-hidden="true">
      {layout !== null &&
        sketches.map(({ series: { name, points }, curveNumber }) => {
          const truth = data.series.find((one) => one.kind === "simulated" && one.curveNumber === curveNumber);
          const xs = points.map(({ x }) => x);
          const heights = truth === undefined ? null : heightsAt(truth.points, xs);
          const from = points.map(({ y }) => y);
          return heights !== null && <Morph key={name} layout={layout} xs={xs} from={from} to={heights} />;
        })}
    </svg>
  );
}

const MORPH_MS = 600;

interface MorphProps {
  readonly layout: ChartLayout;
  readonly xs: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** From what was drawn to what is, once; nothing where motion is not wanted. */
function Morph({ layout, xs, from, to }: MorphProps) {
  const [share, setShare] = useState(0);
  useEffect(() => {
    let began: number | null = null;
    const go = (now: number): void => {
      began ??= now;
      const next = Math.min(1, (now - began) / MORPH_MS);
      setShare(next);
      if (next < 1) frame = requestAnimationFrame(go);
    };
    let frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, []);
  if (share >= 1 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  const eased = 1 - (1 - share) ** 3;
  const { path } = curveThrough(
    from.map((y, i) => {
      const height = y + (itemAt(to, i, "height of the curve") - y) * eased;
      return { x: layout.xAt(itemAt(xs, i, "value of the curve")), y: layout.yAt(height), value: height };
    }),
  );
  return path === null ? null : <path d={path} className="morph" />;
}

interface Props {
  /** Of the chart, by id or measure; null for the experiment's first. */
  readonly name: string | null;
  /** The height that all of the chart is to keep to, in px, where there is a limit. */
  readonly room: number | undefined;
}

export function LessonChart({ name, room }: Props) {
  const store = useBenchStore();
  const lab = useLab();
  useEffect(() => lab.showChart(startSweeps), [lab]);
  useEffect(() => store.setState((state) => ({ chart: { ...state.chart, name } })), [store, name]);
  const standing = useBench((state) => state.setup);
  const shown = useChartShown();
  const { setup } = shown;
  // The store has the name of the step’s chart a moment later than the step.
  const spec = chartOf(experimentOf(setup), setup === standing ? name : shown.name);
  const { lesson, step } = useLesson();
  const [record] = useRecord();
  const sketches = useMemo(() => sketchesOf(lesson, record, setup, spec), [lesson, record, setup, spec]);
  const drawn = useMemo(() => sketches.map(({ series }) => series), [sketches]);
  const [morphs] = useState(isInPlaceOfCurve);
  useEffect(chartShown, []);
  const chart = useChart(useChartRequest(setup, spec), shown, drawn);
  const section = useRef<HTMLElement>(null);
  const around = useAround(section, `${setup.experiment} ${name ?? ""} ${chart !== null}`);
  const tallest = useTallest(section, chart === null || step.ruler === undefined ? null : step.id);
  if (chart === null) return null;
  const height = room === undefined ? Math.max(HEIGHT, tallest) : Math.max(LEAST_HEIGHT, room - around - BELOW);
  return (
    <section className="lesson-chart" aria-label="Chart" ref={section}>
      <Chart {...chart} height={height} onRun={lab.resume} />
      {morphs && sketches.length > 0 && <Overlay data={chart.data} sketches={sketches} height={height} />}
    </section>
  );
}
