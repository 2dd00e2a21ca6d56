/** Paints a figure on its canvases: at once, or where another run has come, on the way from the figure before to it. */
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { paint } from "../../draw/canvas.ts";
import type { PageStyle } from "../../draw/canvas.ts";
import { box } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { useReducedMotion } from "../../controls/media.ts";
import type { Figure } from "../../figure/figure.ts";
import type { Faded, Keyed } from "./morph.ts";

/** As in look/handle: long enough for the eye to follow, short enough not to be waited for. */
const MORPH_MS = 280;
/** Where less motion is wanted, marks show what has changed for so long. */
const MARKED_MS = 2500;
/** With more shapes than this a frame would be late. */
const MOST_SHAPES = 1500;

/** Cubic ease-out; the style sheet has the same curve for what stands over the canvases. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

interface Canvases {
  readonly holder: RefObject<HTMLElement | null>;
  readonly ground: RefObject<HTMLCanvasElement | null>;
  readonly names: RefObject<HTMLCanvasElement | null>;
}

type Layer = "ground" | "names";
type Layers<Value> = Readonly<Record<Layer, Value>>;

/** What was painted last. */
interface Painted {
  readonly figure: Figure;
  /** Whether a hand held something of it: what comes next is where the hand has let it go. */
  isHeld: boolean;
  /** On its way, what is seen at the moment. */
  seen: Layers<readonly Keyed[]> | null;
  /** The way that it is on. */
  way: Way | null;
}

interface Painting {
  readonly figure: Figure;
  readonly style: PageStyle;
  /** Whether a hand holds something of the figure: it then follows the hand, frame by frame. */
  readonly isHeld: boolean;
  readonly motion: Motion | null;
}

interface Way {
  readonly from: Layers<readonly Keyed[]>;
  readonly began: number;
}

/** Whether a page has been painted on, so that fonts and code are warm. */
let isWarm = false;

function keyedOf({ keyed }: Motion, figure: Figure): Layers<readonly Keyed[]> {
  const trace = figure.run?.trace;
  if (trace === undefined) return { ground: [], names: [] };
  return { ground: keyed(trace, figure.ground), names: keyed(trace, figure.names) };
}

/** Null until it is fetched: then a figure is painted at once. */
type Motion = typeof import("./motion.ts");

const isSmall = ({ ground, names }: Figure): boolean => ground.length + names.length <= MOST_SHAPES;

/** Whether it takes long to paint: the page's first figure meets cold fonts and code, one of many machines has much. */
const isLong = (before: Painted | null, figure: Figure): boolean =>
  before === null ? !isWarm || !isSmall(figure) : before.figure.run?.trace !== figure.run?.trace && !isSmall(figure);

/** Whether both are of one call in two runs of the same machines, so that one can become the other. */
function isAkin({ figure: before, isHeld }: Painted, after: Figure): boolean {
  const [a, b] = [before.run, after.run];
  if (a === null || b === null || before.width !== after.width || before.down !== after.down) return false;
  if (a.trace === b.trace && !isHeld) return false; // another view of the same run
  if (before.position !== after.position) return false; // the ladder moves by itself
  const machines = a.plan.machines.join() === b.plan.machines.join();
  return machines && a.story.call === b.story.call && isSmall(before) && isSmall(after);
}

/** Whether a figure is the same at the same place, with another choice or ghost. */
const isSame = ({ figure: a }: Painted, b: Figure): boolean =>
  a.run?.trace === b.run?.trace && a.width === b.width && a.scale.from === b.scale.from && a.scale.to === b.scale.to;

/** Rings about what has changed. */
function marksOf(motion: Motion, before: Painted, after: Figure): readonly Shape[] {
  const [old, now] = [keyedOf(motion, before.figure), keyedOf(motion, after)];
  return motion.changedShapes(old.ground, now.ground).flatMap((shape): readonly Shape[] =>
    shape.shape === "box"
      ? [
          box(shape.x - 2, shape.y - 2, shape.width + 4, shape.height + 4, {
            stroke: "accent",
            lineWidth: 3,
          }),
        ]
      : shape.shape === "line" && shape.fill === undefined
        ? [{ ...shape, stroke: "accent", lineWidth: 5 }]
        : [],
  );
}

export function usePainted({ holder, ground, names }: Canvases, { figure, style, isHeld, motion }: Painting): void {
  const last = useRef<Painted | null>(null);
  const reduced = useReducedMotion();
  useLayoutEffect(() => {
    const surface = { width: figure.width, height: figure.height };
    const put = (layer: Layer, shapes: readonly Shape[], alphas?: ReadonlyMap<Shape, number>): void => {
      const canvas = (layer === "ground" ? ground : names).current;
      if (canvas !== null) paint(canvas, surface, shapes, style, alphas && ((shape) => alphas.get(shape) ?? 1));
    };
    const whole = (marks: readonly Shape[] = []): void => {
      isWarm = true;
      put("ground", [...figure.ground, ...marks]);
      put("names", figure.names);
    };
    const faded = (layer: Layer, all: readonly Faded[]): void =>
      put(
        layer,
        all.map(({ shape }) => shape),
        new Map(all.map(({ shape, alpha }) => [shape, alpha])),
      );
    const before = last.current;
    const now: Painted = { figure, isHeld, seen: null, way: null };
    last.current = now;
    if (!isHeld && isLong(before, figure)) {
      // A task of its own lets the page answer between layout and paint.
      const task = setTimeout(whole);
      return () => clearTimeout(task);
    }
    const goesOn = before?.way !== null && before !== null && isSame(before, figure) ? before.way : null;
    if (motion === null || before === null || isHeld || (goesOn === null && !isAkin(before, figure))) return whole();
    if (reduced) {
      whole(marksOf(motion, before, figure));
      const task = setTimeout(whole, MARKED_MS);
      return () => clearTimeout(task);
    }
    const way = (now.way = goesOn ?? { from: before.seen ?? keyedOf(motion, before.figure), began: performance.now() });
    const after = keyedOf(motion, figure);
    const at = {
      ground: motion.morphOf(way.from.ground, after.ground),
      names: motion.morphOf(way.from.names, after.names),
    };
    const box = holder.current;
    box?.classList.add("tl-morph");
    let frame = requestAnimationFrame(function next() {
      const share = Math.min(1, (performance.now() - way.began) / MORPH_MS);
      if (share >= 1) return done();
      const seen = { ground: at.ground(eased(share)), names: at.names(eased(share)) };
      now.seen = seen;
      faded("ground", seen.ground);
      faded("names", seen.names);
      frame = requestAnimationFrame(next);
    });
    const done = (): void => {
      now.seen = now.way = null;
      box?.classList.remove("tl-morph");
      whole();
    };
    return () => {
      cancelAnimationFrame(frame);
      box?.classList.remove("tl-morph");
    };
    // A figure is painted when it comes, not when a hand takes hold of it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [figure, style]);
  useEffect(() => {
    if (!isHeld && last.current !== null) last.current.isHeld = false;
  }, [isHeld]);
}
