/** Rows without a partner in the other run. */
import { box, disc, line } from "../draw/scene.ts";
import type { Shape, Target } from "../draw/scene.ts";
import type { Rails } from "../figure/rails.ts";
import type { Side } from "./pair.ts";

/** Rows nearer than this share a frame. */
const FRAME_GAP = 3;
const BADGE = 6;
/** Badges nearer than this would touch: the first stands for its neighbours. */
const BADGE_GAP = 26;

/** Rows without a partner stand in a dashed frame with a badge: plus where this run has more, minus where less. */
export function aloneShapes(side: Side, rails: Rails, targets: readonly Target[]): readonly Shape[] {
  const shapes: Shape[] = [];
  const badges: (readonly [number, number])[] = [];
  const badge = (x: number, y: number): readonly Shape[] => {
    if (badges.some(([x0, y0]) => Math.hypot(x - x0, y - y0) < BADGE_GAP)) return [];
    badges.push([x, y]);
    return badgeShapes(x, y, side.name === "b", rails.frame.down);
  };
  const alone = targets.filter(({ ref }) => side.likeness.get(ref) === "alone");
  for (const { x0, y0, x1, y1 } of framesOf(alone, rails.cableEdge + 2.5)) {
    shapes.push(box(x0, y0, x1 - x0, y1 - y0, { stroke: "paper", lineWidth: 3 }));
    shapes.push(line([x0, y0, x1, y0, x1, y1, x0, y1, x0, y0], { stroke: "ink", lineWidth: 1.4, dash: [4, 3] }));
    shapes.push(...badge(x0, y0));
  }
  for (const { x0, y0, x1, y1, slanted } of alone) {
    if (slanted) shapes.push(...badge(x0 + (x1 - x0) * 0.28, y0 + (y1 - y0) * 0.28));
  }
  return shapes;
}

interface Framed {
  x0: number;
  x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Frames about work of one lane that lies close together. */
function framesOf(targets: readonly Target[], out: number): readonly Framed[] {
  const frames: Framed[] = [];
  const open = new Map<number, Framed>(); // by lane
  for (const { x0, y0, x1, y1 } of targets.filter(({ slanted }) => !slanted).toSorted((a, b) => a.x0 - b.x0)) {
    const last = open.get(y0);
    if (last !== undefined && x0 - (last.x1 - out) <= FRAME_GAP) last.x1 = Math.max(last.x1, x1 + out);
    else {
      const frame = { x0: x0 - out, y0: y0 - out, x1: x1 + out, y1: y1 + out };
      open.set(y0, frame);
      frames.push(frame);
    }
  }
  return frames;
}

function badgeShapes(x: number, y: number, plus: boolean, down: boolean): readonly Shape[] {
  const arm = BADGE - 2.6;
  const stroke = { stroke: "ink", lineWidth: 1.6 } as const;
  const along = line([x - arm, y, x + arm, y], stroke);
  const across = line([x, y - arm, x, y + arm], stroke);
  // A minus lies flat on the page, whichever way time runs.
  const minus = down ? across : along;
  const signs = plus ? [along, across] : [minus];
  return [disc(x, y, BADGE, { fill: "paper", stroke: "ink", lineWidth: 1.2 }), ...signs];
}
