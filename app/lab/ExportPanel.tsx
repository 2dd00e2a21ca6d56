import { useEffect, useMemo, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { BenchState } from "./store.ts";
import { bibtex } from "../../engine/papers/bibtex.ts";
import { paper } from "../../engine/papers/lookup.ts";
import { campusSvg } from "../campus/campus-svg.ts";
import { histogramSvg } from "../chart/histogram.ts";
import { chartSvg } from "../chart/svg.ts";
import { residualsOf } from "../chart/residual.ts";
import type { ChartData } from "../chart/data.ts";
import { ExportDrawer } from "../export/ExportDrawer.tsx";
import type { ExportFigure } from "../export/items.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { waterfallSvg } from "../waterfall/waterfall-svg.ts";
import type { ThemeName } from "../draw/palette.ts";
import type { Labels } from "../twin/differences.ts";
import { chosenPin, isComparable } from "../setup/pin-list.ts";
import { namesBeside } from "../setup/pin-names.ts";
import { hostsOf } from "../machine/hosts.ts";
import { machineSvg } from "../machine/machine-svg.ts";
import { bothOf } from "../twin/both.ts";
import { twinSvg } from "../twin/twin-svg.ts";
import { waysOf } from "../twin/ways/lay-out.ts";
import { waysSvg } from "../twin/ways/ways-svg.ts";
import type { FigureHead } from "../draw/svg.ts";
import { setText } from "../setup/setting-text.ts";
import { chartCaption } from "./chart-caption.ts";
import { madeRuns } from "./sweep-order.ts";
import { chartData } from "./chart-data.ts";
import { crossingText } from "./crossings.ts";
import { chartOf, sweepKey, sweepOf } from "../setup/charts.ts";
import { useBench } from "./context.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { modelSource } from "../workers/model-source.ts";
import { stateFigures } from "./state-figures.ts";
import { useChartRequest, useModelShown } from "./use-chart.tsx";
import { usePaperHere } from "./paper-here.ts";
import { usePinned } from "./use-pinned.ts";

interface Props {
  readonly run: Run;
  readonly link: string;
  readonly onClose: () => void;
}

/** Widths and heights of exported figures, in px: a page's width for the timeline, half of one for the others. */
const WIDE = 1000;
const NARROW = 560;
const CHART_HEIGHT = 320;

/** The source text of a paper's model, fetched as the drawer opens; null until it is there, and without a paper. */
function useModelSource(paperId: string | null): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (paperId === null) return undefined;
    let wanted = true;
    void modelSource(paperId)
      .then((text) => wanted && setSource(text))
      .catch(() => undefined); // the drawer says that the model is not loaded
    return () => {
      wanted = false;
    };
  }, [paperId]);
  return source;
}

interface Drawable {
  readonly data: ChartData;
  readonly caption: string;
}

/** The campus at the playhead's moment, of a run that was on one. */
function campusFigures(run: Run, moment: ShownMoment, frame: FigureHead): readonly ExportFigure[] {
  if (run.site?.kind !== "campus") return [];
  return [
    {
      name: "campus",
      label: "Campus",
      svg: (theme, width = WIDE) => campusSvg(run, { ...moment, width, theme, frame }),
    },
  ];
}

/** The inside of the machines at the playhead’s moment, of a run with one or two. */
function machineFigures(run: Run, { call, time }: ShownMoment, frame: FigureHead): readonly ExportFigure[] {
  const svg = (theme: ThemeName, width = WIDE): string => machineSvg(run, { call, time, width, theme, frame });
  return hostsOf(run.trace) === null ? [] : [{ name: "machines", label: "Machines", svg }];
}

type ShownMoment = Pick<BenchState, "call" | "time" | "selected" | "axis" | "rung" | "kept">;

/** The comparison with the pinned run that is chosen, where one is and it can be drawn. */
function twinFigures(
  run: Run,
  { call, axis }: ShownMoment,
  frame: FigureHead,
  compared: Compared | null,
): readonly ExportFigure[] {
  if (compared === null) return [];
  const { labels, run: other } = compared;
  const beside = { name: labels.a, run: other };
  const both = { head: `${frame.head}, beside ${labels.a}`, settings: frame.settings };
  if (waysOf(other, run) !== null) {
    const svg = (theme: ThemeName, width = WIDE): string =>
      waysSvg(other, run, { width, theme, labels, axis, frame: both });
    return [{ name: "ways", label: "Both ways", svg, beside }];
  }
  if (typeof bothOf(other, run, call) === "string") return [];
  const svg = (theme: ThemeName, width = WIDE): string =>
    twinSvg(other, run, { call, width, theme, labels, axis, frame: both });
  return [{ name: "twin", label: "Twin timelines", svg, beside }];
}

interface Compared {
  readonly run: Run;
  readonly labels: Labels;
}

/** The pinned run that the page compares with, once it has run. */
function useCompared(): Compared | null {
  const pin = useBench((state) => chosenPin(state.pins));
  const setup = useBench((state) => state.setup);
  return useMemo(() => {
    const run = pin?.run ?? null;
    return pin === null || run === null || !isComparable(pin.setup, setup)
      ? null
      : { run, labels: namesBeside(pin, setup) };
  }, [pin, setup]);
}

const callsFigure = (run: Run, frame: FigureHead): ExportFigure => ({
  name: "calls",
  label: "Times of the calls",
  svg: (theme, width = NARROW) =>
    histogramSvg(run.trace, {
      width,
      height: CHART_HEIGHT,
      theme,
      title: `Times of the calls: ${run.experiment}`,
      frame,
    }),
});

interface Beside {
  readonly setup: Setup;
  readonly drawable: Drawable | null;
  readonly compared: Compared | null;
}

function figuresOf(run: Run, moment: ShownMoment, { setup, drawable, compared }: Beside): readonly ExportFigure[] {
  const { call, axis, rung, selected } = moment;
  const frame = { head: `${experimentOf(setup).title}, call ${call}`, settings: setText(setup) };
  const timeline: ExportFigure = {
    name: "timeline",
    label: "Timeline",
    svg: (theme, width = WIDE) => timelineSvg(run, { call, width, theme, axis, rung, selected, frame }),
  };
  const waterfall: ExportFigure = {
    name: "waterfall",
    label: "Waterfall",
    svg: (theme, width = NARROW) => waterfallSvg(run, { call, width, theme, frame }),
  };
  const first: ExportFigure[] = [
    timeline,
    ...twinFigures(run, moment, frame, compared),
    ...campusFigures(run, moment, frame),
    ...machineFigures(run, moment, frame),
    ...stateFigures(run, moment, frame, { least: NARROW, most: WIDE }),
    waterfall,
  ];
  if (run.trace.calls.count > 1) first.push(callsFigure(run, frame));
  if (drawable === null) return first;
  const { data, caption } = drawable;
  const chart: ExportFigure = {
    name: "chart",
    label: "Chart",
    svg: (theme, width = NARROW) => chartSvg(data, { width, height: CHART_HEIGHT, theme, caption }),
  };
  return [...first, chart];
}

/** The chart that is chosen, in the view that is; null where the experiment has none. */
function useDrawable(): Drawable | null {
  const setup = useBench((state) => state.setup);
  const { name, view } = useBench((state) => state.chart);
  const model = useModelShown();
  const sweep = useBench((state) => state.sweep);
  const request = useChartRequest(setup, chartOf(experimentOf(setup), name));
  const pinned = usePinned(request);
  return useMemo(() => {
    if (request === null) return null;
    const values = sweep?.key === sweepKey(setup, name) ? sweep.values : [];
    const answers = chartData(request, { values, ...model });
    const data = { ...answers, series: [...answers.series, ...pinned] };
    const crossing = crossingText(request.spec, data);
    const caption = chartCaption(request, data, values);
    return {
      data: (view === "deviation" ? residualsOf(data) : null) ?? data,
      caption: crossing === null ? caption : `${crossing} ${caption}`,
    };
  }, [request, setup, name, view, model, sweep, pinned]);
}

/** The export drawer with what the bench can give it. */
export function ExportPanel({ run, link, onClose }: Props) {
  const setup = useBench((state) => state.setup);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const axis = useBench((state) => state.axis);
  const rung = useBench((state) => state.rung);
  const kept = useBench((state) => state.kept);
  const selected = useBench((state) => (state.host === null ? state.selected : NO_REF));
  const edited = useBench((state) => state.edited);
  const sweep = useBench((state) => state.sweep);
  const chart = useBench((state) => state.chart.name);
  const drawable = useDrawable();
  const compared = useCompared();
  const experiment = experimentOf(setup);
  usePaperHere(experiment.paper);
  const shown = chartOf(experiment, chart);
  const paperSource = useModelSource(experiment.paper);
  const figures = useMemo(
    () => figuresOf(run, { call, time, selected, axis, rung, kept }, { setup, drawable, compared }),
    [run, call, time, selected, axis, rung, kept, setup, drawable, compared],
  );
  return (
    <ExportDrawer
      open
      experiment={experiment}
      run={run}
      sweep={
        sweep?.key === sweepKey(setup, chart)
          ? {
              values: madeRuns(sweep.values),
              over: sweepOf(experiment, shown).over,
              series: shown?.series,
            }
          : null
      }
      figures={figures}
      link={link}
      citation={experiment.paper === null ? null : bibtex(paper(experiment.paper))}
      modelSource={edited?.source ?? paperSource}
      onClose={onClose}
    />
  );
}
