/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useEffect, useMemo, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { runsDown } from "../../figure/description.ts";
import type { Description } from "../../figure/description.ts";
import { figureOf, sharesFrame } from "../../figure/figure-of.ts";
import type { Rungs } from "../../figure/rungs.ts";
import type { Draw, Figure, Place } from "../../figure/figure.ts";
import type { View } from "../../figure/scale.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { TWO } from "../../figure/two.ts";
import { isMany } from "../../trace/lanes.ts";
import type { MeasureText } from "../../draw/text-width.ts";

/**
 * Null until what it needs is there.
 * @param held the run from which a reader drags it to another, in whose frame it is drawn; else the same
 * @param rungs undefined until the parts of the ladder are there
 */
export function useFigure(
  shown: ShownCall,
  held: ShownCall,
  { width, room, open, ladder = null }: Place,
  view: View,
  selected: Ref,
  measure: MeasureText,
  rungs: Rungs | undefined,
): Figure | null {
  const framed = sharesFrame(held, shown) ? held : shown;
  const description = useDescription(isMany(framed.plan) ? "many" : width > 0 && runsDown(width, room) ? "down" : null);
  const isReady = width > 0 && (ladder === null || rungs !== undefined);
  const draw = useMemo((): Draw | null => {
    if (!isReady || description === null) return null;
    return figureOf(description, framed, { width, room, open, ladder }, measure, rungs);
  }, [isReady, description, rungs, framed, width, room, open, ladder, measure]);
  return useMemo(() => (draw === null ? null : draw(view, selected, shown)), [draw, view, selected, shown]);
}

/** Throws an error inside the figure. */
function fail(error: unknown): never {
  throw error;
}

/** Descriptions that not every page has use for. */
const LATER = {
  down: async (): Promise<Description> => (await import("../../figure/two-down.ts")).TWO_DOWN,
  many: async (): Promise<Description> => (await import("../../figure/many.ts")).MANY,
} as const;

const fetched = new Map<keyof typeof LATER, Description>();

/** Null until it is there. */
function useDescription(kind: keyof typeof LATER | null): Description | null {
  const [, setReady] = useState<Description | null>(null);
  useEffect(() => {
    if (kind === null || fetched.has(kind)) return;
    let gone = false;
    LATER[kind]().then(
      (description) => {
        fetched.set(kind, description);
        if (!gone) setReady(description);
      },
      (error: unknown) => gone || setReady(() => fail(error)),
    );
    return () => {
      gone = true;
    };
  }, [kind]);
  return kind === null ? TWO : (fetched.get(kind) ?? null);
}
