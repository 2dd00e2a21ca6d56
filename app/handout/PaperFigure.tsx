/** The figure of a step as the stage shows it before anything is pressed. */
import type { Run } from "../../engine/experiments/types.ts";
import type { Step } from "../../lessons/types.ts";
import { Hatches, Shapes } from "../draw/Shapes.tsx";
import { DEFAULT_AXIS } from "../setup/axis.ts";
import { drawingOf } from "../timeline/figure/timeline-svg.ts";
import { usePaper, usePaperStep } from "./context.ts";
import { isDrawn } from "./use-step-runs.ts";

const WIDTHS = { handout: 700, slides: 1000 } as const; // px, of A4 and of a slide

function Timeline({ run, stage }: Pick<Step, "stage"> & { readonly run: Run }) {
  const { kind } = usePaper();
  const call = Math.min(stage.call ?? 1, run.trace.calls.count);
  const look = { call, width: WIDTHS[kind], axis: stage.axis ?? DEFAULT_AXIS, rung: stage.rung ?? null };
  const { drawing, title } = drawingOf(run, look);
  const { width, height, ground, names } = drawing;
  return (
    <svg className="paper-figure" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      <Hatches />
      <Shapes shapes={[...ground, ...names]} />
    </svg>
  );
}

/** Nothing where the step is about more than a call; room to draw where its answer is covered. */
export function PaperFigure() {
  const { runs } = usePaper();
  const step = usePaperStep();
  const run = runs.get(step.id);
  if (step.cover?.after !== undefined) return <div className="paper-draw">Draw here what happens.</div>;
  if (!isDrawn(step)) return null;
  return run === undefined ? (
    <div className="paper-draw" aria-busy="true" />
  ) : (
    <Timeline run={run} stage={step.stage} />
  );
}
