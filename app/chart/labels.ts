/**
 * Where the names of the curves go. A label stands by its curve, clear of all points, of every curve and of all other
 * labels; one that has to stand off gets a leader. What finds no place is handed back, for the row above the plot.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface LabelRequest {
  readonly id: string;
  readonly width: number;
  readonly anchors: readonly Point[]; // on its own curve or at its points, from left to right
  readonly prefer: number; // where along the anchors it would rather stand: 0 is left, 1 right
}

/** What a label must not cover. `owner` is the id of the label's own curve or points; "" for what is nobody's. */
export interface Obstacle extends Box {
  readonly owner: string;
}

export interface PlacedLabel {
  readonly id: string;
  readonly box: Box;
  readonly leader: { readonly from: Point; readonly to: Point } | null;
}

interface Candidate extends PlacedLabel {
  readonly cost: number;
}

const HEIGHT = 13;
const GAPS = [5, 9, 14, 20, 28, 38, 50, 64, 80, 100]; // px between curve and label
const LEADER_FROM = 14; // a label farther than this is tied to its curve by a line
const CLEARANCE = 2;
const MOST_ANCHORS = 25;

const overlaps = (a: Box, b: Box, by: number): boolean =>
  a.x0 - by < b.x1 && a.x1 + by > b.x0 && a.y0 - by < b.y1 && a.y1 + by > b.y0;

const inside = (a: Box, b: Box): boolean => a.x0 >= b.x0 && a.x1 <= b.x1 && a.y0 >= b.y0 && a.y1 <= b.y1;

function distance(a: Box, b: Box): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.hypot(dx, dy);
}

const boxOfLeader = (from: Point, to: Point): Box => ({
  x0: from.x - 0.5, x1: from.x + 0.5, y0: Math.min(from.y, to.y), y1: Math.max(from.y, to.y),
});

/** The places around one anchor: above and below at growing distance, and beside it. */
function* around(request: LabelRequest, at: Point): Generator<{ box: Box; gap: number; stem: Point | null }> {
  const { width } = request;
  for (const shift of [0.5, 0.08, 0.92]) {
    const x0 = at.x - width * shift;
    for (const gap of GAPS) {
      const above = { x0, x1: x0 + width, y0: at.y - gap - HEIGHT, y1: at.y - gap };
      const below = { x0, x1: x0 + width, y0: at.y + gap, y1: at.y + gap + HEIGHT };
      const leads = gap > LEADER_FROM;
      yield { box: above, gap, stem: leads ? { x: at.x, y: above.y1 } : null };
      yield { box: below, gap, stem: leads ? { x: at.x, y: below.y0 } : null };
    }
  }
  const y0 = at.y - HEIGHT / 2;
  yield { box: { x0: at.x + 9, x1: at.x + 9 + width, y0, y1: y0 + HEIGHT }, gap: 7, stem: null };
  yield { box: { x0: at.x - 9 - width, x1: at.x - 9, y0, y1: y0 + HEIGHT }, gap: 7, stem: null };
}

function candidates(request: LabelRequest, obstacles: readonly Obstacle[], bounds: Box): readonly Candidate[] {
  const step = Math.max(1, Math.ceil(request.anchors.length / MOST_ANCHORS));
  const found: Candidate[] = [];
  request.anchors.forEach((at, index) => {
    if (index % step !== 0) return;
    for (const { box, gap, stem } of around(request, at)) {
      if (!inside(box, bounds) || obstacles.some((o) => overlaps(box, o, CLEARANCE))) continue;
      let others = Infinity;
      let own = gap;
      let crossed = 0;
      const line = stem === null ? null : boxOfLeader(at, stem);
      for (const obstacle of obstacles) {
        const apart = distance(box, obstacle);
        if (obstacle.owner === request.id) own = Math.min(own, apart);
        else {
          others = Math.min(others, apart);
          if (line !== null && overlaps(line, obstacle, 0)) crossed = 30;
        }
      }
      const mistaken = others <= own ? 34 : others < own + 8 ? 12 : 0; // stands nearer to another curve than to its own
      const aside = Math.abs(index / Math.max(1, request.anchors.length - 1) - request.prefer) * 6;
      const cost = gap + (stem === null ? 0 : 6) + crossed + mistaken + aside;
      found.push({ id: request.id, box, leader: stem === null ? null : { from: at, to: stem }, cost });
    }
  });
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

function clash(a: PlacedLabel, b: PlacedLabel): boolean {
  if (overlaps(a.box, b.box, CLEARANCE + 1)) return true;
  const lineA = a.leader === null ? null : boxOfLeader(a.leader.from, a.leader.to);
  const lineB = b.leader === null ? null : boxOfLeader(b.leader.from, b.leader.to);
  return (lineA !== null && overlaps(lineA, b.box, CLEARANCE)) || (lineB !== null && overlaps(lineB, a.box, CLEARANCE));
}

const UNPLACED = 1000;

/** Places all labels that have a place, at the least total cost over the orders of placing them. */
export function placeLabels(
  requests: readonly LabelRequest[],
  obstacles: readonly Obstacle[],
  bounds: Box,
): { readonly placed: readonly PlacedLabel[]; readonly unplaced: readonly string[] } {
  const options = new Map(requests.map((request) => [request.id, candidates(request, obstacles, bounds)]));
  let best: { placed: readonly PlacedLabel[]; unplaced: readonly string[]; cost: number } | null = null;
  for (const order of permutations(requests)) {
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
