/** The curves of a graph that tokens fire, and what stands at its nodes: for the page and for a file. Sizes in px. */
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import type { Point } from "../draw/point.ts";
import type { GraphLayout } from "./graph-layout.ts";
import type { NodeState } from "./token-graph.ts";

export interface ArcEnds {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

const NOWHERE: Point = { x: 0, y: 0 };

export const endsOf = ({ nodes, radius }: GraphLayout, { from, to }: TokenGraph["arcs"][number]): ArcEnds => ({
  from: nodes[from] ?? NOWHERE,
  to: nodes[to] ?? NOWHERE,
  radius,
});

/** How far an arc that leads back bends, as a share of its length. */
const BEND = 0.28;

/** Above the straight line for one that leads back, so that it does not cover the way there. */
function bendOf(from: Point, to: Point): Point {
  const isBack = to.x <= from.x;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return isBack ? { x, y: y + BEND * Math.max(80, from.x - to.x) } : { x, y };
}

/** A point of the curve, which the bend pulls. */
export function between({ from, to }: Pick<ArcEnds, "from" | "to">, share: number): Point {
  const { x, y } = bendOf(from, to);
  const at = (a: number, b: number, c: number): number =>
    (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c;
  return { x: at(from.x, x, to.x), y: at(from.y, y, to.y) };
}

const HEAD = 7;

/** The line of an arc and its head, as SVG writes paths. */
export function arcPaths({ from, to, radius }: ArcEnds): { readonly line: string; readonly head: string } {
  const bend = bendOf(from, to);
  const length = Math.hypot(to.x - bend.x, to.y - bend.y) || 1;
  const [dx, dy] = [(to.x - bend.x) / length, (to.y - bend.y) / length];
  const tip = { x: to.x - dx * (radius + 2), y: to.y - dy * (radius + 2) };
  const [bx, by] = [tip.x - dx * HEAD, tip.y - dy * HEAD];
  return {
    line: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${bx} ${by}`,
    head: `M${tip.x} ${tip.y}L${bx - dy * 4} ${by + dx * 4}L${bx + dy * 4} ${by - dx * 4}Z`,
  };
}

/** The part of a disc that is done, clockwise from above. */
export function slice({ x, y }: Point, radius: number, share: number): string {
  const angle = 2 * Math.PI * Math.min(0.9999, Math.max(0, share));
  const [ex, ey] = [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  return `M${x} ${y}V${y - radius}A${radius} ${radius} 0 ${angle > Math.PI ? 1 : 0} 1 ${ex} ${ey}Z`;
}

const MOST_LETTERS = 5;

/** A node's name as it fits into its disc. */
export const shortName = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;

export const isDone = ({ fired, ended }: NodeState): boolean => fired > 0 && ended === fired;

/** The words under a node; "" where there is nothing to say. */
export function saidOf(node: NodeState): string {
  const { now, ended, hasFailed } = node;
  if (now !== "") return now;
  if (hasFailed) return "call failed";
  return ended > 1 ? `done ${ended} ×` : isDone(node) ? "done" : "";
}
