import { useEffect, useMemo, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { bibtex, paper } from "../../engine/papers/index.ts";
import { chartSvg } from "../chart/index.ts";
import { ExportDrawer } from "../export/index.ts";
import type { ExportFigure } from "../export/index.ts";
import { timelineSvg, waterfallSvg } from "../timeline/index.ts";
import { chartCaption, chartData } from "./chart-data.ts";
import { useBench } from "./context.ts";
import { sweepKey, TRIALS } from "./lab.ts";
import { experimentOf } from "./setup.ts";
import { modelSource } from "../model/sources.ts";
import { modelsShown } from "./store.ts";
import type { BenchState } from "./store.ts";

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

type FigureState = Pick<BenchState, "setup" | "call" | "models" | "sweep">;

function figuresOf(run: Run, { setup, call, models, sweep }: FigureState): readonly ExportFigure[] {
  const experiment = experimentOf(setup);
  const values = sweep?.key === sweepKey(setup) ? sweep.values : [];
  const [spec] = experiment.charts;
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
  if (spec === undefined) return [timeline, waterfall];
  const caption = chartCaption(experiment, setup, TRIALS);
  const chart: ExportFigure = {
    name: "chart",
    label: "Chart",
    svg: (theme) =>
      chartSvg(chartData(experiment, spec, setup, models, values), {
        width: NARROW,
        height: CHART_HEIGHT,
        theme,
        caption,
      }),
  };
  return [timeline, waterfall, chart];
}

/** The export drawer with what the bench can give it. */
export function ExportPanel({ run, link, onClose }: Props) {
  const setup = useBench((state) => state.setup);
  const call = useBench((state) => state.call);
  const paperModels = useBench((state) => state.models);
  const edited = useBench((state) => state.edited);
  const models = useMemo(() => modelsShown({ models: paperModels, edited }), [paperModels, edited]);
  const sweep = useBench((state) => state.sweep);
  const experiment = experimentOf(setup);
  const paperSource = useModelSource(experiment.paper);
  const figures = useMemo(() => figuresOf(run, { setup, call, models, sweep }), [run, setup, call, models, sweep]);
  return (
    <ExportDrawer
      open
      experiment={experiment}
      run={run}
      sweep={sweep?.key === sweepKey(setup) ? sweep : null}
      figures={figures}
      link={link}
      citation={bibtex(paper(experiment.paper))}
      modelSource={edited?.source ?? paperSource}
      onClose={onClose}
    />
  );
}
