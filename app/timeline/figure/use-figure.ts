/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useMemo } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { figureOf } from "../../figure/figure-of.ts";
import type { Rungs } from "../../figure/rungs.ts";
import type { Draw, Figure, Place } from "../../figure/figure.ts";
import type { View } from "../../figure/scale.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { MeasureText } from "../../draw/text-width.ts";

/**
 * Null until what it needs is there.
 * @param framed the run in whose frame it is drawn: the same, or the one from which a reader drags it to another
 * @param rungs undefined until the parts of the ladder are there
 */
export function useFigure(
  shown: ShownCall,
  framed: ShownCall,
  { width, room, open, ladder = null }: Place,
  view: View,
  selected: Ref,
  measure: MeasureText,
  rungs: Rungs | undefined,
): Figure | null {
  const isReady = width > 0 && (ladder === null || rungs !== undefined);
  const draw = useMemo(
    (): Draw | null => (isReady ? figureOf(framed, { width, room, open, ladder }, measure, rungs) : null),
    [isReady, rungs, framed, width, room, open, ladder, measure],
  );
  return useMemo(() => (draw === null ? null : draw(view, selected, shown)), [draw, view, selected, shown]);
}
