/** The chart of a step, with the curve that the reader drew over it in its own colour and dots. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { chartKey } from "../../../engine/experiments/charts.ts";
import type { ChartSpec } from "../../../engine/experiments/types.ts";
import { chartOf } from "../../setup/charts.ts";
import { useBench, useBenchStore, useLab } from "../../lab/context.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { useChart } from "../../lab/use-chart.tsx";
import { Chart } from "../../chart/Chart.tsx";
import type { ChartData } from "../../chart/data.ts";
import type { Series } from "../../setup/points.ts";
import { inSentence } from "../../words/sentences.ts";
import { layoutChart } from "../../chart/layout.ts";
import type { ChartLayout } from "../../chart/layout.ts";
import { SKETCH_NAME_RISE } from "../../chart/series.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import type { Lesson } from "../../../lessons/types.ts";
import type { LessonRecord } from "../../record/record.ts";
import { useAround } from "./chart-room.ts";
import { useLesson, useRecord } from "../context.ts";
import { chartShown, drawnSeries, heightsAt, isInPlaceOfCurve, predictionPath } from "./overlay.ts";

/** Of the plot with its axes, in px: of its own accord, and the least that title, readout and foot leave of a room. */
const HEIGHT = 280;
const LEAST_HEIGHT = 116;
/** Between the chart and what stands below it, in px. */
const BELOW = 12;

/** What the reader drew: a curve, and the number of the chart's own that it is about; null of the only one. */
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
    const points = truthCurve(lesson.paper, predict).map(({ x }, i) => ({ x, y: first.ys[i] ?? 0 }));
    return [{ curveNumber: null, series: drawnSeries(lesson, "you drew", points) }];
  }
  return [];
}

interface OverlayProps {
  readonly data: ChartData;
  readonly sketches: readonly Sketch[];
  readonly height: number;
  /** Whether the chart has come in place of what was drawn: then that turns into the run's curve once. */
  readonly morphs: boolean;
}

/** Laid over the chart's own figure, at the same scales. */
function Overlay({ data, sketches, height, morphs }: OverlayProps) {
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
  return (
    <svg ref={own} className="drawn" width={place.width} height={height} style={{ top: place.top }} aria-hidden="true">
      {layout !== null &&
        sketches.map((sketch) => <Drawn key={sketch.series.name} {...{ layout, data, sketch, morphs }} />)}
    </svg>
  );
}

interface DrawnProps {
  readonly layout: ChartLayout;
  readonly data: ChartData;
  readonly sketch: Sketch;
  readonly morphs: boolean;
}

function Drawn({ layout, data, sketch, morphs }: DrawnProps) {
  const { points, name } = sketch.series;
  const last = points.at(-1);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const truth = data.series.find(({ kind, curveNumber }) => kind === "simulated" && curveNumber === sketch.curveNumber);
  const heights = morphs && truth !== undefined ? heightsAt(truth.points, xs) : null;
  if (last === undefined) return null;
  return (
    <g className={sketch.curveNumber === 1 ? "second" : undefined}>
      <path d={predictionPath(layout, xs, ys)} className="dots" />
      {heights !== null && <Morph layout={layout} xs={xs} from={ys} to={heights} />}
      {points.map(({ x, y }) => (
        <circle key={x} cx={layout.xAt(x)} cy={layout.yAt(y)} r={4.5} className="ring" />
      ))}
      <text x={layout.xAt(last.x)} y={layout.yAt(last.y) - SKETCH_NAME_RISE} textAnchor="end" className="you">
        {name}
      </text>
    </g>
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
  const ys = from.map((y, i) => y + ((to[i] ?? y) - y) * eased);
  return <path d={predictionPath(layout, xs, ys)} className="morph" />;
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
  useEffect(() => lab.showChart(), [lab]);
  useEffect(() => store.setState((state) => ({ chart: { ...state.chart, name } })), [store, name]);
  const setup = useBench((state) => state.setup);
  const experiment = experimentOf(setup);
  const spec = chartOf(experiment, name);
  const { lesson } = useLesson();
  const [record] = useRecord();
  const sketches = useMemo(() => sketchesOf(lesson, record, setup, spec), [lesson, record, setup, spec]);
  const drawn = useMemo(() => sketches.map(({ series }) => series), [sketches]);
  const [morphs] = useState(isInPlaceOfCurve);
  useEffect(chartShown, []);
  const chart = useChart(setup, spec, drawn);
  const section = useRef<HTMLElement>(null);
  const around = useAround(section, `${setup.experiment} ${name ?? ""} ${chart !== null}`);
  if (chart === null) return null;
  const height = room === undefined ? HEIGHT : Math.max(LEAST_HEIGHT, room - around - BELOW);
  return (
    <section className="lesson-chart" aria-label="Chart" ref={section}>
      <Chart {...chart} height={height} onRun={lab.resume} />
      {sketches.length > 0 && <Overlay data={chart.data} sketches={sketches} height={height} morphs={morphs} />}
    </section>
  );
}
