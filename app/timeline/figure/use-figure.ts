/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { drawAcross } from "./across.ts";
import { frameAcross, TURN_WIDTH } from "./across-frame.ts";
import type { Draw, Drawer, Figure, Place } from "./figure.ts";
import { inSlices } from "../../trace/in-slices.ts";
import { isMany } from "../../trace/lanes.ts";
import type { View } from "./scale.ts";
import { atOnce, isLarge } from "../../trace/slices.ts";
import type { ShownCall } from "./shown-call.ts";
import type { MeasureText } from "../../draw/text-width.ts";

const NAME_COLUMN = 28; // where time runs to the right, left of the lanes' names
const FLAG_FOOT = 24; // of the playhead's flag, from which its line goes down

const across: Drawer = (shown, { width, room }, measure) => {
  const frame = frameAcross(shown, width, measure, room);
  const { start, axis } = frame;
  const hosts = frame.bands.map(({ machine, from, to }) => {
    return { machine, left: 0, top: from, width: NAME_COLUMN, height: to - from };
  });
  return function* (view, selected, other = shown) {
    yield;
    const drawing = drawAcross(other, frame, view, selected, measure);
    return { ...drawing, down: false, start, axis, playhead: [[FLAG_FOOT, axis]], hosts };
  };
};

/** @param framed the run in whose frame it is drawn: the same, or the one from which a reader drags it to another */
export function useFigure(
  shown: ShownCall,
  framed: ShownCall,
  { width, room, open }: Place,
  view: View,
  selected: Ref,
  measure: MeasureText,
): Figure | null {
  const kind = isMany(shown.plan) ? "many" : width < TURN_WIDTH ? "down" : null;
  const drawer = useDrawer(width > 0 ? kind : null);
  const draw = useMemo((): Draw | null => {
    return width > 0 && drawer !== null ? drawer(framed, { width, room, open }, measure) : null;
  }, [framed, width, room, open, drawer, measure]);
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

/** Drawings that not every page has use for. */
const LATER = {
  down: async (): Promise<Drawer> => (await import("./down.ts")).down,
  many: async (): Promise<Drawer> => (await import("../many/index.ts")).many,
} as const;

type Later = keyof typeof LATER;

const fetched = new Map<Later, Drawer>();

async function fetchDrawer(kind: Later): Promise<Drawer> {
  const drawer = fetched.get(kind) ?? (await LATER[kind]());
  fetched.set(kind, drawer);
  return drawer;
}

/** Fetches what draws time downwards: a wide page has no use for it, a narrow one asks for it before its first run. */
export const fetchDown = (): Promise<Drawer> => fetchDrawer("down");

/** Null until it is there. */
function useDrawer(kind: Later | null): Drawer | null {
  const [ready, setReady] = useState<{ readonly kind: Later; readonly drawer: Drawer } | null>(null);
  useEffect(() => {
    let gone = kind === null;
    const put = (drawer: Drawer): void => {
      if (!gone && kind !== null) setReady({ kind, drawer });
    };
    // If a drawer cannot be fetched, time runs to the right around one medium, however narrow the page is and however
    // many machines there are.
    if (kind !== null) fetchDrawer(kind).then(put, () => put(across));
    return () => {
      gone = true;
    };
  }, [kind]);
  if (kind === null) return across;
  return fetched.get(kind) ?? (ready?.kind === kind ? ready.drawer : null);
}
