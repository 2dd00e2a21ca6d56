/**
 * Places the names of the curves. A label stands by its curve, clear of all points, of every curve and of all other
 * labels; a label that has to stand off gets a leader. Labels that find no place are handed back, for the row above the
 * plot.
 */
import { isWithin, meets } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Point } from "../draw/point.ts";

export interface LabelRequest {
  readonly id: string;
  readonly width: number;
  readonly anchors: readonly Point[]; // on its own curve or at its points, from left to right
  readonly prefer: number; // where along the anchors it would rather stand: 0 is left, 1 right
}

/** An area that a label must not cover. `owner` is the id of the curve or point there; "" for an area of none. */
export interface Obstacle extends Area {
  readonly owner: string;
}

export interface PlacedLabel {
  readonly id: string;
  readonly box: Area;
  readonly leader: { readonly from: Point; readonly to: Point } | null;
}

interface Candidate extends PlacedLabel {
  readonly cost: number;
}

const HEIGHT = 13;
const BESIDE = 14; // px between a point and a label beside it
const GAPS = [5, 9, 14, 17, 22, 30, 40, 52, 66, 84, 104]; // px between curve and label
const LEADER_FROM = 20; // a label farther than this is tied to its curve by a line
const CLEARANCE = 2;
const ENOUGH = 80; // free places to choose from, nearest first
const MOST_ANCHORS = 14; // of a curve: its name is tried at as many places along it

function distance(a: Area, b: Area): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.hypot(dx, dy);
}

const boxOfLeader = (from: Point, to: Point): Area => ({
  x0: from.x - 0.5,
  x1: from.x + 0.5,
  y0: Math.min(from.y, to.y),
  y1: Math.max(from.y, to.y),
});

interface Place {
  readonly box: Area;
  readonly at: Point;
  readonly stem: Point | null; // end of the leader at the label; null where it needs none
  readonly cost: number;
}

/** The places around one anchor: above and below at growing distance, and beside it. */
function placesAround(width: number, at: Point, aside: number): readonly Place[] {
  const places: Place[] = [];
  for (const shift of [0.5, 0.08, 0.92]) {
    const x0 = at.x - width * shift;
    for (const gap of GAPS) {
      const leads = gap > LEADER_FROM;
      const cost = gap + aside + (leads ? 6 : 0);
      const above = { x0, x1: x0 + width, y0: at.y - gap - HEIGHT, y1: at.y - gap };
      const below = { x0, x1: x0 + width, y0: at.y + gap, y1: at.y + gap + HEIGHT };
      places.push({ box: above, at, stem: leads ? { x: at.x, y: above.y1 } : null, cost });
      places.push({ box: below, at, stem: leads ? { x: at.x, y: below.y0 } : null, cost });
    }
  }
  const y0 = at.y - HEIGHT / 2;
  for (const x0 of [at.x + BESIDE, at.x - BESIDE - width]) {
    places.push({ box: { x0, x1: x0 + width, y0, y1: y0 + HEIGHT }, at, stem: null, cost: BESIDE + aside });
  }
  return places;
}

/**
 * The cost of a place at which a reader could take the label for another curve's, or at which its leader crosses a
 * curve.
 */
function confusion(id: string, { box, at, stem }: Place, obstacles: readonly Obstacle[]): number {
  let own = distance(box, { x0: at.x, x1: at.x, y0: at.y, y1: at.y });
  let others = Infinity;
  let crossed = 0;
  const line = stem === null ? null : boxOfLeader(at, stem);
  for (const obstacle of obstacles) {
    const apart = distance(box, obstacle);
    if (obstacle.owner === id) own = Math.min(own, apart);
    else {
      others = Math.min(others, apart);
      if (line !== null && meets(line, obstacle)) crossed = 30;
    }
  }
  return crossed + (others <= own ? 34 : others < own + 8 ? 12 : 0);
}

function candidates(request: LabelRequest, obstacles: readonly Obstacle[], bounds: Area): readonly Candidate[] {
  const { id, width, anchors, prefer } = request;
  const step = Math.max(1, Math.ceil(anchors.length / MOST_ANCHORS));
  const places = anchors
    .flatMap((at, index) => {
      if (index % step !== 0) return [];
      return placesAround(width, at, Math.abs(index / Math.max(1, anchors.length - 1) - prefer) * 6);
    })
    .filter(({ box }) => isWithin(box, bounds))
    .sort((a, b) => a.cost - b.cost);
  const found: Candidate[] = [];
  for (const place of places) {
    if (found.length === ENOUGH) break;
    if (obstacles.some((obstacle) => meets(place.box, obstacle, CLEARANCE))) continue;
    const leader = place.stem === null ? null : { from: place.at, to: place.stem };
    found.push({ id, box: place.box, leader, cost: place.cost + confusion(id, place, obstacles) });
  }
  return found.sort((a, b) => a.cost - b.cost);
}

function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) yield items;
  for (const [index, item] of items.entries()) {
    if (items.length === 1) return;
    const rest = [...items.slice(0, index), ...items.slice(index + 1)];
    for (const tail of permutations(rest)) yield [item, ...tail];
  }
}

/** More names than this are not tried in all orders: they were a few thousand. */
const MOST_PERMUTED = 5;

/** Orders of placing: all of few names; of many those that begin anywhere and go either way. */
function* orders<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= MOST_PERMUTED) {
    yield* permutations(items);
    return;
  }
  for (const way of [items, items.toReversed()]) {
    for (const start of way.keys()) yield [...way.slice(start), ...way.slice(0, start)];
  }
}

function clash(a: PlacedLabel, b: PlacedLabel): boolean {
  if (meets(a.box, b.box, CLEARANCE + 1)) return true;
  const lineA = a.leader === null ? null : boxOfLeader(a.leader.from, a.leader.to);
  const lineB = b.leader === null ? null : boxOfLeader(b.leader.from, b.leader.to);
  return (lineA !== null && meets(lineA, b.box, CLEARANCE)) || (lineB !== null && meets(lineB, a.box, CLEARANCE));
}

const UNPLACED = 1000;

/** Places all labels that have a place, at the least total cost over orders of placing them. */
export function placeLabels(
  requests: readonly LabelRequest[],
  obstacles: readonly Obstacle[],
  bounds: Area,
): { readonly placed: readonly PlacedLabel[]; readonly unplaced: readonly string[] } {
  const options = new Map(requests.map((request) => [request.id, candidates(request, obstacles, bounds)]));
  let best: { placed: readonly PlacedLabel[]; unplaced: readonly string[]; cost: number } | null = null;
  for (const order of orders(requests)) {
    const placed: Candidate[] = [];
    const unplaced: string[] = [];
    for (const request of order) {
      const choice = options.get(request.id)?.find((option) => !placed.some((other) => clash(option, other)));
      if (choice === undefined) unplaced.push(request.id);
      else placed.push(choice);
    }
    const cost = placed.reduce((sum, label) => sum + label.cost, unplaced.length * UNPLACED);
    if (best === null || cost < best.cost) best = { placed, unplaced, cost };
  }
  return best ?? { placed: [], unplaced: [] };
}
