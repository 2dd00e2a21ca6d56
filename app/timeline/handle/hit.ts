/** The hit test: the nearest centre of a handle, then a machine’s edge, then a packet’s line. */
import type { Placed } from "./placed.ts";

/** How near a pointer must be, in pixels: to a centre, to an edge, to a line. A finger is wider than a mouse. */
const REACH = { mouse: [15, 8, 7], touch: [24, 16, 14] } as const;
/** Where a packet and another thing are as near, the packet is taken. */
const PACKET_FIRST = 2;

interface Stretched {
  /** Where the figure’s scale begins and ends along. */
  readonly from: number;
  readonly to: number;
}

export function nearest(
  handles: readonly Placed[],
  [along, across]: readonly [number, number],
  touch: boolean,
  { from, to }: Stretched,
): Placed | null {
  const [centre, edge, way] = REACH[touch ? "touch" : "mouse"];
  let best: Placed | null = null;
  let least: number = centre;
  for (const one of handles) {
    if (one.handle.kind === "edge") continue;
    const first = one.handle.kind === "packet" ? PACKET_FIRST : 0;
    const away = Math.hypot(along - one.along, across - one.across) - first;
    if (away < least) [best, least] = [one, away];
  }
  if (best !== null) return best;
  const isAtEdge = (one: Placed): boolean => one.handle.kind === "edge" && Math.abs(across - one.across) < edge;
  const onEdge = along > from && along < to ? handles.find(isAtEdge) : undefined;
  return onEdge ?? handles.find((one) => fromWay(one.way, along, across) < way) ?? null;
}

/** How far a place is from a run of straight lines. */
function fromWay(way: readonly number[], along: number, across: number): number {
  let least = Infinity;
  for (let i = 0; i + 3 < way.length; i += 2) {
    const [a = 0, b = 0, c = 0, d = 0] = way.slice(i, i + 4);
    const length = (c - a) ** 2 + (d - b) ** 2 || 1;
    const share = Math.min(1, Math.max(0, ((along - a) * (c - a) + (across - b) * (d - b)) / length));
    least = Math.min(least, Math.hypot(along - a - share * (c - a), across - b - share * (d - b)));
  }
  return least;
}
