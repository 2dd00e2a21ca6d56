/** The timeline as a file. */
import type { AxisKind } from "../../setup/axis.ts";
import type { Traced } from "../../../engine/experiments/types.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { draw } from "../layout/all-parts.ts";
import { frameOf } from "../layout/all-parts.ts";
import { entriesOf, swatchAt } from "../layout/legend.ts";
import { plainOf } from "./scale.ts";
import { shownCall } from "./shown-call.ts";
import { summaryOf } from "./summary.ts";
import { writeSvg, type FigureHead } from "../../draw/svg.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { PALETTES } from "../../draw/palette.ts";
import type { ThemeName } from "../../draw/palette.ts";

interface TimelineSvgOptions {
  readonly call: number;
  readonly width: number;
  readonly theme: ThemeName;
  /** The stretch to show, in nanoseconds of the run; the whole call where it is left out. */
  readonly from?: number;
  readonly to?: number;
  /** Long silences are folded where left out. */
  readonly axis?: AxisKind;
  /** The head of a file that stands alone. */
  readonly frame?: FigureHead;
}

/** A complete SVG document with title and description. */
export function timelineSvg(run: Traced, options: TimelineSvgOptions): string {
  const shown = shownCall(run.trace, options.call, options.axis ?? "folded");
  const from = options.from === undefined ? shown.fit.from : plainOf(shown, options.from);
  const to = options.to === undefined ? shown.fit.to : plainOf(shown, options.to);
  const view = { from, to: Math.max(to, from + 1) };
  const frame = frameOf(shown, { width: options.width }, tableWidth);
  const drawing = draw(shown, frame, view, NO_REF, tableWidth);
  const { title, description } = summaryOf(run, shown);
  const { width, height } = drawing;
  const { frame: head } = options;
  const named = new Set(
    drawing.names.flatMap((one) => (one.shape === "label" ? one.runs.map(({ text }) => text) : [])),
  );
  const legend = entriesOf(shown)
    .filter(({ text }) => !named.has(text))
    .map((entry) => ({ text: entry.text, shape: swatchAt(entry, 0, 0) }));
  return writeSvg(
    { width, height, title, description, ...(head !== undefined && { frame: { ...head, legend } }) },
    [...drawing.ground, ...drawing.names],
    PALETTES[options.theme],
  );
}
