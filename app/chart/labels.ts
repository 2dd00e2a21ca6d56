/**
 * Names the curves. A name stands by its curve, clear of all points, of every curve and of all other names; one that
 * has to stand off gets a leader. Names that find no place are handed back, for the row above the plot.
 */
import { meets } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Point } from "../draw/point.ts";
import { line } from "../draw/scene.ts";
import type { Label } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { Placer } from "../figure/placer.ts";
import type { Limits, Names, PlacedName } from "../figure/placer.ts";
import { Space } from "../figure/space.ts";

export interface LabelRequest {
  readonly id: string;
  /** The name, at no place yet. */
  readonly name: Label;
  readonly anchors: readonly Point[]; // on its own curve or at its points, from left to right
  readonly prefer: number; // where along the anchors it would rather stand: 0 is left, 1 right
}

/** An area that a name must not cover. `owner` is the id of the curve or point there; "" for an area of none. */
export interface Obstacle extends Area {
  readonly owner: string;
}

const HEIGHT = 13;
const BASE = 3; // px from the foot of a name to its base line
const BESIDE = 16; // px between a point and a name beside it
const GAPS = [5, 9, 14, 17, 22, 30, 40, 52, 66, 84, 104]; // px between curve and name
const LEADER_FROM = 20; // a name farther than this is tied to its curve by a line
const MARK = 6; // px from the middle of a mark to the beginning of its leader
const CLEARANCE = 2; // px above and below a name
const ENOUGH = 80; // free places to choose from, nearest first
const MOST_ANCHORS = 14; // of a curve: its name is tried at as many places along it

/** A corner for a name by a point of its curve. The cheapest is the best. */
interface Corner {
  readonly left: number;
  readonly top: number;
  readonly at: Point;
  readonly leads: boolean;
  readonly cost: number;
}

/** The corners around one anchor: above and below at growing distance, and beside it. */
function cornersAround(width: number, at: Point, aside: number): readonly Corner[] {
  const corners: Corner[] = [];
  for (const gap of GAPS) {
    const leads = gap > LEADER_FROM;
    const cost = gap + aside + (leads ? 6 : 0);
    for (const shift of [0.5, 0.08, 0.92]) {
      const left = at.x - width * shift;
      corners.push({ left, top: at.y - gap - HEIGHT, at, leads, cost });
      corners.push({ left, top: at.y + gap, at, leads, cost });
    }
  }
  const top = at.y - HEIGHT / 2;
  for (const left of [at.x + BESIDE, at.x - BESIDE - width]) {
    corners.push({ left, top, at, leads: false, cost: BESIDE + aside });
  }
  return corners;
}

/** A name at a corner, with its leader from clear of the mark at its point. */
function nameAt(name: Label, { left, top, at, leads }: Corner): PlacedName {
  const lines = [{ ...name, x: left, y: top + HEIGHT - BASE }];
  if (!leads) return { lines };
  const [from, to] = top < at.y ? [at.y - MARK, top + HEIGHT] : [at.y + MARK, top];
  return { lines, leader: line([at.x, from, at.x, to], { stroke: "edge", lineWidth: 0.8 }) };
}

function distance(a: Area, b: Area): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.hypot(dx, dy);
}

/**
 * The cost of a place at which a reader could take the name for another curve's, or at which its leader crosses a
 * curve.
 */
function confusion(
  id: string,
  { left, top, at, leads }: Corner,
  width: number,
  obstacles: readonly Obstacle[],
): number {
  const area = { x0: left, x1: left + width, y0: top, y1: top + HEIGHT };
  let own = distance(area, { x0: at.x, x1: at.x, y0: at.y, y1: at.y });
  let others = Infinity;
  let crossed = 0;
  const [y0, y1] = top < at.y ? [area.y1, at.y] : [at.y, area.y0];
  const stem = { x0: at.x - 0.5, x1: at.x + 0.5, y0, y1 };
  for (const obstacle of obstacles) {
    const apart = distance(area, obstacle);
    if (obstacle.owner === id) own = Math.min(own, apart);
    else {
      others = Math.min(others, apart);
      if (leads && meets(stem, obstacle)) crossed = 30;
    }
  }
  return crossed + (others <= own ? 34 : others < own + 8 ? 12 : 0);
}

/** The places of a name that no obstacle has, the cheapest first. */
function freePlaces(
  { id, name, anchors, prefer }: LabelRequest,
  obstacles: readonly Obstacle[],
  placer: Placer,
  limits: Limits,
): readonly PlacedName[] {
  const width = placer.widthOf(name.runs, name.size);
  const step = Math.max(1, Math.ceil(anchors.length / MOST_ANCHORS));
  const corners = anchors
    .filter((_, i) => i % step === 0)
    .flatMap((at, i) => cornersAround(width, at, Math.abs((i * step) / Math.max(1, anchors.length - 1) - prefer) * 6))
    .toSorted((a, b) => a.cost - b.cost);
  const free: { readonly place: PlacedName; readonly cost: number }[] = [];
  for (const corner of corners) {
    if (free.length === ENOUGH) break;
    const place = nameAt(name, corner);
    if (!placer.isFree(place, limits)) continue;
    free.push({ place, cost: corner.cost + confusion(id, corner, width, obstacles) });
  }
  return free.sort((a, b) => a.cost - b.cost).map(({ place }) => place);
}

interface Placed extends Names {
  /** The ids of the names without a place. */
  readonly unplaced: readonly string[];
}

/**
 * Sets all names that have a place, each at the cheapest that is free: those with the fewest places first. Where some
 * find none, these are set before all others, if that helps.
 */
export function placeLabels(requests: readonly LabelRequest[], obstacles: readonly Obstacle[], within: Area): Placed {
  const ink = new Space(within.x1, within.y1, false);
  for (const obstacle of obstacles) ink.take(obstacle);
  const limits = { within, spare: CLEARANCE };
  const empty = new Placer(ink, tableWidth);
  const asked = requests
    .map((request) => ({ id: request.id, places: freePlaces(request, obstacles, empty, limits) }))
    .toSorted((a, b) => a.places.length - b.places.length);
  const inOrder = (order: typeof asked): Placed => {
    const placer = new Placer(ink, tableWidth);
    const left = order.filter(
      ({ places }) =>
        !placer.place(
          places.map((place) => [place]),
          limits,
        ),
    );
    return { ...placer.names, unplaced: left.map(({ id }) => id) };
  };
  const first = inOrder(asked);
  if (first.unplaced.length === 0) return first;
  const isLeft = ({ id }: { readonly id: string }): boolean => first.unplaced.includes(id);
  const second = inOrder([...asked.filter(isLeft), ...asked.filter((one) => !isLeft(one))]);
  return second.unplaced.length < first.unplaced.length ? second : first;
}
