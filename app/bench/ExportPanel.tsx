import { useEffect, useMemo, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { bibtex, paper } from "../../engine/papers/lookup.ts";
import { campusSvg } from "../campus/campus-svg.ts";
import { chartSvg, residualsOf } from "../chart/index.ts";
import type { ChartData } from "../chart/index.ts";
import { ExportDrawer } from "../export/index.ts";
import type { ExportFigure } from "../export/index.ts";
import { timelineSvg, waterfallSvg } from "../timeline/index.ts";
import { crossingText } from "./chart-curves.ts";
import { chartCaption, chartData, EDITED_NAME } from "./chart-data.ts";
import { chartOf, sweepKey, sweepOf } from "./charts.ts";
import { useBench } from "./context.ts";

import { experimentOf } from "./setup.ts";
import { modelSource } from "../model/sources.ts";
import { modelsShown } from "./store.ts";
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

/** The source text of a paper's model, fetched as the drawer opens; null until it is there. */
function useModelSource(paperId: string): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
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
function campusFigures(run: Run, look: Look): readonly ExportFigure[] {
  if (run.campus === undefined) return [];
  return [{ name: "campus", label: "Campus", svg: (theme) => campusSvg(run, { ...look, width: WIDE, theme }) }];
}

interface Look {
  readonly call: number;
  readonly time: number;
  readonly selected: Ref;
}

function figuresOf(run: Run, look: Look, drawable: Drawable | null): readonly ExportFigure[] {
  const { call } = look;
  const timeline: ExportFigure = {
    name: "timeline",
    label: "Timeline",
    svg: (theme) => timelineSvg(run, { call, width: WIDE, theme }),
  };
  const waterfall: ExportFigure = {
    name: "waterfall",
    label: "Waterfall",
    svg: (theme) => waterfallSvg(run, { call, width: NARROW, theme }),
  };
  const first = [timeline, ...campusFigures(run, look), waterfall];
  if (drawable === null) return first;
  const { data, caption } = drawable;
  const chart: ExportFigure = {
    name: "chart",
    label: "Chart",
    svg: (theme) => chartSvg(data, { width: NARROW, height: CHART_HEIGHT, theme, caption }),
  };
  return [...first, chart];
}

/** The chart that is chosen, in the view that is; null where the experiment has none. */
function useDrawable(): Drawable | null {
  const setup = useBench((state) => state.setup);
  const { name, view } = useBench((state) => state.chart);
  const paperModels = useBench((state) => state.models);
  const edited = useBench((state) => state.edited);
  const sweep = useBench((state) => state.sweep);
  const experiment = experimentOf(setup);
  const spec = chartOf(experiment, name);
  const pinned = usePinned(experiment, spec);
  return useMemo(() => {
    if (spec === undefined) return null;
    const values = sweep?.key === sweepKey(setup, name) ? sweep.values : [];
    const models = modelsShown({ models: paperModels, edited });
    const modelName = edited === null ? undefined : EDITED_NAME;
    const data = { ...chartData(experiment, spec, setup, models, values), pinned, modelName };
    const crossing = crossingText(spec, data);
    const caption = chartCaption(experiment, spec, setup, data);
    return {
      data: (view === "deviation" ? residualsOf(data) : null) ?? data,
      caption: crossing === null ? caption : `${crossing} ${caption}`,
    };
  }, [experiment, spec, setup, name, view, paperModels, edited, sweep, pinned]);
}

/** The export drawer with what the bench can give it. */
export function ExportPanel({ run, link, onClose }: Props) {
  const setup = useBench((state) => state.setup);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const selected = useBench((state) => (state.host === null ? state.selected : NO_REF));
  const edited = useBench((state) => state.edited);
  const sweep = useBench((state) => state.sweep);
  const chart = useBench((state) => state.chart.name);
  const drawable = useDrawable();
  const experiment = experimentOf(setup);
  const shown = chartOf(experiment, chart);
  const paperSource = useModelSource(experiment.paper);
  const figures = useMemo(
    () => figuresOf(run, { call, time, selected }, drawable),
    [run, call, time, selected, drawable],
  );
  return (
    <ExportDrawer
      open
      experiment={experiment}
      run={run}
      sweep={
        sweep?.key === sweepKey(setup, chart)
          ? { values: sweep.values, over: sweepOf(experiment, shown).over, series: shown?.series }
          : null
      }
      figures={figures}
      link={link}
      citation={bibtex(paper(experiment.paper))}
      modelSource={edited?.source ?? paperSource}
      onClose={onClose}
    />
  );
}
