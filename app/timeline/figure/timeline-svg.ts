/** The timeline as a file. */
import type { AxisKind } from "../../setup/axis.ts";
import type { Traced } from "../../../engine/experiments/types.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { LAST_RUNG, RUNGS } from "../../words/rungs.ts";
import { layersOfPacket } from "../ladder/layers.ts";
import { hasRungs, lastRung, longestOf, packetOf, viewOf } from "../ladder/rung.ts";
import { rungSentence } from "../ladder/sentence.ts";
import { anyFigureOf } from "../../figure/any.ts";
import { entriesOf, swatchAt } from "../../figure/legend.ts";
import type { Place } from "../../figure/figure.ts";
import { plainOf } from "../../figure/scale.ts";
import type { View } from "../../figure/scale.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { summaryOf } from "./summary.ts";
import { writeSvg, type FileOptions } from "../../draw/svg.ts";
import { tableWidth } from "../../draw/text-width.ts";

interface TimelineSvgOptions extends FileOptions {
  readonly call: number;
  /** The stretch to show, in nanoseconds of the run; the whole call where it is left out. */
  readonly from?: number;
  readonly to?: number;
  /** Long silences are folded where left out. */
  readonly axis?: AxisKind;
  /** The rung of the ladder, where the call has it; null, or left out, for the processors of the run. */
  readonly rung?: number | null;
  /** The packet whose bytes the last rung shows; the first of the call where left out. */
  readonly selected?: Ref;
}

interface OnRung {
  readonly ladder: NonNullable<Place["ladder"]>;
  /** The view of the last rung; null on the others. */
  readonly near: View | null;
  /** What is seen on it. */
  readonly words: string;
}

/** The rung that is drawn; null for the processors of the run. */
function onRung(
  shown: ShownCall,
  { rung = null, selected = NO_REF }: Pick<TimelineSvgOptions, "rung" | "selected">,
): OnRung | null {
  if (rung === null || !hasRungs(shown)) return null;
  const packet = packetOf(shown, selected);
  const position = Math.min(rung, lastRung(packet));
  const words = `${itemAt(RUNGS, position, "rung")}. ${rungSentence(shown, position, packet, false)}`;
  if (position < LAST_RUNG) return { ladder: { position, bytes: null }, near: null, words };
  const layers = layersOfPacket(shown.trace, packet);
  const bytes = { row: packet, layers, chosen: longestOf(layers) };
  return { ladder: { position, bytes }, near: viewOf(shown, packet), words };
}

/** The view of the figure: the stretch that is asked for, else that of the rung, else the whole call. */
function viewIn(shown: ShownCall, options: Pick<TimelineSvgOptions, "from" | "to">, near: View | null): View {
  const { from: first, to: last } = near ?? shown.fit;
  const from = options.from === undefined ? first : plainOf(shown, options.from);
  const to = options.to === undefined ? last : plainOf(shown, options.to);
  return { from, to: Math.max(to, from + 1) };
}

/** The figure of a call as shapes, its own size, and what it shows in a sentence. */
export function drawingOf(run: Traced, options: Omit<TimelineSvgOptions, "theme" | "frame">) {
  const shown = shownCall(run.trace, options.call, options.axis ?? "folded");
  const rung = onRung(shown, options);
  const place: Place = {
    ...{ width: options.width, room: undefined, open: NONE_OPEN },
    ladder: rung?.ladder ?? null,
  };
  const view = viewIn(shown, options, rung?.near ?? null);
  const drawing = anyFigureOf(shown, place, tableWidth)(view, NO_REF);
  return { shown, rung, drawing, ...summaryOf(run, shown) };
}

/** A complete SVG document with title and description. */
export function timelineSvg(run: Traced, options: TimelineSvgOptions): string {
  const { shown, rung, drawing, title, description } = drawingOf(run, options);
  const { width, height } = drawing;
  const { theme, frame: head } = options;
  const named = new Set(
    drawing.names.flatMap((one) => (one.shape === "label" ? one.runs.map(({ text }) => text) : [])),
  );
  const legend = entriesOf(drawing.run ?? shown)
    .filter(({ text }) => !named.has(text))
    .map((entry) => ({ text: entry.text, shape: swatchAt(entry, 0, 0) }));
  const words = rung === null ? {} : { words: rung.words };
  return writeSvg(
    {
      ...{ height, title },
      description: rung === null ? description : `${rung.words} ${description}`,
    },
    [...drawing.ground, ...drawing.names],
    { width, theme, frame: head && { ...head, ...words, legend } },
  );
}

const NONE_OPEN: ReadonlySet<string> = new Set();
