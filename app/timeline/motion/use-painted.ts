/** Paints a figure on its canvases: at once, or where another run has come, on the way from the figure before to it. */
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { paint } from "../../draw/canvas.ts";
import type { PageStyle } from "../../draw/canvas.ts";
import { useReducedMotion } from "../../controls/media.ts";
import type { Figure } from "../../figure/figure.ts";
import { isSmall } from "./painted.ts";
import type { Canvases, Painted } from "./painted.ts";

interface Elements {
  readonly holder: RefObject<HTMLElement | null>;
  readonly ground: RefObject<HTMLCanvasElement | null>;
  readonly names: RefObject<HTMLCanvasElement | null>;
}

interface Painting {
  readonly figure: Figure;
  readonly style: PageStyle;
  /** Whether a hand holds something of the figure: it then follows the hand, frame by frame. */
  readonly isHeld: boolean;
  /** Null until it is fetched: then a figure is painted at once. */
  readonly motion: Pick<typeof import("./motion.ts"), "moveOn"> | null;
}

/** Whether a page has been painted on, so that fonts and code are warm. */
let isWarm = false;

/** Whether it takes long to paint: the page's first figure meets cold fonts and code, one of many machines has much. */
const isLong = (before: Painted | null, figure: Figure): boolean =>
  before === null ? !isWarm || !isSmall(figure) : before.figure.run?.trace !== figure.run?.trace && !isSmall(figure);

export function usePainted({ holder, ground, names }: Elements, { figure, style, isHeld, motion }: Painting): void {
  const last = useRef<Painted | null>(null);
  const reduced = useReducedMotion();
  useLayoutEffect(() => {
    const surface = { width: figure.width, height: figure.height };
    const put: Canvases["put"] = (sheet, shapes, alphas) => {
      const canvas = (sheet === "ground" ? ground : names).current;
      if (canvas !== null) paint(canvas, surface, shapes, style, alphas && ((shape) => alphas.get(shape) ?? 1));
    };
    const whole: Canvases["whole"] = (marks = []) => {
      isWarm = true;
      put("ground", [...figure.ground, ...marks]);
      put("names", figure.names);
    };
    const before = last.current;
    const now: Painted = { figure, isHeld, seen: null, way: null };
    last.current = now;
    if (!isHeld && isLong(before, figure)) {
      // A task of its own lets the page answer between layout and paint.
      const task = setTimeout(whole);
      return () => clearTimeout(task);
    }
    const canvases: Canvases = { holder: holder.current, put, whole };
    const end = before === null || isHeld ? null : (motion?.moveOn(before, now, canvases, reduced) ?? null);
    return end ?? whole();
    // A figure is painted when it comes, not when a hand takes hold of it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [figure, style]);
  useEffect(() => {
    if (!isHeld && last.current !== null) last.current.isHeld = false;
  }, [isHeld]);
}
