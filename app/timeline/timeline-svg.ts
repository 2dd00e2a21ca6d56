/** The timeline as a file. */
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { acrossAt } from "./across.ts";
import { frameDown, drawDown } from "./down.ts";
import { toPlain } from "./folds.ts";
import { setStage } from "./stage.ts";
import { summaryOf } from "./summary.ts";
import { writeSvg } from "./svg.ts";
import { tableWidth } from "./text-width.ts";
import { PALETTES } from "./theme.ts";
import type { ThemeName } from "./theme.ts";

/** Narrower than this, time runs down. */
export const TURN_WIDTH = 760;

export interface TimelineSvgOptions {
  readonly call: number;
  readonly width: number;
  readonly theme: ThemeName;
  /** What to show, in nanoseconds of the run; the whole call where left out. */
  readonly from?: number;
  readonly to?: number;
  /** Whether long silences are folded; they are, where left out. */
  readonly folded?: boolean;
}

/** A complete SVG document with title and description. */
export function timelineSvg(run: Run, options: TimelineSvgOptions): string {
  const stage = setStage(run.trace, options.call, options.folded ?? true);
  const from = options.from === undefined ? stage.fit.from : toPlain(options.from, stage.folds);
  const to = options.to === undefined ? stage.fit.to : toPlain(options.to, stage.folds);
  const view = { from, to: Math.max(to, from + 1) };
  const drawing =
    options.width < TURN_WIDTH
      ? drawDown(stage, frameDown(stage, options.width), view, NO_REF, tableWidth)
      : acrossAt(stage, options.width, view, NO_REF, tableWidth);
  const { title, description } = summaryOf(run, stage);
  const { width, height } = drawing;
  return writeSvg(
    { width, height, title, description },
    [...drawing.ground, ...drawing.names],
    PALETTES[options.theme],
  );
}
