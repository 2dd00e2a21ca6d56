/** More than can be drawn one by one: ink by how busy each row is, and by how many packets leave it and reach it. */
import { timeAt } from "../../engine/kernel/reads.ts";
import { box } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import type { LanePlace } from "./frame.ts";
import type { Along, Rails } from "./rails.ts";

/** The kinds of rows that are too many to be drawn one by one. */
interface Dense {
  readonly work: boolean;
  readonly packets: boolean;
  readonly lost: boolean;
}

/** This many packets a pixel are full ink. */
export const FULL_PACKETS = 2;

/** A strip of the figure, and what there is in it before a moment. */
export interface Counted extends LanePlace {
  readonly until: (time: number) => number;
  /** Full ink, for a column of so many nanoseconds. */
  readonly full: (nanos: number) => number;
}

export interface Strips {
  /** A column's width, in pixels. */
  readonly wide: number;
  readonly work: readonly Counted[];
  readonly packets: readonly Counted[];
  readonly lost: readonly Counted[];
}

/** Work as ink in the lanes; packets as ink beside them, and in crimson where they were lost. */
export function densityShapes(
  rails: Rails,
  dense: Dense,
  stripsOf: (rails: Rails) => Strips,
): { readonly work: readonly Shape[]; readonly packets: readonly Shape[]; readonly lost: readonly Shape[] } {
  if (!dense.work && !dense.packets && !dense.lost) return { work: [], packets: [], lost: [] };
  const { scale } = rails;
  const strips = stripsOf(rails);
  const { wide } = strips;
  const edges = Float64Array.from({ length: Math.floor(scale.length / wide) + 1 }, (_, x) => scale.time(x * wide));
  const drawn = (counted: readonly Counted[], fill: Ink): readonly Shape[] =>
    counted.flatMap((strip) => columns(rails, edges, strip, fill, wide));
  return {
    work: dense.work ? drawn(strips.work, "ink") : [],
    packets: dense.packets ? drawn(strips.packets, "ink") : [],
    lost: dense.packets || dense.lost ? drawn(strips.lost, "lost") : [],
  };
}

const LEVELS = 8;

/** Columns of one strip, those of one level run together. @param wide a column's width in pixels */
function columns({ start }: Along, edges: Float64Array, strip: Counted, fill: Ink, wide: number): Shape[] {
  const { until, full } = strip;
  const shapes: Shape[] = [];
  let begun = 0;
  let standing = 0;
  let before = until(timeAt(edges, 0));
  for (let x = 0; x < edges.length; x++) {
    const next = edges[x + 1];
    let level = 0;
    if (next !== undefined) {
      const after = until(next);
      const share = (after - before) / full(next - timeAt(edges, x));
      level = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * LEVELS));
      before = after;
    }
    if (level === standing) continue;
    if (standing > 0) {
      shapes.push(
        box(start + begun * wide, strip.at, (x - begun) * wide, strip.size, {
          fill,
          opacity: (0.75 * standing) / LEVELS,
        }),
      );
    }
    begun = x;
    standing = level;
  }
  return shapes;
}
