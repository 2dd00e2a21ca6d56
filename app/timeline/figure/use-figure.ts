/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { isMany } from "../../trace/lanes.ts";
import { figureOf } from "../layout/index.ts";
import type { Parts } from "../layout/parts.ts";
import { TWO } from "../layout/two.ts";
import type { Draw, Figure, Place } from "./figure.ts";
import { inSlices } from "../../trace/in-slices.ts";
import type { View } from "./scale.ts";
import { atOnce, isLarge } from "../../trace/slices.ts";
import type { ShownCall } from "./shown-call.ts";
import type { MeasureText } from "../../draw/text-width.ts";

/** @param framed the run in whose frame it is drawn: the same, or the one from which a reader drags it to another */
export function useFigure(
  shown: ShownCall,
  framed: ShownCall,
  { width, room, open }: Place,
  view: View,
  selected: Ref,
  measure: MeasureText,
): Figure | null {
  const parts = useParts(isMany(framed.plan));
  const draw = useMemo(
    (): Draw | null => (width > 0 && parts !== null ? figureOf(parts, framed, { width, room, open }, measure) : null),
    [parts, framed, width, room, open, measure],
  );
  const large = isLarge(shown.trace);
  const later = useDrawn(framed, shown, large ? draw : null, view, selected);
  const now = useMemo(
    () => (large || draw === null ? null : atOnce(draw(view, selected, shown))),
    [large, draw, view, selected, shown],
  );
  return large ? later : now;
}

/** A drawing of a large run that is wanted. */
interface Wish {
  readonly framed: ShownCall;
  readonly shown: ShownCall;
  readonly draw: Draw;
  readonly view: View;
  readonly selected: Ref;
}

interface Work {
  /** The drawing that is wanted; null where none is. It may change while another goes on. */
  wish: Wish | null;
  busy: boolean;
}

/** Draws what is wished until that is done. A drawing of another run or place is given up. */
async function drawAll(work: Work, onDrawn: (figure: Figure, wish: Wish) => void): Promise<void> {
  const wished = (): Wish | null => work.wish;
  try {
    for (let wish = wished(), done: Wish | null = null; wish !== null && wish !== done; wish = wished()) {
      const { draw, view, selected, shown }: Wish = wish;
      const figure = await inSlices(draw(view, selected, shown), () => work.wish?.draw === draw);
      if (figure !== undefined) onDrawn(figure, wish);
      done = wish;
    }
  } finally {
    work.busy = false; // at once: who wishes now begins anew
  }
}

/**
 * Draws in slices, as the reader's wish is when the drawing before is done: of a wish that follows another closely only
 * the last is drawn. Null until there is a figure of the same call; one of another place stands until it is drawn anew.
 */
function useDrawn(framed: ShownCall, shown: ShownCall, draw: Draw | null, view: View, selected: Ref): Figure | null {
  const [drawn, setDrawn] = useState<{ readonly framed: ShownCall; readonly figure: Figure } | null>(null);
  const work = useRef<Work>({ wish: null, busy: false });
  useEffect(() => {
    const { current } = work;
    current.wish = draw === null ? null : { framed, shown, draw, view, selected };
    if (current.wish === null || current.busy) return;
    current.busy = true;
    drawAll(current, (figure, wish) => setDrawn({ framed: wish.framed, figure })).catch((error: unknown) => {
      setDrawn(() => fail(error));
    });
  }, [framed, shown, draw, view, selected]);
  useEffect(() => {
    const { current } = work;
    return () => void (current.wish = null);
  }, []);
  return drawn !== null && drawn.framed === framed ? drawn.figure : null;
}

/** Throws an error of a later drawing inside the figure, as an error of one at once. */
function fail(error: unknown): never {
  throw error;
}

let fetched: Parts | null = null;

/** The parts of a figure of many machines, which most pages never need. Null until they are there. */
function useParts(many: boolean): Parts | null {
  const [ready, setReady] = useState(fetched);
  useEffect(() => {
    if (!many || ready !== null) return;
    let gone = false;
    import("../layout/many.ts").then(
      ({ MANY }) => {
        fetched = MANY;
        if (!gone) setReady(MANY);
      },
      (error: unknown) => gone || setReady(() => fail(error)),
    );
    return () => {
      gone = true;
    };
  }, [many, ready]);
  return many ? ready : TWO;
}
