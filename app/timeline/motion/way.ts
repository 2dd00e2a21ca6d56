/** The way from one figure to the next, or marks of what has changed where less motion is wanted. */
import { box } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";
import { changedShapes, keyed, morphOf } from "./morph.ts";
import type { Faded, Keyed } from "./morph.ts";
import { isSmall } from "./painted.ts";
import type { Canvases, Sheet, BothSheets, Painted } from "./painted.ts";

/** Long enough for the eye to follow, short enough not to be waited for. */
const MORPH_MS = 280;
/** Where less motion is wanted, marks show what has changed for so long. */
const MARKED_MS = 2500;

/** Cubic ease-out; the style sheet has the same curve for what stands over the canvases. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

function keyedOf(figure: Figure): BothSheets<readonly Keyed[]> {
  const trace = figure.run?.trace;
  if (trace === undefined) return { ground: [], names: [] };
  return { ground: keyed(trace, figure.ground), names: keyed(trace, figure.names) };
}

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
function marksOf(before: Figure, after: Figure): readonly Shape[] {
  return changedShapes(keyedOf(before).ground, keyedOf(after).ground).flatMap((shape): readonly Shape[] => {
    if (shape.shape === "box") {
      return [box(shape.x - 2, shape.y - 2, shape.width + 4, shape.height + 4, { stroke: "accent", lineWidth: 3 })];
    }
    return shape.shape === "line" && shape.fill === undefined ? [{ ...shape, stroke: "accent", lineWidth: 5 }] : [];
  });
}

function putFaded({ put }: Canvases, sheet: Sheet, all: readonly Faded[]): void {
  const shapes = all.map(({ shape }) => shape);
  put(sheet, shapes, new Map(all.map(({ shape, alpha }) => [shape, alpha])));
}

/**
 * Moves from what was painted before to what has come. Returns what ends it early, or null where one cannot become the
 * other.
 */
export function moveOn(before: Painted, now: Painted, canvases: Canvases, reduced: boolean): (() => void) | null {
  const { figure } = now;
  const goesOn = isSame(before, figure) ? before.way : null;
  if (goesOn === null && !isAkin(before, figure)) return null;
  if (reduced) {
    canvases.whole(marksOf(before.figure, figure));
    const task = setTimeout(canvases.whole, MARKED_MS);
    return () => clearTimeout(task);
  }
  const way = (now.way = goesOn ?? { from: before.seen ?? keyedOf(before.figure), began: performance.now() });
  const after = keyedOf(figure);
  const at = {
    ground: morphOf(way.from.ground, after.ground),
    names: morphOf(way.from.names, after.names),
  };
  const { holder } = canvases;
  holder?.classList.add("tl-morph");
  let frame = requestAnimationFrame(function next() {
    const share = Math.min(1, (performance.now() - way.began) / MORPH_MS);
    if (share >= 1) return done();
    const seen = { ground: at.ground(eased(share)), names: at.names(eased(share)) };
    now.seen = seen;
    putFaded(canvases, "ground", seen.ground);
    putFaded(canvases, "names", seen.names);
    frame = requestAnimationFrame(next);
  });
  const done = (): void => {
    now.seen = now.way = null;
    holder?.classList.remove("tl-morph");
    canvases.whole();
  };
  return () => {
    cancelAnimationFrame(frame);
    holder?.classList.remove("tl-morph");
  };
}
