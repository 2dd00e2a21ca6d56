/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useEffect, useMemo, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { isMany } from "../../trace/lanes.ts";
import { figureOf } from "../layout/index.ts";
import { TURN_WIDTH } from "../layout/parts.ts";
import type { LadderParts, Parts } from "../layout/parts.ts";
import { TWO } from "../layout/two.ts";
import type { Draw, Figure, Place } from "./figure.ts";
import type { View } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
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
  rungs: LadderParts | undefined,
): Figure | null {
  const plain = useParts(isMany(framed.plan) ? "many" : width > 0 && width < TURN_WIDTH ? "down" : null);
  const isOnLadder = ladder !== null;
  const parts = useMemo((): Parts | null => {
    if (plain === null || !isOnLadder) return plain;
    return rungs === undefined ? null : { ...plain, ladder: rungs };
  }, [plain, isOnLadder, rungs]);
  const draw = useMemo(
    (): Draw | null =>
      width > 0 && parts !== null ? figureOf(parts, framed, { width, room, open, ladder }, measure) : null,
    [parts, framed, width, room, open, ladder, measure],
  );
  return useMemo(() => (draw === null ? null : draw(view, selected, shown)), [draw, view, selected, shown]);
}

/** Throws an error inside the figure. */
function fail(error: unknown): never {
  throw error;
}

/** Parts of figures that not every page has use for. */
const LATER = {
  down: async (): Promise<Parts> => (await import("../layout/two-down.ts")).TWO_DOWN,
  many: async (): Promise<Parts> => (await import("../layout/many.ts")).MANY,
} as const;

const fetched = new Map<keyof typeof LATER, Parts>();

/** Null until they are there. */
function useParts(kind: keyof typeof LATER | null): Parts | null {
  const [, setReady] = useState<Parts | null>(null);
  useEffect(() => {
    if (kind === null || fetched.has(kind)) return;
    let gone = false;
    LATER[kind]().then(
      (parts) => {
        fetched.set(kind, parts);
        if (!gone) setReady(parts);
      },
      (error: unknown) => gone || setReady(() => fail(error)),
    );
    return () => {
      gone = true;
    };
  }, [kind]);
  return kind === null ? TWO : (fetched.get(kind) ?? null);
}
