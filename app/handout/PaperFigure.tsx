/** The figure of a step as the stage shows it before anything is pressed. */
import type { ReactNode } from "react";
import { crowdOf } from "../../engine/experiments/crowd.ts";
import type { Run } from "../../engine/experiments/types.ts";
import type { Step } from "../../lessons/types.ts";
import type { ChartData } from "../chart/data.ts";
import { unitText } from "../chart/data.ts";
import { distributionOf, layoutHistogram, markedTimes } from "../chart/histogram.ts";
import { layoutChart } from "../chart/layout.ts";
import { layoutWords } from "../chart/word-rows.ts";
import { CrowdFigure, roomBeside } from "../crowd/CrowdFigure.tsx";
import { crowdView } from "../crowd/facts.ts";
import { handlesOf } from "../crowd/handles.ts";
import { domainsOf, layoutCrowd } from "../crowd/layout.ts";
import type { Shape } from "../draw/scene.ts";
import { Hatched, Shapes } from "../draw/Shapes.tsx";
import { DEFAULT_AXIS } from "../setup/axis.ts";
import { drawingOf } from "../timeline/figure/timeline-svg.ts";
import { counted } from "../words/numbers.ts";
import { usePaper, usePaperStep } from "./context.ts";
import type { PaperKind } from "./context.ts";
import { isDrawn } from "./paper-figures.ts";
import type { StepData } from "./use-step-data.ts";
import "../crowd/crowd.css";

const WIDTHS = { handout: 700, slides: 1000 } as const; // px, of A4 and of a slide
const HEIGHTS = { chart: 280, distribution: 220, crowd: 430 } as const;

interface DrawingProps {
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly shapes: readonly Shape[];
}

const Drawing = ({ width, height, label, shapes }: DrawingProps) => (
  <svg className="paper-figure" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
    <Hatched>
      <Shapes shapes={shapes} />
    </Hatched>
  </svg>
);

interface TitledProps {
  readonly title: string;
  readonly unit: string;
  readonly children: ReactNode;
}

/** A figure whose axes need a title. */
const Titled = ({ title, unit, children }: TitledProps) => (
  <figure className="paper-chart">
    <figcaption>
      <b>{title}</b> {unit}
    </figcaption>
    {children}
  </figure>
);

function Chart({ chart, width }: { readonly chart: ChartData; readonly width: number }) {
  const { title } = chart.spec;
  const words = chart.x.names === undefined ? null : layoutWords(chart, width);
  const height = words?.height ?? HEIGHTS.chart;
  const shapes = words?.marks ?? layoutChart(chart, { width, height }).layers.flatMap(({ marks }) => marks);
  return (
    <Titled title={title} unit={unitText(chart)}>
      <Drawing {...{ width, height, shapes }} label={title} />
    </Titled>
  );
}

function Distribution({ run, width }: { readonly run: Run; readonly width: number }) {
  const distribution = distributionOf(run.trace);
  const height = HEIGHTS.distribution;
  const { shapes } = layoutHistogram(distribution, { width, height });
  const said = markedTimes(distribution).map(({ name }) => name);
  return (
    <Titled title="Times of the calls" unit={counted(run.trace.calls.count, "call")}>
      <Drawing {...{ width, height, shapes }} label={`Times of the calls: ${said.join(", ")}`} />
    </Titled>
  );
}

function Crowd({ run, width }: { readonly run: Run; readonly width: number }) {
  const { experiment, parameters, seed, faults } = run;
  const view = crowdView({ experiment, parameters, seed, faults }, { ...run, crowd: crowdOf(run) });
  const size = { width, height: HEIGHTS.crowd };
  const first = layoutCrowd(view, domainsOf(view), size);
  const layout = layoutCrowd(view, domainsOf(view), {
    ...size,
    margin: roomBeside(view, first, handlesOf(view, first)),
  });
  return (
    <div className="paper-figure" role="img" aria-label="The crowd over time">
      <CrowdFigure {...{ layout, view }} wanted={view} handles={handlesOf(view, layout)} noReturn={null} time={null} />
    </div>
  );
}

function Timeline({ run, stage, width }: Pick<Step, "stage"> & { readonly run: Run; readonly width: number }) {
  const call = Math.min(stage.call ?? 1, run.trace.calls.count);
  const look = { call, width, axis: stage.axis ?? DEFAULT_AXIS, rung: stage.rung ?? null };
  const { drawing, title } = drawingOf(run, look);
  const { height, ground, names } = drawing;
  return <Drawing width={drawing.width} height={height} label={title} shapes={[...ground, ...names]} />;
}

function figureOf({ stage }: Step, data: StepData, kind: PaperKind): ReactNode {
  const width = WIDTHS[kind];
  if (data.kind === "chart") return <Chart chart={data.chart} width={width} />;
  if (stage.hero === "distribution") return <Distribution run={data.run} width={width} />;
  if (stage.hero === "crowd") return <Crowd run={data.run} width={width} />;
  return <Timeline run={data.run} stage={stage} width={width} />;
}

/** Nothing where the reader works with the figure; room to draw where its answer is covered. */
export function PaperFigure() {
  const { data, kind } = usePaper();
  const step = usePaperStep();
  const found = data.get(step.id);
  if (step.cover?.after !== undefined) return <div className="paper-draw">Draw here what happens.</div>;
  if (!isDrawn(step)) return null;
  return found === undefined ? <div className="paper-draw" aria-busy="true" /> : figureOf(step, found, kind);
}
