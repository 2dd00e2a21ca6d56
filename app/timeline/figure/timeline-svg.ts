/** The timeline as a file. */
import type { Run } from "../../../engine/experiments/types.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { acrossAt } from "./across.ts";
import { TURN_WIDTH } from "./across-frame.ts";
import { drawDown } from "./down.ts";
import { frameDown } from "./down-frame.ts";
import type { Drawing } from "../../draw/scene.ts";
import { toPlain } from "../../trace/folds.ts";
import { isMany } from "../../trace/lanes.ts";
import { drawMany, frameMany } from "../many/index.ts";
import type { View } from "./scale.ts";
import { setStage } from "./stage.ts";
import type { Stage } from "./stage.ts";
import { summaryOf } from "./summary.ts";
import { writeSvg } from "../../draw/svg.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { PALETTES } from "../../draw/palette.ts";
import type { ThemeName } from "../../draw/palette.ts";

interface TimelineSvgOptions {
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
  const drawing = drawn(stage, options.width, view);
  const { title, description } = summaryOf(run, stage);
  const { width, height } = drawing;
  return writeSvg(
    { width, height, title, description },
    [...drawing.ground, ...drawing.names],
    PALETTES[options.theme],
  );
}

function drawn(stage: Stage, width: number, view: View): Drawing {
  if (isMany(stage.plan)) return drawMany(stage, frameMany(stage, { width }), view, NO_REF, tableWidth);
  if (width < TURN_WIDTH) return drawDown(stage, frameDown(stage, width), view, NO_REF, tableWidth);
  return acrossAt(stage, width, view, NO_REF, tableWidth);
}
